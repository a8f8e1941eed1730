"""Notes taken line by line: what was typed is what the file holds, and what is refused is not written."""

import contextlib
import json
import re
from pathlib import Path

import pytest
from amount import amount
from command_line import deduce as command

import deduce
from deduce.games.log import Log, changes, new_record
from deduce.games.speaking import speech_of, told
from deduce.ground.errors import DeduceError, ProblemError, RecordError
from deduce.ground.phrases import LANGUAGES, Speech
from deduce.ground.wording import alone, as_is, lines_of, passage, say, table
from deduce.records.header import names_of

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = [
    "entracte/evening",
    "entracte/competitive",
    "entracte/own_words",
    "enigma/evening",
    "enigma/own_words",
    "enigma/rulebook",
    "initiative/seat1",
    "shakespeare/seat2",
]


TYPED = amount(4, 6)
"""So many lines are typed at the beginning of an evening, and at its end; the file holds those between."""


def split(name):
    """A record's header lines, and its event lines."""
    lines = (EXAMPLES / f"{name}.txt").read_text().splitlines()
    end = next(place for place, line in enumerate(lines) if not line.strip())
    return lines[:end], [line for line in lines[end:] if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize("name", RECORDS)
def test_an_evening_can_be_written_line_by_line(name, tmp_path):
    header, events = split(name)
    path = tmp_path / "evening.txt"
    path.write_text("\n".join([*header, "", ""]))
    game = deduce.game(name.partition("/")[0])
    log = Log(game, path)
    begun, rest = events[:TYPED], events[TYPED:]
    for event in begun:
        with contextlib.suppress(RecordError):  # the first line of an event that takes two
            log.add(event)
    if len(rest) > TYPED:  # gone on with elsewhere, and then here again
        path.write_text("\n".join([*path.read_text().splitlines(), *rest[:-TYPED], ""]))
        log, rest = Log(game, path), rest[-TYPED:]
    for event in rest:
        with contextlib.suppress(RecordError):
            log.add(event)
    assert [line for line in path.read_text().splitlines() if line] == [*header, *events]
    whole = game.solve(log.record)
    assert log.sheet().text == whole.text
    assert Log(game, path).sheet().text == whole.text


def test_a_refused_line_is_not_written_and_undo_takes_one_back(tmp_path):
    header, events = split("entracte/evening")
    path = tmp_path / "evening.txt"
    path.write_text("\n".join([*header, "", ""]))
    log = Log(deduce.game("entracte"), path)
    log.add(events[0])
    before = path.read_text()
    with pytest.raises(RecordError, match="column"):
        log.add("Zoe plays nothing")
    assert path.read_text() == before
    log.add(events[1])
    assert log.undo() == [events[1]]
    assert path.read_text() == before
    assert log.undo() == [events[0]]
    with pytest.raises(ProblemError, match="nothing was written in this sitting"):
        log.undo()


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("entracte/evening", 5),
        ("entracte/competitive", 4),
        ("enigma/evening", 16),
        ("initiative/seat1", 4),
        ("shakespeare/seat2", 8),
        ("decrypto/one_line", 7),
    ],
)
def test_only_what_changed_is_told(name, most, tmp_path):
    """No line is told that the sheet had before, and an event is answered in few lines."""
    header, events = split(name)
    path = tmp_path / "evening.txt"
    path.write_text("\n".join([*header, "", ""]))
    log = Log(deduce.game(name.partition("/")[0]), path)
    for event in events[:12]:
        before = log.sheet().text.splitlines()
        told = log.add(event).text.splitlines()
        assert 0 < len(told) <= most, event
        assert not set(told) & set(before), event


PARTS = re.compile(r"\d+(?: more)? possible(?:: (?P<left>.+)|, no longer (?P<struck>.+))")


def read_back(possible, line):
    """The codes of each player after a line of the log's answer, by what a reader knew before."""
    names, _, rest = line.partition(": ")
    for name in names.split(", "):
        certain = set()
        for part in rest.split("; "):
            found = PARTS.fullmatch(part)
            if part.startswith("certain: "):
                certain = set(part[9:].split(", "))
            elif found and found["left"]:
                possible[name] = certain | set(found["left"].split(", "))
            elif found:
                possible[name] -= set(found["struck"].split(", "))
        if rest.startswith("certain: ") and ";" not in rest:
            possible[name] = certain


