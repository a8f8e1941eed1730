"""The rulebook's example game: it replays, its counts are the golden ones, and its remarks hold."""

from pathlib import Path

import numpy as np
import pytest
from amount import some

from deduce.ground.errors import DeduceError
from deduce.records.record import Record, read_record
from deduce.rulebook.notes import NotesReplay, read
from deduce_models.enigma.game import GAME
from deduce_models.enigma.knowledge.evidence import HardStep, evidence_of, steps
from deduce_models.enigma.knowledge.layouts import LayoutHistory, follow
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.setup import bits

EXAMPLE = Path(__file__).parents[2] / "examples" / "enigma" / "rulebook.txt"
EVENTS = ["P1.1", "P2.1", "P3.1", "P4.1", "P1.2", "P2.2", "P3.2", "P4.2", "P1.3"]
EVENTS += ["P2.3a", "P2.3b", "P3.3a", "P3.3b", "P4.3", "P1.4"]


def parse(record):
    return read(GAME, record)


@pytest.fixture(scope="module")
def record() -> Record:
    return read_record(EXAMPLE)


@pytest.fixture(scope="module")
def tale(record: Record) -> NotesReplay:
    return parse(record)


def test_it_replays_event_by_event(tale: NotesReplay):
    assert [name for name in tale.moments() if name not in ("p2.3", "p3.3")] == [
        name.casefold() for name in EVENTS
    ]
    told = {  # Time, then what each player holds (C, D, S for Silence, x for eliminated), then what lies open
        "P1.1": (1, ["D", "", "", ""], []),
        "P2.1": (1, ["D", "", "S", ""], [4]),
        "P3.1": (1, ["D", "", "", ""], [4]),
        "P4.1": (1, ["D", "", "", ""], [4]),
        "P1.2": (2, ["DS", "", "", ""], [4]),
        "P2.2": (2, ["DS", "D", "", "S"], [4, 7]),
        "P3.2": (2, ["DS", "D", "C", "S"], [4, 7]),
        "P2.3a": (3, ["D", "C", "C", ""], [4, 7]),
        "P2.3b": (3, ["D", "CD", "C", ""], [4, 7]),
        "P3.3a": (3, ["D", "CD", "C", ""], [4, 7]),
        "P4.3": (3, ["D", "CD", "x", "D"], [4, 7, 9]),
        "P1.4": (4, ["D", "CD", "x", "D"], [4, 6, 7, 8, 9]),
    }
    for name in told:
        state = tale.upto(name).state
        marks = [
            "".join(
                mark
                for mark, mask in (
                    *(("C", state.chaos), ("D", state.keys)),
                    *(("S", state.silent), ("x", state.out)),
                )
                if mask >> seat & 1
            )
            for seat in range(1, 5)
        ]
        assert (state.time, marks, [at + 1 for at in bits(state.up)]) == told[name], name
    assert tale.state.scores == (1.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("seat", "counts"),
    [
        (1, {"P1.1": 40320, "P2.1": 5040, "P3.1": 5040, "P1.2": 720, "P2.2": 96, "P3.2": 96, "P4.2": 96,
             "P1.3": 18, "P2.3a": 54, "P2.3b": 36, "P3.3a": 36, "P3.3b": 4, "P4.3": 4}),
        (2, {"P1.1": 362880, "P2.1": 40320, "P3.1": 40320, "P1.2": 5040, "P2.2": 120, "P3.2": 120, "P4.2": 120,
             "P1.3": 120, "P2.3a": 2, "P2.3b": 1, "P3.3a": 1, "P3.3b": 1, "P4.3": 1}),
    ],
)  # fmt: skip
def test_golden_counts(tale: NotesReplay, seat: int, counts: dict[str, int]):
    found = {}
    for name in counts:
        view = tale.upto(name).view(seat).face
        found[name] = follow(9, evidence_of(view)).count()
    assert found == counts


