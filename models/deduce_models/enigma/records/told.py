"""A turn of Enigma told in clauses, and the plain line that they make.

What a line is cut into is `deduce.rulebook.hurried`'s. Decided here is what the rules cannot see: who of two was right,
whether a lie could be known, that whoever acts is always the same; what cannot be played they refuse.

One file because it is one turn, from the card that is looked at to what its room does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any, Final

from deduce.rulebook.kinds import ALL, BOTH, HE, IT, NOBODY, Clause


@dataclass
class _Turn:
    """A turn as it is being told."""

    names: Sequence[str]
    me: str
    actor: str = ""
    silent: bool = False
    spent: bool = False
    cell: str = ""
    seen: str = ""
    claimed: str = ""
    so: bool = False
    lied: bool = False
    honest: bool = False
    nobody: bool = False
    quiet: list[str] = field(default_factory=list)
    doubters: list[str] = field(default_factory=list)
    verdicts: set[bool] = field(default_factory=set)
    shown: str = ""
    effects: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    mission: bool = False
    again: bool = False
    bare: bool = False
    up: Mapping[str, int] = field(default_factory=dict)
    barred: Set[str] = frozenset()
    either: bool = False
    named: bool = False
    last: Clause | None = None

    def copy(self) -> _Turn:
        """The same, to be told on in another way."""
        return replace(
            self,
            quiet=[*self.quiet],
            doubters=[*self.doubters],
            verdicts={*self.verdicts},
            effects=[*self.effects],
            checks=[*self.checks],
        )

    @property
    def acts(self) -> bool:
        """Whether a room has been named, so that its effect may be told."""
        return bool(self.claimed or self.so or self.again or (self.honest and self.seen))

    @property
    def own(self) -> bool:
        """Whether the writer tells a turn of its own, or nobody is named."""
        return self.actor in ("", self.me)


_ACTING = (
    "turn peek name spend only may mixed claim lie truth open gain nothing lose keep shuffle mission swap view flip back "
    "fail win"
)
ACTING: Final = frozenset(_ACTING.split())
"""Kinds that say what is done by whoever is at turn."""
_DOUBTING: Final = frozenset(("doubt", "trust", "caught"))
"""Kinds that say what is done to whoever is at turn."""
_WON: Final = frozenset(("win", "won", "lose", "lost"))
_LOOKING: Final = frozenset(("peek", "see", "claim", "lie", "truth"))
"""Kinds of what stands before a "false" that is said of a claim."""
_UNTRUE: Final = frozenset(("false", "fake", "untrue", "wrong", "mistaken"))
"""These may be said of a claim, and take back a line too."""


class Turns:
    """A line tells one turn."""

    def begin(self, names: Sequence[str], me: str, named: Sequence[str], told: Any) -> Iterator[_Turn]:
        """Whoever is named may be at turn, or nobody is; the game has told which rooms lie face up, and where."""
        for actor in ("", *named):
            yield _Turn(
                names, me, actor, up={room: at for at, room in told.open.up.items()} if told else {},
                barred={names[seat - 1] for seat in told.open.silent | told.open.out} if told else set(),
            )  # fmt: skip

    def add(self, state: _Turn, said: Clause, before: Sequence[Clause]) -> _Turn | None:
        """The turn with a clause more; None where the clause does not fit."""
        turn = state.copy()
        turn.last = before[-1] if before else None
        if (said.but and said.kind not in ("doubt", "trust")) or (said.only and said.whom):
            return None
        does = [name for name in said.who if name[0] != "*"] if said.kind in ACTING else []
        done = [name for name in said.whom if name[0] != "*"] if said.kind in _DOUBTING else []
        if any(name != turn.actor for name in (*does, *done)):
            return None
        if said.kind in ACTING and {ALL, NOBODY} & {*said.who}:
            return None
        turn.named = turn.named or bool(does or done)
        return turn if _TELL[said.kind](turn, said) else None

    def end(self, state: _Turn) -> Iterator[Sequence[str] | None]:
        """The turn as a plain line."""
        if bool(state.actor) != state.named:
            return
        if state.either:  # two meanings, of which the line does not tell which
            yield [_plain(replace(state, verdicts={verdict})) for verdict in (True, False)]
        elif _agrees(state):
            yield [_plain(state)]
            if state.bare and not state.actor:
                yield [_plain(replace(state, seen=""))]  # it was somebody else's
        elif len(state.verdicts) > 1 or (state.lied and state.honest):
            yield None


def _turn(turn: _Turn, said: Clause) -> bool:
    return turn.last is None and len(said.who) == 1 and said.who[0][0] != "*"


def _peek(turn: _Turn, said: Clause) -> bool:
    at, room = said.one("CELL"), said.one("ROOM")
    if turn.mission:
        if "open" in said.verbs:
            return False
        turn.effects.append(f"reveals {at} ={room}" if room else f"reveals {at}")
        return bool(room)
    if not turn.cell:
        turn.cell = at
        if room and turn.own:
            turn.seen = room
        elif room:
            return _claims(turn, room)
        return True
    if at == turn.cell:
        again = said.verbs or room or said.who or turn.effects or turn.doubters or turn.nobody
        return not again
    if not turn.acts:
        return False
    verb = "looks " if said.verbs else ""
    turn.effects.append(f"{verb}{at} ={room}" if room else f"{verb}{at}")
    return not room or turn.own or not verb


def _claims(turn: _Turn, room: str) -> bool:
    if turn.claimed:
        return turn.claimed == room and not turn.doubters
    if turn.effects or turn.doubters or turn.nobody:
        return False
    turn.claimed = room
    return True


def _see(turn: _Turn, said: Clause) -> bool:
    things = [*said.all("ROOM"), *said.all("PERSON")]
    if len(things) != 1 or any(name not in (turn.actor, turn.me, HE, IT) for name in said.who):
        return False
    if IT in said.who[:-1]:
        return False  # "it is the Code, I lied": what he did is no part of it
    if said.denied:
        turn.verdicts.add(False)
        return bool(turn.doubters) and said.one("ROOM") == turn.claimed and not turn.effects
    if turn.effects:
        last = turn.effects[-1]
        fits = "opens looks" if said.one("ROOM") else "swaps views"
        if "=" in last or last.partition(" ")[0] not in fits:
            return False
        if last.startswith(("looks", "views", "swaps")) and not turn.own and last != f"swaps {turn.me}":
            return False
        turn.effects[-1] = f"{last} ={things[0]}"
        return True
    if said.one("PERSON"):
        return False
    if turn.doubters:
        turn.shown = turn.shown or things[0]
        return turn.shown == things[0]
    if not turn.own or not turn.cell:
        return False
    turn.seen = turn.seen or things[0]
    return turn.seen == things[0]


def _claim(turn: _Turn, said: Clause) -> bool:
    if turn.mission or (said.one("CELL") and not _at(turn, said.one("CELL"))):
        return False
    if NOBODY in said.whom:
        return False
    if any(name[0] != "*" for name in said.whom) and not {"tell", "told", "sell"} & said.verbs:
        return False  # "says Bob": of whom it is said, or who says so
    if said.one("SO"):
        turn.so = True
        return not said.one("ROOM") and bool(said.verbs)
    room = said.one("ROOM")
    if not said.verbs and turn.own and not turn.seen and not turn.claimed:
        turn.seen, turn.bare = room, True  # of one's own look a room alone is seen and named
    return _claims(turn, room)


def _at(turn: _Turn, cell: str) -> bool:
    if not turn.cell and not turn.effects:
        turn.cell = cell
    return turn.cell == cell


def _called(turn: _Turn, said: Clause, *, lie: bool) -> bool:
    """That a claim was a lie or the truth, and what it was about."""
    if not said.parted and turn.last and turn.last.kind in _DOUBTING and IT in (*said.who, *turn.last.whom):
        return False  # "doubts that it is true": who doubts says so
    if _takes_back(turn, said):
        return False
    turn.lied, turn.honest = turn.lied or lie, turn.honest or not lie
    return not (turn.effects and turn.doubters) and _about(turn, said)


def _takes_back(turn: _Turn, said: Clause) -> bool:
    """Whether "false", "that is wrong" may be about the whole line: behind a verdict, or away from the claim."""
    untrue = said.denied if said.kind in ("truth", "right") else not _UNTRUE.isdisjoint(said.verbs)
    if not untrue or not {*said.who} <= {IT} or said.things or turn.last is None:
        return False
    told = turn.verdicts or turn.lied or turn.honest or turn.effects or turn.shown
    return bool(told) or not (turn.doubters or turn.last.kind in _LOOKING)


def _about(turn: _Turn, said: Clause) -> bool:
    """Whether a position and a room that are named beside what is said are those of the claim."""
    at, room = said.one("CELL"), said.one("ROOM")
    return (not at or _at(turn, at)) and (not room or _claims(turn, room))


def _judged(turn: _Turn, said: Clause, *, doubts: bool) -> bool:
    """Who doubts and who does not."""
    if turn.effects or any(
        name not in (turn.actor, HE, IT, *(ALL,) * (not said.who)) for name in said.whom
    ):
        return False
    if not _about(turn, said) or (said.only and not doubts):  # then all others do
        return False
    if said.verbs == {"call"} and not (turn.cell or turn.claimed):
        return False  # to call a card a room is no doubt
    others = [name for name in turn.names if name != turn.actor]
    who: list[str] = [*(said.who or (name for name in said.whom if name == ALL))]
    if who == [BOTH]:
        if len(others) != 2:
            return False
        who = [ALL]
    if not who:  # "no doubts", "unchallenged"
        turn.nobody = True
        return said.denied if said.kind == "doubt" else not said.denied
    if who == [NOBODY]:
        if said.denied or said.kind == "trust":
            return False
        turn.doubters += said.but
        turn.nobody = turn.nobody or not said.but
        return turn.actor not in said.but
    if who == [ALL]:
        if said.denied and not doubts:
            return False  # "not all doubt"
        if said.denied and said.kind == "trust":
            return False
        if not turn.actor and (doubts or said.but):
            return False
        if doubts:
            turn.doubters += [name for name in others if name not in (*said.but, *turn.barred)]
        elif said.but:
            turn.doubters += said.but
        else:
            turn.nobody = True
        return turn.actor not in said.but
    if HE in who or IT in who or turn.actor in who or said.but or (not turn.actor and turn.me in who):
        return False
    (turn.doubters if doubts else turn.quiet).extend(who)
    return True


def _react(turn: _Turn, said: Clause) -> bool:
    turn.nobody = True
    return not turn.effects and (said.who == (NOBODY,)) != said.denied and said.who in ((NOBODY,), ())


def _none(turn: _Turn, said: Clause) -> bool:
    """A "no" or "nobody" by itself, behind what was said; a "no" behind "nobody doubts" takes that back."""
    if turn.nobody and said.kind == "none":
        return False
    turn.nobody = True
    fits = said.denied and not said.who if said.kind == "none" else said.who == (NOBODY,)
    return fits and turn.acts and not turn.effects and not turn.doubters


def _right(turn: _Turn, said: Clause) -> bool:
    right = (said.kind == "right") != said.denied
    if said.parted and _takes_back(turn, said):
        return False
    if not said.who and _WON & said.verbs:
        return _rightly(turn, said)
    if not said.who and {"was", "is"} & said.verbs and turn.last and turn.last.who and _doubts(turn.last):
        turn.verdicts.add(not right)  # "doubts and was right"
        return True
    if said.who == (IT,) and not said.parted and turn.last and not turn.last.whom:
        if turn.last.kind == "trust":
            return False  # "did not believe it and was right": what was not believed
        if turn.last.kind == "doubt":
            turn.either = True  # "doubts it's right"
            return bool(turn.doubters)
    if len(said.who) != 1 or not turn.doubters:
        return False
    if said.who[0] in turn.doubters:
        turn.verdicts.add(not right)
    elif said.who[0] in (turn.actor, IT):
        turn.verdicts.add(right)
    elif said.who[0] == HE and turn.actor == turn.me:
        turn.verdicts.add(not right)
        return len(turn.doubters) == 1
    elif said.who[0] == HE and turn.doubters == [turn.me]:
        turn.verdicts.add(right)
    elif said.who[0] == HE:
        turn.either = True
    else:
        return False
    return True


def _doubts(said: Clause) -> bool:
    return (said.kind == "doubt" and not said.denied) or (said.kind == "trust" and said.denied)


def _rightly(turn: _Turn, said: Clause) -> bool:
    turn.verdicts.add(said.kind.startswith("wrong"))
    return bool(turn.doubters) and turn.last is not None and turn.last.kind in ("doubt", "trust")


def _caught(turn: _Turn, said: Clause) -> bool:
    who = [*said.who]
    if turn.effects or HE in who or any(name not in (turn.actor, HE, IT) for name in said.whom):
        return False
    if who == [turn.actor] and not said.whom:
        who = []
    if turn.actor in who or any(name[0] == "*" for name in who) or (not turn.actor and turn.me in who):
        return False
    turn.doubters += [name for name in who if name not in turn.doubters]
    turn.verdicts.add(False)
    if said.one("CELL") and not _at(turn, said.one("CELL")):
        return False
    if said.one("ROOM"):
        if turn.claimed not in ("", said.one("ROOM")):
            return False
        turn.claimed = said.one("ROOM")
    return bool(turn.doubters)


def _check(turn: _Turn, said: Clause) -> bool:
    if not {*said.who} - {IT} and len(turn.doubters) == 1:  # "doubted, checked it"
        return True
    turn.checks += said.who
    return len(said.who) == 1 and said.who[0][0] != "*" and bool(turn.doubters)


def _silence(turn: _Turn, said: Clause) -> bool:
    if said.who == (ALL,):
        turn.nobody = True
        return not turn.doubters
    if len(said.who) > 1:
        return False
    if said.who == (HE,):
        if not turn.doubters:
            return False
        if turn.me not in (turn.actor, *turn.doubters):
            turn.either = True
            return True
        turn.verdicts.add(turn.actor == turn.me)
        return len(turn.doubters) == 1
    if turn.doubters and said.who:
        if said.who[0] in turn.doubters:
            turn.checks += said.who
        turn.verdicts.add(said.who[0] in turn.doubters)
        return said.who[0] in (*turn.doubters, turn.actor)
    if turn.claimed or turn.so or turn.cell:
        return False
    turn.silent = True
    if said.who and not turn.actor:
        turn.actor = said.who[0]
    return said.who in ((), (turn.actor,))


def _back(turn: _Turn, _: Clause) -> bool:
    turn.silent = True
    return not (turn.claimed or turn.so)


def _open(turn: _Turn, said: Clause) -> bool:
    at, room = said.one("CELL"), said.one("ROOM")
    if turn.mission:
        turn.effects.append(f"reveals {at} ={room}")
        return bool(room)
    if not turn.acts or at == turn.cell:
        return False
    turn.effects.append(f"opens {at} ={room}" if room else f"opens {at}")
    return True


def _gain(turn: _Turn, said: Clause) -> bool:
    token = said.one("TOKEN") or "nothing"
    if said.kind == "nothing" and not said.denied:
        return False
    if not turn.acts:
        return False
    if turn.effects and turn.effects[-1].startswith("looks"):
        turn.effects[-1] += f" gains {token}"
    else:
        turn.effects.append(f"gains {token}")
    return True


def _lose(turn: _Turn, said: Clause) -> bool:
    turn.effects.append(f"loses {said.one('TOKEN')}")
    return turn.acts and said.one("TOKEN") == "C"


def _swap(turn: _Turn, said: Clause) -> bool:
    who = said.one("PERSON")
    if said.denied:
        turn.effects.append("keep")
        return not who and not said.whom
    if len(said.whom) != 1 or said.whom[0][0] == "*" or said.whom[0] == turn.actor:
        return False
    turn.effects.append(f"swaps {said.whom[0]} ={who}" if who else f"swaps {said.whom[0]}")
    return turn.acts


def _keep(turn: _Turn, _: Clause) -> bool:
    turn.effects.append("keep")
    return turn.acts


def _view(turn: _Turn, said: Clause) -> bool:
    if len(said.whom) != 1 or said.whom[0][0] == "*" or said.whom[0] == turn.actor:
        return False
    who = said.one("PERSON")
    turn.effects.append(f"views {said.whom[0]} ={who}" if who else f"views {said.whom[0]}")
    return turn.acts and (turn.own or not who)


def _flip(turn: _Turn, said: Clause) -> bool:
    if len(said.whom) != 1 or said.whom[0][0] == "*":
        return False
    turn.effects.append(f"flips {said.whom[0]}")
    return turn.acts


def _shuffle(turn: _Turn, said: Clause) -> bool:
    cells = [cell for cell in said.all("CELL") if cell != turn.cell]
    turn.effects.append(f"shuffles {' '.join(cells)}")
    return len(cells) == 2 and len({*cells}) == 2 and turn.acts


def _mixed(turn: _Turn, said: Clause) -> bool:
    return turn.claimed == "Machine" and _shuffle(turn, said)


def _flipped(turn: _Turn, said: Clause) -> bool:
    turn.effects.append(f"flips {said.who[0]}" if said.who else "")
    return (
        len(said.who) == 1
        and said.who[0] not in ("", turn.actor)
        and said.who[0][0] != "*"
        and bool(turn.claimed)
    )


def _clock(turn: _Turn, said: Clause) -> bool:
    return turn.claimed == "Machine" and not said.who


def _name(turn: _Turn, said: Clause) -> bool:
    """A room that lies face up is named again."""
    at, room = said.one("CELL"), said.one("ROOM")
    known = str(turn.up.get(room, "")) if room else at
    if turn.cell or turn.claimed or turn.effects or (room and not known) or at not in ("", known):
        return False
    turn.cell, turn.again = known, True
    return True


def _spend(turn: _Turn, said: Clause) -> bool:
    turn.spent = True
    return said.one("TOKEN") == "D" and not turn.cell and bool(said.verbs - {"with"})


def _only(turn: _Turn, said: Clause) -> bool:
    turn.silent = True
    return said.denied


def _may(turn: _Turn, said: Clause) -> bool:
    turn.silent = True
    return not said.one("CELL") or _peek(turn, said)


def _use(turn: _Turn, said: Clause) -> bool:
    if any(name not in (turn.actor, turn.me, HE, IT) for name in said.who):
        return False
    room = said.one("ROOM")
    if room == turn.claimed:
        return True
    return "use" in said.verbs and room not in turn.up and _claims(turn, room)


def _mission(turn: _Turn, said: Clause) -> bool:
    person = said.one("PERSON")
    if turn.mission:
        return not person
    if turn.effects or turn.cell or turn.claimed:
        return False
    turn.mission = True
    turn.effects.append(f"mission {person}")
    return bool(person)


def _fail(turn: _Turn, _: Clause) -> bool:
    if turn.mission and turn.effects[-1] != "fails":
        turn.effects.append("fails")
    return turn.mission


def _win(turn: _Turn, _: Clause) -> bool:
    turn.effects.append("wins")
    return turn.mission


_TELL: Final[Mapping[str, Callable[[_Turn, Clause], bool]]] = {
    "lie": lambda turn, said: _called(turn, said, lie=not said.denied),
    "truth": lambda turn, said: _called(turn, said, lie=said.denied),
    "doubt": lambda turn, said: _judged(turn, said, doubts=not said.denied),
    "trust": lambda turn, said: _judged(turn, said, doubts=said.denied),
    "turn": _turn, "peek": _peek, "see": _see, "claim": _claim, "react": _react, "none": _none, "nobody": _none,
    "right": _right, "wrong": _right, "rightly": _rightly, "wrongly": _rightly, "caught": _caught, "check": _check,
    "silence": _silence, "back": _back, "open": _open, "gain": _gain, "nothing": _gain, "lose": _lose,
    "swap": _swap, "keep": _keep, "view": _view, "flip": _flip, "shuffle": _shuffle, "use": _use, "mixed": _mixed,
    "flipped": _flipped, "clock": _clock, "name": _name, "spend": _spend, "only": _only, "may": _may,
    "mission": _mission, "fail": _fail, "win": _win,
}  # fmt: skip


def _agrees(turn: _Turn) -> bool:
    """Whether what was told of the claim holds together, and could be known."""
    if turn.mission:
        return not (turn.doubters or turn.nobody or turn.claimed or turn.cell or turn.lied or turn.honest)
    claims = turn.claimed or turn.so or turn.doubters or turn.nobody or turn.lied or turn.honest
    if turn.silent:
        return bool(turn.cell) and not (claims or turn.effects)
    if turn.again:
        return not (claims or turn.verdicts)
    if turn.so and turn.seen:
        turn.claimed = turn.claimed or turn.seen
        turn.so = turn.claimed == turn.seen
        if not turn.so:
            return False
    elif turn.so:
        return False
    if (turn.nobody and turn.doubters) or (turn.lied and turn.honest) or {*turn.quiet} & {*turn.doubters}:
        return False
    if (turn.doubters or turn.quiet) and not turn.actor:
        return False  # it may be somebody of these
    if turn.doubters:
        if len({*turn.doubters}) < len(turn.doubters):
            return False
        if turn.lied or turn.honest:
            turn.verdicts.add(turn.honest)
        if turn.shown:
            turn.verdicts.add(turn.shown == turn.claimed)
        if any(name != nearest(turn) for name in turn.checks):
            return False
        if turn.shown and turn.shown != turn.claimed and nearest(turn) != turn.me:
            return False
        return len(turn.verdicts) <= 1 and not (turn.effects and False in turn.verdicts)
    if turn.verdicts or turn.checks or turn.shown:
        return False
    if turn.honest and turn.own and turn.seen:
        turn.claimed = turn.claimed or turn.seen
        return turn.claimed == turn.seen
    if turn.lied:
        return turn.own and bool(turn.claimed) and turn.seen not in ("", turn.claimed)
    return not turn.honest


def nearest(turn: _Turn) -> str:
    """Who of those who doubt checks: the nearest clockwise."""
    seats = list(turn.names)
    at = seats.index(turn.actor)
    return min(turn.doubters, key=lambda name: (seats.index(name) - at) % len(seats))


def _plain(turn: _Turn) -> str:
    """The turn in the words of the rules."""
    said = []
    if turn.spent:
        said.append("spends")
    if turn.again:
        said.append(f"names {turn.cell}")
    elif turn.cell:
        said.append(f"peeks {turn.cell}" + (f" ={turn.seen}" if turn.seen else ""))
    if turn.claimed:
        said.append(f"claims {turn.claimed}")
    if turn.doubters:
        verdict = "".join(" true" if right else " lie" for right in turn.verdicts)
        shown = f" ={turn.shown}" if turn.shown and turn.shown != turn.claimed else ""
        said.append(f"doubt {' '.join(turn.doubters)}{verdict}{shown}")
    return f"{turn.actor} {', '.join([*said, *turn.effects])}".strip()
