"""Statements of every kind the library has, each with its words and with what it means in plain Python."""

from __future__ import annotations

from itertools import product

import pytest

from deduce import (
    AllDifferent,
    AtLeast,
    AtMost,
    Channel,
    Count,
    Exactly,
    Predicate,
    Problem,
    Relation,
    Sum,
    count,
    element,
    max_,
    min_,
)
from deduce.language.reified import Iff, holding
from deduce.language.variables import Family

__all__ = ["COMPARED", "COUNTING", "FACTS", "HERE", "LISTED", "RARE", "THERE"]

BIG = 3 * 10**18
PETS = ("cat", "dog", "emu", "fox")
FOUR = [(0, 1, 2, 3), (3, 1, 2, 3), (1, 1, 1, 1), (0, 0, 3, 3)]
TWICE = ("cat", "dog", "cat", "emu")
HIRED = ("cat", "dog", "ape", "emu")


class Table:
    """Variables to speak of; the same again under other names, with their values in another order."""

    def __init__(self, prefix: str = "", turned: bool = False) -> None:
        problem = Problem(prefix or "table")

        def made(name, domain):
            return problem.variable(prefix + name, list(domain)[::-1] if turned else list(domain))

        self.a, self.b, self.c, self.d = (made(name, range(4)) for name in "abcd")
        self.e, self.f = made("e", (-2, 1, 3)), made("f", (1, 2, 4))
        self.g, self.h = made("g", (5,)), made("h", (0, BIG))
        self.i, self.j = made("i", (BIG, -BIG, 2 * BIG + 7)), made("j", (0, 1))
        self.p, self.q, self.r = (made(name, PETS) for name in "pqr")
        self.s, self.t, self.u = (made(name, (False, True)) for name in "stu")
        self.k, self.m = made("k", (1,)), made("m", (1, 2))
        self.v, self.w = made("v", ("cat", "ape")), made("w", ("dog", "ape", "cat"))
        self.x = Family("x", {0: self.a, 1: self.b, 2: self.c, 3: self.d})
        self.names = {name: value for name, value in vars(self).items() if name != "x"}

    def other(self, variable):
        """The variable of another table that has this one's name."""
        return next(self.names[name] for name in self.names if variable.name.endswith(name))


HERE = Table()
THERE = Table("other_", turned=True)


def of(names, words, say, meaning):
    """A statement about the variables `names`: its words, how it is made, and what it means of their values."""
    return pytest.param((names, words, say, meaning), id=words[:60])


def mean(*values):
    return len(set(values)) == len(values)


def linked(left, right):
    return all((left[a] == b) == (right[b] == a) for a in left for b in right)


