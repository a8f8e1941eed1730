"""Notes as people write them: longer and other forms, all slips at once, right lines, and what was not noted."""

from __future__ import annotations

import contextlib
import random
import re
from functools import partial
from pathlib import Path

import pytest
from amount import amount

from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError, RecordError, RecordErrors
from deduce.records.record import read_record
from deduce.rulebook.notes import read
from deduce_models.enigma.game import GAME
from deduce_models.enigma.records.hurried import reader
from deduce_models.enigma.records.words import _places, positions
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.moves import Kind

HEAD = "game: enigma\nplayers: Ann Bob Cid\nme: Ann\ncharacter: Wanderer\n\n"
EXAMPLES = Path(__file__).parents[2] / "examples" / "enigma"


def parse(record):
    return read(GAME, record)


def log(*lines: str):
    return parse(read_record(HEAD + "\n".join(lines))).view().face.log


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Ann peeks upper right and sees Turing Bombe, claims Radio Center, opens 2 = Library",
         "Ann peeks 3 =Bombe, claims Radio, opens 2 =Library"),
        ("Ann peeks UR (Turing Bombe) claims Enigma Code", "Ann peeks 3 =Bombe, claims Code"),
        ("Ann peeks centre, says Command Room; looks lower left =Tome of Order and Chaos",
         "Ann peeks 5, claims Command, looks 7 =Tome"),
        ("peeks 3, claims Library, looks 4 gains Chaos", "Ann peeks 3, claims Library, looks 4 gains C"),
        ("Ann peeks 3, claims Library, looks 4, gains nothing", "Ann peeks 3, claims Library, looks 4 gains nothing"),
        ("Ann looks at 3, claims Bombe, nobody doubts", "Ann peeks 3, claims Bombe"),
        ("Ann 3 Radio, opens 2 Tome", "Ann peeks 3 =Radio, claims Radio, opens 2 =Tome"),
        ("3 Bombe", "Ann peeks 3 =Bombe, claims Bombe"),
        ("Ann: 3 - Bombe (seen Tome) - no doubts", "Ann peeks 3 =Tome, claims Bombe"),
        ("I look at 3, it is Tome, I say so, Bob does not doubt", "Ann peeks 3 =Tome, claims Tome"),
        ("I look at 3, say Tome, Bob lets it pass and Cid doubts: a lie", "Ann peeks 3, claims Tome, doubt Cid lie"),
        ("I looked at 3, said Tome, Bob + Cid doubted, it was the Code",
         "Ann peeks 3, claims Tome, doubt Bob Cid lie =Code"),
        ("Ann peeks 3, says Tome, Bob doubts, it is the Tome", "Ann peeks 3, claims Tome, doubt Bob true"),
        ("Ann peeks 3, claims Teamwork, looks at Bob's Character, the Dark Messiah",
         "Ann peeks 3, claims Teamwork, views Bob =Messiah"),
        ("Ann peeks 3, claims Phantom, exchanges with Bob, I am the Medium now",
         "Ann peeks 3, claims Phantom, swaps Bob =Medium"),
        ("Ann peeks 3, claims Bombe, Bob doubts, lie", "Ann peeks 3, claims Bombe, doubt Bob lie"),
        ("Ann peeks 3, claims Bombe, Bob and Cid doubt: it is true", "Ann peeks 3, claims Bombe, doubt Bob Cid true"),
        ("Ann peeks 3, claims Radio, Bob doubts, opens 2 =Tome",
         "Ann peeks 3, claims Radio, doubt Bob true, opens 2 =Tome"),
        ("Ann peeks 3, claims Teamwork, views Bob Dark Messiah", "Ann peeks 3, claims Teamwork, views Bob =Messiah"),
        ("Ann peeks 3, claims Phantom, exchanges with Bob =Medium", "Ann peeks 3, claims Phantom, swaps Bob =Medium"),
        ("Ann peeks 3, claims Machine, mixes lr and 1", "Ann peeks 3, claims Machine, shuffles 9 1"),
        ("I look at 3, its Tome, say Bombe, no doubts", "Ann peeks 3 =Tome, claims Bombe"),
        ("i 3 Tome, claims Bombe, no one doubts", "Ann peeks 3 =Tome, claims Bombe"),
        ("I see the Tome at 3 and say Bombe; nobody doubts", "Ann peeks 3 =Tome, claims Bombe"),
        ("Ann peeks 3, claims Tome, Cid and Bob doubt, Bob checks, true", "Ann peeks 3, claims Tome, doubt Bob Cid true"),
        ("Ann peeks 3, claims Tome, doubted by Cid, Bob: a bluff", "Ann peeks 3, claims Tome, doubt Bob Cid lie"),
        ("Ann peeks 3, claims Tome, Bob doubts rightly", "Ann peeks 3, claims Tome, doubt Bob lie"),
        ("Ann peeks 3, claims Tome, Bob doubts wrongly, time 2, opens 2 Code",
         "Ann peeks 3, claims Tome, doubt Bob true, opens 2 =Code"),
        ("Ann peeks 3, claims Bombe, unchallenged, gains Decryption", "Ann peeks 3, claims Bombe"),
        ("Ann 3 Machine? Bob doubts, true, shuffles 1 2",
         "Ann peeks 3 =Machine, claims Machine, doubt Bob true, shuffles 1 2"),
        ("Ann peeks 3, claims Tome, Bob doubts, Ann lied", "Ann peeks 3, claims Tome, doubt Bob lie"),
        ("me: 3 Tome, then claims Bombe no doubt", "Ann peeks 3 =Tome, claims Bombe"),
        ("Ann peeks 3. claims Bombe. nobody.", "Ann peeks 3, claims Bombe"),
        ("Ann 3, claims Library, then looks at 4, its Tome, gains Chaos",
         "Ann peeks 3, claims Library, looks 4 =Tome gains C"),
        ("I look at 3 and I say Tome, bob doubts, true, I turn 4 over, radio",
         "Ann peeks 3, claims Tome, doubt Bob true, opens 4 =Radio"),
        ("I look at 3, tome, name it library", "Ann peeks 3 =Tome, claims Library"),
        ("Ann lower right, claims teamwork, looks at Cid", "Ann peeks 9, claims Teamwork, views Cid"),
        ("ann mid left, claims Phantom, I keep", "Ann peeks 4, claims Phantom, keeps"),
        ("ann top right (tome), says library, looks 4 + D", "Ann peeks 3 =Tome, claims Library, looks 4 gains D"),
        ("Ann 3, claims Library, looks 4, gets a chaos token", "Ann peeks 3, claims Library, looks 4 gains C"),
        ("Ann 3, claims Machine, shuffles 3 4 5", "Ann peeks 3, claims Machine, shuffles 4 5"),
        ("Ann shows the Wanderer, reveals 4 Radio and fails", "Ann mission Wanderer, reveals 4 =Radio, fails"),
        ("Ann shows Wanderer and tries the mission: 4 Tome, 5 Library",
         "Ann mission Wanderer, reveals 4 =Tome, reveals 5 =Library"),
        ("Ann ur, claims Tome, time 2, turns up 4 Radio", "Ann peeks 3, claims Tome, opens 4 =Radio"),
    ],
)  # fmt: skip
def test_longer_and_other_forms(typed: str, plain: str) -> None:
    assert log(typed) == log(plain)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Bob 4 Bombe", "Bob peeks 4, claims Bombe"),
        ("bob at ml says bombe", "Bob peeks 4, claims Bombe"),
        ("bob looks at 4, bombe, nobody doubts", "Bob peeks 4, claims Bombe"),
        (
            "bob looks 4 teamwork, i doubt, true, views cid",
            "Bob peeks 4, claims Teamwork, doubt Ann true, views Cid",
        ),
        ("bob 4 bombe, I doubt, lie", "Bob peeks 4, claims Bombe, doubt Ann lie"),
        ("bob 4 phantom, swaps with me =Ghost", "Bob peeks 4, claims Phantom, swaps Ann =Ghost"),
    ],
)
def test_a_position_and_a_room_are_anothers_claim(typed: str, plain: str) -> None:
    assert log("Ann peeks 1, claims Bombe", typed) == log("Ann peeks 1, claims Bombe", plain)


