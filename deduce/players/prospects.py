"""What moves promise, by sampled worlds: how often they end the game, what they score then, what they tell.

A question is worth asking for what its answer tells. Worlds are drawn for the view, every move is made in all of them,
and the answers are what the seat sees next: worlds with one answer stay together, worlds with different answers are
told apart. With c the chance that two worlds look alike after the move, and s that one world looks alike when it is
played twice (chance and other seats may differ), the move tells log2(s / c) bits: Renyi's information of order two,
which needs no model of the game and grows with what is told alone, not with noise.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from deduce.games.base import CHANCE, Game
from deduce.games.given import whole_of
from deduce.players.claims import Claims, claim_of, stratified

LOOKS: Final = 3
"""What the seat sees is looked at after its move and after so many moves of others at most."""

FIRST: Final = 3
"""Where answers come at once, as so many worlds show, nobody waits for more."""

PRUNED: Final = (8, 16, 32)
"""After so many worlds moves that promise least are left out: see `_promising`."""

LEAST: Final = 8
"""Where time is short, only so many moves are tried as can be in so many worlds."""

KEPT: Final = 12
"""Of each kind of move so many are never left out."""

ASKS: Final = 0.3
"""Moves that tell fewer bits than that more than others are no questions."""

OFTEN: Final = 0.5
"""Where so many of the moves are questions the turn is about asking."""

MANY: Final = 12
"""The same where so many moves put something to the test that is open."""

MET: Final = 3
"""A move whose second playing never looks like the first so often tells nothing that could be made out."""


@dataclass(slots=True)
class Prospect:
    """One move in the sampled worlds.

    Attributes:
        move: The move.
        scores: By world the seat's score where the game was over at once, else None.
        later: The same where others moved before it was over.
        answers: By world what the seat saw at each look.
        again: The same in a second playing.
        noisy: By world whether chance or another seat had a part.
        bits: What the move tells about what is hidden, in bits.
        ends: How often the game was over at once.
        claims: By world whether what the move put to the test was so; None where it tests nothing.
        chance: The exact chance of that, where it is known: worlds then count by it, not by how often they were met.
        missed: The score in a world where that is not what it was in all others, where one was looked for and met.
        asked: What the answer to that alone tells, in bits.
        final: Whether the seat is out of it where the game goes on: it has no such turn again.
    """

    move: Any
    scores: list[float | None] = field(default_factory=list)
    later: list[float | None] = field(default_factory=list)
    answers: list[tuple[Any, ...]] = field(default_factory=list)
    again: list[tuple[Any, ...]] = field(default_factory=list)
    noisy: list[bool] = field(default_factory=list)
    claims: list[bool | None] = field(default_factory=list)
    bits: float = 0.0
    chance: float | None = None
    missed: float | None = None
    asked: float = 0.0
    final: bool = False

    @property
    def ends(self) -> float:
        """How often the game was over at once: a share of the worlds; 0 where it was tried in none."""
        return self._weighed([score is not None for score in self.scores], self.missed is not None)

    @property
    def ending(self) -> float:
        """The mean score where the game was over at once; 0 where it never was."""
        over = self.ends
        scores = [score or 0.0 for score in self.scores]
        return self._weighed(scores, self.missed or 0.0) / over if over else 0.0

    def _weighed(self, values: Sequence[float], missed: float) -> float:
        return round(stratified(values, self.claims, self.chance, missed), 12)

    def make(self, world: Any, seat: int, seeds: tuple[int, int], known: int, looks: int = LOOKS) -> None:
        """Make the move in `world`, which equals the one with the number `known`; twice where chance has a part."""
        if known < len(self.scores) and not self.noisy[known]:
            score, later, row, noisy = self.scores[known], self.later[known], self.answers[known], False
            self.claims.append(self.claims[known])
        else:
            after = world.play(self.move)
            claim = claim_of(after)
            self.claims.append(None if claim is None else claim[1])
            score, later, row, noisy = look(after, seat, random.Random(seeds[0]), looks)
        self.scores.append(score)
        self.later.append(later)
        self.answers.append(row)
        self.noisy.append(noisy)
        self.again.append(
            look(world.play(self.move), seat, random.Random(seeds[1]), looks)[2] if noisy else row
        )

    def tell(self, looks: int = LOOKS) -> None:
        """Work out `bits` from the answers, those after so many moves of others at most."""
        found = 0.0
        for look in range(looks + 1):
            seen = [row[look] for row in self.answers if len(row) > look]
            pairs = [
                (one[look], other[look])
                for one, other in zip(self.answers, self.again, strict=True)
                if len(one) > look and len(other) > look
            ]
            alike = sum(one == other for one, other in pairs)
            if len(seen) < 2 or not pairs or alike < min(MET, len(pairs)):
                break
            met = sum(count * (count - 1) for count in Counter(seen).values())
            apart = len(seen) * (len(seen) - 1)
            same, different = alike / len(pairs), (met + 1) / (apart + 1)
            # Where chance has a part, its own scatter is not taken for news: a standard error less.
            scatter = math.sqrt((1 - same) / (same * len(pairs))) / math.log(2)
            found = max(found, math.log2(same / different) - scatter)
        # Of few worlds too many are told apart: what the answer alone tells is known from more.
        self.bits = self.asked if self.asked and len(self.answers) < LEAST else max(found, self.asked)


@dataclass(frozen=True, slots=True)
class Survey:
    """All moves of a view in the same worlds.

    Attributes:
        prospects: The moves.
        worlds: In how many worlds they were tried.
        hidden: How many bits are open, as far as the worlds show it.
        later: Whether no move ends the game by itself, so that `Prospect.scores` are those after moves of others.
        tested: What is known of the moves' claims.
        drawn: The worlds.
    """

    prospects: tuple[Prospect, ...]
    worlds: int
    hidden: float
    later: bool = False
    tested: Claims | None = None
    drawn: tuple[Any, ...] = ()

    @property
    def asking(self) -> bool:
        """Whether some move is a question."""
        return asks(self.prospects) >= ASKS

    @property
    def inquiring(self) -> bool:
        """Whether the turn is about asking: see `inquires`."""
        return inquires(self.prospects, self.tested)

    @property
    def questions(self) -> float:
        """The share of moves that are questions: see `questions`."""
        return questions(self.prospects)


def asks(prospects: Sequence[Prospect]) -> float:
    """The most bits of a move, beyond what every move that does not end the game tells anyway."""
    bits = _open_bits(prospects)
    return max(bits) - min(bits) if bits else 0.0


def questions(prospects: Sequence[Prospect]) -> float:
    """The share of moves that are questions, of those that do not end the game anyway."""
    bits = _open_bits(prospects)
    return sum(each - min(bits) >= ASKS for each in bits) / len(bits) if bits else 0.0


def inquires(prospects: Sequence[Prospect], tested: Claims | None = None) -> bool:
    """Whether there are questions, and something is staked on what is hidden or every second move is a question.

    Or many moves put something to the test. Elsewhere one move of many tells much, such as the end of a round, and what
    it tells may be of no use.
    """
    if asks(prospects) < ASKS:
        return False
    many = tested is not None and sum(tested.bits(move) >= ASKS for move in tested.facts) >= MANY
    return many or stakes(prospects) or questions(prospects) >= OFTEN


def _open_bits(prospects: Sequence[Prospect]) -> list[float]:
    """What those moves tell that were tried and do not end the game anyway."""
    return [each.bits for each in prospects if each.scores and each.ends < 1]


def stakes(prospects: Sequence[Prospect]) -> bool:
    """Whether a move ends the game in some worlds alone, or in all of them and not always with one score."""
    for each in prospects:
        over = [score for score in each.scores if score is not None]
        if 0 < each.ends < 1 or (over and min(over) < max(over)):
            return True
    return False


def survey(
    game: Game[Any, Any, Any],
    view: Any,
    rng: random.Random,
    *,
    worlds: int = 32,
    stop: float = math.inf,
    latest: float = math.inf,
    moves: Sequence[Any] | None = None,
    tested: Claims | None = None,
) -> Survey:
    """Try `moves` (all of `view` when None) in up to `worlds` worlds, until `stop` (`time.monotonic`).

    Where time is short only the first of them, so that each is tried in several worlds. Where the turn is about
    asking (`inquires`) it goes on until `latest`. At least two worlds are drawn. Takes a
    resample a world, and a few plays and views a move and world. `tested` is what is known of the moves' claims.
    """
    whole_of("survey: worlds", worlds, 2)
    found = [Prospect(move) for move in (view.moves if moves is None else moves)]
    begun = time.monotonic()
    share = (latest - begun) / LEAST
    for each in found if tested is not None else ():
        each.asked = tested.bits(each.move)  # type: ignore[union-attr]
    live, drawn, looks = list(found), list[Any](), LOOKS
    first: dict[Any, int] = {}
    for number in range(worlds):
        if number >= 2 and time.monotonic() > stop:
            for each in live:
                each.tell(looks)
            if time.monotonic() > latest or not inquires(found, tested):
                break
            stop = latest
        if number == FIRST:
            for each in found:
                each.tell(0)
            looks = 0 if asks(found) >= ASKS else LOOKS
        if number in PRUNED:
            live = _promising(live, looks)
        world = (
            tested.world if tested is not None and not number else None
        )  # what is so there is among the moves
        if world is None:
            world = game.resample(view, random.Random(rng.getrandbits(64)))
        known = first.setdefault(world, number)
        drawn.append(world)
        seeds = rng.getrandbits(64), rng.getrandbits(64)
        for count, each in enumerate(live):
            if not number and count >= KEPT and time.monotonic() > begun + share:
                found = live = live[:count]
                break
            each.make(world, view.seat, seeds, known, looks)
    # Where no move ends the game by itself, one may that is decided when others have moved too.
    later = not any(score is not None for each in found for score in each.scores)
    if later:
        for each in found:
            each.scores = each.later
    for each in found:
        each.tell(looks)
    return Survey(tuple(found), len(drawn), _entropy(drawn), later, tested, tuple(drawn))


def _promising(live: list[Prospect], looks: int) -> list[Prospect]:
    """The moves worth more worlds: the better half of those that end the game, and of the others by what they tell."""
    ends = [each for each in live if each.ends == 1]
    asks = [each for each in live if each.ends < 1]
    for each in asks:
        each.tell(looks)
    ends.sort(key=lambda each: -each.ending)
    asks.sort(key=lambda each: each.ends * 4 - (1 - each.ends) * each.bits)
    kept = {id(each) for some in (ends, asks) for each in some[: max(KEPT, len(some) // 2)]}
    return [each for each in live if id(each) in kept]


def look(
    state: Any, seat: int, rng: random.Random, looks: int
) -> tuple[float | None, float | None, tuple[Any, ...], bool]:
    """The score where the game is over at once, and where it is over in the end; what the seat sees; whether others act.

    Others, or chance.
    """
    seen: list[Any] = []
    noisy = others = False
    for look in range(looks + 1):
        while state.actor is CHANCE:
            outcome = state.draw(rng)
            noisy, state = True, state.play(outcome)
        if state.actor is None:
            score = float(state.scores[seat - 1])
            return None if others else score, score, tuple(seen), noisy
        seen.append(state.view(seat))
        if state.actor == seat or look == looks:
            break
        moves = state.moves()
        others = others or len(moves) > 1
        noisy = noisy or others
        state = state.play(moves[int(rng.random() * len(moves))])
    return None, None, tuple(seen), noisy


def _entropy(drawn: Sequence[Any]) -> float:
    """How many bits tell the worlds apart, by how often two of those drawn are equal (Renyi's, of order two).

    Where no two are equal: a bit more than the drawn ones could show.
    """
    apart = len(drawn) * (len(drawn) - 1)
    met = sum(count * (count - 1) for count in Counter(drawn).values())
    return math.log2(apart / met) if met else math.log2(apart) + 1