@pytest.mark.parametrize("name", ["entracte/evening", "entracte/competitive"])
def test_a_reader_of_the_answers_alone_has_the_sheet(name, tmp_path):
    header, events = split(name)
    path = tmp_path / "evening.txt"
    path.write_text("\n".join([*header, "", ""]))
    log = Log(deduce.game("entracte"), path)

    def sheet():
        return {
            who: {code for code in row if row[code] > 0} for who, row in log.sheet().data["sheet"].items()
        }

    possible = sheet()
    for event in events:
        for line in log.add(event).text.splitlines():
            if re.match("[A-Z]", line):
                read_back(possible, line)
        assert possible == sheet(), event


def test_a_header_line_goes_into_the_header(tmp_path):
    header, events = split("entracte/evening")
    path = tmp_path / "evening.txt"
    path.write_text("\n".join([line for line in header if not line.startswith("code:")] + ["", ""]))
    log = Log(deduce.game("entracte"), path)
    log.add("code: light alternate")
    log.add(events[0])
    assert log.record.get("code") == "light alternate"


@pytest.mark.parametrize("name", ["decrypto", "enigma", "entracte", "initiative", "shakespeare"])
def test_a_new_record_is_one_of_its_game(name, tmp_path):
    game = deduce.game(name)
    text = new_record(game, game.seats.start)
    assert f"game: {name}" in text
    for option in game.options:
        assert f"# {option}: " in text
    path = tmp_path / "new.txt"
    path.write_text(text)
    assert command("solve", path)[0] in (
        0,
        2,
    )  # some games need more of the header before anything can be said


@pytest.mark.parametrize("name", ["entracte", "enigma", "decrypto", "initiative", "shakespeare"])
def test_a_new_record_shows_lines_of_those_who_play(name):
    game = deduce.game(name)
    shown = [re.findall(r"\b(?:Ann|Bob|Cid|Dee)\b", row) for row in game.record_guide]
    for names in (("Will", "May"), ("May", "Ann", "Will"), ("Will", "May", "Zoe", "Bob")):
        rows = list(game.guide(names, {}, ""))
        told = [
            row
            for row in shown
            if all(["Ann", "Bob", "Cid", "Dee"].index(each) < len(names) for each in row)
        ]
        assert len(rows) == len(told)
        for row, before in zip(rows, told, strict=True):
            assert re.findall(r"\b(?:Will|May|Zoe|Ann|Bob|Cid|Dee)\b", row) == [
                names[["Ann", "Bob", "Cid", "Dee"].index(each)] for each in before
            ]


@pytest.mark.parametrize("name", ["a b", "A,B", "Bob#x", "", "2", " Bob", "Bob\nme: Ann", "me", "I"])
def test_a_new_record_is_refused_for_whom_it_would_call_otherwise(name):
    """Two words would be two people, a number a seat, and what stands behind '#' nothing."""
    for game in ("enigma", "clue"):
        with pytest.raises(ProblemError, match=r"a player's name is one word|no player can be called"):
            new_record(deduce.game(game), ["Ann", name, "Cid"], me="Ann")


def test_new_says_what_is_wrong():
    game = deduce.game("entracte")
    assert "\nme: Bob\n" in new_record(game, ["Ann", "Bob"], me="Bob", options={"mode": "competitive"})
    for players, me, options in ((9, "", {}), (["Ann", "Bob"], "Zoe", {}), (2, "", {"mood": 1})):
        with pytest.raises(DeduceError):
            new_record(game, players, me=me, options=options)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("Ann Ann", "two players are called 'Ann'"),
        ("Ann B:b", "a player's name is one word of letters and digits, not 'B:b'"),
        ("Ann Nobody", "no player can be called 'Nobody'"),
    ],
)
def test_new_writes_no_record_that_could_not_be_read(players, message):
    status, out, errors = command("new", "entracte", "--players", players)
    assert (status, out) == (2, "")
    assert errors.startswith(f"deduce: {message}")


