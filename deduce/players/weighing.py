"""What the moves of a view are worth: to ask by information, to commit by chance, to look ahead by sampled worlds.

A move is worth what searching says of it (`deduce.players.lookahead`), and, where questions can be asked, what its
answer brings (`deduce.players.prospects`). Three figures carry that, all from worlds drawn for the view:

- The prize: what is still to be gained, the best score met less the best that can be had now.
- The hazard: how often a move ends the game at once. A question that tells k of what is open each time, and ends the
  game with chance h, learns all before the end with chance k / (k + h), as if it could be repeated: so much of the prize
  is expected by whoever goes on, and nothing by whoever ends the game now.
- Bits: each is worth its share of the prize.

After an answer a seat may commit itself at once: worlds with one answer stay together, and the best commitment in each
group is judged by its worlds but the one at hand, so that few worlds do not pass for certainty.

Where the turn is not about asking the search decides, and what is told only what the search leaves open.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from deduce.games.base import Game
from deduce.games.given import rng_of, seen_of
from deduce.ground.errors import ProblemError
from deduce.ground.wording import figure, in_percent, listing, say
from deduce.players.candidates import candidates
from deduce.players.claims import Memory, by_turns, claims, variance
from deduce.players.commitments import settle
from deduce.players.habits import Habits
from deduce.players.lookahead import SURE, Looked, expected, look_ahead
from deduce.players.prospects import ASKS, Prospect, Survey, asks, survey

STRAY: Final = 0.02
"""Hazard of every turn that no single move shows: others may win, turns may run out."""

TESTED: Final = 0.3
"""The share of a time limit that may go into finding what moves put to the test,"""

SOUGHT: Final = 0.1
"""and then into finding the moves of a long list that could be right;"""

SURVEYED: Final = 0.12
"""what has gone when every move was tried once in each of some worlds,"""

ASKED: Final = 0.75
"""and where questions can be asked."""

DOUBT: Final = 16
"""Among questions, one that the search tried so often counts half for itself, half for the mean of all."""

WIDE: Final = 2_000_000
"""Committing after each answer is not worked out where questions, commitments and worlds multiply to more."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A move with its figures: `value` in scores; `looked` of the search, None where it was left out.

    `counted` is whether the value counts what the move's answer tells.
    """

    move: Any
    value: float
    prospect: Prospect
    looked: Looked | None
    counted: bool = False

    def reason(self) -> str:
        """One sentence: what the value was made of. What the move is worth is the value, and no second figure says it."""
        parts: list[str] = []
        ends = in_percent(self.prospect.ends)
        if self.prospect.ends == 1:
            parts.append(say("ends the game in {chance} of worlds", chance=ends))
        elif self.prospect.ends >= 0.5:
            then = f"{self.prospect.ending:.3g}"
            parts.append(
                say(
                    "ends the game in {chance} of worlds, with a score of {value} then",
                    chance=ends,
                    value=then,
                )
            )
        elif self.prospect.bits >= ASKS:
            told = "tells about {bits} bits (counted in)" if self.counted else "tells about {bits} bits"
            parts.append(say(told, bits=figure(self.prospect.bits, 1)))
            if self.prospect.ends:
                parts.append(say("and ends the game in {chance} of worlds", chance=ends))
        if self.looked is not None and self.looked.values:
            parts.append(say("looked ahead in {number:world}", number=len(self.looked.values)))
        if parts:
            return listing(parts, ",")
        return say("nothing speaks for it in {number:world}", number=len(self.prospect.scores))


def weigh(
    game: Game[Any, Any, Any],
    view: Any,
    rng: random.Random,
    *,
    worlds: int = 24,
    descents: int = 240,
    time_limit: float | None = None,
    practice: Habits | None = None,
    memory: Memory | None = None,
) -> list[Weighed]:
    """The moves of `view`, best first; of a long list those of `deduce.players.candidates`.

    Args:
        game: The game; it must offer `Game.resample`.
        view: Of the seat to move.
        rng: All chance comes from here.
        worlds: In so many every move is tried once (at least 2).
        descents: Play-outs of the search; 0 leaves it out.
        time_limit: Seconds; None for none. The answer then depends on the clock.
        practice: What play-outs of this game have taught before; see `deduce.players.habits.practised`.
        memory: What moves put to the test in earlier decisions of a player; kept up to date. With a time limit alone.

    Raises `ProblemError` when the seat of `view` has no move.
    """
    rng_of(rng)
    if not seen_of(view).moves:
        raise ProblemError(f"seat {view.seat} has no move to weigh: it is not to move")
    begun = time.monotonic()
    limit = math.inf if time_limit is None else time_limit
    tested = claims(game, view, view.moves, rng, TESTED * limit, memory)
    moves = candidates(game, view, rng, time.monotonic() + SOUGHT * limit, tested)
    seen = survey(
        game,
        view,
        rng,
        worlds=worlds,
        stop=time.monotonic() + SURVEYED * limit,
        latest=begun + ASKED * limit,
        moves=moves,
        tested=tested,
    )
    settle(game, view, seen, tested, rng, begun + ASKED * limit)
    asking = seen.inquiring
    if not asking and len(seen.prospects) < len(moves):
        others = by_turns(moves[len(seen.prospects) :])  # the search may have time for these too
        more = (Prospect(move, chance=tested.shares.get(move)) for move in others)
        seen = replace(seen, prospects=(*seen.prospects, *more))
    plus = _bonus(seen, _committed(seen)) if asking else _curiosity(seen)
    hopes = [
        practice.answered(view.seat, each.move, tested.shares[each.move])
        if practice is not None and each.move in tested.shares and not each.ends
        else 0.0
        for each in seen.prospects
    ]
    looked: dict[Any, Looked] = {}
    if descents:
        given = look_ahead(
            game,
            view,
            [each.move for each in seen.prospects],
            rng,
            descents=descents,
            stop=begun + limit,
            favour=plus,
            in_spreads=not asking,
            practice=practice,
            chances={each.move: each.chance for each in seen.prospects if each.chance is not None},
        )
        # A few play-outs do not show what there is to be gained by asking.
        if not asking or sum(len(each.values) for each in given) >= SURE:
            looked = {each.move: each for each in given}
    if asking:
        now = _together(seen, looked)
        plus = _bonus(seen, max(now), _best(seen, looked))
        after = _after_answers(seen)
        values = [
            max(mine, told) + more + hope
            for mine, told, more, hope in zip(now, after, plus, hopes, strict=True)
        ]
    elif seen.asking or any(hopes):
        values = _undecided(seen, looked, hopes)
    else:
        values = _looked(seen, looked)
    found = [
        Weighed(each.move, value, each, looked.get(each.move), asking or seen.asking)
        for each, value in zip(seen.prospects, values, strict=True)
    ]
    # One play-out a move tells nothing apart, so where answers are known to matter those decide.
    most = max((len(each.values) for each in looked.values()), default=0)
    by_value = asking or (any(hopes) and most <= 1)
    return sorted(found, key=lambda each: -each.value) if by_value else _by_search(found)


def _by_search(found: list[Weighed]) -> list[Weighed]:
    """Best first; a move that the search left out early has a noisy mean, and is worth no more than those that stayed."""
    most = max(len(each.looked.values) if each.looked else 0 for each in found)
    full = [
        each
        for each in found
        if most == 0
        or (each.looked and len(each.looked.values) == most)
        or (each.prospect.ends == 1 and each.prospect.chance is not None)
    ]
    least = min(each.value for each in full)
    kept = set(map(id, full))
    rest = [replace(each, value=min(each.value, least)) for each in found if id(each) not in kept]
    # Of equals the one that ends the game least: a random play-out may never find what can still be gained.
    return [each for part in (full, rest) for each in sorted(part, key=_cautious)]


def _cautious(each: Weighed) -> tuple[float, float, bool]:
    return -each.value, each.prospect.ends, not each.prospect.scores


def _curiosity(seen: Survey) -> list[float]:
    """What each move tells, 1 for the one that tells most, times the share of moves that are questions."""
    most = asks(seen.prospects)
    if most < ASKS:
        return [0.0] * len(seen.prospects)
    least = min(each.bits for each in seen.prospects if each.scores and each.ends < 1)
    return [
        seen.questions * (each.bits - least) / most if each.ends < 1 and each.bits >= ASKS else 0.0
        for each in seen.prospects
    ]


def _undecided(seen: Survey, looked: dict[Any, Looked], hopes: Sequence[float]) -> list[float]:
    """Where the turn is not about asking: what else is known counts as far as the search cannot tell the moves apart.

    The means of the search are shrunk by the share of their scatter that chance explains (empirical Bayes: C. Stein, "The
    admissibility of Hamilton's estimator", 1962). As far as they are, what answers of this kind brought before counts
    (`hopes`); what a move tells fills the scatter by no more than the share of moves that are questions: where one move
    of many tells something, the turn is not about asking.
    """
    rows = [found.values if (found := looked.get(each.move)) is not None else [] for each in seen.prospects]
    shown, whole = [row for row in rows if len(row) > 1], [value for row in rows for value in row]
    curious, worth = _curiosity(seen), _looked(seen, looked)
    if not whole or not (shown or any(hopes)):
        return [sum(some) for some in zip(worth, curious, hopes, strict=True)]
    common = math.fsum(whole) / len(whole)
    chance = 1.0  # one play-out a move tells nothing apart
    if shown:
        noise = math.fsum(variance(row) / len(row) for row in shown) / len(shown)
        apart = math.fsum((math.fsum(row) / len(row) - common) ** 2 for row in shown) / len(shown)
        chance = noise / apart if apart > noise else 1.0
    told = min(seen.questions, chance)
    shrunk = chance if any(hopes) else told
    # Where every play-out ends alike there is no scatter to fill, and what is told decides alone.
    spread = math.sqrt(variance(whole) if len(whole) > 1 else 0.0) or 1.0
    return [
        value  # the game is over: that is no matter of chance
        if each.ends == 1 and each.chance is not None
        else common
        + (1 - shrunk) * ((value if row else common) - common)
        + told * spread * more
        + shrunk * hope
        for each, value, row, more, hope in zip(seen.prospects, worth, rows, curious, hopes, strict=True)
    ]


def _looked(seen: Survey, looked: dict[Any, Looked]) -> list[float]:
    """What each move is worth without what it tells."""
    worth = expected(list(looked.values()))
    return [
        _now(seen, each, found := looked.get(each.move), worth.get(id(found))) for each in seen.prospects
    ]


def _now(seen: Survey, each: Prospect, looked: Looked | None, worth: float | None) -> float:
    if looked is None or not looked.values or worth is None:
        return each.ends * each.ending
    if each.ends < 1 or seen.later:
        return worth
    # The game is over at once: both have seen nothing but scores.
    over = [*looked.values, *(score for score in each.scores if score is not None)]
    return math.fsum(over) / len(over)


def _together(seen: Survey, looked: dict[Any, Looked]) -> list[float]:
    """The same for all moves; where the search saw little of one that does not end the game, it is like the others."""
    values = {
        id(each): found.values for each in seen.prospects if (found := looked.get(each.move)) is not None
    }
    open_ones = [values.get(id(each), []) for each in seen.prospects if each.ends < 1 and not each.final]
    count = sum(map(len, open_ones))
    if not count:
        return _looked(seen, looked)
    common = math.fsum(map(math.fsum, open_ones)) / count

    def worth(each: Prospect) -> float:
        met = looked.get(each.move)
        if each.ends == 1:
            return each.ending
        if each.final:  # it is like no move after which something can still be learnt
            return met.mean if met is not None and met.values else each.ends * each.ending
        return (met.total + DOUBT * common) / (len(met.values) + DOUBT) if met is not None else common

    return [worth(each) for each in seen.prospects]


def _committed(seen: Survey) -> float:
    """The best that committing at once brings; 0 where nothing ends the game."""
    return max((each.ending for each in seen.prospects if each.ends == 1), default=0.0)


def _best(seen: Survey, looked: dict[Any, Looked]) -> float:
    """The best score met anywhere."""
    met = [score for each in seen.prospects for score in each.scores if score is not None]
    met += [value for each in looked.values() for value in each.values]
    return max(met, default=0.0)


def _bonus(seen: Survey, now: float, best: float | None = None) -> list[float]:
    """What each move is worth for what comes after it: the prize for who goes on, and bits; see the module."""
    if best is None:
        best = _best(seen, {})
    # Before anything has ended nobody knows what there is to be gained.
    prize = max(0.0, best - now) if best or now else 1.0
    open_ones = [each.bits for each in seen.prospects if each.ends < 1]
    common = min(open_ones)
    hidden = max(seen.hidden, 1e-9)

    def told(each: Prospect) -> float:
        bits = each.bits - common
        return min(1.0, bits / hidden) if bits >= ASKS else 0.0

    share = 0.0
    for each in seen.prospects:
        learnt = 0.0 if each.final else (1 - each.ends) * told(each)
        if learnt:
            share = max(share, learnt / (learnt + each.ends + STRAY))
    return [
        0.0 if each.final else (1 - each.ends) * prize * share * (1 + told(each)) for each in seen.prospects
    ]


def _after_answers(seen: Survey) -> list[float]:
    """For each move the mean score of committing at once after its answer; minus infinity where that is not known."""
    whole = [each for each in seen.prospects if len(each.scores) == seen.worlds]
    ends = [each for each in whole if each.ends == 1]
    asked = [each for each in whole if each.ends < 1]
    if not ends or len(ends) * len(asked) * seen.worlds > WIDE:
        return [-math.inf] * len(seen.prospects)
    tables = [[float(score or 0.0) for score in each.scores] for each in ends]
    totals = [math.fsum(row) for row in tables]
    able = set(map(id, asked))
    return [_after(each, tables, totals) if id(each) in able else -math.inf for each in seen.prospects]


def _after(each: Prospect, tables: Sequence[Sequence[float]], totals: Sequence[float]) -> float:
    groups: dict[Any, list[int]] = {}
    found = 0.0
    for world, row in enumerate(each.answers):
        score = each.scores[world]
        if score is not None:
            found += score
        else:
            groups.setdefault(row[:1], []).append(world)
    for members in groups.values():
        sums = [sum(row[world] for world in members) for row in tables] if len(members) > 1 else totals
        best, second = _two_best(sums)
        for world in members:
            # The choice must not know the world that judges it.
            top, next_best = sums[best] - tables[best][world], sums[second] - tables[second][world]
            found += tables[best if top >= next_best else second][world]
    return found / len(each.answers)


def _two_best(sums: Sequence[float]) -> tuple[int, int]:
    order = sorted(range(len(sums)), key=lambda place: -sums[place])
    return order[0], order[1] if len(order) > 1 else order[0]
