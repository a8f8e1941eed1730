"""Notes are run by the rules: the view of a record is that of the game, and where they have gaps tells what they tell."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from amount import examples
from entracte_notes import text_of
from entracte_tools import EXAMPLES, evening, noted, random_state, table
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.errors import RecordError
from deduce.records.record import read_record
from deduce_models.entracte.game import GAME
from deduce_models.entracte.knowledge.evidence import Evidence, evidence_of
from deduce_models.entracte.records.reading import parse

MODES = st.sampled_from(["cooperative", "competitive"])


@examples(10)
@given(st.integers(2, 4), MODES, st.integers(0, 2**32), st.integers(0, 40))
def test_the_view_of_notes_is_the_view_of_the_game(players: int, mode: str, seed: int, steps: int) -> None:
    luck = random.Random(seed)
    state = random_state(table(players, mode=mode), luck, steps=steps)
    for seat in luck.sample(range(players + 1), 2):
        view = state.view(seat)
        told = evidence_of(view)
        again = parse(read_record(text_of(told))).view()
        assert not again.setting.data.noted
        assert evidence_of(again) == told
        # Who holds which of the first cards, and in which order, is not noted; the moves of the writer are.
        same = {"log": (), "moves": ()}
        assert replace(again.face, **same) == replace(view.face, **same) or view.actor is not again.actor
        assert GAME.knowledge(again).count() == GAME.knowledge(view).count()
        if seat and view.actor == seat == again.actor:
            assert sorted(map(str, again.moves)) == sorted(map(str, view.moves))


def with_gaps(told: Evidence, rng: random.Random) -> Evidence:
    """The same with something left out: values of cards, tokens, turns, the hand, draws, the own code."""
    entries = list(told.entries)
    for number, entry in enumerate(entries):
        what = rng.randrange(6)
        if entry.kind == "play" and what == 0:
            card = tuple(value if rng.random() < 0.6 else None for value in entry.card)
            entries[number] = entry._replace(card=card)
        elif entry.kind == "play" and what == 1:
            entries[number] = entry._replace(tokens=0, unsure=entry.tokens)
        elif entry.turn and what == 2:
            entries[number] = entry._replace(
                kind="unseen", card=(), tokens=0, unsure=0, drawn=(), listed=None
            )
        elif what == 3:
            entries[number] = entry._replace(drawn=())
    left = replace(told, entries=tuple(entries))
    if rng.random() < 0.3:
        left = replace(left, hands=((),) * len(told.names))
    return replace(left, codes=(0,) * len(told.names)) if rng.random() < 0.3 else left


@given(st.integers(2, 4), MODES, st.integers(0, 2**32), st.integers(0, 40))
def test_notes_with_gaps_tell_by_their_view_what_they_tell(
    players: int, mode: str, seed: int, steps: int
) -> None:
    rng = random.Random(seed)
    state = random_state(table(players, mode=mode), rng, steps=steps)
    seat = rng.randrange(players + 1)
    left = with_gaps(evidence_of(state.view(seat)), rng)
    try:
        replay = parse(read_record(text_of(left)))
    except RecordError:  # a draw that is left out may make later cards impossible
        return
    view = replay.view()
    assert evidence_of(view) == replay.evidence
    assert str(view)


@pytest.mark.parametrize(
    "name", ["evening.txt", "competitive.txt", "own_words.txt", "forgotten_token.txt", "rulebook.txt"]
)
def test_the_shipped_evenings_are_run_by_the_rules(name: str) -> None:
    replay = evening(name)
    view = replay.view()
    assert evidence_of(view) == replay.evidence
    assert bool(view.setting.data.noted) == (name == "rulebook.txt")  # of one of its cards nothing is known
    known = GAME.knowledge(view)
    solved = GAME.solve(read_record(EXAMPLES / name))
    assert known.is_consistent() == (solved.status == 0)
    if solved.status == 0:
        assert solved.data["sheet"]


def test_what_knowledge_quotes_is_where_it_was_noted() -> None:
    known = GAME.knowledge(evening("evening.txt").view())
    places = {statement.place for statement in known.log}
    assert "line 13" in places


def test_notes_that_the_rules_refuse_still_have_a_view() -> None:
    """Ann's own card matched her own code: what follows is a contradiction, not a line that cannot be read."""
    text = (EXAMPLES / "evening.txt").read_text().replace("code: ", "code: hand forward # ", 1)
    told = noted(text)
    view = parse(read_record(text)).view()
    assert view.setting.data.noted
    assert evidence_of(view) == told