COUNTING = [
    of("abc", "a, b, c are all different", lambda t: AllDifferent(t.a, t.b, t.c), mean),
    of("abcd", "a, b, c, d are all different", lambda t: AllDifferent(t.x), mean),
    of("ef", "e, f are all different", lambda t: AllDifferent(t.e, t.f), mean),
    of("vwp", "v, w, p are all different", lambda t: AllDifferent(t.v, t.w, t.p), mean),
    of("stu", "s, t, u are all different", lambda t: AllDifferent(t.s, t.t, t.u), lambda *v: False),
    of(
        "jkm", "j, k, m are all different", lambda t: AllDifferent(t.j, t.k, t.m), lambda *v: v == (0, 1, 2)
    ),
    of(
        "mkj", "m, k, j are all different", lambda t: AllDifferent(t.m, t.k, t.j), lambda *v: v == (2, 1, 0)
    ),
    of(
        "jkmt", "j, k, m, t are all different", lambda t: AllDifferent(t.j, t.k, t.m, t.t), lambda *v: False
    ),
    of("a", "a are all different", lambda t: AllDifferent(t.a), lambda a: True),
    of("tug", "t, u, g are all different", lambda t: AllDifferent(t.t, t.u, t.g), mean),
    of(
        "abc",
        "exactly 1 of a, b, c is 2",
        lambda t: Exactly(1, [t.a, t.b, t.c], 2),
        lambda *v: v.count(2) == 1,
    ),
    of(
        "abc",
        "exactly 2 of a, b, c are 2",
        lambda t: Exactly(2, [t.a, t.b, t.c], 2),
        lambda *v: v.count(2) == 2,
    ),
    of(
        "abc",
        "at least 1 of a, b, c is 1 or 3",
        lambda t: AtLeast(1, [t.a, t.b, t.c], {1, 3}),
        lambda *v: any(n in (1, 3) for n in v),
    ),
    of(
        "abc",
        "at most 1 of a, b, c is 0 or 3",
        lambda t: AtMost(1, [t.a, t.b, t.c], [0, 3]),
        lambda *v: sum(n in (0, 3) for n in v) <= 1,
    ),
    of(
        "abcd",
        "1 to 2 of a, b, c, d are 0 or 1 or 2",
        lambda t: Count(t.x, [0, 1, 2], 1, 2),
        lambda *v: 1 <= sum(n < 3 for n in v) <= 2,
    ),
    of(
        "abc",
        "exactly 0 of a, b, c are 2",
        lambda t: Count([t.a, t.b, t.c], 2, 0, 0),
        lambda *v: 2 not in v,
    ),
    of(
        "ab",
        "exactly 2 of a, b are 1 or 2",
        lambda t: Count([t.a, t.b], [1, 2], 2, 9),
        lambda *v: all(0 < n < 3 for n in v),
    ),
    of(
        "pqr",
        "at least 2 of p, q, r are cat",
        lambda t: AtLeast(2, [t.p, t.q, t.r], "cat"),
        lambda *v: v.count("cat") > 1,
    ),
    of(
        "vwp",
        "at most 1 of v, w, p is cat",
        lambda t: AtMost(1, [t.v, t.w, t.p], "cat"),
        lambda *v: v.count("cat") < 2,
    ),
    of("ab", "at most 2 of a, b are 3", lambda t: AtMost(5, [t.a, t.b], 3), lambda *v: True),
    of("ab", "at least 3 of a, b are 3", lambda t: Count([t.a, t.b], 3, 3), lambda *v: False),
    of("abc", "a + b + c is 4", lambda t: Sum([t.a, t.b, t.c], 4, 4), lambda *v: sum(v) == 4),
    of("abc", "a + b + c is 2 to 3", lambda t: Sum([t.a, t.b, t.c], 2, 3), lambda *v: 2 <= sum(v) <= 3),
    of("abc", "a + b + c is 0 to 3", lambda t: Sum([t.a, t.b, t.c], high=3), lambda *v: sum(v) <= 3),
    of(
        "abe",
        "a + -2*b + 3*e is 1 to 12",
        lambda t: Sum([t.a, t.b, t.e], low=1, weights=[1, -2, 3]),
        lambda a, b, e: a - 2 * b + 3 * e >= 1,
    ),
    of(
        "aeg",
        "2*a + 2*e + 4*g is 19 to 23",
        lambda t: Sum([t.a, t.e, t.g], 19, 23, weights=(2, 2, 4)),
        lambda a, e, g: 19 <= 2 * a + 2 * e + 4 * g <= 23,
    ),
    of("ae", "2*a + 2*e is 3", lambda t: Sum([t.a, t.e], 3, 3, weights=(2, 2)), lambda a, e: False),
    of("ab", "a + b is 7 to 9", lambda t: Sum([t.a, t.b], 7, 9), lambda a, b: False),
    of("ab", "a + b is 1 to 6", lambda t: Sum([t.a, t.b], low=1), lambda a, b: a + b >= 1),
    of("ab", "a + b is 0 to 5", lambda t: Sum([t.a, t.b], high=5), lambda a, b: a + b <= 5),
    of("ab", "a + b is 5 to 3", lambda t: Sum([t.a, t.b], 5, 3), lambda a, b: False),
    of("ab", "a + b is 0 to 6", lambda t: Sum([t.a, t.b], 0, 6), lambda a, b: True),
    of("ag", "a + 0*g is 2", lambda t: Sum([t.a, t.g], 2, 2, weights=[1, 0]), lambda a, g: a == 2),
    of(
        "hia",
        f"h + i + a is {BIG + 1} to {2 * BIG}",
        lambda t: Sum([t.h, t.i, t.a], BIG + 1, 2 * BIG),
        lambda h, i, a: BIG < h + i + a <= 2 * BIG,
    ),
    of(
        "hij",
        f"h + -1*i + j is {-2 * BIG - 7} to {-BIG}",
        lambda t: Sum([t.h, t.i, t.j], high=-BIG, weights=(1, -1, 1)),
        lambda h, i, j: h - i + j <= -BIG,
    ),
    of(
        "hj",
        f"{BIG}*h + j is {BIG * BIG}",
        lambda t: Sum([t.h, t.j], BIG * BIG, BIG * BIG, weights=(BIG, 1)),
        lambda h, j: h > 0 and j == 0,
    ),
]