def test_an_equals_sign_is_no_claim() -> None:
    with pytest.raises(RecordError, match=r"expected Bob to choose: claim Library") as caught:
        log("Ann peeks 1, claims Bombe", "Bob 4 =Bombe", "Cid 5 Tome")
    assert (caught.value.line, caught.value.example[:12]) == (7, "Bob 4, claim")


TO_THE_END = (
    "Ann 3, claims Tome, opens 4 Radio",
    "Bob 9 tome, opens 1 Library",
    "Cid 8 tome, opens 7 Machine",
)


ODD = ("I", "i", "me", ",", ";", ".", "-", "+", "now", "4", "mid", "left", "time", "time's", "up", "nobody", "no", "one",
       "Ann", "Bob", "doubts", "name", "Tome", "=Tome", "shows", "Wanderer", "mission:", "keep", "looks", "?",
       "C")  # fmt: skip


def test_no_line_of_odd_words_is_more_than_refused() -> None:
    rng = random.Random(5)
    for words in [(word,) for word in ODD] + [
        rng.choices(ODD, k=rng.randint(2, 5)) for _ in range(amount(60, 5_000))
    ]:
        with contextlib.suppress(RecordError):
            log(" ".join(words))


def test_time_may_be_told_and_is_checked() -> None:
    assert log(TO_THE_END[0], "time 2", TO_THE_END[1]) == log(*TO_THE_END[:2])
    told = parse(
        read_record(HEAD + "\n".join([TO_THE_END[0], "time is now 2 of 5", *TO_THE_END[1:], "time 5"]))
    )
    assert list(told.moments()) == ["ann.1", "bob.1", "cid.1a", "cid.1b", "cid.1"]
    assert told.view().face.time == 5
    with pytest.raises(RecordError, match="line 7, column 1: by these notes it is time 2"):
        log(TO_THE_END[0], "time 4")


TIME_OUT = (*TO_THE_END[:2], "Cid 8 bombe", "Ann 2 =Command, claims Tome")


@pytest.mark.parametrize(
    "typed",
    [
        "timeout Bob",
        "time's up, Bob was the Saboteur",
        "time ran out, bob wins",
        "Bob wins as the Saboteur",
        "Bob wins",
    ],
)
def test_who_won_when_time_ran_out(typed: str) -> None:
    assert log(*TIME_OUT, typed) == log(*TIME_OUT, "timeout Bob")
    assert log(*TIME_OUT, typed)[-1][:3] == (What.TIMEOUT, 2, 0b1110)


def test_that_nobody_won_is_known_only_once_it_is_told() -> None:
    head = HEAD + "\n".join(TIME_OUT)
    open_end, nobody = (GAME.solve(read_record(text)).text for text in (head, f"{head}\ntime is over"))
    assert "Bob, Cid, stack 1, stack 2, stack 3, stack 4: any of" in open_end
    assert "Bob, Cid: any of Archivist, Decrypter, Ghost, Medium, Messiah\n" in f"{nobody}\n"


def test_a_reason_says_where_an_exchanged_character_came_from() -> None:
    lines = (TO_THE_END[0], "Bob 9 phantom, swaps Cid", TO_THE_END[2], TIME_OUT[-1], "Bob wins")
    record = read_record(HEAD + "\n".join(lines))
    assert (
        "Bob won as the Saboteur when time ran out, with the Character dealt to Cid"
        in GAME.why(record, "Bob is Saboteur").text
    )


