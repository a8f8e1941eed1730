"""``deduce advise RECORD``: from a record to advice for the seat whose turn it has come to."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from deduce.games.base import Advice, chance_from
from deduce.ground.errors import ProblemError
from deduce.ground.report import Report
from deduce.ground.wording import as_is, in_percent, passage, say
from deduce.rulebook.advising import decides, ranked_rows
from deduce.show.answers import why_not
from deduce_models.entracte.advice.advice import advise
from deduce_models.entracte.advice.contest import by_cards, declaring, prospect
from deduce_models.entracte.advice.evaluation import Evaluation
from deduce_models.entracte.advice.informed import turn_advice
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.components.parts import Card
from deduce_models.entracte.knowledge.belief import Belief
from deduce_models.entracte.knowledge.evidence import Evidence
from deduce_models.entracte.knowledge.model import knowledge_of, masks_of
from deduce_models.entracte.records.reading import Replay
from deduce_models.entracte.rules.setup import DECLARE, EXCHANGE, STOP, EntracteMove, Kind

Ranked = Sequence[Advice[EntracteMove]]

SURE = 1 - 1e-12
GAPS = "(The notes have gaps, so cards are judged by the bits they bring; they were not searched.)"


def advise_replay(
    told: Replay, *, seat: int | None = None, rng: int = 0, time_limit: float | None = None
) -> Report:
    """Advice for the seat to move (a complete record), or for the writer's hand (one seat's record).

    It is that of `Game.advise`; only notes with gaps, which do not make a view, are judged by bits instead. Raises
    `ProblemError` when the record does not tell enough: no writer, no own code, cards missing.
    """
    names, generator = told.names, chance_from(rng)
    if told.me is None:
        actor = decides(told, seat)
        found = advise(told.state.view(actor).face, generator, time_limit=time_limit, names=names)
        return _report(names[actor - 1], found, names)
    if not told.me or seat not in (None, told.me):
        raise ProblemError(
            say("advice is for the writer of the record: it needs 'me:', 'code:' and 'hand:'")
        )
    guesses = _guesses(told.evidence)
    if guesses is not None:
        return _report(names[told.me - 1], guesses, names)
    hand = _hand(told)
    notes: list[str] = []
    view = told.to_play()
    if view is not None and knowledge_of(told.evidence).count():
        ranked: Ranked = advise(view, generator, time_limit=time_limit, names=names)
    else:
        ranked = _by_bits(told.evidence, hand, generator)
        notes = [] if told.evidence.setup.competitive else [say(GAPS)]
    waiting = told.evidence.now.due
    if waiting != told.me:
        turn = "(It is {who}'s turn; this is what the cards would be worth now.)"
        notes.append(say(turn, who=as_is(names[waiting - 1])))
    report = _report(names[told.me - 1], ranked, names)
    more = {"waiting": names[waiting - 1]} if waiting != told.me else {}
    return Report(passage([*notes, report.text]), {**report.data, **more})


def _guesses(told: Evidence) -> Ranked | None:
    """What to guess where everybody has agreed to stop, which needs no hand; None before that, and of two codes each."""
    behind = max((k for k, entry in enumerate(told.entries) if entry.turn), default=-1) + 1
    agreed = {entry.seat for entry in told.entries[behind:] if entry.kind in ("stop", "agree")}
    if told.setup.competitive or len(agreed) < len(told.names) or told.hands[told.me - 1]:
        return None
    knowledge = knowledge_of(told)
    knowledge.count()  # raises the contradiction, with its conflict
    done = {seat for entry in told.entries if entry.seat == told.me for seat, _ in entry.guesses}
    found = []
    for seat, name in enumerate(told.names, 1):
        if seat not in (told.me, *done):
            chances = knowledge.marginals(knowledge.problem["code"][name])
            for code, move in zip(told.setup.parts.codes, told.setup.guesses[seat], strict=True):
                chance = chances.get(code.name, 0.0)
                key = "certain" if chance >= SURE else "cannot be" if chance <= 0 else "right with {chance}"
                found.append(Advice(move, chance, say(key, chance=in_percent(chance)), unit="right"))
    return sorted(found, key=lambda item: -item.value)


def _hand(told: Replay) -> tuple[Card, ...]:
    """The writer's hand now. Raises `ProblemError` when it was not fully noted."""
    evidence, me = told.evidence, told.me or 0
    if not evidence.hands[me - 1]:
        raise ProblemError(
            say("the record does not say which cards you hold: add 'hand: CARD ; CARD ; CARD'")
        )
    for step in evidence.steps:
        entry = step.entry
        if entry.seat == me and entry.kind == "play" and entry.card not in step.hand:
            raise told.error(
                step.number, "this card is not in the hand that was noted (was a draw left out?)"
            )
    cards = tuple(_whole(card) for card in evidence.now.hand)
    if not cards:
        raise ProblemError("the hand after the exchange was not noted: add '; draws CARD / CARD / CARD'")
    return cards