LISTED = [
    of(
        "ab",
        "(a, b) is one of 3 combinations",
        lambda t: Relation([t.a, t.b], [(0, 1), (2, 3), (2, 0), (0, 1)]),
        lambda *v: v in [(0, 1), (2, 3), (2, 0)],
    ),
    of("ab", "never", lambda t: Relation([t.a, t.b], [], text="never"), lambda *v: False),
    of(
        "pq",
        "(p, q) is one of 16 combinations",
        lambda t: Relation([t.p, t.q], product(PETS, PETS)),
        lambda *v: True,
    ),
    of(
        "abcd", "(a, b, c, d) is one of 4 combinations", lambda t: Relation(t.x, FOUR), lambda *v: v in FOUR
    ),
    of(
        "abcd",
        "the outer ones add up",
        lambda t: Predicate(lambda a, b, c, d: a + d == b + c, t.x, text="the outer ones add up"),
        lambda a, b, c, d: a + d == b + c,
    ),
    of("abc", "mean(a, b, c)", lambda t: Predicate(mean, t.a, t.b, t.c), mean),
    of(
        "ag",
        "(a, g) is one of 2 combinations",
        lambda t: Predicate(lambda a, g: a * 2 > 3, t.a, t.g),
        lambda a, g: a > 1,
    ),
    of(
        "abpq",
        "a, b and p, q are two views of one assignment",
        lambda t: Channel({"cat": t.a, "dog": t.b}, {1: t.p, 2: t.q}),
        lambda a, b, p, q: linked({"cat": a, "dog": b}, {1: p, 2: q}),
    ),
    of(
        "vwab",
        "v, w and a, b are two views of one assignment",
        lambda t: Channel(
            {1: t.v, 2: t.w},
            {
                "cat": t.a,
                "dog": t.b,
            },
        ),
        lambda v, w, a, b: linked({1: v, 2: w}, {"cat": a, "dog": b}),
    ),
]