def test_new_and_log_at_the_command_line(tmp_path):
    header, events = split("entracte/evening")
    path = tmp_path / "evening.txt"
    status, out, _ = command("new", "entracte", "--players", "Ann Bob", "--me", "Ann", "--to", path)
    assert (status, path.is_file()) == (0, True)
    assert "deduce log" in out
    assert command("new", "entracte", "--to", path)[0] == 2
    path.write_text("\n".join([*header, "", ""]))
    typed = "\n".join([events[0], "nonsense", "help", "sheet", "why Bob both on", "advise", "undo", "quit"])
    status, out, _ = command("log", path, stdin=typed)
    assert status == 0
    assert "not written: " in out
    assert f"taken back: {events[0]}" in out
    assert "Advice for Ann:" in out
    answers = [json.loads(line) for line in command("log", path, "--json", stdin=events[0])[1].splitlines()]
    assert answers[0]["game"] == "entracte"
    assert command("log", tmp_path / "none.txt")[0] == 2


def noted(tmp_path, header, *lines):
    """The log of a new record of three with these lines added, and what the last one was answered."""
    path = tmp_path / "evening.txt"
    path.write_text("game: entracte\nplayers: ann bob cid\nme: ann\n" + header + "\n\n")
    log = Log(deduce.game("entracte"), path)
    told = [log.add(line).text for line in lines]
    return path.read_text().splitlines(), told


def test_a_name_before_a_colon_is_no_header_line(tmp_path):
    written, _ = noted(tmp_path, "", "ann: spring Mon", "bob: winter Sun", "cid passes", "me: fall Tue")
    assert written[-4:] == ["ann: spring Mon", "bob: winter Sun", "cid passes", "me: fall Tue"]


def test_a_header_line_may_lack_its_colon(tmp_path):
    written, _ = noted(tmp_path, "", "code season reverse", "Start spring Mon")
    assert written[3:5] == ["code: season reverse", "start: spring Mon"]
    with pytest.raises(RecordError, match="expected a player's name, not 'colour'"):
        noted(tmp_path, "", "colour season reverse")


def test_a_table_is_told_with_the_names_above_it():
    """Where a game has no words of its own for what changed, the lines of its sheet are compared."""
    before = "title\n\n        ann  bob\nred     50%  50%\nblue    50%  50%\n\n2 left"
    after = "title\n\n        ann  bob\nred     50%  50%\nblue    YES    -\n\n1 left"
    assert changes(before, after) == ["        ann  bob", "blue    YES    -", "1 left"]
    assert changes(after, after) == ["nothing new follows"]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            "t\n\n    x  y\na   1  2",
            "t\n\n    x  y\na   1  2\n\nb   3  4",
            ["b   3  4"],
        ),  # a blank line ends the table
        ("t\n\n    x  y\na   1  2", "t\n\n    x  y\na   1  2\n no more\nb   3", [" no more", "b   3"]),
        (
            "t\n\n    x  y\na   1",
            "t\n\n    x  y\na   2\nb   3",
            ["    x  y", "a   2", "b   3"],
        ),  # names are told once
        ("t\n\n    x  y\na   1", "t\n\n    x  z\na   1", ["    x  z"]),
        ("t\na", "t\na\n---\nb", ["b"]),  # a line without a word
        ("t\na", "u\na", ["u", "nothing new follows"]),  # but for its title
        ("t\na", "u\nb", ["u", "b"]),
    ],
)
def test_what_changed_of_a_sheet_is_its_new_lines_with_the_names_above_them(before, after, told):
    assert changes(before, after) == told


def test_an_entracte_play_that_says_nothing_is_answered_so(tmp_path):
    _, told = noted(
        tmp_path, "code: day repeat\nstart: spring Mon", "ann spring Tue", "bob winter Wed", "cid ?"
    )
    assert told[2] == "nothing new follows"
    assert told[0].splitlines()[1].startswith("bob, cid: ")


def test_a_command_that_is_refused_wrote_nothing_and_does_not_say_so(tmp_path):
    path = tmp_path / "evening.txt"
    path.write_text("game: entracte\nplayers: Ann Bob\nme: Ann\n\n")
    out = command("log", path, stdin="why\nUNDO\nfoo\nQuit\nAnn spring\n")[1].splitlines()
    assert out[1] == "why: expected a fact behind it, such as a line of 'sheet'"
    assert out[2].startswith("nothing was written in this sitting")
    assert out[3].startswith("not written: ")
    assert "(held: the next line may go on with it, or say it anew)" in "\n".join(out[4:])
    assert "spring" not in path.read_text()


