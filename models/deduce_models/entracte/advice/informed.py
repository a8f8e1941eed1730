"""Moves ranked by the bits they bring, each with its figures and a sentence. Exact in the cooperative game.

Cards and exchange are valued in bits for the team (see `evaluation`), stopping by the bits it would leave open,
guesses by their chance of being right. In the competitive game bits are estimated from sampled worlds.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from deduce.games.base import Advice
from deduce.ground.shares import error_of_share
from deduce.ground.wording import Phrase, as_is, figure, in_percent, listing, run, say
from deduce_models.entracte.advice.evaluation import CardValue, Evaluation
from deduce_models.entracte.components.parts import Card
from deduce_models.entracte.knowledge.belief import Belief, belief_of, public_belief
from deduce_models.entracte.knowledge.evidence import NAMES, Evidence, evidence_of
from deduce_models.entracte.knowledge.sampling import code_sampler
from deduce_models.entracte.rules.setup import EntracteMove, Kind, Setup
from deduce_models.entracte.rules.views import EntracteView

EXCHANGE_BELOW = 1.0
"""Exchange when the best card is worth fewer bits than this, and a new hand promises more."""

SAMPLES = 200


def thinks(view: EntracteView) -> bool:
    """Whether the decision is about a turn, not about ending, declaring or guessing."""
    return view.moves[0].kind in (Kind.PLAY, Kind.PASS, Kind.EXCHANGE, Kind.STOP)


def informed(
    view: EntracteView,
    rng: random.Random,
    *,
    exchange: float = EXCHANGE_BELOW,
    names: Sequence[str] = NAMES,
) -> list[Advice[EntracteMove]]:
    """The legal moves by the bits they bring, best first; among equals `rng` chooses. Takes milliseconds.

    A hand whose best card brings fewer bits than `exchange` is exchanged if a new one promises more. `names` are used
    in the sentences.
    """
    if not thinks(view):
        return settled(view, rng)
    cards = view.setup.parts.cards
    moves = [(move, cards[move.item] if move.kind is Kind.PLAY else ()) for move in view.moves]
    if view.setup.competitive:
        worlds = _samples(view, random.Random(rng.getrandbits(32)))
        return token_advice(view.setup, view.seat, cards[view.row[-1]], moves, worlds, names)
    found = turn_advice(Evaluation.of(view), moves, names, exchange=exchange)
    best = [item for item in found if item.value >= found[0].value - 1e-12]
    chosen = best[int(rng.random() * len(best))].move
    return with_first(chosen, found)


def settled(view: EntracteView, rng: random.Random) -> list[Advice[EntracteMove]]:
    """A decision that is no turn, ranked: stop or declare when all is certain, guess the likeliest."""
    draw = random.Random(rng.getrandbits(32))
    found = _guesses(view, draw) if view.moves[0].kind is Kind.GUESS else _ending(view, draw)
    return sorted(found, key=lambda item: -item.value)


def with_first(move: EntracteMove, found: Sequence[Advice[EntracteMove]]) -> list[Advice[EntracteMove]]:
    """The advice best first, `move` before all others: what is worth as much within the error is no better."""
    ranked = sorted(found, key=lambda item: -item.value)
    at = next(index for index, item in enumerate(ranked) if item.move == move)
    first = replace(ranked[at], value=ranked[0].value)
    return [first, *ranked[:at], *ranked[at + 1 :]]


def legal_moves_of(view: EntracteView, *kinds: Kind) -> list[EntracteMove]:
    """The legal moves of some kinds."""
    return [move for move in view.moves if move.kind in kinds]


def turn_advice(
    valued: Evaluation,
    moves: Sequence[tuple[EntracteMove, Card]],
    names: Sequence[str],
    *,
    exchange: float = EXCHANGE_BELOW,
) -> list[Advice[EntracteMove]]:
    """Advice on a cooperative turn; `moves` pairs each move with its card (empty for other moves)."""
    found = [_play(move, valued.value(card), valued.seat, names) for move, card in moves if card]
    best = max((item.value for item in found), default=0.0)
    for move, _ in moves:
        if move.kind is Kind.EXCHANGE:
            found.append(_exchange(move, valued, best, exchange))
        elif move.kind is Kind.STOP:
            found.append(stop_advice(move, valued))
        elif move.kind is Kind.PASS:
            found.append(Advice(move, 0.0, say("no card of the hand may be played"), unit="bits"))
    return sorted(found, key=lambda item: -item.value)


def _play(move: EntracteMove, worth: CardValue, seat: int, names: Sequence[str]) -> Advice[EntracteMove]:
    reason = say(
        "{bits} bits for the team; a token from {names}; tells {leak} bits about the own code",
        bits=figure(worth.bits, 2),
        names=tokens_from(names, worth.signals, seat),
        leak=figure(worth.leak, 2),
    )
    details = {"bits": worth.bits, "signals": list(worth.signals), "leak": worth.leak}
    return Advice(move, worth.bits, reason, details=details, unit="bits")


def tokens_from(names: Sequence[str], signals: Sequence[float], me: int) -> str:
    """From whom else a token is to be expected, each with the chance."""
    called = [name if isinstance(name, Phrase) else as_is(name) for name in names]
    expected = [
        run(called[seat - 1], f" {in_percent(chance)}")
        for seat, chance in enumerate(signals, 1)
        if seat != me
    ]
    return listing(expected, ",")


def _exchange(move: EntracteMove, valued: Evaluation, best: float, below: float) -> Advice[EntracteMove]:
    # Once a game: as long as a card is good, the exchange is kept for a worse hand, and its promise need not be known.
    if best < below:
        promised = valued.exchange()
        if promised > best:
            reason = say(
                "a new hand promises {new} bits, the best card now only {best}",
                new=figure(promised, 2),
                best=figure(best, 2),
            )
            return Advice(
                move, promised, reason, details={"bits": promised, "best_card": best}, unit="bits"
            )
    reason = say("worth keeping for a worse hand while a card brings {bits} bits", bits=figure(best, 2))
    return Advice(move, best - 1e-9, reason, kind="heuristic", details={"best_card": best}, unit="bits")


def stop_advice(move: EntracteMove, valued: Evaluation) -> Advice[EntracteMove]:
    """Proposing to stop: before everything else once everyone is sure, else after it."""
    mine = valued.mine
    details = {"worlds": mine.count, "everyone_sure": valued.public.everyone_sure}
    if valued.public.everyone_sure:
        return Advice(
            move, math.inf, say("everyone is sure of every code"), details=details, unit="compared"
        )
    reason = say(
        "{number:world} left to guess among ({bits} bits open)",
        number=mine.count,
        bits=figure(mine.bits, 1),
    )
    return Advice(move, -max(mine.bits, valued.public.bits), reason, details=details, unit="compared")


def _ending(view: EntracteView, rng: random.Random) -> list[Advice[EntracteMove]]:
    """Voting to stop, or declaring: yes when everything is certain."""
    if view.setup.competitive:
        drawn, how = _samples(view, rng), "chance that the best guesses are all right: {chance}"
        chance, kind = Counter(drawn).most_common(1)[0][1] / len(drawn), "sampled"
    else:
        sure = public_belief(view).everyone_sure
        chance = 1.0 if sure else 1 / max(1, belief_of(view).count)
        how = "chance that the own guesses are all right: {chance}"
        kind = "exact"
    found = []
    for move in view.moves:
        ends = move.kind in (Kind.AGREE, Kind.DECLARE)
        value = chance if ends else (0.5 if chance < 1 else 0.0) + 0.5 * (chance < 1)
        reason = say(how, chance=in_percent(chance, sampled=kind == "sampled"))
        error = error_of_share(chance, SAMPLES) if kind == "sampled" else 0.0
        found.append(
            Advice(move, value, reason, error=error, kind=kind, unit="right" if ends else "compared")
        )
    return found


def _samples(view: EntracteView, rng: random.Random, *, noted: bool = False) -> list[tuple[int, ...]]:
    """Codes drawn from what the seat knows; `noted`: from its notes, which end when it declares."""
    told = evidence_of(view)
    own = (k for k, entry in enumerate(told.entries) if entry.kind == "declare" and entry.seat == view.seat)
    count = next(own, None) if noted else None
    return worlds_of(told if count is None else told.first(count), rng)


def worlds_of(told: Evidence, rng: random.Random) -> list[tuple[int, ...]]:
    """Codes of all seats, as masks, drawn from what evidence leaves."""
    draw = code_sampler(told)
    return [draw(rng) for _ in range(SAMPLES)]


def _guesses(view: EntracteView, rng: random.Random) -> list[Advice[EntracteMove]]:
    made = view.guesses[view.seat - 1]
    if not view.setup.competitive:
        belief = belief_of(view)
        for guess in made:
            told = belief.knowing(guess.seat, 1 << guess.item)
            # A guess already made is taken for right as long as that is possible.
            belief = told if told.count else belief
        return [_guess(move, belief.chance(move.seat, move.item), belief) for move in view.moves]
    drawn = _samples(view, rng, noted=view.setup.option("declared_guesses") == "notes")
    fitting = [codes for codes in drawn if all(codes[g.seat - 1] >> g.item & 1 for g in made)] or drawn
    found = []
    for move in view.moves:
        chance = sum(codes[move.seat - 1] >> move.item & 1 for codes in fitting) / len(fitting)
        error = error_of_share(chance, len(fitting))
        reason = say("right with chance {chance}", chance=in_percent(chance, sampled=True))
        found.append(Advice(move, chance, reason, error=error, kind="sampled", unit="right"))
    return found


def _guess(move: EntracteMove, chance: float, belief: Belief) -> Advice[EntracteMove]:
    key = "certain" if chance == 1 else "right with chance {chance}" if chance else "cannot be"
    reason = say(key, chance=in_percent(chance, 1))
    return Advice(move, chance, reason, details={"worlds": belief.count}, unit="right")


def token_advice(
    setup: Setup,
    seat: int,
    last: Card,
    moves: Sequence[tuple[EntracteMove, Card]],
    worlds: Sequence[Sequence[int]],
    names: Sequence[str],
) -> list[Advice[EntracteMove]]:
    """Advice on a competitive turn: cards by the entropy of the tokens they bring in sampled `worlds`."""
    found: list[Advice[EntracteMove]] = []
    for move, card in moves:
        if move.kind is not Kind.PLAY:
            text = "nothing is played" if move.kind is Kind.PASS else "three new cards, once a game"
            found.append(Advice(move, 0.0, say(text), kind="heuristic", unit="bits"))
            continue
        pair, total = setup.parts.matched(last, card), len(worlds)
        seen = Counter(tuple(bool(codes & pair) for codes in world) for world in worlds)
        bits = -sum(n / total * math.log2(n / total) for n in seen.values())
        # The error of a plug-in entropy: the spread of its terms over the samples.
        spread = sum(n * (math.log2(n / total) + bits) ** 2 for n in seen.values()) / total
        chances = [sum(n for key, n in seen.items() if key[s]) / total for s in range(setup.players)]
        reason = say(
            "{bits} bits about the others; a token from {names}; an own token"
            if chances[seat - 1]
            else "{bits} bits about the others; a token from {names}; no own token",
            bits=figure(bits, 2),
            names=tokens_from(names, chances, seat),
        )
        details = {"bits": bits, "signals": chances, "samples": total}
        error = math.sqrt(spread / total)
        found.append(Advice(move, bits, reason, error=error, kind="sampled", details=details, unit="bits"))
    return sorted(found, key=lambda item: -item.value)