FACTS = [
    of("a", "a is 2", lambda t: t.a == 2, lambda a: a == 2),
    of("a", "a is not 2", lambda t: t.a != 2, lambda a: a != 2),
    of("a", "a is 1 or 2", lambda t: t.a.is_in([1, 2]), lambda a: a in (1, 2)),
    of("a", "a takes no value at all", lambda t: t.a.is_in([]), lambda a: False),
    of("a", "a is anything", lambda t: t.a <= 7, lambda a: True),
    of("p", "p is not dog", lambda t: ~(t.p == "dog"), lambda p: p != "dog"),
    of("w", "w is not dog", lambda t: t.w.is_in(["ape", "cat"]), lambda w: w != "dog"),
    of("t", "t is True", lambda t: t.t.is_in([True]), lambda t: t),
    of(
        "ap",
        "a is 1 and p is cat or dog",
        lambda t: (t.a == 1) & t.p.is_in(["cat", "dog"]),
        lambda a, p: a == 1 and p in ("cat", "dog"),
    ),
    of(
        "abc",
        "a is 1 or (b is 2 and c is not 3)",
        lambda t: (t.a == 1) | ((t.b == 2) & (t.c != 3)),
        lambda a, b, c: a == 1 or (b == 2 and c != 3),
    ),
    of(
        "abc",
        "a is not 1 and (b is not 2 or c is 3)",
        lambda t: ~((t.a == 1) | ((t.b == 2) & (t.c != 3))),
        lambda a, b, c: not (a == 1 or (b == 2 and c != 3)),
    ),
    of("ab", "if a is 1, then b is 0", lambda t: (t.a == 1) >> (t.b == 0), lambda a, b: a != 1 or b == 0),
    of(
        "ab", "a is 1 and b is not 0", lambda t: ~((t.a == 1) >> (t.b == 0)), lambda a, b: a == 1 and b != 0
    ),
    of(
        "ab",
        "a is 1 exactly if b is 0",
        lambda t: (t.a == 1) == (t.b == 0),
        lambda a, b: (a == 1) == (b == 0),
    ),
    of(
        "ab",
        "either a is 1, or b is 0, but not both",
        lambda t: (t.a == 1) ^ (t.b == 0),
        lambda a, b: (a == 1) != (b == 0),
    ),
    of("at", "a is 1 exactly if t is True", lambda t: (t.a == 1) == t.t, lambda a, t: (a == 1) == t),
    of(
        "at",
        "either a is 1, or t is True, but not both",
        lambda t: t.t != (t.a == 1),
        lambda a, t: (a == 1) != t,
    ),
    of(
        "abc",
        "a, b are all different exactly if c is 1",
        lambda t: Iff(holding(AllDifferent(t.a, t.b)), t.c == 1),
        lambda a, b, c: (a != b) == (c == 1),
    ),
    of(
        "abc",
        "a, b, c are not all different",
        lambda t: ~AllDifferent(t.a, t.b, t.c),
        lambda *v: not mean(*v),
    ),
    of("abc", "not: a + b + c is 4", lambda t: ~Sum([t.a, t.b, t.c], 4, 4), lambda *v: sum(v) != 4),
    of(
        "abc",
        "not: exactly 1 of a, b, c is 2",
        lambda t: ~Exactly(1, [t.a, t.b, t.c], 2),
        lambda *v: v.count(2) != 1,
    ),
    of(
        "abc",
        "(a, b, c are all different) or c is 0",
        lambda t: AllDifferent(t.a, t.b, t.c) | (t.c == 0),
        lambda a, b, c: mean(a, b, c) or c == 0,
    ),
]