def test_a_refusal_tells_a_column_only_where_it_helps(tmp_path):
    path = tmp_path / "evening.txt"
    path.write_text("game: enigma\nplayers: Ann Bob\nme: Ann\n\nAnn peeks 3 =Tome, claims Bombe\n")
    typed = "Ann peeks 5, claims Radio\nBob peeks 4, claims Tmoe\nZoe peeks 3\n"
    _, told, _ = command("log", path, stdin=typed)
    refused = [line.removeprefix("not written: ") for line in told.splitlines() if "not written" in line]
    assert refused[0].startswith("not understood: expected Bob to choose (peek 1, ")
    assert refused[0].endswith(", not Ann")
    assert refused[1].startswith("column 21: not understood: expected Bob to choose: claim Library, ")
    assert refused[1].endswith("; did you mean 'claim Tome'?")
    assert refused[2] == "nobody at the table is called 'Zoe': allowed: Ann, Bob"
    assert str(path) not in "".join(refused)


def test_a_header_key_may_be_shortened_also_while_it_is_taken_down(tmp_path):
    path = tmp_path / "evening.txt"
    path.write_text("game: enigma\nplayers: Ann Bob\nme: Ann\n\n")
    log = Log(deduce.game("enigma"), path)
    assert "Ann is the Archivist" in log.add("char: Archivist").text
    assert path.read_text().splitlines()[3] == "char: Archivist"
    with pytest.raises(RecordError, match="unknown header key 'chra': did you mean 'character'"):
        log.add("chra: Archivist")


@pytest.mark.parametrize(("name", "key"), [("entracte", "first"), ("enigma", "keeper")])
def test_seats_that_are_offered_are_those_of_the_players(name, key):
    for players in (2, 3, 4):
        offered = next(
            line for line in new_record(deduce.game(name), players).splitlines() if f"# {key}: " in line
        )
        assert offered.split("     ")[1] == " | ".join(map(str, range(1, players + 1)))


HELD = "game: enigma\nplayers: Ann Bob Cid\nme: Ann\n\nAnn peeks 3 =Tome, claims Bombe, doubt nobody\n"


def begun(tmp_path):
    path = tmp_path / "held.txt"
    path.write_text(HELD)
    return Log(deduce.game("enigma"), path)


def refused(log, line):
    with pytest.raises(DeduceError):
        log.add(line)


def test_a_refused_line_that_is_typed_anew_leaves_nothing(tmp_path):
    log = begun(tmp_path)
    refused(log, "Bob peeks 4, claims Tmoe")
    log.add("Bob peeks 4, claims Tome")
    assert log.kept == []
    assert log.lines[-1] == "Bob peeks 4, claims Tome"
    assert "Tmoe" not in "\n".join(log.lines)


def test_who_types_on_after_a_refusal_has_the_line_kept_as_a_turn_nobody_could_read(tmp_path):
    log = begun(tmp_path)
    refused(log, "Bob peeks 4, claims Tmoe")
    told = log.add("Cid peeks 5, claims Library")
    assert log.kept == ["? Bob peeks 4, claims Tmoe"]
    assert log.lines[-2:] == ["? Bob peeks 4, claims Tmoe", "Cid peeks 5, claims Library"]
    assert told.status == 2
    assert log.undo() == ["? Bob peeks 4, claims Tmoe", "Cid peeks 5, claims Library"]
    log.add("Bob peeks 4, claims Tome")
    assert log.lines[-1] == "Bob peeks 4, claims Tome"


def test_behind_a_mark_a_misspelt_line_is_still_refused(tmp_path):
    log = begun(tmp_path)
    refused(log, "Bob peeks 4, claims Tmoe")
    refused(log, "Cid peeks 5, claims Lirbary")
    log.add("Ann peeks 5, claims Library")
    assert log.lines[-3:] == [
        "? Bob peeks 4, claims Tmoe",
        "? Cid peeks 5, claims Lirbary",
        "Ann peeks 5, claims Library",
    ]


def test_words_that_are_no_turn_and_turns_out_of_turn_are_not_kept(tmp_path):
    log = begun(tmp_path)
    refused(log, "what now please")
    refused(log, "Cid peeks 4, claims Tome")
    log.add("Bob peeks 4, claims Tome")
    assert log.kept == []
    assert log.lines[-1] == "Bob peeks 4, claims Tome"
    assert not any("what now" in line or line.startswith("?") for line in log.lines)