def test_who_cancels_may_be_told_in_many_words() -> None:
    lines = ("Ann 3, claims Bombe", "Bob 4 Library, looks 5 gains C", "Cid 6 Radio, opens 8 Code")
    for typed in ("Bob cancels", "bob cancels it with chaos", "cancelled by Bob"):
        machine = f"Ann 1, claims Machine, nobody doubts. {typed}"
        assert log(*lines, machine) == log(*lines, "Ann peeks 1, claims Machine, cancelled Bob"), typed


def test_a_doubt_may_stand_on_a_line_of_its_own() -> None:
    apart = log(
        "Ann peeks 3, claims Bombe",
        "Bob doubts, lie =Tome",
        "Bob peeks 1, claims Tome",
        "Cid doubts: it was true",
        "opens 3 =Radio",
    )
    assert apart == log(
        "Ann peeks 3, claims Bombe, doubt Bob lie =Tome",
        "Bob peeks 1, claims Tome, doubt Cid true, opens 3 =Radio",
    )
    with pytest.raises(RecordError, match="there is no claim to doubt"):
        log("Ann peeks 3, claims Bombe, doubt Bob lie", "Cid doubts, lie")


def test_lines_without_names_are_of_whom_they_can_only_be() -> None:
    bare = log("peeks 1, claims Bombe", "peeks 2, claims Bombe, ?")
    assert bare == log("Ann peeks 1, claims Bombe", "Bob peeks 2, claims Bombe, ?")
    with pytest.raises(RecordError, match="whose line is this, Ann's or Bob's"):
        parse(
            read_record(
                "game: enigma\nplayers: Ann Bob Cid\nseat: 0\n\nAnn peeks 1, claims Bombe\nmission Archivist"
            )
        )
    assert log("Ann peeks 1, claims Bombe", "mission Archivist") == log(
        "Ann peeks 1, claims Bombe", "Bob mission Archivist"
    )


def test_a_doubt_waits_for_its_outcome_where_it_cannot_be_told() -> None:
    waiting = parse(read_record(HEAD + "Ann peeks 1, claims Bombe, doubt Bob")).reader.pending
    assert waiting.wanted(None) == "'Bob checks 1 Bombe': yes or no"
    # The next line tells it: after the truth Bob would only look.
    assert log("Ann peeks 1, claims Bombe, doubt Bob", "Bob peeks 2, claims Tome") == log(
        "Ann peeks 1, claims Bombe, doubt Bob lie", "Bob peeks 2, claims Tome"
    )


def test_all_slips_at_once() -> None:
    with pytest.raises(RecordErrors) as caught:
        log(
            "Ann peeks 15, claims Library",
            "Bob peeks 2, claims Tmoe",
            "Cid peeks 3, claims Phantom, swap Anne",
            "Ann peeks 4, claims Radio, opens 15 =Code",
            "Bob peeks 4, claims Teamwork, doubt Bob true, views Ann",
        )
    found = {error.line: error for error in caught.value.errors}
    assert sorted(found) == [6, 7, 8, 9, 10]
    assert [found[line].column for line in (6, 7, 8)] == [11, 21, 35]
    assert "did you mean 'claim Tome'" in found[7].message
    assert "did you mean 'swap Ann'" in found[8].message
    assert found[8].example == "Cid peeks 3, claims Phantom, swap Ann"
    for error in caught.value.errors:
        log(*(each.example for each in caught.value.errors if each.line <= error.line))


def test_a_line_that_lacks_something_is_told_so_in_the_words_of_records() -> None:
    with pytest.raises(
        RecordError, match=r"expected Bob to choose \(keep, swap Ann, swap Cid, ghost .*\), not Cid"
    ) as caught:
        log("Ann peeks 1, claims Bombe", "Bob peeks 3, claims Phantom", "Cid peeks 2")
    assert caught.value.example == "Bob peeks 3, claims Phantom, keep"
    with pytest.raises(
        RecordError,
        match="name 3: a face-down card is looked at before it is named; possible now: peek 1",
    ):
        log("Ann names 3")


def test_a_line_after_a_refused_one_says_that_it_may_follow_from_it() -> None:
    with pytest.raises(RecordErrors) as caught:
        log("Ann peeks 15, claims Library", "Bob names 2", "Cid peeks 1, claims Tome, opens 2 =Radio")
    assert [error.line for error in caught.value.errors] == [6, 7]
    assert "(or this follows from line 6)" in caught.value.errors[1].message


def test_a_new_character_that_was_not_noted_is_named() -> None:
    lines = (
        HEAD
        + "Ann peeks 1, claims Bombe\nBob peeks 3, claims Phantom, swaps Ann{}\nCid peeks 2, claims Tome, opens 5 =Code\n"
    )
    report = GAME.solve(read_record(lines.format("")))
    assert report.data["missing"] == ["line 7: Ann's new Character: 'swaps Ann =CHARACTER'"]
    assert "Not noted" in report.text
    assert "missing" not in GAME.solve(read_record(lines.format(" =Ghost"))).data
    assert "missing" not in GAME.solve(read_record(lines.format("")), until="line 6").data


def test_the_shipped_evening_in_full_words() -> None:
    text = (EXAMPLES / "evening.txt").read_text()
    longer = {
        "Tome": "Tome of Order and Chaos",
        "Bombe": "Turing Bombe",
        "Radio": "Radio Center",
        "peeks 9": "peeks lower right",
        "gains D": "gains Decryption",
        "doubt Ann lie": "Ann doubts, lie",
    }
    changed = text
    for short, full in longer.items():
        changed = changed.replace(short, full)
    assert GAME.solve(read_record(changed)).text == GAME.solve(read_record(text)).text


