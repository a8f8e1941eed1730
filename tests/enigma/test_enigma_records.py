"""Records: positions and views of random games come back from their text, for every seat."""

import random
from contextlib import suppress
from pathlib import Path

import pytest
from amount import examples
from hypothesis import given
from hypothesis import strategies as st

from deduce.games.base import CHANCE
from deduce.ground.errors import DeduceError, RecordError
from deduce.records.record import read_record
from deduce.rulebook.notes import read
from deduce_models.enigma.game import GAME
from deduce_models.enigma.rules.phases import DOUBTING, WINDOW

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "icons": st.just("free"),
        "extra_peek": st.just(False),
        "late_naming": st.just(False),
        "claim_face_up": st.just(True),
        "keeper": st.just(2),
        "slots": st.just(7),
    },
)


def parse(record):
    return read(GAME, record)


def text_of(state, seat=None):
    """A position as the record of its game, or what one seat saw of it."""
    return GAME.written([state], [], {}, seat=seat)


def random_state(seed: int, players: int, moves: int, options: dict[str, object]):
    rng = random.Random(seed)
    state = GAME.new(players=players, seed=seed, **options)
    made = 0
    while state.actor is not None and (
        made < moves or state.actor is CHANCE or state.phase in (DOUBTING, WINDOW)
    ):
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
        made += 1
    return state


@examples(8)
@given(st.integers(0, 10**6), st.integers(2, 5), st.integers(0, 200), OPTIONS)
def test_texts_round_trip(seed: int, players: int, moves: int, options: dict[str, object]):
    state = random_state(seed, players, moves, options)
    assert parse(read_record(text_of(state))).state == state
    for seat in {0, seed % (players + 1)}:
        view = state.view(seat)
        told = parse(read_record(text_of(state, seat))).view(None)
        assert told.entries == view.entries
        assert told.face._replace(moves=()) == view.face._replace(moves=())


@examples(7)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_damaged_records_are_refused_kindly_or_understood(seed: int, rng: random.Random):
    text = text_of(random_state(seed, 3, 60, {}), 1)
    lines = text.split("\n")
    words = [(i, word) for i, line in enumerate(lines) for word in line.split(" ") if word]
    number, word = rng.choice(words)
    other = rng.choice(words)[1]
    lines[number] = lines[number].replace(word, rng.choice(["", other, word[:1], "x", "99", ","]), 1)
    damaged = "\n".join(lines)
    # Either it can be understood, or the refusal is an error meant for the person who typed it.
    with suppress(DeduceError):
        assert parse(read_record(damaged)).view(1).seats in range(2, 6)
        assert GAME.solve(read_record(damaged)).status in (0, 1)


def test_a_doubt_to_be_decided():
    text = """game: enigma
players: Ann Bob Cid
me: Cid
character: Medium

Ann peeks 3, claims Bombe, ?
"""
    report = GAME.advise_record(read_record(text))
    assert {each["move"] for each in report.data["advice"]} == {"doubt", "trust"}
    assert "lie with a chance of" in report.text
    assert GAME.solve(read_record(text)).data["layouts"] == 362880


def test_a_view_is_worth_no_more_than_its_own_record():
    state = random_state(5, 4, 80, {})
    for seat in range(5):
        record = read_record(text_of(state, seat))
        complete = GAME.solve(read_record(text_of(state)), seat=seat)
        assert GAME.solve(record).data["layouts"] == complete.data["layouts"]
        assert GAME.solve(record).data["cells"] == complete.data["cells"]


def test_a_data_file_is_looked_for_beside_the_record(tmp_path, monkeypatch):
    (tmp_path / "notes").mkdir()
    mansion = (Path(__file__).parent / "mansion6.toml").read_text()
    (tmp_path / "notes" / "mine.toml").write_text(mansion)
    file = tmp_path / "notes" / "evening.txt"
    file.write_text("game: enigma\nplayers: Ann Bob Cid\ndata: mine.toml\n\n")
    monkeypatch.chdir(tmp_path)
    assert GAME.solve(read_record(file)).data["layouts"] == 720
    with pytest.raises(RecordError, match=r"line 3, column 7: data: 'a.*b' cannot be read"):
        parse(read_record(file.read_text().replace("mine.toml", "a\0b")))


def test_very_long_numbers_are_refused():
    text = "game: enigma\nplayers: Ann Bob Cid\n\nAnn peeks " + 5000 * "9" + "\n"
    with pytest.raises(RecordError, match=r"line 4, column 11: .*expected Ann to choose: peek 1, peek 2"):
        parse(read_record(text))


def test_players_may_be_a_number_and_the_writer_a_seat():
    notes = "game: enigma\nplayers: {}\n{}: {}\ncharacter: Wanderer\n\nP1 peeks 3, claims Bombe\nP2 peeks 4 =Tome\n"
    said = {
        parse(read_record(notes.format(*each)))
        for each in (("P1 P2", "me", "P2"), ("2", "seat", "2"), ("2", "me", "P2"))
    }
    assert {(each.names, each.me) for each in said} == {(("P1", "P2"), 2)}
    assert len({each.view() for each in said}) == 1
    (replay, *_) = said
    assert list(replay.moments()) == ["p1.1", "p2.1"]
    assert (
        replay.upto("P1.1").view(2).entries
        == replay.view(2).entries[: len(replay.upto("P1.1").view(2).entries)]
    )
    assert [said.line.number for said in replay.upto("P1.1").said] == [6]
    bystander = parse(
        read_record(
            notes.format("2", "seat", "0").replace("character: Wanderer\n", "").replace(" =Tome", "")
        )
    )
    assert bystander.me == 0


def test_where_one_player_has_two_turns_in_a_row_the_end_of_the_first_is_written():
    """Unsaid, the mission of the next turn was read as one of this turn, and the game could not be written."""
    options = {"icons": "free", "slots": 7, "keeper": 2, "claim_face_up": True}
    state = random_state(2, 2, 11, options)
    assert [str(move) for move in state.history[-3:]] == ["open 8", "end", "mission"]
    for seat in (None, 0, 1, 2):
        text = text_of(state, seat)
        assert ", end\nP1 mission" in text
        assert seat is not None or parse(read_record(text)).state == state
