"""Complete positions with a given view: cards by their chances, the phrase from the exact posterior."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from deduce.ground.errors import IllegalMove
from deduce.rulebook import RulesError, State, View
from deduce.rulebook.run import Run
from deduce_models.initiative.components.mission import Front
from deduce_models.initiative.knowledge.posterior import read_windows
from deduce_models.initiative.knowledge.unseen import deal_hidden

TRIES = 300
"""How often cards are dealt again until everybody who passed had to."""


def resample(view: View, rng: random.Random) -> State:
    """A position with this view, drawn from what is possible for its seat: the same evening, with other cards unseen."""
    from deduce.games.given import rng_of

    setting, seen, run = view.setting, view.seen_face._replace(skips=()), view.behind
    rng_of(rng)
    phrase = read_windows(seen).phrases(1, np.random.default_rng(rng.getrandbits(63)))[0].split()
    secret = _windows(seen.setup.front, phrase)
    codes = seen.setup.deck.codes
    given = setting.data.given(secret)
    for _ in range(TRIES):
        hands, _ = deal_hidden(seen, rng)  # skips are held against the whole game below
        held = {seat: {codes[card] for card in hand} for seat, hand in enumerate(hands, 1)}
        drawn = _draws(run, held, rng)
        history = [text if text is not None else drawn.pop() for text in run.history]
        try:
            return State(Run.live(setting, history, given=given))
        except IllegalMove as error:  # who passed held nothing that could be played
            last = error
    raise RulesError(f"no whole game was found behind what seat {view.seat} heard: {last}") from last


def _windows(front: Front, phrase: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    secret = []
    for word, texts in zip(front.words, phrase, strict=True):
        row, place = [], 0
        for window in word:
            row.append(texts[place : place + window.size])
            place += window.size
        secret.append(tuple(row))
    return tuple(secret)


def _draws(run: Run, held: dict[int, set[str]], rng: random.Random) -> list[str]:
    """The draws that nobody here saw, the last one first, so that the hands become those that are `held`.

    Backwards in time: a card that was played was held before, and each draw brought one of those held after it. After
    the flip only cards that came into the deck again could be drawn, and any of these with equal chances.
    """
    table = run.table
    turned: Any = table.open.reshuffled
    again, left = frozenset(turned), len(table.data.setup.deck.numbers)
    late: dict[int, bool] = {}
    for number, event in enumerate(table.log):
        if event.kind == "draw" and not event.said.startswith("gas "):
            late[number], left = left <= 0, left - 1
    owner: Mapping[Any, int] = {id(zone): seat for seat, zone in table.open.hands.items()}
    found: list[str] = []
    for number in range(len(table.log) - 1, -1, -1):
        event = table.log[number]
        if event.kind == "choose" and event.seat in held and event.value[0] in ("play", "special"):
            held[event.seat].update(event.value[1:2] if event.value[0] == "play" else event.value[1:])
        elif event.kind == "draw" and event.said.startswith("gas "):
            held[int(event.said.split()[1])].add(event.value)
        elif event.kind == "draw" and event.about[0] is not None:
            hand = held[owner[id(event.about[0])]]
            if event.value is not None:
                hand.discard(event.value)
                continue
            able = sorted(hand & again) if late[number] else sorted(hand)
            card = rng.choice(able)
            hand.remove(card)
            found.append(event.said.replace("{}", card))
    return found
