"""Advice: the legal moves ranked, each with its figures and a sentence. Exact in the cooperative game.

Cards and exchange are valued in bits for the team (see `measure`), stopping by the bits it would leave open,
guesses by their chance of being right. In the competitive game bits are estimated from sampled worlds.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

from deduce.games.base import Advice
from deduce_models.entracte.advice.value import Outlook
from deduce_models.entracte.components.parts import Card
from deduce_models.entracte.knowledge.belief import Belief, belief_of, public_belief
from deduce_models.entracte.knowledge.resample import code_sampler
from deduce_models.entracte.records.positions import NAMES
from deduce_models.entracte.rules.setup import EntracteMove, Kind, Setup
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["EXCHANGE_BELOW", "SAMPLES", "advise", "token_advice", "turn_advice"]

EXCHANGE_BELOW = 1.0
"""Exchange when the best card is worth fewer bits than this, and a new hand promises more."""

SAMPLES = 200


def advise(view: EntracteView, *, rng: int = 0, names: Sequence[str] = NAMES) -> list[Advice[EntracteMove]]:
    """The legal moves of `view`, best first; `names` are used in the sentences. Takes milliseconds."""
    if not view.moves:
        return []
    kind = view.moves[0].kind
    if kind is Kind.GUESS:
        advice = _guesses(view, rng)
    elif kind in (Kind.AGREE, Kind.SILENT):
        advice = _ending(view, rng)
    elif view.setup.competitive:
        cards = view.setup.parts.cards
        moves = [(move, cards[move.item] if move.kind is Kind.PLAY else ()) for move in view.moves]
        advice = token_advice(view.setup, view.seat, cards[view.row[-1]], moves, _samples(view, rng), names)
    else:
        cards = view.setup.parts.cards
        moves = [(move, cards[move.item] if move.kind is Kind.PLAY else ()) for move in view.moves]
        advice = turn_advice(Outlook.of(view), moves, names)
    return sorted(advice, key=lambda item: -item.value)


def turn_advice(
    outlook: Outlook, moves: Sequence[tuple[EntracteMove, Card]], names: Sequence[str]
) -> list[Advice[EntracteMove]]:
    """Advice on a cooperative turn; `moves` pairs each move with its card (empty for other moves)."""
    worths = {move: outlook.worth(card) for move, card in moves if move.kind is Kind.PLAY}
    best = max((worth.bits for worth in worths.values()), default=0.0)
    found: list[Advice[EntracteMove]] = []
    for move, worth in worths.items():
        tokens = ", ".join(
            f"{names[seat - 1]} {chance:.0%}"
            for seat, chance in enumerate(worth.signals, 1)
            if seat != outlook.seat
        )
        reason = f"{worth.bits:.2f} bits for the team; a token from {tokens}; "
        reason += f"tells {worth.leak:.2f} bits about the own code"
        details = {"bits": worth.bits, "signals": list(worth.signals), "leak": worth.leak}
        found.append(Advice(move, worth.bits, reason, details=details))
    for move, _ in moves:
        if move.kind is Kind.EXCHANGE:
            found.append(_exchange(move, outlook, best))
        elif move.kind is Kind.STOP:
            found.append(_stop(move, outlook))
        elif move.kind is Kind.PASS:
            found.append(Advice(move, 0.0, "no card of the hand may be played"))
    return sorted(found, key=lambda item: -item.value)


def _exchange(move: EntracteMove, outlook: Outlook, best: float) -> Advice[EntracteMove]:
    promised = outlook.exchange()
    details = {"bits": promised, "best_card": best}
    if best < EXCHANGE_BELOW and promised > best:
        reason = f"a new hand promises {promised:.2f} bits, the best card now only {best:.2f}"
        return Advice(move, promised, reason, details=details)
    # Once a game: as long as a card is worth a bit, the exchange is kept for a worse hand.
    reason = f"a new hand promises {promised:.2f} bits; worth keeping while a card brings {best:.2f}"
    return Advice(move, min(promised, best) - 1e-9, reason, kind="heuristic", details=details)


def _stop(move: EntracteMove, outlook: Outlook) -> Advice[EntracteMove]:
    mine = outlook.mine
    details = {"worlds": mine.count, "everyone_sure": outlook.public.everyone_sure}
    if outlook.public.everyone_sure:
        return Advice(move, math.inf, "everyone is sure of every code", details=details)
    reason = f"{mine.count} worlds are left to guess among ({mine.bits:.1f} bits open)"
    return Advice(move, -max(mine.bits, outlook.public.bits), reason, details=details)


def _ending(view: EntracteView, rng: int) -> list[Advice[EntracteMove]]:
    """Voting to stop, or declaring: yes when everything is certain."""
    if view.setup.competitive:
        chance, how = _all_right(view, rng), "the best guesses are all right"
        kind = "sampled"
    else:
        sure = public_belief(view).everyone_sure
        chance, how = (1.0 if sure else 1 / max(1, belief_of(view).count)), "the own guesses are all right"
        kind = "exact"
    found = []
    for move in view.moves:
        ends = move.kind in (Kind.AGREE, Kind.DECLARE)
        value = chance if ends else (0.5 if chance < 1 else 0.0) + 0.5 * (chance < 1)
        reason = f"chance that {how}: {chance:.0%}"
        error = math.sqrt(chance * (1 - chance) / SAMPLES) if kind == "sampled" else 0.0
        found.append(Advice(move, value, reason, error=error, kind=kind))
    return found


def _all_right(view: EntracteView, rng: int) -> float:
    drawn = _samples(view, rng)
    return Counter(drawn).most_common(1)[0][1] / len(drawn)


def _samples(view: EntracteView, rng: int) -> list[tuple[int, ...]]:
    generator, draw = random.Random(rng), code_sampler(view)
    return [draw(generator) for _ in range(SAMPLES)]


def _guesses(view: EntracteView, rng: int) -> list[Advice[EntracteMove]]:
    made = view.guesses[view.seat - 1]
    if not view.setup.competitive:
        belief = belief_of(view)
        for guess in made:
            told = belief.knowing(guess.seat, 1 << guess.item)
            # A guess already made is taken for right as long as that is possible.
            belief = told if told.count else belief
        return [_guess(move, belief.chance(move.seat, move.item), belief) for move in view.moves]
    drawn = _samples(view, rng)
    fitting = [codes for codes in drawn if all(codes[g.seat - 1] >> g.item & 1 for g in made)] or drawn
    found = []
    for move in view.moves:
        chance = sum(codes[move.seat - 1] >> move.item & 1 for codes in fitting) / len(fitting)
        error = math.sqrt(chance * (1 - chance) / len(fitting))
        found.append(Advice(move, chance, f"right with chance {chance:.0%}", error=error, kind="sampled"))
    return found


def _guess(move: EntracteMove, chance: float, belief: Belief) -> Advice[EntracteMove]:
    reason = "certain" if chance == 1 else f"right with chance {chance:.1%}" if chance else "cannot be"
    return Advice(move, chance, reason, details={"worlds": belief.count})


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
            found.append(Advice(move, 0.0, text, kind="heuristic"))
            continue
        pair, total = setup.parts.matched(last, card), len(worlds)
        seen = Counter(tuple(bool(codes & pair) for codes in world) for world in worlds)
        bits = -sum(n / total * math.log2(n / total) for n in seen.values())
        # The error of a plug-in entropy: the spread of its terms over the samples.
        spread = sum(n * (math.log2(n / total) + bits) ** 2 for n in seen.values()) / total
        chances = [sum(n for key, n in seen.items() if key[s]) / total for s in range(setup.players)]
        tokens = ", ".join(f"{names[s]} {chances[s]:.0%}" for s in range(setup.players) if s != seat - 1)
        own = "an own token" if chances[seat - 1] else "no own token"
        reason = f"{bits:.2f} bits about the others; a token from {tokens}; {own}"
        details = {"bits": bits, "signals": chances, "samples": total}
        error = math.sqrt(spread / total)
        found.append(Advice(move, bits, reason, error=error, kind="sampled", details=details))
    return sorted(found, key=lambda item: -item.value)