@pytest.mark.parametrize(
    ("lines", "held"),
    [
        (["Bob peeks 4, claims Tmoe"], [0]),
        (["Bob peeks 4, claims Tmoe", "Bob peeks 4, claims Tmeo"], [1]),
        (["Bob peeks 4, claims Tmoe", "Cid peeks 5, claims Lirbary"], [0, 1]),
        (
            ["Bob peeks 4, claims Tmoe", "Cid peeks 5, claims Lirbary", "Cid peeks 5, claims Lirbrary"],
            [0, 2],
        ),
        (["what now please"], [0]),  # it may be the first of two lines
        (["what now please", "nothing at all"], [0]),
        (["Cid peeks 4, claims Tome"], []),
        (["Cid peeks 4, claims Tome", "Bob peeks 4, claims Tmoe"], [1]),
        (["Bbo peeks 4, claims Tmoe"], [0]),
    ],
)
def test_what_is_held_of_lines_that_were_refused(lines, held, tmp_path):
    """Turns, each in its last spelling; a word of other things at the beginning alone; nobody's who is not to move."""
    log = begun(tmp_path)
    for line in lines:
        refused(log, line)
    assert [number for number, line in enumerate(lines) if log.holds(line)] == held


def test_what_is_refused_last_is_kept_when_the_notes_end(tmp_path):
    path = tmp_path / "held.txt"
    path.write_text(HELD)
    _, told, _ = command("log", path, stdin="Bob peeks 4, claims Tmoe\nq\n")
    assert "kept as a turn that nobody could read: ? Bob peeks 4, claims Tmoe" in told
    assert path.read_text().endswith("\n? Bob peeks 4, claims Tmoe\n")


def test_games_whose_marks_are_their_own_keep_the_line_as_a_comment(tmp_path):
    header, events = split("entracte/evening")
    path = tmp_path / "evening.txt"
    path.write_text("\n".join([*header, "", ""]))
    log = Log(deduce.game("entracte"), path)
    first, second = [line for line in events if line.partition(" ")[0] in ("Ann", "Bob", "Cid", "Dee")][:2]
    who = first.partition(" ")[0]
    refused(log, f"{who} palys nothing at all")
    with contextlib.suppress(DeduceError):
        log.add(second)
        assert log.kept == [f"{who} ?  # {who} palys nothing at all"]


