"""Notes are run by the rules: the view of a record is that of the game, and where they have gaps tells what they tell."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from amount import amount, examples, some
from entracte_notes import text_of
from entracte_tools import EXAMPLES, evening, noted, random_state, table
from hypothesis import given
from hypothesis import strategies as st

from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError, RecordError
from deduce.records.record import read_record
from deduce.rulebook import State
from deduce_models.entracte.game import GAME
from deduce_models.entracte.knowledge.evidence import Evidence, evidence_of
from deduce_models.entracte.records.reading import parse
from deduce_models.entracte.rules.setup import Kind

MODES = st.sampled_from(["cooperative", "competitive"])


@examples(7)
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


def test_found_by_a_planted_fault_a_view_of_notes_with_gaps_counts_no_card_of_the_deck_twice() -> None:
    """Of 48 cards 12 were dealt, one lies there, two were drawn; 83 were said to be left. It is not shown any more."""
    view = evening("rulebook.txt").view()
    assert (view.face.deck_size, str(view).splitlines()[0]) == (48 - 15, "Row of 3 (it ends at 13):")


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


def guessing(seed: int, **options: object) -> State:
    """A game at its first guess."""
    luck = random.Random(seed)
    state = table(3, **options)
    while state.actor is CHANCE or state.moves()[0].kind is not Kind.GUESS:
        state = state.play(state.draw(luck) if state.actor is CHANCE else luck.choice(state.moves()))
    return state


@pytest.mark.parametrize("guesses", ["together", "in_turn"])
@pytest.mark.parametrize("mode", ["cooperative", "competitive"])
def test_behind_guesses_the_view_of_notes_is_that_of_the_game(mode: str, guesses: str) -> None:
    """Guess by guess, whoever notes them: who is to guess, what may be, what is shown and, in the end, the result."""
    over, games = 0, amount(1, 3)
    for seed in range(games):
        luck = random.Random(seed)
        state = guessing(seed, mode=mode, guesses=guesses)
        seats = [0, 1, 2, 3]
        while state.actor is not None:
            state = state.play(luck.choice(state.moves()))
            seats = [*seats[1:], seats[0]]  # by day two of them, in turn; at the end all
            for seat in some(seats, 2) if state.actor is not None else seats:
                view = state.view(seat)
                again = parse(read_record(text_of(evidence_of(view)))).view()
                if state.actor is None:
                    over += 1
                    assert (again.scores, str(again)) == (view.scores, str(view))
                elif guesses == "in_turn" or (view.actor == seat and view.face.guesses[seat - 1]):
                    assert again.actor == view.actor
                    assert sorted(map(str, again.moves)) == sorted(map(str, view.moves))
                assert again.face.guesses == view.face.guesses
    assert over == 4 * games


def test_guesses_are_noted_in_any_order() -> None:
    """Those of others are shown when all have guessed: until then they stand beside what has happened."""
    state = guessing(1)
    luck = random.Random(1)
    while state.actor is not None:
        state = state.play(luck.choice(state.moves()))
    *lines, ann, bob, cid = text_of(evidence_of(state.view(1))).splitlines()
    for rows in itertools.permutations((ann, bob, cid)):
        replay = parse(read_record("\n".join([*lines, *rows])))
        assert replay.view().scores == state.scores
        assert [entry.seat for entry in replay.evidence.entries[-3:]] == [1, 2, 3]
    replay = parse(read_record("\n".join([*lines, cid, ann])))
    assert [entry.seat for entry in replay.evidence.entries[-2:]] == [3, 1]
    assert replay.view().actor == 2
    assert not any(replay.view().face.guesses[1:])


def test_who_has_guessed_has_nothing_left_to_decide() -> None:
    text = (EXAMPLES / "own_words.txt").read_text(encoding="utf-8")
    with pytest.raises(ProblemError, match="nobody has to decide"):
        GAME.advise_record(read_record(text))
    lines = text.splitlines()
    before = GAME.advise_record(read_record("\n".join(lines[:-1])))
    assert before.data["advice"][0]["move"] == "guess 2 sex alternate"


def test_where_all_have_agreed_whoever_reads_is_offered_guesses() -> None:
    """Others guess unseen, perhaps before: the writer's own guess does not wait for their lines."""
    text = text_of(evidence_of(guessing(2).view(3)))
    moves = GAME.advise_record(read_record(text)).data["advice"]
    assert {each["move"].partition(" ")[0] for each in moves} == {"guess"}