def test_a_character_shown_by_mistake_is_known_and_nothing_else_changes() -> None:
    lines = [
        "Ann peeks 1 =Tome, claims Tome, opens 2 =Code",
        "Bob peeks 3, claims Bombe",
        "Cid peeks 4, claims Bombe",
    ]
    plain = parse(read_record(HEAD + "\n".join(lines)))
    for place in range(4):
        told = [*lines[:place], "Bob shows Medium by mistake", *lines[place:]]
        record = read_record(HEAD + "\n".join(told))
        replay = parse(record)
        shown, other = replay.view().face, plain.view().face
        assert shown._replace(log=(), cards=()) == other._replace(log=(), cards=())
        assert [event for event in shown.log if event.kind is not What.SHOWN] == list(other.log)
        assert GAME.solve(record).data["characters"]["Bob"] == {"Medium": 1.0}
        assert "Medium" not in GAME.solve(record).data["characters"]["Cid"]
        drawn = GAME.resample(replay.view(), random.Random(place))
        assert drawn.view(1).entries == replay.view().entries
        assert drawn.character(2) == drawn.setup.parts.character_names.index("Medium")
        assert "showed the Medium by mistake" in GAME.why(record, "Bob is Medium").text
        if place == 3:
            assert GAME.advise_record(record).data["seat"] == 1  # Cid's turn is over when Ann asks
    with pytest.raises(RecordError, match="that Character was seen elsewhere"):
        log("Bob shows Wanderer")
    with pytest.raises(RecordError, match="the turn of Ann is not complete"):
        log("Ann peeks 1, claims Tome, ?", "Bob shows Medium")


HURRIED = """\
i look at 9 and see library, say library, nobody doubts, then look at 7 its radio, gain chaos
Bob looks at 5, says machine. nobody doubts. I cancel it with chaos
cid looks at 1 says tome, time 2, turns up 3 teamwork
dee 4 bombe
I peek at 4: bombe, say bombe, no doubts
bob peeks 1, claims tome, opens 2 command
cid 8 says code nobody doubts
dee uses decryption, looks 6, phantom, swaps with bob
dee looks 1, says tome
time's up, dee was the saboteur"""
PLAIN = """\
Ann peeks 9 =Library, claims Library, looks 7 =Radio gains C
Bob peeks 5, claims Machine, cancelled Ann
Cid peeks 1, claims Tome, opens 3 =Teamwork
Dee peeks 4, claims Bombe
Ann peeks 4 =Bombe, claims Bombe
Bob peeks 1, claims Tome, opens 2 =Command
Cid peeks 8, claims Code
Dee spends, peeks 6, claims Phantom, swaps Bob
Dee peeks 1, claims Tome
timeout Dee"""


def test_an_evening_typed_in_a_hurry() -> None:
    """The lines of somebody who had read the page of notes alone, as they were first typed."""
    head = "game: enigma\nplayers: ann bob cid dee\nme: ann\ncharacter: archivist\n\n"
    assert (
        parse(read_record(head + HURRIED)).view().face.log
        == parse(read_record(head + PLAIN)).view().face.log
    )


def test_a_character_shown_and_what_follows_may_stand_in_one_line():
    head = HEAD.replace("Wanderer", "Medium")

    def played(*lines):
        return parse(read_record(head + "\n".join(lines))).view().face.log

    before = ["Ann peeks 1 =Tome, claims Bombe", "Bob peeks 2, claims Bombe"]
    archivist = played(
        *before, "Cid is the Archivist, reveals 3 Library, calls 4 Tome, but it was Code, he is out"
    )
    assert archivist == played(
        *before, "Cid mission Archivist, reveals 3 =Library, calls 4 Tome =Code, fails"
    )
    before = [before[0], "Bob peeks 2, claims Library, looks 3 gains C", "Cid peeks 3, claims Bombe"]
    shown = played(*before, "I show the Medium, reveal 4 Phantom, Bob is the Ghost, wrong")
    assert shown == played(*before, "Ann mission Medium, reveals 4 =Phantom, accuses Bob Ghost wrong")
    with pytest.raises(RecordError, match="this Character has no mission, or not the tokens for it"):
        played("Ann is the Medium, peeks 3")


def test_the_laying_of_another_players_ghost_need_not_be_said():
    lines = [
        "Ann peeks 1 =Tome, claims Bombe",
        "Bob peeks 2, claims Phantom, Ghost takes 4 5 6{}",
        "Cid peeks 3",
    ]
    short, long = (log(*(line.format(end) for line in lines)) for end in (", new Character", ", lays"))
    assert short == long


def test_a_flip_of_ones_own_chaos():
    lines = ["Ann peeks 1 =Tome, claims Library, looks 2 gains C", "Bob peeks 7, claims Teamwork, flips {}"]
    assert log(*(x.format("my Chaos") for x in lines)) == log(*(x.format("Ann") for x in lines))
    assert log(*(x.format("Ann's Chaos") for x in lines)) == log(*(x.format("Ann") for x in lines))


@pytest.mark.parametrize(
    "junk", ["((((", "(", ")", "-", "- -", "+", "'s", "my Chaos", ", ,", "so", "Ann -", "Bob's"]
)
def test_signs_without_words_are_refused_in_a_sentence(junk):
    with pytest.raises(RecordError):
        log(junk)


def several(*lines: str) -> list[tuple]:
    """What the writer's view of these notes tells, event by event."""
    return list(parse(read_record(HEAD + "\n".join(lines))).view(1).face.log)


def test_the_writer_is_among_those_who_doubt():
    """'and I doubt' once was taken for 'and I say', so that only the others were noted."""
    told = several("Ann 1 Code", "Bob peeks 2, claims Tome, Cid and I doubt, lie")[-1]
    assert told == several("Ann 1 Code", "Bob peeks 2, claims Tome, doubt Cid Ann lie")[-1]


