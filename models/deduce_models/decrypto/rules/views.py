"""What one seat may use: its keywords, its Encryptor's code, the clues that were read, and the past."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from deduce.games.base import Actor
from deduce.ground.errors import ProblemError
from deduce.ground.wording import as_is, passage, person, run, say, typed
from deduce.rulebook.state import State
from deduce_models.decrypto.components.legality import MISSING, check_clue, fold, way_out
from deduce_models.decrypto.components.wordlist import WordList
from deduce_models.decrypto.rules.endings import Outcome, Tokens
from deduce_models.decrypto.rules.moves import Code, Name, write_code
from deduce_models.decrypto.rules.setup import TEAMS, Half, Setup


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat sees it (seat 0: the bystander); equal views cannot be told apart.

    `keywords`, `codes` and `clues` are pairs (White's, Black's) with an empty place for what is hidden;
    `counts` says how many clues each team has written in this round, which everybody can see. `names` are
    the own team's in the tie-break (`named` counts both teams'), and all eight once the game is over;
    `dealt` counts the keyword cards on the table.
    """

    setup: Setup
    seat: int
    actor: Actor
    phase: str
    round: int
    turn: int
    keywords: tuple[tuple[str, ...], ...]
    codes: tuple[Code | None, Code | None]
    clues: tuple[tuple[str, ...], tuple[str, ...]]
    counts: tuple[int, int]
    written: Code | None
    past: tuple[Half, ...]
    tokens: Tokens
    names: tuple[str, ...]
    result: Outcome | None
    dealt: int
    named: int

    def __repr__(self) -> str:
        from deduce.games.plain import brief

        return brief("decrypto", self)

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        from deduce.games.plain import as_dict

        return as_dict(self)

    @property
    def team(self) -> int | None:
        """The seat's team; None for the bystander."""
        return self.setup.team(self.seat)

    @property
    def own(self) -> tuple[str, ...]:
        """The own team's keywords; empty for the bystander and the lone Interceptor."""
        team = self.team
        return () if team is None else self.keywords[team]

    def history(self, team: int) -> tuple[Half, ...]:
        """The finished halves of a team."""
        return tuple(half for half in self.past if half.team == team)

    def with_clues(self, team: int, clues: tuple[str, ...]) -> View:
        """The view with these clues on the team's paper."""
        pair = (clues, self.clues[1]) if team == 0 else (self.clues[0], clues)
        return replace(self, clues=pair)

    def columns(self, team: int) -> tuple[tuple[str, ...], ...]:
        """The clues shown so far for each of a team's four slots, oldest first, as on the score sheet."""
        sheet: list[list[str]] = [[], [], [], []]
        for half in self.past:
            if half.team == team:
                for digit, clue in zip(half.code, half.clues, strict=True):
                    if clue != MISSING:
                        sheet[digit - 1].append(clue)
        return tuple(map(tuple, sheet))

    def __str__(self) -> str:
        """The score sheets and what is on the table, as the seat sees them."""
        caught, missed, caught_too, missed_too = self.tokens
        hits, misses = f"{caught}-{caught_too}", f"{missed}-{missed_too}"
        marks = say("interceptions {hits}, misses {misses} (White-Black)", hits=hits, misses=misses)
        head = "round {round} ({phase}), {who}; {marks}"
        lines: list[str] = [
            say(head, round=self.round, phase=say(self.phase), who=person(self.seat), marks=marks)
        ]
        if self.dealt < self.setup.keywords:
            return lines[0]
        for team in range(self.setup.keywords // 4):
            lines += [say(TEAMS[team].title()), *_sheet_lines(self, team)]
            code, clues = self.codes[team], self.clues[team]
            if code is not None:
                lines.append(run("  ", say("code {code}", code=write_code(code))))
            if clues:
                lines.append(run("  ", say("clues {clues}", clues=as_is("; ".join(clues)))))
        if self.past:
            half = self.past[-1]
            last = say(
                "last: {team} {code}, answered {answer}",
                team=typed(TEAMS[half.team]), code=write_code(half.code), answer=write_code(half.answer),
            )  # fmt: skip
            taken = half.interception and say(", intercepted as {code}", code=write_code(half.interception))
            lines.append(run(last, taken or ""))
        if self.actor == self.seat:
            lines.append(self._task())
        return passage(lines)

    def _task(self) -> str:
        """What this seat has to do now, in one line."""
        code = self.codes[self.turn]
        if self.phase == "clue" and code is not None:
            number = len(self.clues[self.turn])
            slot = code[number]
            if not self.own:
                key = "clue {number} of 3, for column {column}: any text that is legal"
                return say(key, number=number + 1, column=slot)
            key = "clue {number} of 3, for {word} in column {column}: any text that is legal"
            return say(key, number=number + 1, word=as_is(repr(self.own[slot - 1])), column=slot)
        if self.phase == "name":
            return say("name the rivals' keyword in column {column}: any word", column=len(self.names) + 1)
        return say(
            "your own team's code for the clues {clues}?"
            if self.phase == "answer"
            else "the rivals' code for the clues {clues}?",
            clues=as_is("; ".join(self.clues[self.turn])),
        )

    def pending(self) -> int | None:
        """The team whose clues have been read and not yet answered."""
        return self.turn if self.phase in ("intercept", "answer") else None


def own_code(view: View) -> tuple[int, Code]:
    """The team of the seat, and the code that it gives clues for. Raises `ProblemError` where it knows none."""
    team = view.team
    code = view.codes[team] if team is not None else None
    if team is None or code is None:
        raise ProblemError(f"seat {view.seat} has no code to give clues for")
    return team, code


def _sheet_lines(view: View, team: int) -> list[str]:
    keywords = [*map(as_is, view.keywords[team])] or [say("(hidden)")] * 4
    return [
        run(f"  {slot}  ", word, ": ", as_is(", ".join(clues) or "-"))
        for slot, word, clues in zip(range(1, 5), keywords, view.columns(team), strict=True)
    ]


def used_clues(setup: Setup, past: Iterable[Half], now: Iterable[str], team: int) -> list[str]:
    """The clues that `team` may not give again; `now` are its clues of this round."""
    rule = setup.rules.repeated_clues
    if rule == "free":
        return []
    before = (clue for half in past if rule == "both" or half.team == team for clue in half.clues)
    return [clue for clue in (*now, *before) if clue != MISSING]


def barred_places(
    setup: Setup, keywords: Sequence[str], past: Iterable[Half], now: Iterable[str], team: int
) -> frozenset[int]:
    """Places in the vocabulary that a team with these keywords may not give now.

    `past` are the finished halves of both teams, `now` the team's clues of this round.
    """
    words = setup.words
    index = words.word_index
    used = [index[clue] for clue in map(fold, used_clues(setup, past, now, team)) if clue in index]
    return _held(words, tuple(keywords)).union(used)


@lru_cache(maxsize=1024)
def _held(words: WordList, keywords: tuple[str, ...]) -> frozenset[int]:
    """Places in the vocabulary of words that hold a form of these keywords."""
    return frozenset().union(*map(words.barred, keywords))


def clues_barred(
    setup: Setup, past: Sequence[Half], team: int
) -> Callable[[Sequence[str], Sequence[str]], frozenset[int]]:
    """The same, as rules ask for each of a round's three clues: what the keywords are, and which clues this round had."""
    index, free = setup.words.word_index, setup.rules.repeated_clues == "free"
    known: dict[tuple[str, ...], frozenset[int]] = {}

    def barred(keywords: Sequence[str], now: Sequence[str]) -> frozenset[int]:
        key = tuple(keywords)
        if key not in known:
            known[key] = barred_places(setup, keywords, past, (), team)
        if free or not now:
            return known[key]
        return known[key].union(
            [index[clue] for clue in map(fold, now) if clue in index and clue != MISSING]
        )

    return barred


def clue_refused(
    setup: Setup, past: Sequence[Half], team: int, text: str, keywords: Sequence[str], now: Sequence[str]
) -> str | None:
    """Why `text` cannot be the next clue of a team, with the rule and the way out; None where it can."""
    rules = setup.rules
    used = used_clues(setup, past, now, team)
    lenient = rules.clue_check == "players"
    broken = check_clue(text, keywords, used, late=rules.late_clues, lenient=lenient)
    return None if broken is None else f"{broken}{way_out(broken)}"


def names_left(setup: Setup, own: Sequence[str], named: Sequence[str]) -> Sequence[Name]:
    """The keywords of the list that a team can still name: not its own, not one it has named."""
    gone = {*own, *named}
    return [Name(word) for word in setup.words.keywords if word not in gone]


def seen(view: Any) -> View:
    """What a view of the game tells, with the fields that this room reads; it may be one already."""
    return view if isinstance(view, View) else view.face


def face(position: Any) -> View:
    """A view, or a whole position (as seat None), with the fields that this room reads."""
    return _whole(position) if isinstance(position, State) else _seen(position)


def _whole(state: State) -> View:
    """Everything, keywords and names in one row: White's four, then Black's."""
    o, run = state.table, state.run
    world = {secret.name: value for secret, value in run.table.world.items()}
    number = o["round"]
    codes = [world.get(f"{TEAMS[t]} code ({number})") if t in o["drawn"] else None for t in (0, 1)]
    clues = [
        tuple(world[f"{TEAMS[t]} clue {place} ({number})"] for place in range(1, o["counts"][t] + 1))
        for t in (0, 1)
    ]
    words = [world[f"{TEAMS[n // 4]} keyword[{n % 4 + 1}]"] for n in range(o["dealt"])]
    names = [world[f"{TEAMS[n // 4]} name[{n % 4 + 1}]"] for n in range(o["named"])]
    written = (
        world.get(f"{TEAMS[1 - o['turn']]} interception ({number})") if o["phase"] == "answer" else None
    )
    whole: Any = {"seat": None, "keywords": tuple(words)}  # of no seat, and the keywords in one row
    return View(
        **_public(o),
        **whole,
        actor=state.actor,
        codes=(codes[0], codes[1]),
        clues=(clues[0], clues[1]),
        written=written,
        names=tuple(names),
    )


def _seen(view: Any) -> View:
    """What the seat was told of secrets; what is public lies on the table."""
    o, seat = view.table, view.seat
    setup, number, drawn = o["setup"], o["round"], o["drawn"]
    team = setup.team(seat)
    told = {each.said: each.value for each in view.entries if each.kind in ("show", "known")}
    chosen = [each for each in view.entries if each.kind == "choose"]
    keywords = [_all(told, f"{TEAMS[t]} keyword", max(0, min(4, o["dealt"] - 4 * t))) for t in (0, 1)]
    codes = [told.get(f"{TEAMS[t]} code ({number})") if t in drawn else None for t in (0, 1)]
    clues = list(o["clues"])
    for t in drawn:
        if clues[t]:
            continue
        if setup.encryptor(number, t) == seat:
            own = [e.value for e in chosen if e.seat == seat and not e.said.startswith(("guess ", "name "))]
            clues[t] = () if None in (own := own[len(own) - o["counts"][t] :]) else tuple(own)
        elif o["counts"][t] == 3:  # notes may tell what nobody has read yet
            known = tuple(told.get(f"{TEAMS[t]} clue {place} ({number})") for place in range(1, 4))
            clues[t] = () if None in known else known
    names = tuple(each.value for each in chosen if each.said.startswith("name "))
    if o["phase"] == "over":
        names = tuple(told[f"{TEAMS[n // 4]} name[{n % 4 + 1}]"] for n in range(o["named"]))
    written = None
    if o["phase"] == "answer" and number >= setup.rules.interception_from:
        rivals = 1 - o["turn"]
        written = (
            chosen[-1].value if team == rivals else told.get(f"{TEAMS[rivals]} interception ({number})")
        )
    return View(
        **_public(o),
        seat=seat,
        actor=view.actor,
        keywords=tuple(keywords),
        codes=(codes[0], codes[1]),
        clues=(clues[0], clues[1]),
        written=written,
        names=names,
    )


def _all(told: Mapping[str, Any], name: str, count: int) -> tuple[str, ...]:
    """All words of a numbered row, or none where one of them is not known."""
    found = tuple(told.get(f"{name}[{place}]") for place in range(1, count + 1))
    return () if None in found else found  # type: ignore[return-value]


_PUBLIC = ("setup", "phase", "round", "turn", "counts", "past", "tokens", "result", "dealt", "named")


def _public(o: Mapping[str, Any]) -> dict[str, Any]:
    """What lies on the table."""
    return {name: o[name] for name in _PUBLIC}
