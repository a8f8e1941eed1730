"""The laws of Verifiers, each sentence read a second time."""

from itertools import product

from deduce_models.tables.verifiers import FITS, largest

SIGNS = {"below": lambda x, y: x < y, "equal to": lambda x, y: x == y, "above": lambda x, y: x > y}
SAID = {
    **{f"the first digit is {word} 3": lambda a, b, c, f=f: f(a, 3) for word, f in SIGNS.items()},
    **{f"the last digit is {word} 4": lambda a, b, c, f=f: f(c, 4) for word, f in SIGNS.items()},
    **{f"the first digit is {word} the last": lambda a, b, c, f=f: f(a, c) for word, f in SIGNS.items()},
    **{f"the sum is {word} 9": lambda a, b, c, f=f: f(a + b + c, 9) for word, f in SIGNS.items()},
    "the middle digit is odd": lambda a, b, c: b in (1, 3, 5),
    "the middle digit is even": lambda a, b, c: b in (2, 4),
    "the first digit is above the others": lambda a, b, c: a > b and a > c,
    "the middle digit is above the others": lambda a, b, c: b > a and b > c,
    "the last digit is above the others": lambda a, b, c: c > a and c > b,
    **{f"as many ones as {n}": lambda a, b, c, n=n: f"{a}{b}{c}".count("1") == n for n in range(3)},
    **{
        f"as many even digits as {n}": lambda a, b, c, n=n: n == len([x for x in (a, b, c) if x in (2, 4)])
        for n in range(4)
    },
    "as many different digits as 1": lambda a, b, c: a == b and b == c,
    "as many different digits as 2": lambda a, b, c: len({a, b, c}) == 2,
    "as many different digits as 3": lambda a, b, c: a != b and b != c and a != c,
    "the digits rise": lambda a, b, c: a < b and b < c,
    "the digits fall": lambda a, b, c: a > b and b > c,
    "the digits do neither": lambda a, b, c: not (a < b and b < c) and not (a > b and b > c),
}


def test_a_law_lets_those_codes_through_of_which_its_sentence_is_true():
    codes = list(product(range(1, 6), repeat=3))
    assert {law: {f"{a}{b}{c}" for a, b, c in codes if true(a, b, c)} for law, true in SAID.items()} == FITS


def test_the_largest_digit_is_the_one_above_both_others():
    for code in product(range(1, 6), repeat=3):
        above = [
            name
            for at, name in enumerate(("first", "middle", "last"))
            if all(code[at] > other for k, other in enumerate(code) if k != at)
        ]
        assert largest(code) == "".join(above)