def test_who_checks_is_checked():
    with pytest.raises(RecordError, match="Ann does not check: the nearest clockwise who doubts does, Cid"):
        parse(
            read_record(HEAD + "Ann 1 Code\nBob peeks 2, claims Tome, Cid and Ann doubt, Ann checks: lie")
        )


def test_tokens_told_behind_a_claim_are_checked():
    for wrong in (
        "claims Tome, gains Chaos",
        "claims Bombe, loses Decryption",
        "claims Phantom, keeps, loses Chaos",
    ):
        with pytest.raises(RecordError, match="column"):
            log(f"Ann peeks 3, {wrong}{', opens 1 Code' if 'Tome' in wrong else ''}")


GHOST = ["Ann 1 Code", "Bob 2 Tome, time 2, opens 3 Radio"]


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        (
            "Cid 4 Phantom, shows the Ghost, takes 5 8 9 and lays them again",
            "Cid 4 Phantom, ghost 5 8 9, lays",
        ),
        (
            "Cid 4 Phantom, he is the Ghost and lays 5 8 9 anew, draws a new Character",
            "Cid 4 Phantom, ghost 5 8 9",
        ),
        ("Cid 4 Library, looks 5 gains C", "Cid looks at 4, says Library, looks 5, takes a Chaos token"),
    ],
)
def test_the_ghost_in_many_words(typed: str, plain: str) -> None:
    assert several(*GHOST, typed) == several(*GHOST, plain)


def test_a_mission_that_goes_on_was_right_so_far():
    lines = ["Ann 1 Code", "Bob mission Archivist, reveals 1 Library"]
    plain = [
        lines[0],
        f"{lines[1]}, calls 2 Tome right, calls 3 Radio right, calls 4 Code right, calls 5 Bombe right",
    ]
    chatty = [
        lines[0],
        "Bob is the Archivist, reveals 1 Library, calls 2 Tome and 3 Radio, calls 4 Code 5 Bombe, wins",
    ]
    assert several(*chatty) == several(*plain)


def test_the_writers_mission_needs_no_name():
    """Which Character the writer is, the notes say; of another it has to be told."""
    short = several(
        "Ann 1 Code", "Bob 2 Bombe", "Cid 3 Tome, opens 4 Radio", "I try my mission, reveal 5 Code, fail"
    )
    plain = several(
        "Ann 1 Code", "Bob 2 Bombe", "Cid 3 Tome, opens 4 Radio", "Ann mission Wanderer, reveals 5 Code"
    )
    assert short == plain
    with pytest.raises(RecordError, match=r"expected what dealt Bob is: Decrypter, Messiah"):
        log("Ann 1 Code", "Bob tries the mission, reveals 5 Tome")


FIGURE = re.compile(r"(\d) (\w+) (\d+)%|(\w+) \(at (\d), (\d+)%\)")


@pytest.mark.parametrize("seed", range(4))
def test_a_sheet_has_one_figure_for_one_question(seed):
    """Of a card at a place, and of a Character of a player, whichever part of the sheet tells it."""
    rng = random.Random(seed)
    state, states, moves = GAME.new(players=3, seed=seed), [], []
    states.append(state)
    while state.actor is not None and len(moves) < 70:
        if state.actor is CHANCE:
            moves.append(state.draw(rng))
        else:
            legal = list(state.moves())
            moves.append(rng.choice([move for move in legal if move.kind is not Kind.MISSION] or legal))
        state = state.play(moves[-1])
        states.append(state)
    record = read_record(GAME.written(states, moves, {}, seat=1))
    for moment in list(GAME.answers().read(record).moments())[::4]:
        text = GAME.solve(record, until=moment).text
        found: dict[tuple[str, str], set[str]] = {}
        for at, room, figure, named, place, other in FIGURE.findall(text):
            found.setdefault((at or place, room or named), set()).add(figure or other)
        for row in re.findall(r"^  (\d): (.*)$", text, re.MULTILINE):
            for room, figure in re.findall(r"(\w+) (\d+)%", row[1]):
                found.setdefault((row[0], room), set()).add(figure)
        assert all(len(figures) == 1 for figures in found.values()), text
        above, _, needs = text.partition("What they probably need")
        for name in re.findall(r"^  (P\d): ", needs, re.MULTILINE):
            assert not re.search(rf"^{name}: \w+ \d+%", above, re.MULTILINE), text


def test_a_turn_that_was_not_read_is_said_and_what_follows_is_no_longer_trusted():
    text = (
        "game: enigma\nplayers: Ann Bob Cid\nme: Ann\ncharacter: Wanderer\n\n"
        "Ann peeks 4 =Code, claims Radio, opens 6 =Teamwork\n? Bob eek 2\nCid peeks 3, claims Tome\n"
    )
    record = read_record(text)
    report = GAME.solve(record)
    assert report.status == 2
    assert "before line 7" in report.text
    assert "Cards may have been moved since" in report.text
    assert [each["line"] for each in report.data["unread"]] == [7, 8]
    known = GAME.answers().read(record).knowledge(1)
    assert (
        known.marginals(known.problem["cell[4]"])["Code"] < 1
    )  # the Ghost or the Machine may have moved it
    with pytest.raises(ProblemError, match="not read"):
        GAME.advise_record(record)


CLAIMED = "Bob peeks 3, claims Tome"


