"""Records of everybody: what one may see is what one would have noted alone, and nothing of anybody else."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from command_line import deduce as command
from hypothesis import given
from hypothesis import strategies as st

from deduce.games.alone import told_alone
from deduce.games.base import CHANCE
from deduce.games.log import Log, lines_with, new_record
from deduce.games.registry import game as game_called
from deduce.games.retelling import story_of_all
from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.report import Report
from deduce.records.header import party_of
from deduce.records.record import read_record
from deduce.records.shared import Shared, shared_in

NAMES = ("Ann", "Bob", "Cid")
HEAD = "game: clue\nplayers: Ann Bob Cid\nme: everybody\n"
ENTRACTE = """game: entracte
players: Ann Bob Cid
me: everybody
@Ann code: light alternate
@Bob code: both on
start: right spring Sat young on female d z

Ann plays left fall Wed young on female c z ; tokens Bob
@Ann = Ann plays left fall Wed young on female c z ; tokens Bob ; draws up spring Mon old on female c y
Bob plays up fall Sun old off female b x ; nobody
"""
"""Light goes off: Ann's token is missing under Bob's card, and only who knows her code can see it."""


def shared(text: str) -> Shared:
    found = shared_in(text)
    assert found is not None
    return found


def test_everybody_sees_all_lines_and_ones_own() -> None:
    made = shared(ENTRACTE)
    assert made.text == ENTRACTE
    first = "Ann plays left fall Wed young on female c z ; tokens Bob"
    draws = " ; draws up spring Mon old on female c y"

    def seen(writer: str, own: str, added: str = "") -> str:
        head = f"game: entracte\nplayers: Ann Bob Cid\nme: {writer}\n{own}start: right spring Sat young on female d z"
        return f"{head}\n\n{first}{added}\nBob plays up fall Sun old off female b x ; nobody\n"

    assert made.notes(None) == seen("0", "")
    assert made.notes("Cid") == seen("Cid", "")
    assert made.notes("Bob") == seen("Bob", "code: both on\n")
    assert made.notes("Ann") == seen("Ann", "code: light alternate\n", draws)
    # In the record of one, lines keep their numbers.
    assert [line.number for line in read_record(ENTRACTE, who="Ann").events] == [8, 10]
    assert read_record(ENTRACTE, who="Ann").events[0].body == f"{first}{draws}"


def test_a_record_like_any_other_stays_one() -> None:
    plain = (
        ENTRACTE.replace("everybody", "Ann")
        .replace("@Ann code", "code")
        .replace("@Bob code: both on\n", "")
    )
    assert shared_in(plain) is None
    assert read_record(plain).lines == tuple(plain.split("\n"))
    called = "game: clue\nplayers: Ann Bob Everybody\nme: everybody\n"
    assert shared_in(called) is None
    with pytest.raises(ProblemError, match="only a record of everybody"):
        read_record(plain, who="Ann")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            f"{HEAD}@Zoe cards: knife\n",
            "line 4.*whose line it is.*'Zoe' does not play: allowed: Ann, Bob, Cid",
        ),
        (f"{HEAD}\n@Ann\n", "line 5.*expected what belongs to Ann"),
        (f"{HEAD}\n@ knife\n", "line 5.*whose line"),
        ("game: clue\nme: everybody\n", "line 2.*needs a line 'players:'"),
    ],
)
def test_a_line_of_nobody_is_refused(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        shared_in(text)


@pytest.mark.parametrize(
    ("public", "own", "seen"),
    [
        ("Ann peeks 5, claims Tome", "Ann peeks 5 =Radio", "Ann peeks 5 =Radio, claims Tome"),
        ("Ann peeks 5, claims Tome", "Ann peeks 5 =Radio, claims Tome", "Ann peeks 5 =Radio, claims Tome"),
        ("Ann plays x ; tokens Bob", "Ann plays x", "Ann plays x ; tokens Bob"),
        ("card ?", "card y11", "card y11"),
        ("Cid chooses unseen", "Cid mustard", "Cid mustard"),
        ("Ann peeks 5, claims Tome", "Ann peeks 6 =Radio, claims Tome", None),
        ("Ann peeks 5, claims Tome", "Ann peeks 5, claims Radio", None),
        ("Ann plays x ; tokens Bob", "Ann plays x ; tokens Cid", None),
        ("Ann peeks 5", "Bob peeks 6", None),
    ],
)
def test_ones_own_wording_adds_and_changes_nothing(public: str, own: str, seen: str | None) -> None:
    made = shared(f"{HEAD}\n{public}\n@Bob = {own}\n")
    assert made.notes("Ann").split("\n")[4] == public
    if seen is None:
        with pytest.raises(RecordError, match=r"line 6.*adds to what all read"):
            made.notes("Bob")
        return
    assert made.notes("Bob").split("\n")[4] == seen
    again = shared(made.written("Bob", made.notes("Bob")).text)
    assert again == made
    with pytest.raises(RecordError, match="worded anew twice"):
        shared(f"{made.text}@Bob = {own}\n").notes("Bob")


@st.composite
def evenings(draw: st.DrawFn) -> str:
    """Records whose lines say in a word of their own whose they are."""
    kinds = draw(st.lists(st.sampled_from(("all", *NAMES, "Ann,Bob", "own")), max_size=8))
    header = draw(st.lists(st.sampled_from(NAMES), max_size=3))
    lines = [f"@{who} key{number}: {who}secret{number}" for number, who in enumerate(header)]
    events, worded = [], set[str]()
    for number, kind in enumerate(kinds):
        if kind == "all":
            events.append(f"Ann does {number}, then goes")
            worded = set()
        elif kind != "own":
            events.append(f"@{kind} sees {kind.replace(',', 'and')}secret{number}")
        elif any(line.startswith("Ann") for line in events) and "Cid" not in worded:
            last = next(line for line in reversed(events) if line.startswith("Ann"))
            events.append(f"@Cid = {last.partition(',')[0]} Cidsecret{number}")
            worded.add("Cid")
    return "\n".join([HEAD.rstrip("\n"), *lines, "", *events, ""])


@given(evenings())
def test_nothing_of_another_is_seen(text: str) -> None:
    made = shared(text)
    assert made.text == text
    for who in (None, *NAMES):
        others = [
            "Cidsecret" if who != "Cid" else " ",
            *(f" {name}secret" for name in ("Ann", "Bob") if name != who),
        ]
        others = [each for each in others if each.strip()] + (
            ["Annand"] if who not in ("Ann", "Bob") else []
        )
        record = read_record(text, who=who)
        told = [
            made.notes(who),
            "\n".join(made.lines(who)),
            record.text,
            repr(record),
            repr(record.events),
            repr(record.header),
        ]
        for secret in others:
            assert not any(secret in each for each in told)
        # Nothing tells how much there is beside what one sees.
        assert "#" not in made.notes(who)
        assert len(record.lines) == len(text.split("\n"))


@given(evenings(), st.sampled_from((None, *NAMES)), st.data())
def test_what_is_written_alone_is_seen_alone(text: str, who: str | None, data: st.DataObject) -> None:
    made = shared(text)
    before = {name: made.notes(name) for name in (None, *NAMES)}
    notes = made.notes(who).split("\n")
    first = notes.index("") + 1
    place = data.draw(st.integers(first, len(notes) - 1))
    deed = data.draw(st.sampled_from(("add", "head", "take", "change")))
    if deed == "add" or not notes[place]:
        deed = "add"
        notes.insert(place, "a new line")
    elif deed == "head":
        notes.insert(first - 1, "code: new")
    elif deed == "take":
        notes.pop(place)
    else:
        notes[place] = f"{notes[place]} anew"
    try:
        after = made.written(who, "\n".join(notes))
    except ProblemError:
        public = before[None].split("\n")
        assert who is not None
        assert deed == "take"
        assert made.notes(who).split("\n")[place] in public
        return
    own = after.notes(who).split("\n")
    assert own == notes or (
        deed == "take" and own[:place] == notes[:place]
    )  # a wording gone, the line of all is back
    for name in NAMES:
        shows = name == who or who is None or "," in text
        assert shows or after.notes(name) == before[name]
    if who is not None:
        assert after.notes(None) == before[None]


def test_a_line_of_all_is_taken_back_with_what_was_added_to_it() -> None:
    made = shared(ENTRACTE)
    notes = [line for line in made.notes(None).split("\n") if not line.startswith("Ann")]
    assert "@Ann =" not in made.written(None, "\n".join(notes)).text
    with pytest.raises(ProblemError, match="before the eyes of all"):
        made.written("Bob", "\n".join(notes))
    with pytest.raises(ProblemError, match="before the eyes of all"):
        made.written("Bob", made.notes("Bob").replace("right spring", "left spring"))
    with pytest.raises(ProblemError, match="behind the curtain"):
        made.written(None, f"{made.notes(None)}@Bob knife\n")
    with pytest.raises(ProblemError, match="keeps its line"):
        made.written(None, made.notes(None).replace("me: 0\n", ""))


# Whole games, against the notes that the library writes for each seat.


def together(notes: dict[int, list[str]], names: tuple[str, ...]) -> str:
    """One record of everybody, from the notes of a bystander (0) and of each seat."""

    def parted(seat: int) -> tuple[list[str], list[str]]:
        blank = notes[seat].index("")
        return notes[seat][:blank], notes[seat][blank + 1 :]

    def fits(line: str, own: str) -> int:
        if line == own:
            return 2
        try:
            seen = shared(f"{HEAD}\n{line}\n@Ann = {own}\n").notes("Ann").split("\n")[4]
        except RecordError:
            return 0
        # What is laid open at the end of a line, notes of one alone leave out where that one knew it.
        return int(seen.startswith(own))

    header, public = parted(0)
    head = ["me: everybody" if line.startswith(("me:", "seat:")) else line for line in header]
    behind: dict[int, list[str]] = {place: [] for place in range(-1, len(public))}
    for seat, name in enumerate(names, 1):
        own_header, events = parted(seat)
        head += [
            f"@{name} {line}"
            for line in own_header
            if line not in header and line[:3] not in ("me:", "sea")
        ]
        rows = [[-(10.0**9)] * (len(events) + 1) for _ in range(len(public) + 1)]
        rows[-1] = [0.0] * (len(events) + 1)
        kinds = [[fits(line, own) for own in events] for line in public]
        for here in reversed(range(len(public))):
            for there in reversed(range(len(events))):
                taken = rows[here + 1][there + 1] + kinds[here][there] if kinds[here][there] else -(10.0**9)
                # Notes of one leave out that another chose unseen, where what follows tells it.
                left_out = rows[here + 1][there] if public[here].endswith("chooses unseen") else -(10.0**9)
                rows[here][there] = max(rows[here][there + 1], taken, left_out)
        assert rows[0][0] >= 0, (public, events)
        here = 0
        for there, own in enumerate(events):
            while here < len(public) and rows[here][there] == rows[here + 1][there] > max(
                rows[here][there + 1], rows[here + 1][there + 1] + (kinds[here][there] or -(10.0**9))
            ):
                here += 1
            kind = kinds[here][there] if here < len(public) else 0
            if kind and rows[here][there] == rows[here + 1][there + 1] + kind:
                behind[here] += [f"@{name} = {own}"] if kind == 1 else []
                here += 1
            else:
                behind[here - 1].append(f"@{name} {own}")
    rest = [row for place, line in enumerate(public) for row in (line, *behind[place])]
    return "\n".join([*head, "", *behind[-1], *rest, ""])


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("entracte", 3), ("enigma", 3), ("decrypto", 4), ("initiative", 2), ("shakespeare", 3),
        ("clue", 3), ("coup", 3), ("love_letter", 3), ("kuhn", 2), ("mastermind", 2),
    ],
)  # fmt: skip
def test_each_may_see_what_they_would_have_noted_alone(name: str, players: int) -> None:
    game, rng = game_called(name), random.Random(name)
    states, moves = [game.new(players=players)], []
    decided = 0
    while states[-1].actor is not None and decided < (2 if name == "entracte" else 5):
        chance = states[-1].actor is CHANCE
        moves.append(states[-1].draw(rng) if chance else rng.choice(states[-1].moves()))
        states.append(states[-1].play(moves[-1]))
        decided += not chance
    options = game.checked_options({})
    notes = {
        seat: game.written(states, moves, options, seat=seat).rstrip("\n").split("\n")
        for seat in range(states[0].seats + 1)
    }
    names = party_of(read_record("\n".join(notes[0])), game.seats, title=game.title)
    text = together(notes, names)
    for seat in notes:
        who = names[seat - 1] if seat else None
        alone = game.solve(read_record("\n".join(notes[seat]) + "\n"))
        for record in (read_record(shared(text).notes(who)), read_record(text, who=who)):
            assert _without_numbers(game.solve(record)) == _without_numbers(alone)


def _without_numbers(report: Report) -> str:
    """An answer without the numbers of lines."""
    return re.sub(
        r"[Ll]ines? \d+|\"line\": \d+", "", f"{report.text}\n{json.dumps(report.data, default=str)}"
    )


# A forgotten token, notes line by line, and the end.


def test_a_forgotten_token_is_told_to_that_one_alone(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(ENTRACTE, encoding="utf-8")
    game = game_called("entracte")
    for who, status in ((None, 0), ("Ann", 1), ("Bob", 0), ("Cid", 0)):
        sheet = Log(game, file, who).sheet()
        assert sheet.status == status
        assert ("Told to Ann alone" in sheet.text) is (who == "Ann")
        assert sheet.data.get("alone", None) is (True if who == "Ann" else None)
        ended, told, _ = command("solve", file, *(["--as", who] if who else []), "--json")
        assert (ended, json.loads(told).get("alone", None)) == (status, sheet.data.get("alone", None))


def test_notes_line_by_line_belong_to_who_writes_them(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    game = game_called("entracte")
    begun = new_record(game, NAMES, me="everybody").split("\n")
    assert any("@NAME" in line for line in begun)
    file.write_text("\n".join(line for line in begun if not line.startswith("#")), encoding="utf-8")
    everybody = Log(game, file)
    for line in ENTRACTE.split("\n")[5:]:
        if line and not line.startswith("@"):
            everybody.add(line)
    own = Log(game, file, "ann")
    own.add("code: light alternate")
    own.add(
        "= Ann plays left fall Wed young on female c z ; tokens Bob ; draws up spring Mon old on female c y"
    )
    with pytest.raises(ProblemError):
        own.add("= Bob passes")
    rows = [
        line for line in file.read_text(encoding="utf-8").split("\n") if line and not line.startswith("#")
    ]
    private = [line for line in rows if line.startswith("@")]
    assert private == [line for line in ENTRACTE.split("\n") if line.startswith("@Ann")]
    assert "both on" not in own.words()
    assert "alternate" in own.words()
    assert "alternate" not in Log(game, file, "Bob").words()
    assert own.undo() == [private[1]]
    with pytest.raises(ProblemError, match="no record of everybody"):
        Log(game, Path("examples/entracte/evening.txt"), "Ann")


def test_lines_of_one_have_their_place() -> None:
    assert lines_with(ENTRACTE.split("\n")[:-1], ["hand: up"], "Bob")[6] == "@Bob hand: up"


def test_the_end_opens_everything() -> None:
    """Who could have known a code when is what the complete record of the same evening says."""
    game = game_called("entracte")
    whole = read_record(Path("examples/entracte/referee.txt"))
    text = Path("examples/entracte/everybody.txt").read_text(encoding="utf-8")
    few = 4  # lines of the complete record; the story of all takes seconds
    events = [line.text for line in whole.events[:few]]
    made = shared(
        text[: text.index(events[-1].partition(" ; draws")[0])] + events[-1].partition(" ; draws")[0] + "\n"
    )
    told = story_of_all(game, made)
    assert (told.playouts, told.scores) == (0, None)
    assert told.viewers == (1, 2, 3, 4, 0)
    assert {(who, said) for _, who, said in told.opened} >= {
        ("Ann", "code: light alternate"),
        ("Dee", "code: type8 forward"),
    }
    known = {row.fact: row.lines for row in told.found}
    for seat, (name, code) in enumerate(
        zip(
            ("Ann", "Bob", "Cid", "Dee"),
            ("light alternate", "both on", "type7 repeat", "type8 forward"),
            strict=True,
        )
    ):
        assert known[f"code[{name}] = {code}"][seat] == 0
    # The same bits as the record that tells everything, line for line of all.
    public = [each for each in told.moments if each.decided and each.line]
    part = read_record("\n".join([*whole.lines[: whole.events[few - 1].number]]) + "\n")
    for seat in range(5):
        replay = game.answers().read(part)
        for line, moment in zip(part.events, public, strict=True):
            alone = game.knowledge(replay.upto(f"line {line.number}").view(seat)).entropy()
            assert moment.bits[(seat - 1) % 5] == pytest.approx(alone)
    assert all(later.line > earlier.line for earlier, later in pairwise(told.moments))


@pytest.mark.parametrize(("status", "public"), [(0, 0), (0, 1), (1, 0), (1, 1), (1, None)])
def test_what_goes_wrong_is_told_to_one_alone_where_all_that_is_read_is_in_order(
    status: int, public: int | None
) -> None:
    """And not where it is wrong for all, or cannot be read by any."""

    class Reads:
        def solve(self, record: Any, until: str | None = None) -> Report:
            assert (record, until) == ("of all", "line 7")
            if public is None:
                raise RecordError("no line")
            return Report("", {}, public)

    report = Report("so it is", {"known": 1}, status)
    told: Any = told_alone(report, Reads(), "Ann", "of all", "line 7")  # type: ignore[arg-type]
    if not status or public is None:
        assert told is report
        return
    assert (told.status, told.data) == (1, {"known": 1, "alone": public == 0})
    assert told.text.startswith("so it is")
    assert ("Told to Ann alone" in told.text) == (public == 0)