@pytest.mark.parametrize(
    "name", ["entracte/evening", "enigma/evening", "initiative/seat1", "shakespeare/seat2"]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_follows_is_said_in_a_language_line_by_line(name, language, tmp_path):
    header, events = split(name)
    path = tmp_path / "evening.txt"
    path.write_text("\n".join([*header, "", ""]))
    game = deduce.game(name.partition("/")[0])
    log = Log(game, path)
    speech = speech_of(game, language, names_of(game, log.record))
    for event in events[:TYPED]:
        plain = log.add(event)
        said = told(plain, speech)
        assert "in_english" not in said.data, speech.missing
        english, own = plain.text.splitlines(), said.text.splitlines()
        assert len(own) == len(english)
        assert [figures(one) for one in own] == [figures(one) for one in english]


def figures(text):
    """The figures of a line, which are the same whatever the words."""
    return sorted(re.findall(r"\d", text))


def test_a_line_of_a_text_is_said_as_wide_as_in_the_text_and_alone_without_blanks():
    speech = Speech("de", {"a long head": "lang", "short": "ein sehr langer Kopf"})
    rows = table([("a long head", "  1"), ("short", "  2")])
    assert [speech(line) for line in lines_of(rows)] == [
        "lang                  1",
        "ein sehr langer Kopf  2",
    ]
    assert lines_of(rows) == rows.splitlines()
    assert speech(alone(lines_of(passage(["", as_is("  x ")]))[1])) == "x"
    # What has other lines in the language is not said by the wrong one.
    other = say("one line")
    assert Speech("de", {"one line": "zwei\nZeilen"})(lines_of(other)[0]) == "one line"


ROUND = """\
game: decrypto
players: 4
me: 2

B keywords bridge; honey; robot; piano
W 4-2-1 lion; lightning; melt = 4-2-1
B 1-2-3 bee; gear; river = 1-2-3
W 3-1-2 thunder; roar; ice = 3-2-1 / 3-1-2
black clues sweet; keys; metal
"""


@pytest.mark.parametrize(
    "typed",
    [
        ["black guesses 2-1-3", "white intercepts 2-1-4", "black code 2-1-3"],  # as the game goes
        ["white intercepts 2-1-4", "black guesses 2-1-3", "black code 2-1-3"],
        ["black guesses 2-1-3", "black code 2-1-3", "white intercepts 2-1-4"],
        ["what now", "black guesses 2-1-3", "white intercepts 2-1-4", "black code 2-1-3"],
        ["black gusses 2-1-3", "black guesses 2-1-3", "white intercepts 2-1-4", "black code 2-1-3"],
        ["black guesses 2-4-3", "black guesses 2-1-3", "black code 2-1-3", "white intercepts 2-1-4"],
    ],
)
def test_lines_that_complete_each_other_are_all_written_in_whatever_order(typed, tmp_path):
    path = tmp_path / "round.txt"
    path.write_text(ROUND)
    log = Log(deduce.game("decrypto"), path)
    for line in typed:
        with contextlib.suppress(DeduceError):
            log.add(line)
        assert log.kept == []
    assert sorted(log.lines[9:]) == ["black code 2-1-3", "black guesses 2-1-3", "white intercepts 2-1-4"]
    assert log.sheet().status == 0
    assert log.sheet().text.startswith("round 3, ")


def test_what_waits_for_more_when_the_notes_end_is_a_comment_and_stops_no_reading(tmp_path):
    path = tmp_path / "round.txt"
    path.write_text(ROUND)
    _, told, _ = command("log", path, stdin="black guesses 2-1-3\nwhite intercepts 2-1-4\n")
    assert "kept as a comment that nothing is reckoned with: # black guesses 2-1-3" in told
    assert path.read_text() == ROUND + "white intercepts 2-1-4\n# black guesses 2-1-3\n"
    assert command("solve", path)[0] == 0


def test_a_guess_before_its_code_is_uncovered_waits_for_it_and_is_no_error(tmp_path):
    path, line = tmp_path / "round.txt", "white guesses 4-2-1"
    head = "game: decrypto\nplayers: 4\nme: 1\nwhite keywords snow; storm; cat; king\n\nround 1\n"
    path.write_text(head + "white clues throne; thunder; melt\n")
    why = "once this is said, 'white code' is known too: add a line 'white code'"
    before = command("solve", path)[1].rstrip("\n")
    told = command("log", path, stdin=f"{line}\nwhite code 4-2-1\n")[1]
    assert f"\nheld until its next line comes: {why}\nround 1, " in told
    assert path.read_text().endswith(f"\n{line}\nwhite code 4-2-1\n")
    path.write_text(head + f"white clues throne; thunder; melt\n{line}\n")
    assert command("solve", path) == (0, f"{before}\n\nAbove is what was known before line 8: {why}.\n", "")
    data = json.loads(command("why", path, "black keyword 1 = honey", "--json")[1])
    assert data["waiting_line"] == {"line": 8, "for": "white code"}
    waits, code = path.read_text(), "white code 4-2-1\n"
    for typed, more in (("", ""), ("quit\n", ""), (f"{code}undo\n", ""), (code, code)):
        told = command("log", path, stdin=typed)[1].split("\n")
        assert told[1] == f"held until its next line comes: {line}"
        assert told[2].startswith("round 1, answer; ") == (code in typed)
        assert path.read_text() == waits + more, typed
    path.write_text(head + "white guesses 4-2-2\n")
    assert command("solve", path)[0] == 2


@pytest.mark.parametrize("asked", [["solve"], ["advise"], ["why", "white code = 3-1-4"]])
def test_what_was_known_before_a_line_that_waits_is_told_wherever_it_is_asked(tmp_path, asked):
    verb, *fact = asked
    before, path, seen = EXAMPLES / "decrypto/intercept.txt", tmp_path / "waits.txt", tmp_path / "seen.svg"
    path.write_text(before.read_text() + "white guesses 3-1-4\n")
    drawn = [] if fact else ["--svg", seen]
    known, told = (command(verb, each, *fact, *drawn)[1].rstrip("\n") for each in (before, path))
    waits = "once this is said, 'white code' is known too: add a line 'white code'"
    assert told == f"{known}\n\nAbove is what was known before line 29: {waits}."
    assert bool(fact) or seen.read_text().startswith("<svg")
