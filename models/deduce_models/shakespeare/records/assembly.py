"""A typed position put together: what its lines leave open is assumed and said, what cannot be is refused.

`position` reads the lines one by one; what they say only together (how many cards and elements there can be on that day,
where the discs lie, whose turn it is) is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, run, say
from deduce.records.positions import Told
from deduce.records.record import Line
from deduce.records.words import end_of
from deduce_models.shakespeare.components.elements import COLOURS, EFFECTS
from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.tracks import NEUTRAL
from deduce_models.shakespeare.rules.views import Board

KINDS = ("set", "costume")


def assembled(told: Told, state: State, last: Line) -> tuple[State, tuple[str, ...]]:
    """The position of all lines put on top of a new game, and what was assumed.

    Raises `RecordError` for what cannot be, at the last line where no other says it.
    """
    setup, everybody = state.setup, told.get("order") or state.setup.everybody
    if len(everybody) < setup.seats:
        line = told.line("order")
        raise line.error(say("expected all {number} seats", number=setup.seats), line.words[-1][1])
    (day,) = told.get("day") or (1,)
    (turn,) = told.get("turn") or (int(setup.solo),)
    state = state._replace(
        boards=tuple(_board(told, state, seat, cylinders=turn > 0) for seat in setup.everybody),
        day=day,
        order=everybody,
        initiative=told.get("initiative") or (() if turn else everybody),
        phase=phases.ACTION if turn else phases.WAGER,
        turn=turn or 1,
        out=_mask(seat - 1 for seat in told.get("out") or ()),
        display=tuple(sorted(told.get("display") or ())),
        discard=tuple(sorted(told.get("discard") or ())),
        need=0,
    )
    assumed: list[str] = []
    state = _with_discs(told, state, assumed)
    state = _with_cards(told, state, assumed)
    held = [(*said.about, item) for said in told.every("objectives") for item in said.values]
    state = state._replace(dealings=tuple((seat, (item,), item, ()) for seat, item in held))
    for kind in KINDS:
        state = _with_elements(told, state, last, kind, assumed)
    _check_gains(told, setup, day)
    _check_turn(told, state, last)
    return state, tuple(assumed)


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _board(told: Told, state: State, seat: int, *, cylinders: bool) -> Board:
    """The board of a seat; where nothing says how many, it has all its cylinders or none."""
    setup, troupe = state.setup, (*range(state.setup.printed), *(told.get("troupe", seat) or ()))
    costumes = [b""] * len(troupe)
    for said in told.every("costume"):
        if said.about[0] == seat:
            if len(said.values) > SLOTS:
                raise said.line.error(say("a costume has at most three elements"), said.words[SLOTS].column)
            costumes[said.about[1]] = bytes(sorted(said.values))
    used, resting = (_mask(told.get(key, seat) or ()) for key in ("used", "resting"))
    if used & resting:
        raise told.line("resting", seat).error(
            say("nobody is activated with a Rest token: named as used and as resting")
        )
    pieces = bytearray(setup.stage.empty)
    for said in told.every("stage"):
        if said.about == (seat,):
            for place, colour in said.pairs.items():
                pieces[place] = colour
            if why := setup.stage.consistent(bytes(pieces)):
                raise said.line.error(
                    say("these pieces cannot stand so: {why}", why=why), said.words[0].column
                )
    numbers = {"cylinders": setup.parts.cylinders if cylinders else 0}
    for said in told.every("seat"):
        numbers |= said.pairs if said.about == (seat,) else {}
    return state.boards[seat - 1]._replace(
        **numbers,
        stage=bytes(pieces),
        troupe=troupe,
        costumes=tuple(costumes),
        used=used,
        resting=resting,
        recruited=seat in (told.get("recruited") or ()),
    )


def _with_discs(told: Told, state: State, assumed: list[str]) -> State:
    setup, spaces = state.setup, [list(row) for row in state.spaces]
    if setup.solo and ("acts", NEUTRAL) not in told:
        # The neutral discs go ahead after the first rehearsal.
        neutral = setup.parts.neutral[state.day > setup.parts.rehearsals[0]]
        assumed.append(
            say("the neutral discs were not given: assumed on space {space} of each act", space=neutral)
        )
        for row in spaces:
            row[NEUTRAL - 1] = neutral
    for said in told.every("acts"):
        for row, space in zip(spaces, said.values, strict=True):
            row[said.about[0] - 1] = space
    ranking = []
    for act, row in enumerate(spaces):
        pile = told.get("pile", act) or ((NEUTRAL, 1) if setup.solo else state.order)
        ranking.append(tuple(sorted(pile, key=lambda disc, row=row: -row[disc - 1])))
        if ("pile", act) in told:
            line = told.line("pile", act)
            if len(pile) < setup.discs:
                raise line.error(say("expected every disc once, first to last"), line.words[-1][1])
            if ranking[act] != pile:
                raise line.error(say("the disc that is further on comes first"), end_of(line))
    return state._replace(spaces=tuple(map(tuple, spaces)), ranking=tuple(ranking))


def _with_cards(told: Told, state: State, assumed: list[str]) -> State:
    setup = state.setup
    taken = [*state.display, *state.discard]
    taken += [setup.card(p) for board in state.boards for p in board.troupe if p >= setup.printed]
    for seat, board in enumerate(state.boards, 1):
        most = state.day + board.recruited
        if len(board.troupe) - setup.printed > most:
            today = say("has recruited today" if board.recruited else "has not recruited today")
            raise told.line("troupe", seat).error(
                say(
                    "seat {seat} {today}, so on day {day} it has at most {number:card}: the drafted one and one a day",
                    seat=seat, today=today, day=state.day, number=most,
                )
            )  # fmt: skip
    for card in taken:
        if taken.count(card) > 1:
            raise _twice(told, setup.parts.codes[card])
    gone = sum(board.recruited for board in state.boards)
    if len(state.display) > setup.shown - gone:
        raise told.line("display").error(
            run(
                say("{number:card} on display", number=len(state.display)),
                "; ",
                say(
                    "{shown} are shown a day, and {count} of them are recruited",
                    one="{shown} are shown a day, and {count} of them is recruited", shown=setup.shown, count=gone,
                ),
            )
        )  # fmt: skip
    deck = tuple(card for card in range(setup.cards) if card not in taken)
    dealt = setup.shown * (state.day + 1)
    if ("discard",) not in told:
        assumed.append(
            say("the discarded cards were not given: any card that is not named may be turned up")
        )
    elif dealt <= setup.cards and ("display",) in told and len(deck) != setup.cards - dealt:
        raise told.line("discard").error(
            say(
                "{left} cards would be left in the deck; on day {day} there are {right}, as {dealt} have been dealt",
                left=len(deck), day=state.day, right=setup.cards - dealt, dealt=dealt,
            )
        )  # fmt: skip
    return state._replace(deck=deck)


def _twice(told: Told, code: str) -> RecordError:
    """The error at the last line that names a card which is somewhere else as well."""
    found = [
        (said.line.number, word.column, said.line)
        for head in ("display", "discard", "troupe")
        for said in told.every(head)
        for word in said.words
        if word.folded in (code, f"extra-{code}")
    ]
    _, column, line = max(found, key=lambda each: each[:2])
    return line.error(say("the card {card} is in two places of this position", card=as_is(code)), column)


def _counts(told: Told, head: str) -> tuple[int, ...]:
    """So many elements of each colour; none where nothing is said."""
    counts = next((said.pairs for said in told.every(head)), {})
    return tuple(counts.get(colour, 0) for colour in range(1, len(COLOURS) + 1))


def _with_elements(told: Told, state: State, last: Line, kind: str, assumed: list[str]) -> State:
    """The offer and the bag of a kind of elements."""
    setup = state.setup
    offer = _counts(told, f"offer {kind}")
    placed = [0] * len(COLOURS)
    for board in state.boards:
        for worn in (board.stage,) if kind == "set" else board.costumes:
            for colour in filter(None, worn):
                placed[colour - 1] += 1
    unseen = [full - a - b for full, a, b in zip(setup.bag, offer, placed, strict=True)]
    for colour, count in enumerate(unseen):
        if count < 0:
            raise told.line(f"offer {kind}", otherwise=last).error(
                say(
                    "this position has {number} {colour} elements of the {kind}; the game has {all}",
                    number=setup.bag[colour] - count, colour=as_is(COLOURS[colour]), kind=say(kind),
                    all=setup.bag[colour],
                )
            )  # fmt: skip
    if sum(offer) > setup.drawn:
        said = "{number} elements of the {kind} on offer; {drawn} are drawn a day"
        raise told.line(f"offer {kind}").error(
            say(said, number=sum(offer), kind=say(kind), drawn=setup.drawn)
        )
    drawn = setup.drawn * state.day
    if sum(offer) + sum(placed) > drawn:
        raise told.line(f"offer {kind}", otherwise=last).error(
            say(
                "{number} elements of the {kind} are on offer or in use; until day {day} {drawn} are drawn",
                number=sum(offer) + sum(placed), kind=say(kind), day=state.day, drawn=drawn,
            )
        )  # fmt: skip
    size = max(0, sum(setup.bag) - setup.drawn * state.day)
    if (f"bag {kind}",) in told:
        line, bag = told.line(f"bag {kind}"), _counts(told, f"bag {kind}")
        if any(count > rest for count, rest in zip(bag, unseen, strict=True)):
            left = [f"{word} {rest}" for word, rest in zip(COLOURS, unseen, strict=True) if rest]
            most = as_is(" ".join(left)) if left else say("none")
            said = say("more elements than the game has left: at most {most}", most=most)
            over = [word for word, count, rest in zip(COLOURS, bag, unseen, strict=True) if count > rest]
            places = [
                at for word, at in line.words[3:] if any(each.startswith(word.casefold()) for each in over)
            ]
            raise line.error(said, (places or [line.words[2][1]])[0])
        if sum(bag) != size:
            said = "{number} elements in the {kind} bag; on day {day} there are {right}"
            raise line.error(say(said, number=sum(bag), kind=say(kind), day=state.day, right=size))
    else:
        bag = _share(unseen, size)
        missing = "the {kind} bag was not given: assumed to hold its share of what is not seen"
        assumed.append(say(missing, kind=say(kind)))
    fields: dict[str, Any] = {f"{kind}_offer": offer, f"{kind}_bag": bag}
    return state._replace(**fields)


def _check_turn(told: Told, state: State, last: Line) -> None:
    supply = state.setup.parts.plus3
    tokens = sum(each.tokens for each in state.boards)
    if state.setup.options.plus3_limit and tokens > supply:
        said = 'the seats have {number} "+3" tokens together; the game has {all}'
        raise last.error(say(said, number=tokens, all=supply))
    for seat, each in enumerate(state.boards, 1):
        most = state.setup.parts.cylinders
        if each.cylinders + each.used.bit_count() > most:
            said = "seat {seat} would have more than {most} cylinders, used ones included"
            raise last.error(say(said, seat=seat, most=most))
    if state.phase == phases.WAGER:
        if len(state.initiative) < state.seats:
            line = told.line("initiative")
            raise line.error(say("before the wagers all seats are on the Initiative track"), end_of(line))
        return
    board = state.boards[state.turn - 1]
    if state.out >> state.turn - 1 & 1 or (board.recruited and not board.cylinders):
        raise last.error(
            say("it is the turn of seat {seat}, which has left the action phase", seat=state.turn)
        )


def _check_gains(told: Told, setup: Setup, day: int) -> None:
    """Whether every seat can have come to its prestige and its pounds by the day that is played."""
    possible = reachable(setup, day)
    for said in told.every("seat"):
        for (name, count), word in zip(said.pairs.items(), said.words[1::2], strict=True):
            if name in possible and not possible[name][0] <= count <= possible[name][1]:
                least, most = possible[name]
                why = say(
                    "{number} {name}: on day {day} nobody has less than {least} or more than {most}",
                    number=count, name=as_is(name), day=day, least=least, most=most,
                )  # fmt: skip
                raise said.line.error(why, word.column)


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