COMPARED = [
    of("ab", "a + b is 3", lambda t: t.a + t.b == 3, lambda a, b: a + b == 3),
    of("ab", "2*a is below b + 3", lambda t: 2 * t.a < t.b + 3, lambda a, b: 2 * a < b + 3),
    of("abc", "2*a is at most b + c", lambda t: 2 * t.a <= t.b + t.c, lambda a, b, c: 2 * a <= b + c),
    of("abc", "a + b is above c + 1", lambda t: t.a + t.b > t.c + 1, lambda a, b, c: a + b > c + 1),
    of("abc", "a + b + c is not 4", lambda t: t.a + t.b + t.c != 4, lambda *v: sum(v) != 4),
    of("abc", "2*a + 2*b + 4*c is 5", lambda t: 2 * t.a + 2 * t.b + 4 * t.c == 5, lambda *v: False),
    of("abc", "a + b + c is at least 9", lambda t: t.a + t.b + t.c >= 9, lambda *v: v == (3, 3, 3)),
    of("ab", "a - b is at most 3", lambda t: t.a - t.b <= 3, lambda a, b: True),
    of("ab", "a * b is 2", lambda t: t.a * t.b == 2, lambda a, b: a * b == 2),
    of("abc", "a * b is c", lambda t: t.a * t.b == t.c, lambda a, b, c: a * b == c),
    of("abcd", "a * b is c + d", lambda t: t.a * t.b == t.c + t.d, lambda a, b, c, d: a * b == c + d),
    of(
        "abcd",
        "a * b is at most 2*c - d",
        lambda t: t.a * t.b <= 2 * t.c - t.d,
        lambda a, b, c, d: a * b <= 2 * c - d,
    ),
    of("abcd", "a * b is above c * d", lambda t: t.a * t.b > t.c * t.d, lambda a, b, c, d: a * b > c * d),
    of("abce", "a * e is not b - c", lambda t: t.a * t.e != t.b - t.c, lambda a, b, c, e: a * e != b - c),
    of("ef", "e // f is -1", lambda t: t.e // t.f == -1, lambda e, f: e // f == -1),
    of("aef", "a % f is below e", lambda t: t.a % t.f < t.e, lambda a, e, f: a % f < e),
    of("af", "7 // f is a", lambda t: 7 // t.f == t.a, lambda a, f: 7 // f == a),
    of("ae", "7 % e is a", lambda t: 7 % t.e == t.a, lambda a, e: 7 % e == a),
    of("abef", "a + e // f is b", lambda t: t.a + t.e // t.f == t.b, lambda a, b, e, f: a + e // f == b),
    of(
        "abef",
        "e % f + a is at least b",
        lambda t: t.e % t.f + t.a >= t.b,
        lambda a, b, e, f: e % f + a >= b,
    ),
    of(
        "abcd",
        "the difference of a and b is the difference of c and d",
        lambda t: abs(t.a - t.b) == abs(t.c - t.d),
        lambda a, b, c, d: abs(a - b) == abs(c - d),
    ),
    of(
        "abc",
        "the difference of a and b is c",
        lambda t: abs(t.a - t.b) == t.c,
        lambda a, b, c: abs(a - b) == c,
    ),
    of(
        "abc",
        "the difference of a and b is at most c",
        lambda t: abs(t.a - t.b) <= t.c,
        lambda a, b, c: abs(a - b) <= c,
    ),
    of(
        "abc",
        "the difference of a and b is at least c",
        lambda t: abs(t.a - t.b) >= t.c,
        lambda a, b, c: abs(a - b) >= c,
    ),
    of(
        "abc",
        "the least of a and b is below c",
        lambda t: min_(t.a, t.b) < t.c,
        lambda a, b, c: min(a, b) < c,
    ),
    of(
        "abc",
        "the greatest of a and b is c",
        lambda t: max_(t.a, t.b) == t.c,
        lambda a, b, c: max(a, b) == c,
    ),
    of(
        "abce",
        "the least of a, b and e is c - 1",
        lambda t: min_(t.a, t.b, t.e) == t.c - 1,
        lambda a, b, c, e: min(a, b, e) == c - 1,
    ),
    of(
        "abcd",
        "the greatest of a and b is at most the least of c and d",
        lambda t: max_(t.a, t.b) <= min_(t.c, t.d),
        lambda a, b, c, d: max(a, b) <= min(c, d),
    ),
    of(
        "abcd",
        "a * max(b, 2) is c + d",
        lambda t: t.a * max_(t.b, 2) == t.c + t.d,
        lambda a, b, c, d: a * max(b, 2) == c + d,
    ),
    of(
        "abcd",
        "the least of a * b and 3 is c - d",
        lambda t: min_(t.a * t.b, 3) == t.c - t.d,
        lambda a, b, c, d: min(a * b, 3) == c - d,
    ),
    of(
        "abc",
        "of these, exactly 1 holds: a is 1; b is 2; c is 3",
        lambda t: count(t.a == 1, t.b == 2, t.c == 3) == 1,
        lambda a, b, c: (a == 1) + (b == 2) + (c == 3) == 1,
    ),
    of(
        "abc",
        "of these, fewer than 2 hold: a is 1; b is 1; c is 1",
        lambda t: count(t.a == 1, t.b == 1, t.c == 1) < 2,
        lambda *v: v.count(1) < 2,
    ),
    of(
        "abcd",
        "of these, at least 2 hold: a is b; b is c; c is d",
        lambda t: count(t.a + 0 == t.b, t.b + 0 == t.c, t.c + 0 == t.d) >= 2,
        lambda a, b, c, d: (a == b) + (b == c) + (c == d) >= 2,
    ),
    of(
        "abcd",
        "2*[a is 1] + b * c is d",
        lambda t: 2 * (t.a == 1) + t.b * t.c == t.d,
        lambda a, b, c, d: 2 * (a == 1) + b * c == d,
    ),
    of(
        "ab",
        "x[a] is 2",
        lambda t: Family("x", {0: t.b, 1: t.a, 2: t.b, 3: t.b})[t.a] == 2,
        lambda a, b: (a if a == 1 else b) == 2,
    ),
    of("abcd", "x[a] is 2", lambda t: t.x[t.a] == 2, lambda *v: v[v[0]] == 2),
    of(
        "abcm",
        "x[m,0] is c",
        lambda t: Family("x", {(1, 0): t.a, (2, 0): t.b})[t.m, 0] == t.c,
        lambda a, b, c, m: (a, b)[m - 1] == c,
    ),
    of("abcd", "x[a] is at least d", lambda t: t.x[t.a] >= t.d, lambda *v: v[v[0]] >= v[3]),
    of(
        "abcd",
        "x[-a + 3] + b is c",
        lambda t: t.x[3 - t.a] + t.b == t.c,
        lambda *v: v[3 - v[0]] + v[1] == v[2],
    ),
    of("abcd", "x[a] is x[b]", lambda t: t.x[t.a] == t.x[t.b], lambda *v: v[v[0]] == v[v[1]]),
    of(
        "ab",
        "the entry of [5, 1, 4, 2] at a is above b + 1",
        lambda t: element([5, 1, 4, 2], t.a) > t.b + 1,
        lambda a, b: (5, 1, 4, 2)[a] > b + 1,
    ),
    of(
        "ap",
        "the entry of [cat, dog, cat, emu] at a is p",
        lambda t: element(TWICE, t.a) == t.p,
        lambda a, p: TWICE[a] == p,
    ),
    of(
        "av",
        "the entry of [cat, dog, ape, emu] at a is not v",
        lambda t: element(HIRED, t.a) != t.v,
        lambda a, v: HIRED[a] != v,
    ),
    of(
        "apq",
        "the entry of [p, q, dog, emu] at a is cat",
        lambda t: element([t.p, t.q, "dog", "emu"], t.a) == "cat",
        lambda a, p, q: (p, q, "dog", "emu")[a] == "cat",
    ),
    of(
        "apv",
        "the entry of [p, v, dog, v] at a is ape",
        lambda t: element([t.p, t.v, "dog", t.v], t.a) == "ape",
        lambda a, p, v: (p, v, "dog", v)[a] == "ape",
    ),
]

RARE = [
    of(
        "abcd",
        "c * min(a, 2*a - 3, b) is d",
        lambda t: t.c * min_(t.a, 2 * t.a - 3, t.b) == t.d,
        lambda a, b, c, d: c * min(a, 2 * a - 3, b) == d,
    ),
    of("b", "b is 2", lambda t: element([3, 7], t.a - t.a + 1) + t.b == 9, lambda b: b == 2),
    of(
        "abc",
        "a // 2 + (-a + 3) // 2 + b % 2 + c % 2 is at most 0",
        lambda t: t.a // 2 + (3 - t.a) // 2 + t.b % 2 + t.c % 2 <= 0,
        lambda *v: False,
    ),
    of(
        "abc",
        "a // 2 + (-a + 3) // 2 + b % 2 + c % 2 is at most 1",
        lambda t: t.a // 2 + (3 - t.a) // 2 + t.b % 2 + t.c % 2 <= 1,
        lambda a, b, c: b % 2 == c % 2 == 0,
    ),
    of(
        "abce",
        "min(a * b, -e + 2) + max(a * e, b - 1, -3) is c",
        lambda t: min_(t.a * t.b, 2 - t.e) + max_(t.a * t.e, t.b - 1, -3) == t.c,
        lambda a, b, c, e: min(a * b, 2 - e) + max(a * e, b - 1, -3) == c,
    ),
    of("a", "a // 2 + (-a + 3) // 2 is 1", lambda t: t.a // 2 + (3 - t.a) // 2 == 1, lambda a: True),
    of("a", "a // 2 + (-a + 3) // 2 is 2", lambda t: t.a // 2 + (3 - t.a) // 2 == 2, lambda a: False),
    of(
        "a", "a // 2 + (-a + 3) // 2 is at most 1", lambda t: t.a // 2 + (3 - t.a) // 2 <= 1, lambda a: True
    ),
    of("a", "a // 2 + (-a + 3) // 2 is below 1", lambda t: t.a // 2 + (3 - t.a) // 2 < 1, lambda a: False),
    of("tua", "t + u + a is 2", lambda t: t.t + t.u + t.a == 2, lambda t, u, a: t + u + a == 2),
    of("tua", "t + u + a is at most 2", lambda t: t.t + t.u + t.a <= 2, lambda t, u, a: t + u + a <= 2),
    of("stu", "s + t + u is 2", lambda t: t.s + t.t + t.u == 2, lambda *v: sum(v) == 2),
    of("stu", "s + t + u is at least 1", lambda t: t.s + t.t + t.u >= 1, lambda *v: any(v)),
    of(
        "abcd",
        "(a * b) * (a * b) is c + d",
        lambda t: (t.a * t.b) * (t.a * t.b) == t.c + t.d,
        lambda a, b, c, d: (a * b) ** 2 == c + d,
    ),
    of(
        "abc",
        "of these, at least 2 hold: a is 1; b is 2; c is 3",
        lambda t: t.a - t.a + 2 <= count(t.a == 1, t.b == 2, t.c == 3),
        lambda a, b, c: (a == 1) + (b == 2) + (c == 3) >= 2,
    ),
    of(
        "abc",
        "of these, not exactly 1 holds: a is 1; b is 2; c is 3",
        lambda t: count(t.a == 1, t.b == 2, t.c == 3) != 1,
        lambda a, b, c: (a == 1) + (b == 2) + (c == 3) != 1,
    ),
    of(
        "abc",
        "of these, more than 0 hold: a is 1; b is 1; c is 1",
        lambda t: count(t.a == 1, t.b == 1, t.c == 1) > 0,
        lambda *v: 1 in v,
    ),
    of("ab", "[a is 1] is b", lambda t: (t.a == 1) == t.b, lambda a, b: int(a == 1) == b),
    of("ab", "[a is 1] is above b", lambda t: t.b < (t.a == 1), lambda a, b: b < int(a == 1)),
    of("ab", "a + b is at most 2", lambda t: t.a + t.b <= 2.5, lambda a, b: a + b <= 2),
    of("ab", "a + b is above 2", lambda t: t.a + t.b > 2.5, lambda a, b: a + b > 2),
    of("ab", "a + b is below 3", lambda t: t.a + t.b < 2.5, lambda a, b: a + b < 3),
    of("ab", "a + b is at least 3", lambda t: t.a + t.b >= 2.5, lambda a, b: a + b >= 3),
    of("ab", "a + b is 3", lambda t: t.a + t.b == 3.0, lambda a, b: a + b == 3),
    of(
        "abc",
        "2*(a % 2) + 2*(b % 2) + 2*(c % 2) is 3",
        lambda t: 2 * (t.a % 2) + 2 * (t.b % 2) + 2 * (t.c % 2) == 3,
        lambda *v: False,
    ),
    of(
        "abc",
        "2*(a % 2) + 2*(b // 2) + 2*(c % 2) is 4",
        lambda t: 2 * (t.a % 2) + 2 * (t.b // 2) + 2 * (t.c % 2) == 4,
        lambda a, b, c: a % 2 + b // 2 + c % 2 == 2,
    ),
    of(
        "abc",
        "3*(a % 2) + 3*(b % 3) - 3*c is at most -2",
        lambda t: 3 * (t.a % 2) + 3 * (t.b % 3) - 3 * t.c <= -2,
        lambda a, b, c: a % 2 + b % 3 - c <= -1,
    ),
    of(
        "abe",
        "a * a + b + e * e is above 8",
        lambda t: t.a * t.a + t.b + t.e * t.e > 8,
        lambda a, b, e: a * a + b + e * e > 8,
    ),
    of("ab", "a * b - 2 is 0", lambda t: (t.a * t.b == 2).meaning, lambda a, b: a * b == 2),
    of("ab", "a * b - 2 is not 0", lambda t: ~(t.a * t.b == 2).meaning, lambda a, b: a * b != 2),
    of("ab", "a * b - 2 is above 0", lambda t: ~(t.a * t.b <= 2).meaning, lambda a, b: a * b > 2),
    of(
        "abcd",
        "a * b - c - d is 0",
        lambda t: (t.a * t.b == t.c + t.d).meaning,
        lambda a, b, c, d: a * b == c + d,
    ),
    of(
        "abcd",
        "a * b - c - d is above 0",
        lambda t: ~(t.a * t.b <= t.c + t.d).meaning,
        lambda a, b, c, d: a * b > c + d,
    ),
    of(
        "abcd",
        "a * max(b * c, 2) is d",
        lambda t: t.a * max_(t.b * t.c, 2) == t.d,
        lambda a, b, c, d: a * max(b * c, 2) == d,
    ),
    of(
        "abcd",
        "(a * b) * a is c - d",
        lambda t: t.a * t.b * t.a == t.c - t.d,
        lambda a, b, c, d: a * b * a == c - d,
    ),
    of(
        "abcd",
        "(a - b) * (a - b) - c is at least d",
        lambda t: (t.a - t.b) * (t.a - t.b) - t.c >= t.d,
        lambda a, b, c, d: (a - b) ** 2 - c >= d,
    ),
    of(
        "abcf",
        "(a * b) // f + c % f is 2",
        lambda t: (t.a * t.b) // t.f + t.c % t.f == 2,
        lambda a, b, c, f: a * b // f + c % f == 2,
    ),
    of("d", "x[1] is 3", lambda t: Family("x", {1: t.d})[t.d - t.d + 1] == 3, lambda d: d == 3),
    of(
        "bd",
        "the entry of [1, 2, 3] at 2*(b % 2) is d",
        lambda t: element([1, 2, 3], 2 * (t.b % 2)) == t.d,
        lambda b, d: (1, 2, 3)[2 * (b % 2)] == d,
    ),
    of(
        "abpq",
        "the entry of [cat, dog, emu, fox] at a is the entry of [p, q, p, q] at b",
        lambda t: element(PETS, t.a) == element([t.p, t.q, t.p, t.q], t.b),
        lambda a, b, p, q: PETS[a] == (p, q, p, q)[b],
    ),
    of(
        "abpq",
        "the entry of [p, q, p, q] at b is not the entry of [cat, dog, emu, fox] at a",
        lambda t: element([t.p, t.q, t.p, t.q], t.b) != element(PETS, t.a),
        lambda a, b, p, q: PETS[a] != (p, q, p, q)[b],
    ),
    of(
        "ab",
        "the entry of [1, 2, 3, 0] at a is at most b",
        lambda t: t.b >= element([1, 2, 3, 0], t.a),
        lambda a, b: (1, 2, 3, 0)[a] <= b,
    ),
    of(
        "abc",
        "x[a] + x[b] is c",
        lambda t: (lambda x: x[t.a] + x[t.b] == t.c)(Family("x", {0: t.c, 1: t.a, 2: t.b, 3: t.c})),
        lambda a, b, c: (c, a, b, c)[a] + (c, a, b, c)[b] == c,
    ),
]