@pytest.mark.parametrize(
    ("typed", "doubt"),
    [
        ("everybody but Cid doubts, true, opens 4 Bombe", "Ann true, opens 4 =Bombe"),
        ("everybody except Cid doubts, lie", "Ann lie"),
        ("all but Cid doubt, lie", "Ann lie"),
        ("all doubt but Cid, lie", "Ann lie"),
        ("everyone doubts except me, lie", "Cid lie"),
        ("all doubt, but it is the Tome", "Cid Ann true"),
        ("nobody but Cid doubts, lie", "Cid lie"),
        ("all believe him but Cid, lie", "Cid lie"),
        ("Cid doubts and was right", "Cid lie"),
        ("Cid doubts, Bob was right", "Cid true"),
        ("Cid doubts, Bob was wrong", "Cid lie"),
        ("Cid doubts, Cid was right", "Cid lie"),
        ("Cid doubts, Cid was wrong", "Cid true"),
        ("I doubt, I was right", "Ann lie"),
        ("I doubt, he is silenced", "Ann lie"),
        ("I doubt, I am silenced", "Ann true"),
        ("Cid doubts, Cid is silenced", "Cid true"),
        ("Cid doubts, Bob is silenced", "Cid lie"),
        ("Cid catches him", "Cid lie"),
        ("Cid calls it, busted", "Cid lie"),
        ("I doubt, but he lied, it was the Code", "Ann lie =Code"),
        ("Cid and I doubt, Cid checks, it's really the Tome", "Cid Ann true"),
    ],
)
def test_who_doubts_and_who_was_right(typed: str, doubt: str) -> None:
    """Found by planted faults: all but one once were all, and whoever doubts was right where another was."""
    started = "Ann 1 Code"
    assert log(started, f"Bob 3 tome, {typed}") == log(started, f"{CLAIMED}, doubt {doubt}")


@pytest.mark.parametrize(
    "typed",
    [
        "Cid doubts, he was right", "Cid doubts, he is silenced", "Cid doubts, I was right", "Cid doubts, I am silenced",
        "all but Bob doubt, lie", "nobody but Bob doubts, lie", "not everybody doubts, lie",
        "not everybody believes him, lie", "Bob is caught", "nobody doubts, he flipped open 3 = Bombe",
    ],
)  # fmt: skip
def test_who_was_right_is_not_guessed(typed: str) -> None:
    with pytest.raises(RecordError):
        log("Ann 1 Code", f"Bob 3 tome, {typed}")


def test_of_ones_own_claim_he_is_who_doubts() -> None:
    for typed, verdict in (("he was right", "lie"), ("he is silenced", "true"), ("I am silenced", "lie")):
        assert log(f"Ann 3 tome, Bob doubts, {typed}") == log(f"Ann 3 tome, doubt Bob {verdict}"), typed


@pytest.mark.parametrize("seat", ["me: Ann\ncharacter: Wanderer", "seat: 0"])
def test_who_is_silenced_is_said_of_that_one_alone(seat):
    begun = f"game: enigma\nplayers: Ann Bob Cid\n{seat}\n\n"
    turn = "Ann peeks 5 =Library, claims Library, doubt Bob true, looks 9 =Command gains C\n"
    if seat == "seat: 0":
        turn = turn.replace("looks 9 =Command", "looks 9").replace("5 =Library", "5")
    for right in ("Bob silenced", "silenced", "Ann ends, Bob silenced"):
        parse(read_record(f"{begun}{turn}{right}\n"))
    for wrong in ("Ann silenced", "Cid silenced", "me silenced"):
        with pytest.raises(RecordError):
            parse(read_record(f"{begun}{turn}{wrong}\n"))


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Bob doubts, not true", "doubt Bob lie"),
        ("Bob doubts, it isn't true", "doubt Bob lie"),
        ("Bob doubts, no lie", "doubt Bob true"),
        ("Bob doubts, not false", "doubt Bob true"),
        ("Bob doubts, it was true", "doubt Bob true"),
    ],
)
def test_what_is_denied_of_a_claim_is_the_other_thing(typed: str, plain: str) -> None:
    assert log(f"Ann peeks 3, claims Bombe, {typed}") == log(f"Ann peeks 3, claims Bombe, {plain}")


def test_players_of_one_letter_exchange_and_nobody_exchanges_with_all() -> None:
    def short(line: str):
        head = "game: enigma\nplayers: A B C\nme: A\ncharacter: Wanderer\n\n"
        return parse(read_record(head + f"A peeks 3, claims Phantom, {line}")).view().face.log

    assert short("exchanges with B") == short("swaps B")
    with pytest.raises(RecordError):
        short("exchanges with everybody")


def test_words_for_nine_positions_are_none_in_a_mansion_of_six() -> None:
    head = "game: enigma\nplayers: Ann Bob\nme: Ann\ncharacter: Decrypter\ndata: mansion6.toml\n\n"

    def six(line: str):
        return parse(read_record(head + line, source=__file__, allow_files=True)).view().face.log

    assert six("Ann 3, says Bombe, nobody doubts") == six("Ann peeks 3, claims Bombe")
    with pytest.raises(RecordError):
        six("Ann peeks lower right, claims Bombe")


def test_every_word_for_a_position_is_its_own_alone() -> None:
    """The words that the page offers, beside the patterns that notes are read by; of six positions there are none."""
    patterns = _places(9)
    for number, words in positions(9).items():
        assert words
        for word in words:
            fits = [name for pattern, name in patterns if pattern.fullmatch(word)]
            assert fits == [number], word
            said = next(name for pattern, name in patterns if pattern.search(f"looks {word} now"))
            assert said == number, word
    assert _places(6) == []
    assert positions(6) == {str(at): () for at in range(1, 7)}