def _whole(card: Partial) -> Card:
    values = tuple(value for value in card if value is not None)
    if len(values) != len(card):
        raise ProblemError("advice needs every value of the last card and of the cards in hand")
    return values


def _by_bits(told: Evidence, hand: Sequence[Card], rng: random.Random) -> Ranked:
    """The cards of a hand by what they tell, from notes that do not make a view."""
    setup, me, now = told.setup, told.me, told.now
    code = told.codes[me - 1]
    if not code:
        raise ProblemError("advice needs your own code: add 'code:' to the header")
    last = _whole(now.last)
    moves: list[tuple[EntracteMove, Card]] = [
        (EntracteMove(Kind.PLAY, -1, 0, f"play {setup.parts.card_text(card)}"), card)
        for card in hand
        if setup.competitive or not setup.barred(last, card) & code
    ]
    if not now.exchanged >> me & 1:
        moves.append((EXCHANGE, ()))
    knowledge_of(told).count()  # raises the contradiction, with its conflict
    if setup.competitive:
        return _competing(told, last, moves, random.Random(rng.getrandbits(32)))
    moves.append((STOP, ()))
    mine, public = Belief(masks_of(told)), Belief(masks_of(told.seen_by(0)))
    mine = mine.knowing(me, code)
    seen = frozenset([*(_whole(card) for card in now.row if None not in card), *hand])
    return turn_advice(Evaluation(setup, me, code, mine, public, last, seen), moves, told.names)


def _competing(
    told: Evidence, last: Card, moves: Sequence[tuple[EntracteMove, Card]], rng: random.Random
) -> Ranked:
    """The cards of a competitive hand; declaring, which any turn's end allows, first where it is time, else last."""
    found = by_cards(told, last, moves, rng, told.names)
    if any(entry.kind == "declare" and entry.seat == told.me for entry in told.entries):
        return found
    promised = prospect(told, rng, 1 + sum(entry.kind in ("play", "unseen") for entry in told.entries))
    said = declaring(promised, DECLARE)
    if promised.good:
        return [replace(said, value=math.inf), *found]
    lowest = min((item.value for item in found), default=0.0)
    return [*found, replace(said, value=lowest - 1, unit="compared")]


def _report(name: str, ranked: Ranked, names: Sequence[str]) -> Report:
    rows: list[str] = [say("Advice for {who}:", who=as_is(name))]
    # Guesses that cannot be right are told by their number.
    shown = [item for item in ranked if item.move.kind is not Kind.GUESS or item.value > 0] or list(ranked)
    rows += ranked_rows(shown, lambda move: _said(move, names))
    if left := len(ranked) - len(shown):
        rows.append(say("(Another {number:guess/guesses} cannot be right.)", number=left))
    rows += why_not(
        [
            Advice(_said(item.move, names), item.value, item.reason, item.error, item.kind, unit=item.unit)
            for item in shown[:2]
        ]
    )
    plain = [
        item.to_dict() | {"value": item.value if math.isfinite(item.value) else None} for item in ranked
    ]
    return Report(passage(rows), {"player": name, "advice": plain})


def _said(move: EntracteMove, names: Sequence[str]) -> str:
    """A move with players called by their names."""
    text = str(move)
    return (
        text.replace(f"guess {move.seat} ", f"guess {names[move.seat - 1]} ", 1)
        if move.kind is Kind.GUESS
        else text
    )
