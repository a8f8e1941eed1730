"""One seat's day as flat rows of whole numbers: what the compiled search and its plain twin read.

The frame holds what a game never changes, the position what a seat has and sees. The offsets are those of
``deduce/kernels/source/stageday.c``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from deduce_models.shakespeare.components.elements import EFFECTS, PRICES, VALUES, YELLOW
from deduce_models.shakespeare.components.parts import (
    CRAFTS,
    DRAWN_OBJECTIVES,
    METRICS,
    SLOTS,
    TOKEN_VALUE,
    Gain,
)
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.menus import draws_left
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.objectives import held, laid_out
from deduce_models.shakespeare.rules.scoring import prize
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.tracks import advanced
from deduce_models.shakespeare.rules.views import HIDDEN

MEMBERS, CELLS, TRACK, GOALS, DISPLAY = 16, 32, 12, 16, 12

(LEFT, REHEARSAL, AHEAD, PRESTIGE, MONEY, AMBIANCE, TOKENS, CYLINDERS, USED, RESTING, RECRUITED, DRAWS, TASK, TRADE,
 AMOUNT, SETTLED, PENDING) = range(17)  # fmt: skip
PENDING_PRESTIGE, PENDING_MONEY, SUPPLY, TROUPE_SIZE, SHOWN, HELD, FRESH, UNDER, UNDER_LIST = range(20, 29)
(MOVED, PROMISED, SOLO, BEFORE, FETCH) = range(38, 43)
TROUPE, WORN, STAGE, SET_OFFER, COSTUME_OFFER = 48, 64, 80, 112, 118
SPACES, CARDS, LENGTH, LAST, STILL, NOW, LATER = 124, 128, 152, 155, 158, 161, 197
TRACK_PRESTIGE, TRACK_MONEY, PRIZES, SIZE = 233, 269, 305, 320
PERSON_SIZE, PLACES = 20, range(4)

FRAME_MOODS, FRAME_QUEEN, FRAME_UNPAID = 2, 3, 4
FRAME_GOALS, FRAME_GREY, FRAME_FORCED, FRAME_BONUS = 6, 7, 8, 9
FRAME_ROWS, FRAME_MIRRORED, FRAME_APART, FRAME_WHOLE = 11, 13, 14, 15
FRAME_MOOD, FRAME_SUMS, FRAME_CELL, FRAME_GOAL, FRAME_PERSON = 58, 90, 154, 314, 570


def unfit(setup: Setup) -> str:
    """What of this box the flat form cannot say, in words; empty when it can say all."""
    parts = setup.parts
    most = {
        "spaces of the stage": (len(setup.stage.cells), CELLS),
        "rows of the stage": (len(setup.stage.rows), 8),
        "objectives": (len(parts.objectives), GOALS),
        "spaces of the ambiance track": (len(parts.ambiance), 8),
        "spaces of an act": (max(act.length for act in setup.acts), TRACK - 1),
        "characters of a seat": (len(parts.start) + 1 + parts.days, MEMBERS),
        "characters in all": (len(setup.people), 255),
    }
    return ", ".join(
        f"{count} {name} (at most {top})" for name, (count, top) in most.items() if count > top
    )


def _gain(gain: Gain) -> list[int]:
    return [*gain.quills, gain.ambiance, gain.pounds, gain.prestige]


@lru_cache(maxsize=16)
def frame(setup: Setup) -> array[int]:
    """What this game never changes."""
    parts, stage = setup.parts, setup.stage
    least = 2 if setup.options.grey_into_penalty else parts.penalty_spaces + 2
    mirrored = int(all(cell.candle == stage.cells[cell.mirror].candle for cell in stage.cells))
    row = [
        len(stage.cells), len(setup.people), len(parts.ambiance), parts.queen_pounds, parts.unpaid, TOKEN_VALUE,
        len(parts.objectives), least, int(setup.options.payment == "forced"), sum(1 << used for used in parts.bonus),
        SLOTS, len(stage.rows), DRAWN_OBJECTIVES, mirrored,
        int(not setup.options.stack_at_once), int(not setup.options.split_quills), *PRICES, *VALUES,
    ]  # fmt: skip
    row += [number for effect in EFFECTS for number in effect]
    moods = [
        number
        for gain, grey in zip(parts.ambiance, parts.grey, strict=True)
        for number in (gain.prestige, gain.pounds, gain.quills[3], grey)
    ]
    row += _filled(moods, 32)
    row += _filled([number for pounds, prestige in parts.costumes for number in (pounds, prestige)], 64)
    cells = [
        number
        for cell in stage.cells
        for number in (*_filled(list(cell.supports), 2, -1), cell.mirror, int(cell.candle), cell.row - 1)
    ]
    row += _filled(cells, 5 * CELLS)
    goals = [
        number
        for item in parts.objectives
        for number in (METRICS.index(item.metric), *map(item.points, range(13)), 0, 0)
    ]
    row += _filled(goals, 16 * GOALS)
    for number, person in enumerate(setup.people):
        counted = 1 if person.kind == "actor" else 2 if person.kind in CRAFTS else 0
        if counted == 1:
            # In whose way an actor takes elements.
            counted += 4 * (setup.trades[number] + 1)
        row += [
            setup.roles[number], person.value, person.cost, int(setup.wears[number]), counted,
            int(number < setup.printed), *_gain(person.activation), *_gain(person.power),
        ]  # fmt: skip
    return array("i", row)


def _filled(row: list[int], size: int, nothing: int = 0) -> list[int]:
    return row + [nothing] * (size - len(row))


@lru_cache(maxsize=4096)
def _tracks(setup: Setup, spaces: Any, ranking: Any, seat: int, shown: bool) -> tuple[list[int], list[int]]:
    """The three rows of how many discs are ahead: as it stands, after a move to each space; and later."""
    still, now, later = [], [], []
    ties = setup.solo and not setup.options.neutral_ahead
    for row, order in zip(spaces, ranking, strict=True):
        still.append(order.index(seat))
        others = [space for disc, space in enumerate(row, 1) if disc != seat]
        ahead = [sum(space + (not ties) > at for space in others) for at in range(TRACK)]
        # Where the penalty takes the prize, nobody on its spaces has a rank.
        least = -1 if setup.options.prize_in_penalty else setup.parts.penalty_spaces
        if row[seat - 1] <= least:
            still[-1] = len(PLACES)
        now += [len(PLACES) if at <= least else rank for at, rank in enumerate(ahead)]
        if shown:
            neutral = setup.parts.neutral[1]
            later += [int(at < neutral) for at in range(TRACK)]
        else:
            later += ahead
    return still, now + later


@lru_cache(maxsize=16)
def _prizes(setup: Setup) -> list[int]:
    prestige, money, ranks = [], [], []
    for act in setup.acts:
        penalty, tiers = setup.parts.penalty_spaces, setup.options.act_tiers_cumulative
        prestige += [
            prize(act.prestige, at, tiers) + setup.parts.penalty * (at <= penalty) for at in range(TRACK)
        ]
        money += [prize(act.pounds, at, tiers) for at in range(TRACK)]
        ranks += _filled(list(act.ranks[:4]), 4)
    return [*prestige, *money, *ranks]


def worn_code(costume: bytes) -> int:
    """How many elements, what they sum to and how many are yellow, as one number."""
    return len(costume) + (sum(VALUES[colour] for colour in costume) << 2) + (costume.count(YELLOW) << 6)


def position(view: Any, seat: int) -> array[int]:
    """What `seat` has and sees in a `State` or `View`."""
    setup, board = view.setup, view.boards[seat - 1]
    parts = setup.parts
    at = array("i", bytes(4 * SIZE))
    at[LEFT] = parts.days - view.day
    at[REHEARSAL] = int(view.day in parts.rehearsals)
    at[AHEAD] = sum(day > view.day for day in parts.rehearsals)
    at[PRESTIGE : RECRUITED + 1] = array(
        "i",
        [
            board.prestige, board.pounds, board.ambiance, board.tokens, board.cylinders, board.used, board.resting,
            int(board.recruited),
        ],
    )  # fmt: skip
    at[SOLO] = int(setup.solo)
    others = sum(each.tokens for each in view.boards) - board.tokens
    at[SUPPLY] = parts.plus3 - others if setup.options.plus3_limit else 99
    at[TROUPE_SIZE] = len(board.troupe)
    at[TROUPE : TROUPE + len(board.troupe)] = array("i", board.troupe)
    at[WORN : WORN + len(board.troupe)] = array("i", map(worn_code, board.costumes))
    at[STAGE : STAGE + len(board.stage)] = array("i", list(board.stage))
    at[SET_OFFER:SPACES] = array("i", [*view.set_offer, *view.costume_offer])
    at[SPACES : SPACES + 3] = array("i", [row[seat - 1] for row in view.spaces])
    show(at, setup, view.display)
    own = [item for item in held(view.dealings, seat) if item >= 0]
    at[DRAWS] = draws_left(view)
    deck(at, own, *seen(view, own))
    at[LENGTH : LENGTH + 6] = array(
        "i", [*(act.length for act in setup.acts), *(act.last_prize for act in setup.acts)]
    )
    shown = setup.solo and view.day == parts.rehearsals[0]
    still, ranks = _tracks(setup, *_foreseen(view, seat), seat, shown)
    at[STILL:TRACK_PRESTIGE] = array("i", [*still, *ranks])
    at[TRACK_PRESTIGE : TRACK_PRESTIGE + 84] = array("i", _prizes(setup))
    if view.phase == phases.CRAFT:
        at[TASK], at[TRADE], at[AMOUNT] = 1, setup.trades[view.worker], view.budget
        at[BEFORE] = sum(1 << place for place, colour in enumerate(view.before) if colour)
    elif view.phase == phases.QUILL:
        at[TASK], at[AMOUNT] = 2, view.quills
        at[TRADE], at[FETCH] = setup.trades[view.worker], setup.people[view.worker].value
    elif view.phase in (phases.AMBIANCE_QUILL, phases.AMBIANCE_BACK, phases.REHEARSAL_QUILL):
        _evening(at, view, board)
    return at


def _foreseen(view: Any, seat: int) -> tuple[Any, Any]:
    """Where the discs are; before a dress rehearsal rivals have the coloured quills of their complete costumes."""
    setup, spaces, ranking = view.setup, view.spaces, view.ranking
    unscored = phases.WAGER <= view.phase <= phases.REHEARSAL_QUILL
    if setup.solo or view.day not in setup.parts.rehearsals or not unscored:
        return spaces, ranking
    rivals = [rival for rival in setup.everybody if rival != seat]
    if view.phase == phases.REHEARSAL_QUILL:
        # Those before have had theirs, the one whose turn it is in part.
        rivals = [each for each in view.initiative[view.initiative.index(view.turn) + 1 :] if each != seat]
    for rival in rivals:
        board = view.boards[rival - 1]
        for person, costume in zip(board.troupe, board.costumes, strict=True):
            if len(costume) == SLOTS:
                for act, steps in enumerate(setup.people[person].power.quills[:3]):
                    spaces, ranking = advanced(setup, spaces, ranking, act, rival, steps)
    return spaces, ranking


def _evening(at: array[int], view: Any, board: Any) -> None:
    """What the evening still gives when it is under way, after the quill at hand."""
    at[SETTLED] = 1
    if not at[REHEARSAL]:
        if view.phase == phases.AMBIANCE_QUILL:
            at[PENDING + 3] = _further(view)
        return
    people, first = view.setup.people, 0
    at[PENDING + 3] = _further(view) if view.phase != phases.AMBIANCE_BACK else 0
    if view.phase == phases.REHEARSAL_QUILL:
        first = board.troupe.index(view.worker) + 1
    for person, costume in list(zip(board.troupe, board.costumes, strict=True))[first:]:
        if len(costume) == SLOTS:
            power = people[person].power
            for act in range(4):
                at[PENDING + act] += power.quills[act]
            at[PENDING_PRESTIGE] += power.prestige
            at[PENDING_MONEY] += power.pounds


def _further(view: Any) -> int:
    """White quills to be used after the one at hand, with which all go where they may not be split."""
    return view.quills - 1 if view.setup.options.split_quills else 0


def show(at: array[int], setup: Setup, display: Sequence[int]) -> None:
    """Puts the cards on display into a position; one of them is enough as an Extra."""
    at[SHOWN] = len(display)
    seen, row = set(), []
    for extra in (0, 1):
        for place, card in enumerate(display):
            person = setup.person(card, extra)
            row.append((place, extra, -1 if setup.people[person] in seen else person))
            seen.add(setup.people[person])
    for place, extra, person in row:
        at[CARDS + 2 * place + extra] = person


def seen(view: Any, own: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    """The objectives never drawn and those under the deck; where others drew some, all that are not held may come."""
    if any(HIDDEN in drawn for _, drawn, _, _ in view.dealings):
        return [item for item in view.setup.all_objectives if item not in own], ()
    return laid_out(view.setup, view.dealings)


def deck(at: array[int], own: Sequence[int], fresh: Sequence[int], under: Sequence[int]) -> None:
    """Puts the objectives into a position: those held, those never drawn, those under the deck in their order."""
    at[HELD] = sum(1 << item for item in own)
    at[FRESH] = sum(1 << item for item in fresh)
    known = under[: MOVED - UNDER_LIST]
    at[UNDER] = len(known)
    at[UNDER_LIST : UNDER_LIST + len(known)] = array("i", known)


def read_moves(codes: Sequence[int], setup: Setup, view: Any, troupe: Sequence[int]) -> list[Move]:
    """The moves behind their numbers; `troupe` is that of the beginning."""
    made, people = setup.moves, list(troupe)
    found = []
    for code in codes:
        kind, item, place = code >> 12, code >> 6 & 63, code & 63
        if kind == 0:
            found.append(made.recruits[view.display[item]][place])
            people.append(setup.person(view.display[item], place))
        elif kind == 1:
            found.append(made.activations[people[item]][place])
        elif kind == 2:
            found.append(made.sets[item - 1][place])
        elif kind == 3:
            found.append(made.costumes[item - 1][people[place]])
        elif kind == 4:
            found.append(made.quills[item])
        else:
            found.append(made.done)
    return found