TURN = "Bob peeks 4, claims Code"


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        # Who looks at the card of a claim that was doubted tells what it was.
        ("Bob looks at 4, says Code, I doubt it and see Tome", f"{TURN}, doubt Ann lie =Tome"),
        ("Bob looks at 4, says Code, I doubt it and see Code", f"{TURN}, doubt Ann true"),
        ("Bob looks at 4, says Code, I doubt it but did not see Code", f"{TURN}, doubt Ann lie"),
        ("Bob looks at 4, says Code, Cid doubts it and sees Tome", None),
        # Right or wrong is who doubted, where somebody did.
        ("Bob looks at 4, says Code, Cid doubts rightly", f"{TURN}, doubt Cid lie"),
        ("Bob looks at 4, says Code, Cid doubts wrongly", f"{TURN}, doubt Cid true"),
        ("Bob looks at 4, says Code, Cid doubts and was right", f"{TURN}, doubt Cid lie"),
        ("Bob looks at 4, says Code, nobody doubts, rightly", None),
        ("Bob looks at 4, rightly", None),
        ("Bob looks at 4, says Code, Cid caught him", f"{TURN}, doubt Cid lie"),
        # Who doubts.
        ("Bob looks at 4, says Code, all believe him", TURN),
        ("Bob looks at 4, says Code, nobody reacts", TURN),
        ("Bob looks at 4, says Code, all doubt but Ann", f"{TURN}, doubt Cid"),
        ("Bob looks at 4, says Code, nobody doubts but Cid", f"{TURN}, doubt Cid"),
        ("Bob looks at 4, says Code, Bob doubts", None),
        # The own card, and what a room does.
        ("I look at 4 =Tome, tell the truth", "Ann peeks 4 =Tome, claims Tome"),
        ("I look at 4 =Tome, lie, Code", "Ann peeks 4 =Tome, claims Code"),
        ("I look at 4 =Tome, lie, Tome", None),
        ("Bob looks at 4, says Code, opens 6, Tome", f"{TURN}, opens 6 =Tome"),
        ("Bob looks at 4, says Code, gets a chaos token", f"{TURN}, gains C"),
        ("Bob looks at 4, says Machine, mixes 2 and 3", "Bob peeks 4, claims Machine, shuffles 2 3"),
        ("Bob spends decryption, looks at 4, says Code", "Bob spends, peeks 4, claims Code"),
        ("Bob looks at 4, says Machine, 2 and 3 mixed", "Bob peeks 4, claims Machine, shuffles 2 3"),
        ("Bob looks at 4, says Machine, 2 mixed", None),
        ("Bob looks at 4, says Code, opens 6, sees Tome", f"{TURN}, opens 6 =Tome"),
        ("Bob looks at 4, says Phantom, swaps with Cid", "Bob peeks 4, claims Phantom, swaps Cid"),
        ("Bob looks at 4, says Phantom, does not swap", "Bob peeks 4, claims Phantom, keep"),
        (
            "I look at 4, say Phantom, trade with Bob, see Ghost",
            "Ann peeks 4, claims Phantom, swaps Bob =Ghost",
        ),
        ("Bob tries the mission of Wanderer, wins", "Bob mission Wanderer, wins"),
        # What is denied, and of whom it is said.
        ("Bob looks at 4, says Code, no reaction", TURN),
        ("Bob looks at 4, says Code, no", TURN),
        ("Bob looks at 4, says Code, nobody doubts and nobody", None),
        ("Bob looks at 4, says Code, Cid doubts and was not right", f"{TURN}, doubt Cid true"),
        ("Bob looks at 4, says Code, Cid doubts and was not wrong", f"{TURN}, doubt Cid lie"),
        ("Bob looks at 4, says Code, Cid doubts, not a lie", f"{TURN}, doubt Cid true"),
        ("Bob looks at 4, says Code, Cid doubts, not true", f"{TURN}, doubt Cid lie"),
        ("Bob looks at 4, says Code, Cid doubts, Ann rightly", None),
        ("Bob looks at 4, says Code, Cid doubts, Ann wrongly", None),
        ("Bob looks at 4, says Code, Cid caught Bob", f"{TURN}, doubt Cid lie"),
        ("Bob looks at 4, says Code, Cid caught Ann", None),
        ("Bob looks at 4, says Code, Cid does not trust Bob", f"{TURN}, doubt Cid"),
        ("Bob looks at 4, says Code, Cid does not trust Ann", None),
        ("Bob looks at 4, says Code, gets no token", f"{TURN}, gains nothing"),
        ("Bob looks at 4, says Teamwork, flips Cid's chaos", "Bob peeks 4, claims Teamwork, flips Cid"),
        ("Bob cannot claim, looks at 4", "Bob peeks 4"),
        ("Bob can claim, looks at 4", None),
        # That not all believe is no doubt of anybody, and no trust of all.
        ("Bob looks at 4, says Code, not everybody believes it", None),
        ("Bob looks at 4, says Code, all do not believe him", None),
        # What was not believed is no "it" that was right.
        ("Bob looks at 4, says Code, Cid did not believe it and was right", f"{TURN}, doubt Cid lie"),
    ],
)
def test_a_turn_told_in_clauses_is_one_plain_line(typed, plain):
    """By the reader of clauses alone, without the rules; None for what is not one turn."""
    found = reader(GAME.new(players=3).setup).readings(typed, ("Ann", "Bob", "Cid"), "Ann")
    assert found == ([] if plain is None else [[plain]])


def test_it_may_be_the_doubt_or_the_claim_that_was_right() -> None:
    found = reader(GAME.new(players=3).setup).readings(
        "Bob looks at 4, says Code, Cid doubts and it was right", ("Ann", "Bob", "Cid"), "Ann"
    )
    assert [sorted(each) for each in found] == [[f"{TURN}, doubt Cid lie", f"{TURN}, doubt Cid true"]]


@pytest.mark.parametrize("who", ["Ghost", "Saboteur", "Decrypter"])  # the last one without its token
def test_the_sheet_and_why_agree_that_no_such_character_can_have_tried_a_mission(who) -> None:
    record = read_record(f"{HEAD}Ann 3 radio, opens 2 Tome\nBob is the {who}\n")
    told, why = GAME.solve(record), GAME.why(record, "Bob is the Ghost")
    assert "line 7: Bob showed a Character that has a mission" in told.text
    assert (told.status, why.status) == (1, 1)