def test_solve_tells_the_golden_counts_for_every_seat_and_event(record: Record):
    """`deduce solve RECORD --seat N --until EVENT --json`: well-formed, and never without the truth.

    Every event (by day every second) is asked of by one seat in turn, and by those whose count is known."""
    golden = {
        (1, "P1.3"): 18,
        (1, "P2.3a"): 54,
        (1, "P4.3"): 4,
        (2, "P2.2"): 120,
        (2, "P2.3a"): 2,
        (2, "P4.3"): 1,
    }
    tale = parse(record)
    told = {name for _, name in golden} | {*some(EVENTS, 2)}
    for number, name in enumerate(EVENTS):
        if name not in told:
            continue
        true = tale.upto(name).state.cells
        for seat in {number % 5, *(seat for seat, until in golden if until == name)}:
            data = GAME.solve(record, seat=seat, until=name).data
            assert data["layouts"] == golden.get((seat, name), data["layouts"]) > 0
            assert sorted(data["cells"]) == [str(at) for at in range(1, 10)]
            for at, row in data["cells"].items():
                assert sum(row.values()) == pytest.approx(1)
                assert row[tale.state.setup.parts.room_names[true[int(at) - 1]]] > 0


@pytest.mark.parametrize(("seat", "names"), [(0, 4), (1, 3), (3, 3)])
def test_what_each_rival_probably_needs(record: Record, seat: int, names: int):
    data = GAME.solve(record, seat=seat, until="P3.3a").data["rivals"]
    assert data["model"] == "expected"
    assert [need["seat"] for need in data["needs"]] == [s for s in range(1, 5) if s != seat]
    for need in data["needs"]:
        assert need["method"] == "approximate"
        assert sum(each["chance"] for each in need["characters"]) == pytest.approx(1)
        # The expected number of a mission's cards that lie face down is the sum over the cells.
        down = sum(each["chance"] * len(each["rooms"]) for each in need["characters"])
        assert sum(need["cells"].values()) == pytest.approx(down)
    assert len(data["needs"]) == names
    seen = {
        each["seat"]: each for each in GAME.solve(record, seat=2, until="P3.3a").data["rivals"]["needs"]
    }
    (decrypter,) = seen[1]["characters"]
    assert (decrypter["character"], decrypter["lacks"]) == ("Decrypter", "")
    assert decrypter["rooms"]["Command"] == {"cell": 6, "chance": pytest.approx(1)}


def test_seat_two_knows_seven_of_nine_then_all(record: Record):
    assert len(GAME.solve(record, seat=2, until="P2.3a").data["proven"]) == 7
    assert len(GAME.solve(record, seat=2, until="P2.3b").data["proven"]) == 9


def test_the_mission_of_seat_three_is_a_coin_toss(record: Record):
    before = GAME.solve(record, seat=3, until="P2.3b").data
    assert before["layouts"] == 72
    assert {at: row["Code"] for at, row in before["cells"].items() if "Code" in row} == pytest.approx(
        {"6": 1 / 3, "8": 1 / 3, "9": 1 / 3}
    )
    after = GAME.solve(record, seat=3, until="P3.3a").data
    assert after["layouts"] == 12
    assert {at: row["Code"] for at, row in after["cells"].items() if "Code" in row} == pytest.approx(
        {"8": 0.5, "9": 0.5}
    )


def test_seat_one_is_certain_once_it_believes_two_claims(tale: NotesReplay):
    known = follow(9, evidence_of(tale.upto("P4.3").view(1).face))
    assert known.count() == 4
    rooms = tale.state.setup.parts.room_names
    believed = known.restrict(1, 1 << rooms.index("Phantom")).restrict(5, 1 << rooms.index("Command"))
    assert believed.count() == 1
    assert believed.weights_of(np.array([tale.state.cells]))[0] > 0


