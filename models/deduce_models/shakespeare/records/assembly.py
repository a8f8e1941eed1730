"""A typed position put together: what its lines leave open is assumed and said, what cannot be is refused.

`position` reads the lines one by one; what they say only together (how many cards and elements there can be on that day,
where the discs lie, whose turn it is) is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import RecordError
from deduce.ground.wording import many
from deduce.records.record import Line
from deduce.records.words import end_of, find, pairs, words_of
from deduce_models.shakespeare.components.elements import COLOURS, EFFECTS
from deduce_models.shakespeare.components.parts import ACTS
from deduce_models.shakespeare.records.words import NUMBERS, in_words
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.tracks import NEUTRAL

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup
    from deduce_models.shakespeare.rules.state import State

__all__ = ["KINDS", "Typed", "assembled", "reachable"]

KINDS = ("set", "costume")


@dataclass(frozen=True, slots=True)
class Typed:
    """What the lines of a position say.

    Attributes:
        state: The new game that they are put on top of.
        fields: Day, turn, tracks, cards, offers and bags as far as they were given.
        boards: The same of each board, its troupe and costumes always.
        discs: The spaces of a disc in the three acts; `piles`: the order of discs of an act.
        kept: Objectives held: (seat, objective).
        seen: Each line by what it speaks of, for errors.
    """

    state: State
    fields: Mapping[str, Any]
    boards: Sequence[dict[str, Any]]
    discs: Mapping[int, tuple[int, ...]]
    piles: Mapping[int, tuple[int, ...]]
    kept: Sequence[tuple[int, int]]
    seen: Mapping[tuple[str, ...], Line]

    @property
    def setup(self) -> Setup:
        """The frame of the game."""
        return self.state.setup

    @property
    def neutral(self) -> int:
        """Where the neutral discs of a solo game stand: they go ahead after the first rehearsal."""
        before, after = self.setup.parts.neutral
        return after if self.fields["day"] > self.setup.parts.rehearsals[0] else before


def assembled(typed: Typed, last: Line) -> tuple[State, tuple[str, ...]]:
    """The position of all lines, and what was assumed. Raises `RecordError` for what cannot be."""
    turn = typed.fields.get("turn", 1 if typed.setup.solo else 0)
    for board in typed.boards:
        board.setdefault("cylinders", typed.setup.parts.cylinders if turn else 0)
    everybody = typed.fields.get("order", typed.setup.everybody)
    state = typed.state._replace(
        boards=tuple(
            before._replace(**board) for before, board in zip(typed.state.boards, typed.boards, strict=True)
        ),
        order=everybody,
        initiative=typed.fields.get("initiative", () if turn else everybody),
        phase=phases.ACTION if turn else phases.WAGER,
        turn=turn or 1,
        need=0,
        **{key: typed.fields[key] for key in ("day", "out", "display", "discard") if key in typed.fields},
    )
    assumed: list[str] = []
    if typed.setup.solo and NEUTRAL not in typed.discs:
        assumed.append(f"the neutral discs were not given: assumed on space {typed.neutral} of each act")
    state = _with_discs(typed, state)
    state = _with_cards(typed, state, last, assumed)
    state = state._replace(dealings=tuple((seat, (item,), item, ()) for seat, item in typed.kept))
    for kind in KINDS:
        state = _with_elements(typed, state, last, kind, assumed)
    _check_gains(typed)
    _check_turn(typed, state, last)
    return state, tuple(assumed)


def _with_discs(typed: Typed, state: State) -> State:
    spaces = [list(row) for row in state.spaces]
    if typed.setup.solo:
        for row in spaces:
            row[NEUTRAL - 1] = typed.neutral
    for disc, places in typed.discs.items():
        for act, space in enumerate(places):
            spaces[act][disc - 1] = space
    ranking = []
    for act, row in enumerate(spaces):
        first = (NEUTRAL, 1) if typed.setup.solo else state.order
        pile = typed.piles.get(act, first)
        ranking.append(tuple(sorted(pile, key=lambda disc, row=row: -row[disc - 1])))  # type: ignore[misc]
        if act in typed.piles and ranking[act] != pile:
            line = typed.seen["pile", ACTS[act].casefold()]
            raise line.error("the disc that is further on comes first", end_of(line))
    return state._replace(spaces=tuple(map(tuple, spaces)), ranking=tuple(ranking))


def _with_cards(typed: Typed, state: State, last: Line, assumed: list[str]) -> State:
    setup = typed.setup
    taken = [*state.display, *state.discard]
    taken += [setup.card(p) for board in state.boards for p in board.troupe if p >= setup.printed]
    for seat, board in enumerate(state.boards, 1):
        most = state.day + board.recruited
        if len(board.troupe) - setup.printed > most:
            today = "has recruited today" if board.recruited else "has not recruited today"
            raise typed.seen["troupe", str(seat)].error(
                f"seat {seat} {today}, so on day {state.day} it has at most {many(most, 'card')}: the drafted one and"
                " one a day"
            )
    for card in taken:
        if taken.count(card) > 1:
            raise _twice(typed, setup.parts.codes[card], last)
    gone = sum(board.recruited for board in state.boards)
    if len(state.display) > setup.shown - gone:
        raise typed.seen["display",].error(
            f"{many(len(state.display), 'card')} on display; {setup.shown} are shown a day, and {gone} of them "
            f"{'is' if gone == 1 else 'are'} recruited"
        )
    deck = tuple(card for card in range(setup.cards) if card not in taken)
    dealt = setup.shown * (state.day + 1)
    if "discard" not in typed.fields:
        assumed.append("the discarded cards were not given: any card that is not named may be turned up")
    elif dealt <= setup.cards and "display" in typed.fields and len(deck) != setup.cards - dealt:
        raise typed.seen["discard",].error(
            f"{len(deck)} cards would be left in the deck; on day {state.day} there are {setup.cards - dealt}, as "
            f"{dealt} have been dealt"
        )
    return state._replace(deck=deck)


def _twice(typed: Typed, code: str, last: Line) -> RecordError:
    """The error at the last line that names a card which is somewhere else as well."""
    column = 0
    for key, line in typed.seen.items():
        for word, at in line.words:
            if key[0] in ("display", "discard", "troupe") and word.casefold() in (
                code,
                f"extra-{code}",
            ):
                last, column = line, at
    return last.error(f"the card {code} is in two places of this position", column)


def _with_elements(typed: Typed, state: State, last: Line, kind: str, assumed: list[str]) -> State:
    """The offer and the bag of a kind of elements."""
    setup = typed.setup
    offer = typed.fields.get(f"{kind}_offer", (0,) * len(COLOURS))
    placed = [0] * len(COLOURS)
    for board in state.boards:
        for worn in (board.stage,) if kind == "set" else board.costumes:
            for colour in filter(None, worn):
                placed[colour - 1] += 1
    unseen = [full - a - b for full, a, b in zip(setup.bag, offer, placed, strict=True)]
    for colour, count in enumerate(unseen):
        if count < 0:
            raise typed.seen.get(("offer", kind), last).error(
                f"this position has {setup.bag[colour] - count} {COLOURS[colour]} elements of the "
                f"{kind}; the game has {setup.bag[colour]}"
            )
    if sum(offer) > setup.drawn:
        raise typed.seen["offer", kind].error(
            f"{sum(offer)} elements of the {kind} on offer; {setup.drawn} are drawn a day"
        )
    drawn = setup.drawn * state.day
    if sum(offer) + sum(placed) > drawn:
        raise typed.seen.get(("offer", kind), last).error(
            f"{sum(offer) + sum(placed)} elements of the {kind} are on offer or in use; until day {state.day} {drawn} "
            "are drawn"
        )
    bag = typed.fields.get(f"{kind}_bag")
    size = max(0, sum(setup.bag) - setup.drawn * state.day)
    if bag is None:
        bag = _share(unseen, size)
        assumed.append(f"the {kind} bag was not given: assumed to hold its share of what is not seen")
        return state._replace(**{f"{kind}_offer": offer, f"{kind}_bag": bag})
    line = typed.seen["bag", kind]
    if any(count > rest for count, rest in zip(bag, unseen, strict=True)):
        raise line.error(
            f"more elements than the game has left: at most {in_words(unseen)}", words_of(line)[2].column
        )
    if sum(bag) != size:
        raise line.error(f"{sum(bag)} elements in the {kind} bag; on day {state.day} there are {size}")
    return state._replace(**{f"{kind}_offer": offer, f"{kind}_bag": bag})


def _check_turn(typed: Typed, state: State, last: Line) -> None:
    supply = typed.setup.parts.plus3
    tokens = sum(each.tokens for each in state.boards)
    if typed.setup.options.plus3_limit and tokens > supply:
        raise last.error(f'the seats have {tokens} "+3" tokens together; the game has {supply}')
    for seat, each in enumerate(state.boards, 1):
        most = typed.setup.parts.cylinders
        if each.cylinders + each.used.bit_count() > most:
            raise last.error(f"seat {seat} would have more than {most} cylinders, used ones included")
    if state.phase == phases.WAGER:
        if len(state.initiative) < state.seats:
            line = typed.seen[("initiative",)]
            raise line.error("before the wagers all seats are on the Initiative track", end_of(line))
        return
    board = state.boards[state.turn - 1]
    if state.out >> state.turn - 1 & 1 or (board.recruited and not board.cylinders):
        raise last.error(f"it is the turn of seat {state.turn}, which has left the action phase")


def _check_gains(typed: Typed) -> None:
    """Whether every seat can have come to its prestige and its pounds by the day that is played."""
    day = typed.fields["day"]
    possible = reachable(typed.setup, day)
    for line in [line for key, line in typed.seen.items() if key[0] == "seat"]:
        for word, count in pairs(line, words_of(line)[3:]):
            name = NUMBERS[find(word, NUMBERS, "a number of the board", line)]
            if name in possible and not possible[name][0] <= int(count.text) <= possible[name][1]:
                least, most = possible[name]
                raise line.error(
                    f"{count.text} {name}: on day {day} nobody has less than {least} or more than {most}",
                    count.column,
                )


def reachable(setup: Setup, day: int) -> dict[str, tuple[int, int]]:
    """Between what prestige and what pounds a seat is before the evening of `day`: wide, as nobody has it all."""
    parts, people = setup.parts, setup.people
    rehearsals = sum(each < day for each in parts.rehearsals)
    wearers = len(parts.start) + day + 1
    penalty = rehearsals * len(setup.acts) * parts.penalty
    queens = min(parts.cylinders, sum(person.kind == "queen" for person in people))
    pink = sum(max(0, effect.pounds) for effect in EFFECTS) * len(setup.stage.cells)
    found = {
        "prestige": (
            parts.prestige + min(0, penalty),
            parts.prestige + max(0, penalty) + day + sum(setup.candles),
        ),
        "pounds": (0, pink + day * queens * parts.queen_pounds),
    }
    for column, name in enumerate(("pounds", "prestige")):
        # How often something is gained, and what each time: the least or the most of these.
        sources: list[tuple[int, Iterable[int]]] = [
            (day * parts.cylinders, (getattr(person.activation, name) for person in people)),
            (day - 1, (getattr(space, name) for space in parts.ambiance)),
            (wearers, (gains[column] for gains in parts.costumes)),
            (wearers * rehearsals, (getattr(person.power, name) for person in people)),
        ]
        prizes = [worth for act in setup.acts for _, worth in getattr(act, name)]
        prizes += [worth for act in setup.acts for worth in act.ranks if name == "prestige"]
        least, most = found[name]
        for times, each in sources + [(rehearsals, (worth,)) for worth in prizes]:
            gains = (0, *each)
            least, most = least + times * min(gains), most + times * max(gains)
        found[name] = (least, most)
    return found


def _share(unseen: Sequence[int], size: int) -> tuple[int, ...]:
    """`size` elements in the proportions of `unseen`, the largest remainders rounded up."""
    total = sum(unseen)
    size = min(size, total)
    if not total:
        return tuple(unseen)
    shares = [count * size // total for count in unseen]
    rest = sorted(range(len(unseen)), key=lambda colour: -(unseen[colour] * size % total))
    for colour in rest[: size - sum(shares)]:
        shares[colour] += 1
    return tuple(shares)