def test_who_holds_an_exchanged_character_is_said_and_not_to_whom_it_was_dealt() -> None:
    lines = ("Ann 3 radio, opens 2 Tome", "Bob 9 phantom, swaps Ann =Medium")
    why = partial(GAME.why, read_record(HEAD + "\n".join(lines)))
    assert why("Bob Wanderer").text.startswith("yes: Bob is the Wanderer (whose card was dealt to Ann), ")
    assert why("Bob not Wanderer").text.startswith("no: Bob is the Wanderer (whose card was dealt to Ann)")
    assert why("I am the Medium").text.startswith("yes: Ann is the Medium (whose card was dealt to Bob), ")
    assert why("Cid is not Ghost").text.startswith("Cid is not the Ghost: open, ")
    assert why("Tome is at 2").text == why("2 Tome").text


def test_why_tells_what_is_proven_and_what_claims_make_of_it_each_as_the_sheet_does() -> None:
    record = read_record(HEAD + "Ann 3 radio, opens 2 Tome\nBob 9, claims Bombe\n")
    sheet = GAME.solve(record).data
    for room, proven in sheet["cells"]["9"].items():
        why = GAME.why(record, f"9 {room}")
        believed = sheet["soft"]["cells"]["9"][room]
        assert (why.data["probability"], why.data["believed"]["probability"]) == (proven, believed)
        first, second, third = why.text.splitlines()[:3]
        assert first == f"cell[9] is {room}: open, {proven:.1%} by what is proven alone"
        assert (
            second
            == f"believed, not proven (by claims too, lie model 'expected'; approximate): {believed:.1%}"
        )
        assert third == "How the notes moved what is proven:"
    bob = next(each for each in sheet["rivals"]["needs"] if each["seat"] == 2)["characters"][0]
    why = GAME.why(record, f"Bob is not {bob['character']}")
    assert why.data["believed"]["probability"] == pytest.approx(1 - bob["chance"])
    asked = read_record(HEAD + "Ann 3 radio, opens 2 Tome\nBob 9, claims Bombe ?\n")
    beside = "what Bob names now, 9 Bombe, is not weighed yet: advice says how likely it is a lie"
    assert beside in GAME.solve(asked).text.splitlines()
    assert GAME.why(asked, "8 Bombe").data["believed"]["model"].endswith(f"approximate; {beside}")
    silent = read_record(HEAD + "Ann 3 radio, opens 2 Tome\n")
    told = GAME.why(silent, "9 Bombe")
    assert told.data["believed"]["probability"] == pytest.approx(told.data["probability"])
    assert "believed" not in told.text  # where both say the same, one figure stands


def test_that_nobody_cancels_says_nothing_and_that_nobody_but_one_does_is_no_such_line() -> None:
    lines = ("Ann 3, claims Bombe", "Bob 4 Library, looks 5 gains C")
    plain = log(*lines, "Cid 6 Machine, shuffle 1 2")
    for typed in (
        "nobody cancels, shuffle 1 2",
        "nobody doubts, not cancelled, shuffle 1 2",
        "shuffle 1 2, no one cancels it",
    ):
        assert log(*lines, f"Cid 6 Machine, {typed}") == plain
    for typed in ("nobody cancels but Bob, shuffle 1 2", "not cancelled by Bob, shuffle 1 2"):
        with pytest.raises(RecordError):
            log(*lines, f"Cid 6 Machine, {typed}")


@pytest.mark.parametrize(
    "typed",
    [
        "I look at 4, see Tome, say Code, see Tome",
        "I look at 4, saw Tome, saw Tome, say Code",
        "I look at 4 and see Tome. I say Code. It was Tome",
    ],
)
def test_found_by_a_planted_fault_what_was_seen_may_be_told_twice(typed):
    """It was read the other way round: what was said as seen, and what was seen as said."""
    found = reader(GAME.new(players=3).setup).readings(typed, ("Ann", "Bob", "Cid"), "Ann")
    assert found[0] == ["Ann peeks 4 =Tome, claims Code"]


@pytest.mark.parametrize("wrong", ["6", "6 Nowhere", "99 Code", "Zoe Ghost", "Ann Nobody", "6 Code Tome"])
def test_a_fact_that_is_none_is_refused_without_a_line_of_the_notes(wrong) -> None:
    with pytest.raises(RecordError) as refused:
        GAME.why(read_record(HEAD), wrong)
    assert not refused.value.line
    assert "line" not in str(refused.value)


@pytest.mark.parametrize(
    "said", ["4 5 order 4 1 5", "4 5 order 213", "1 4 5 order 213", "5 and 4 order 213"]
)
def test_the_order_of_a_shuffle_is_told_by_positions_or_by_places(said):
    """By positions, as the refusal of a line without it proposes, it once was passed over."""
    told = (
        "game: enigma\nplayers: Ann Bob Cid\nlayout: Machine Tome Bombe / Code Library Radio / Command Phantom Teamwork\n"
        "characters: Decrypter Messiah Medium ; Archivist Wanderer Ghost Saboteur\nicons: free\n\n"
        f"Ann peeks 1, claims Machine, shuffles {said}\nBob peeks 4, claims Tome"
    )
    rooms = GAME.new(players=3).setup.parts.room_names
    assert [rooms[room] for room in parse(read_record(told)).state.face.cells[:5:3]] == ["Code", "Machine"]
    with pytest.raises(RecordError):
        log("Ann peeks 1 =Machine, claims Machine, shuffles 4 5 order 213")  # which she has not seen


def test_a_small_letter_is_the_name_that_alone_begins_so():
    assert log("Ann 1 Bombe", "b: 4 Tome") == log("Ann 1 Bombe", "Bob peeks 4, claims Tome")
    with pytest.raises(RecordError, match="expected Bob to choose"):
        parse(read_record(HEAD.replace("Cid", "Ben") + "Ann 1 Bombe\nb: 4 Tome"))