def whole_story(tale: NotesReplay) -> list[HardStep]:
    """What the text tells: everybody's looks, and of the Ghost only which three rooms it took, not where."""
    rooms = tale.state.setup.parts.room_names
    taken = sum(1 << rooms.index(name) for name in ("Bombe", "Command", "Code"))
    found = []
    everyone = [1, 2, 3, 4]
    own = [(slot, card) for slot, card in enumerate(tale.state.cards[:4])]
    for step in steps(tale.state.setup, tale.state.log, everyone, own):
        event = tale.state.log[step.when]
        if step.when >= 0 and event.kind is What.GHOST and step.kind == "cell":
            found.append(step._replace(mask=taken))
        elif step.kind == "lay":
            found.append(step._replace(kind="shuffle"))
        else:
            found.append(step)
    return found


def test_two_first_layouts_and_one_last_layout_fit_the_whole_story(tale: NotesReplay):
    story = LayoutHistory.of(9, whole_story(tale))
    assert story.last.count() == 1
    assert story.last.weights_of(np.array([tale.state.cells]))[0] > 0
    ((step, before),) = story._layings
    assert bits(step.at) == (5, 7, 8)
    # Of the layouts before the Ghost's turn, all lead to the one layout after it.
    assert before.count() == 2
    rooms = tale.state.setup.parts.room_names
    start = list(tale.state.start)
    swapped = list(start)
    swapped[5], swapped[8] = start[8], start[5]
    assert before.weights_of(np.array([start]))[0] > 0
    assert before.weights_of(np.array([swapped]))[0] > 0
    assert {rooms[start[5]], rooms[start[8]]} == {"Bombe", "Code"}


def test_one_seat_records_give_the_same_view_again(tale: NotesReplay):
    for name in EVENTS:
        state = tale.upto(name).state
        again = parse(read_record(GAME.written([state], [], {}, seat=None)))
        assert again.state == state
        for seat in range(5):
            text = GAME.written([state], [], {}, seat=seat)
            assert parse(read_record(text)).view(None).entries == state.view(seat).entries


def test_nested_what_seat_two_knows_of_a_cell(record: Record):
    report = GAME.why(record, "6 Command", seat=2)
    assert report.data["holds"] is True
    assert report.data["checked"] is True
    assert GAME.why(record, "P1 Decrypter", seat=2).data["holds"] is True
    assert GAME.why(record, "5 not Library", seat=0).data["holds"] is True


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "words"),
    [
        ("P1 peeks 3 =Radio", "P1 peeks 3 =Tome", 10, 11, "otherwise: cell[3] is Radio"),
        ("P3 peeks 3 =Radio", "P4 peeks 3", 12, 1, "expected P3 to choose"),
        ("claims Bombe", "claims Bomber", 10, 27, "did you mean 'claim Bombe'"),
        ("P4 names 4, views", "P4 names 5, views", 13, 10, "looked at before"),
        ("doubt P1 P3 true", "doubt P1 P3 lie", 11, 54, "otherwise: P3 checks 4 Teamwork: yes"),
        ("doubt P2 lie", "doubt P1 lie", 14, 35, "does not doubt what is one's own claim"),
        ("P1 peeks 8", "P1 peeks 10", 18, 10, "expected P1 to choose: peek 1"),
    ],
)
def test_errors_say_line_column_and_what_was_expected(
    old: str, new: str, line: int, column: int, words: str
):
    text = EXAMPLE.read_text(encoding="utf-8")
    assert text.count(old) == 1
    with pytest.raises(DeduceError) as caught:
        parse(read_record(text.replace(old, new)))
    message = str(caught.value)
    assert f"line {line}, column {column}" in message
    assert words in message


def test_contradictory_notes_name_the_slip(tale: NotesReplay):
    text = GAME.written([tale.upto("P3.3a").state], [], {}, seat=3)
    wrong = text.replace("P3 peek 6, =Command", "P3 peek 6, =Tome")
    assert wrong != text
    report = GAME.solve(read_record(wrong))
    assert report.status == 1
    assert not report.data["consistent"]
    assert "Tome" in report.text


def test_layouts_before_anything(tale: NotesReplay):
    assert follow(9, []).count() == 362880
