"""Records both ways, their errors, the reports of the command line, and the examples."""

import contextlib
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.conformance.testing import histories
from deduce.games import CHANCE, read_record
from deduce.ground.errors import ProblemError, RecordError, RecordErrors
from deduce.rulebook.sheet_forms import write_sheet as write_state
from deduce.web import answer
from deduce_models.decrypto import GAME, Clue, Guess, built_in, read_view, write_view
from deduce_models.decrypto.records.reading import read_state
from deduce_models.decrypto.rules.moves import Name

EXAMPLES = Path(__file__).parents[2] / "examples" / "decrypto"
OPTIONS = (
    {},
    {"end_test": "at once", "interceptions_to_win": 1, "misses_to_lose": 1},
    {"rounds": 1, "trio_rounds": 2},
    {
        "encryption": "alternate",
        "rounds": 3,
        "codes": "used up",
        "repeated_clues": "both",
        "late_clues": True,
    },
)


@pytest.mark.parametrize("options", OPTIONS)
def test_every_position_and_view_goes_through_text(options):
    @given(histories(GAME, players=[3, 4, 5], options=options, max_moves=130))
    def round_trip(history):
        state = history.states()[-1]
        text = write_state(state)
        assert read_state(read_record(text), built_in()) == state
        assert write_state(read_state(read_record(text), built_in())) == text
        for seat in range(state.seats + 1):
            view = state.view(seat)
            again, _ = read_view(read_record(write_view(view)), built_in())
            assert again == view
            assert read_view(read_record(text), built_in(), seat=seat)[0] == view

    round_trip()


def text_of(name):
    return (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")


def record(name):
    return read_record(EXAMPLES / f"{name}.txt")


def test_the_worked_example_as_a_record():
    state = read_state(record("referee"), built_in())
    assert state.tokens == (1, 1, 0, 0)
    assert [half.code for half in state.past] == [(4, 2, 1), (4, 3, 2), (3, 4, 2), (2, 3, 4)]
    earlier = read_state(record("referee"), built_in(), until="round 1")
    assert earlier.tokens == (0, 0, 0, 0)
    assert earlier.round == 2


def test_solving_an_interception():
    report = GAME.solve(record("intercept"))
    assert report.data["seat"] == 2
    codes = report.data["codes"]["white"]["codes"]
    assert next(iter(codes)) == "3-1-4"
    assert sum(codes.values()) == pytest.approx(1, abs=1e-4)
    reading = report.data["reading"]
    assert codes["3-1-4"] < 0.5 < reading["codes"]["white"]["codes"]["3-1-4"]
    assert reading["keywords"]["white"][2]["cat"] > 0.9
    # Nobody who hides his keywords says melt and ski of snow, or whisker of a cat.
    trusted = report.data["keywords"]["white"]
    assert trusted[0]["snow"] > 0.85
    assert trusted[3]["crown"] > trusted[3]["king"] > 0.2
    assert trusted[2]["cat"] > 0.85
    assert "(the reading alone: king" in report.text
    assert "intercepting" in report.text
    advice = GAME.advise_record(record("intercept"))
    assert advice.text.splitlines()[3].startswith("  3-1-4 with")
    earlier = GAME.solve(record("intercept"), until="round 2")
    assert earlier.data["codes"] == {}


def test_keywords_count_the_clues_just_read():
    solved = GAME.solve(record("intercept"))
    snow = GAME.why(record("intercept"), "white keyword 1 = snow")
    assert snow.data["reading"] > 0.95
    by_text = {step["text"]: step for step in snow.data["steps"]}
    assert by_text["the clues of White's column 1"]["after"] < 0.3
    read = by_text["'ski' fits the clues of White's columns"]
    assert read["before"] < 0.3
    assert read["after"] > 0.95
    assert "(the reading alone: king" in solved.text
    assert "with the clues just read" in solved.text
    # Before the clues of round 3 only the sheet counts.
    earlier = GAME.solve(record("intercept"), until="round 2")
    assert earlier.data["reading"]["keywords"]["white"][0]["snow"] < 0.3
    assert "just read" not in earlier.text


ASKED = [
    *(("white keyword {} = {}".format(*each)) for each in ((1, "snow"), (4, "crown"), (4, "king"))),
    "white code = 3-1-4",
    "white code = 3-1-2",
    "white digit 2 = 1",
]


@pytest.mark.parametrize("fact", ASKED)
def test_one_question_has_one_figure(fact):
    """What `solve` says, its sheet in words, the board that is touched and the first line of `why`."""
    solved, asked = GAME.solve(record("intercept")).data, GAME.why(record("intercept"), fact)
    team, kind, *number, _, value = fact.split()
    at = int(number[0]) - 1 if number else 0
    shown = answer({"verb": "solve", "record": text_of("intercept"), "boards": 1})["data"]["boards"]
    places = {place["fact"]: dict(place["chances"]) for board in shown for place in board["places"]}

    def of(found):
        if kind == "keyword":
            return found["keywords"][team][at][value]
        told = found["codes"][team]
        return told["codes"][value] if kind == "code" else told["digits"][at][int(value) - 1]

    assert asked.data["probability"] == pytest.approx(of(solved), abs=1e-5)
    assert asked.data["reading"] == pytest.approx(of(solved["reading"]), abs=1e-5)
    assert asked.text.startswith(f"{asked.data['fact']}: {of(solved):.2%}"[:-2])
    if kind != "digit":
        of_place = places[fact.replace(value, "{value}")]
        assert of_place.get(value, 0) == pytest.approx(of(solved), abs=1e-4)
    if kind == "code":
        advised = GAME.advise_record(record("intercept")).data
        assert advised["advice"][team]["codes"][value] == of(solved)


@pytest.mark.parametrize(("line", "phase"), [("", "draw"), ("black keywords\n", "deal")])
def test_the_rivals_cards_go_without_saying_unless_an_empty_line_says_that_they_are_still_to_come(
    line, phase
):
    notes = f"game: decrypto\nplayers: 4\nseat: 1\n\nwhite keywords snow; storm; cat; king\n{line}"
    assert read_view(read_record(notes), built_in())[0].phase == phase


def test_asking_for_clues():
    report = GAME.advise_record(record("encrypt"))
    clues = report.data["clues"]
    values = [one["value"] for one in clues]
    assert values == sorted(values, reverse=True)
    for one in clues:
        assert 0 <= one["intercept"] <= 1
        assert 0 <= one["decode"] <= 1
        assert len(set(one["clues"])) == 3
    assert "your team decodes" in report.text


def test_why():
    report = GAME.why(record("intercept"), "white code = 3-1-4")
    assert "'ski' fits the clues of White's columns" in report.text
    assert "if each clue was chosen for its keyword alone: 98.8" in report.text
    for fact in ("nonsense", "white code = 1-1-1", "black keyword 1 = cat", "white keyword 2 = xyzzy"):
        with pytest.raises(RecordError) as refused:
            GAME.why(record("intercept"), fact)
        assert "cannot be" not in str(refused.value)  # nothing was proved of it


def test_the_sheet_tells_of_each_digit_what_why_says_of_it_first():
    text = GAME.solve(record("intercept")).text.splitlines()
    heads = text.index("              1      2      3      4")
    chance = GAME.why(record("intercept"), "white digit 1 = 3").data["probability"]
    assert text[heads + 1].split()[1 + 3] == f"{chance:.1%}"
    assert text[heads + 5].startswith(
        "if each clue was chosen for its keyword alone: "
    )  # what follows is of that


def test_advice_can_be_taken_into_the_notes():
    for name, rows, line in (
        ("intercept", "guesses", "black intercepts 3-1-4"),
        ("encrypt", "clues", None),
    ):
        found = GAME.advise_record(record(name)).data[rows]
        assert line in (None, found[0]["move"])
        written = read_record(text_of(name) + found[0]["move"] + "\n")
        assert GAME.solve(written).data["seat"] in (1, 2)


def test_decoding_and_naming():
    text = write_state(read_state(record("referee"), built_in()))
    text += (
        "white code 1-3-2\nblack code 1-2-3\nwhite clues ski; purr; thunder\nblack clues a a; b b; c c\n"
    )
    report = GAME.solve(read_record(text), seat=3)
    assert next(iter(report.data["codes"]["white"]["codes"])) == "1-3-2"
    with pytest.raises(ProblemError, match="nothing to decide"):
        GAME.advise_record(record("referee"))
    tie = GAME.new(players=4, seed=5, rounds=1)
    rng = random.Random(1)
    while tie.phase != "name":
        if tie.actor is CHANCE:
            tie = tie.play(tie.draw(rng))
        elif tie.phase == "clue":
            tie = tie.play(tie.moves()[rng.randrange(2000)])
        else:
            tie = tie.play(Guess(tie.codes[tie.turn]))
    assert "Black's keywords" in GAME.advise_record(read_record(write_state(tie))).text


HEAD = "game: decrypto\nplayers: 4\n\nwhite keywords snow; storm; cat; king\nblack keywords bridge; honey; robot; piano\n"
ROUND = HEAD + "round 1\nwhite code 1-2-3\nblack code 1-2-3\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("game: decrypto\n", 1, 0, "players"),
        ("game: decrypto\nplayers: 9\n", 2, 1, "3 to 8"),
        ("game: decrypto\nplayers: 4\ntie_brake: none\n", 3, 1, "tie_break"),
        ("game: decrypto\nplayers: 4\ntie_break: some\n", 3, 1, "keywords"),
        (HEAD + "round 2\n", 6, 7, "round 1"),
        (HEAD + "white code 1-2-3\n", 6, 1, "round 1"),
        (HEAD + "round 1\nwhite code 1-2-2\n", 7, 12, "4-2-1"),
        (HEAD + "round 1\nblue code 1-2-3\n", 7, 1, "white"),
        (HEAD + "round 1\nwhite klues a\n", 7, 7, "clues"),
        (ROUND + "white clues a; b; c; d\n", 9, 22, "three clues"),
        (ROUND + "white clues cold; snowing; grand\n", 9, 0, "inflection"),
        (ROUND + "white code 1-2-3\n", 9, 1, "already"),
        (ROUND + "white clues a a; b b; c c\nwhite guesses 1-2-3\n", 10, 0, "black clues"),
        (ROUND + "black intercepts 1-2-3\n", 9, 1, "before round 2"),
        (ROUND + "white clues ?; ?; ?\n", 9, 0, "seat: N"),
        (ROUND + "judge storm; black 7; strong\n", 9, 14, "black 2"),
        (ROUND + "judge storm; black 2; strnog\n", 9, 23, "strong"),
        (ROUND + "judge storm\n", 9, 0, "judge CLUE"),
        (HEAD + "white keywords a; b; c; d\n", 6, 1, "already"),
    ],
)
def test_errors_say_where_and_what(text, line, column, words):
    with pytest.raises(RecordError, match=words) as caught:
        read_state(read_record(text), built_in())
    assert (caught.value.line, caught.value.column) == (line, column)


NOTES = "game: decrypto\nplayers: 4\nseat: 2\n\nblack keywords bridge; honey; robot; piano\nround 1\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (NOTES + "white clues a a; b b; c c\nwhite guesses 1-2-3\n", 8, "white code"),
        (NOTES + "white clues a a; ?; c c\n", 7, "together"),
        (NOTES + "black clues honey; b b; c c\n", 7, "keyword"),
        (NOTES + "white clues a a; b b; c c\nround 2\nwhite clues d d; e e; f f\n", 9, "not finished"),
        (NOTES + "black names a; b\n", 7, "tie"),
        (NOTES.replace("; piano", ""), 5, "four keywords"),
        (NOTES.replace("honey", "?"), 5, "all four"),
        (NOTES + "white clues a a; b b\nwhite code 1-2-3\nwhite guesses 1-2-3\n", 7, "three clues"),
        (NOTES + "white clues a a; b b; c c\njudge zzz; white 1; strong\n", 8, "zzz"),
        (NOTES + "white clues a a; b b; c c\njudge a a; foo; strong\n", 8, "foo"),
        (NOTES + "white clues a; b; c\njudge a; white 1; sure\njudge b; white 1; sure\n", 9, "sure"),
        (NOTES + "white clues a; b; c\njudge a; white 1; sure\njudge a; white 2; sure\n", 9, "sure"),
        (NOTES + "white clues a a; b b\nblack clues c c; d d\n", 7, "three clues"),
    ],
)
def test_errors_in_notes(text, line, words):
    with pytest.raises(RecordError, match=words) as caught:
        read_view(read_record(text), built_in())
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (NOTES + "white clues a a; b b\n", "line 7: three clues are waited for, of which 2 are noted"),
        (NOTES.rsplit(";", 1)[0] + "\n", "line 5: four keywords are waited for, of which 3 are noted"),
        (NOTES + "white clues ?\n", ""),
        (NOTES + "white clues a a; b b; c c\n", ""),
    ],
)
def test_a_last_list_that_is_only_begun_says_so(text, said):
    _, second, *rest = GAME.solve(read_record(text)).text.split("\n")
    assert second == said
    assert not any("waited for" in each for each in rest)


def test_clues_that_the_players_let_pass():
    text = NOTES + "white clues snowing; purr; thunder\n"
    strict = GAME.why(read_record(text), "white keyword 1 = king").data["probability"]
    with pytest.raises(RecordError, match="clue_check: players"):
        read_view(read_record(NOTES + "black clues robots; b b; c c\n"), built_in())
    free = text.replace("seat: 2", "seat: 2\nclue_check: players")
    view, _ = read_view(read_record(free + "black clues robots; b b; c c\n"), built_in())
    assert view.setup.rules.clue_check == "players"
    # "Snowing" proves that White lacks "snow" only where a form of a keyword is refused.
    assert 0 < strict < 1
    assert GAME.why(read_record(text), "white keyword 1 = snow").data["probability"] < 1e-9
    assert GAME.why(read_record(free), "white keyword 1 = snow").data["probability"] > 1e-4
    carry = NOTES + "white clues carry; purr; thunder\n"
    assert GAME.why(read_record(carry), "white keyword 1 = car").data["probability"] > 1e-4


def test_either_encryptor_is_advised_from_his_own_card():
    text = (EXAMPLES / "encrypt.txt").read_text(encoding="utf-8")
    notes = text.replace("seat: 1", "seat: 4").replace("white keywords snow", "black keywords snow")
    notes = notes.partition("round 2")[0] + "round 2\nblack code 1-2-3\n"
    notes = notes.replace("snow; storm; cat; king", "bridge; honey; robot; piano")
    for each in (notes, notes.replace("black code 1-2-3", "white code ?\nblack code 1-2-3")):
        assert len(GAME.advise_record(read_record(each)).data["clues"]) > 1
    view, _ = read_view(read_record(notes), built_in())
    assert view.codes == (None, (1, 2, 3))
    begun, _ = read_view(read_record(notes + "black clues river\n"), built_in())
    assert begun.counts == (3, 1)
    nameless = notes.replace("black keywords bridge; honey; robot; piano", "")
    with pytest.raises(ProblemError, match="keywords"):
        GAME.advise_record(read_record(nameless))


@pytest.mark.parametrize("last", range(5, 25))
def test_a_record_can_be_cut_anywhere(last):
    assert GAME.solve(record("referee"), until=str(last)).text


def test_codes_of_facts_are_spelt_as_in_records():
    first, second = (
        GAME.why(record("intercept"), f"white code = {code}").data for code in ("3-1-4", "314")
    )
    assert first == second


def test_a_place_without_a_line_is_written_plainly():
    assert str(RecordError("expected a code", column=1)) == "column 1: expected a code"
    assert str(RecordError("expected a code", line=2, column=3)) == "line 2, column 3: expected a code"


def test_notes_belong_to_their_seat():
    with pytest.raises(RecordError, match="seat 2"):
        read_view(record("intercept"), built_in(), seat=1)
    with pytest.raises(RecordError, match="no event"):
        read_view(record("intercept"), built_in(), until="teatime")


@given(st.text(alphabet="whitebladc kywordsgu;-?#1234\n:", max_size=80))
def test_no_text_crashes_the_reader(text):
    for head in (ROUND, NOTES):
        with contextlib.suppress(RecordError):
            read_view(read_record(head + text), built_in())


def test_moves_are_read_as_people_type_them():
    state = GAME.new(players=4, seed=1)
    view = state.view(state.actor)
    assert GAME.parse("clue Volcanic  Ash", view) == Clue("Volcanic Ash")
    assert GAME.parse("LIGHTNING", view) == Clue("lightning")
    assert GAME.parse("-", view) == Clue("-")
    assert view.open_moves
    state = state.play(GAME.parse("volcanic soil nobody listed", state))
    while state.phase == "clue":
        state = state.play(state.moves()[7 * len(state.clues[0]) + 11 * len(state.clues[1])])
    for text in ("guess 4-2-1", "421", "4 2 1", "4-2-1"):
        assert GAME.parse(text, state) == Guess((4, 2, 1))
    with pytest.raises(RecordError, match="guess 4-2-1"):
        GAME.parse("name cat", state)
    assert str(Name("cat")) == "name cat"


def test_a_record_brings_its_own_words_dials_and_vectors(tmp_path):
    text = (EXAMPLES / "encrypt.txt").read_text(encoding="utf-8")
    dialled = [text.replace("seat: 1", f"seat: 1\nrisk: {risk}\nsecrecy: 0") for risk in (0, 9)]
    bold, shy = (GAME.advise_record(read_record(each)).data["clues"][0] for each in dialled)
    assert shy["intercept"] < bold["intercept"]
    own = ("snow", "storm", "cat", "king", "owl", "pen", "egg", "bee")
    blocks = "".join(f"= {word}\na: {word}ish/5 odd\n" for word in own)
    (tmp_path / "mine.txt").write_text(blocks, encoding="utf-8")
    notes = tmp_path / "notes.txt"
    head = "game: decrypto\nplayers: 4\nseat: 3\nwords: mine.txt\n\nwhite keywords snow; storm; cat; king\nround 1\n"
    notes.write_text(head + "white clues catish; kingish; snowish\n", encoding="utf-8")
    assert GAME.solve(read_record(notes)).data["codes"]["white"]["codes"]["3-4-1"] > 0.99
    broken = (("words: none.txt", "no file"), ("risk: much", "at least 0"), ("secrecy: -1", "at least 0"))
    for wrong, words in broken:
        with pytest.raises(RecordError, match=words) as caught:
            GAME.advise_record(read_record(text.replace("seat: 1", f"seat: 1\n{wrong}")))
        assert caught.value.line == 5


@given(histories(GAME, players=[3, 4], options={"late_clues": True}, max_moves=60), st.integers(0, 4))
def test_reports_answer_for_every_seat_or_say_why_not(history, seat):
    state = history.states()[-1]
    seat = min(seat, state.seats)
    for text in (write_state(state), write_view(state.view(seat))):
        assert GAME.solve(read_record(text), seat=seat).text
        try:
            assert GAME.advise_record(read_record(text), seat=seat).data
        except ProblemError as error:
            assert "nothing to decide" in str(error)  # noqa: PT017 - advice may be given or refused, not crash


BEGUN = """game: decrypto
players: 4
seat: 1

white keywords snow; storm; cat; king

"""


def test_half_a_round_a_line_is_the_same_as_its_events():
    short = """W 4-2-1 lion; lightning; melt = 4-2-1
B 4-3-2 chopin; metal; bee = 4-3-2
W 3-4-2 whisker; throne; ship = 3-4-1 / 1-4-3  # we erred
B ? jar; asimov; pedal / 2-3-1
"""
    long = """round 1
white code 4-2-1
white clues lion; lightning; melt
white guesses 4-2-1
black code 4-3-2
black clues chopin; metal; bee
black guesses 4-3-2
round 2
white clues whisker; throne; ship
white code 3-4-2
white guesses 3-4-1
black intercepts 1-4-3
black clues jar; asimov; pedal
white intercepts 2-3-1
"""
    one, _ = read_view(read_record(BEGUN + short), built_in())
    other, _ = read_view(read_record(BEGUN + long), built_in())
    assert one == other
    assert (one.phase, one.turn, one.tokens) == ("answer", 1, (0, 1, 0, 0))


def test_what_half_a_line_hid_is_told_later():
    one, _ = read_view(
        read_record(BEGUN + "W ? lion; ice; melt\nwhite code 4-2-1\nwhite guesses 4-2-1\n"), built_in()
    )
    other, _ = read_view(read_record(BEGUN + "W 4-2-1 lion; ice; melt = 4-2-1\n"), built_in())
    assert one == other


def test_a_dash_says_that_nobody_intercepted_where_nobody_can() -> None:
    """In round 1; later everybody intercepts, and a dash could stand for what nobody noted."""
    line = "W 4-2-1 lion; ice; melt = 4-2-1"
    one, _ = read_view(read_record(f"{BEGUN}{line} / -\n"), built_in())
    assert one == read_view(read_record(f"{BEGUN}{line}\n"), built_in())[0]
    with pytest.raises(RecordError, match="not '-'") as error:
        read_view(read_record(f"{BEGUN}{line}\nB ?\n{line} / -\n"), built_in())
    assert error.value.line == BEGUN.count("\n") + 3


@pytest.mark.parametrize(
    ("lines", "column", "message"),
    [
        ("W", 1, "expected a code"),
        ("W 4-2-4 lion; ice; melt", 3, "4-2-4"),
        ("W 4-2-1 lion; ice; melt; sea", 26, "at most three clues"),
        ("W 4-2-1 lion; ice; melt = 4-2", 27, "4-2"),
        ("W 4-2-1 lion; ice; melt = 4-2-1 / 1-2-3", 33, "no interception before round 2"),
        ("W 4-2-1 a; b; c = ", 0, "expected one code"),
        ("X 4-2-1 lion", 1, "'W' or 'B' for half a round"),
    ],
)
def test_a_half_line_that_cannot_be_is_refused_at_its_place(lines, column, message):
    with pytest.raises(RecordError, match=message) as refused:
        read_view(read_record(BEGUN + lines), built_in())
    assert refused.value.column == column


def test_three_players_black_gives_no_clues():
    with pytest.raises(RecordError, match="lone Interceptor"):
        read_view(
            read_record("game: decrypto\nplayers: 3\nseat: 1\n\nB 4-2-1 lion; ice; melt\n"), built_in()
        )


def test_what_is_no_key_of_the_header_says_where_it_belongs():
    record = "game: decrypto\nplayers: 4\nlanguage: fr\nkeywords: snow, storm, cat, king\ncolour: red\n"
    with pytest.raises(RecordErrors) as refused:
        GAME.solve(read_record(record))
    said = str(refused.value)
    assert "unknown header key 'language': it is that of the list of words" in said
    assert "unknown header key 'keywords': they are noted below the header" in said
    assert "unknown header key 'colour': allowed" in said


@pytest.mark.parametrize("verdict", ["wrong", "- nope", "and are wrong"])
def test_a_guess_that_was_wrong_is_not_the_code_that_is_shown(verdict):
    from benchmarks.hurried import heard

    head = "game: decrypto\nplayers: Ann Bob Cid Dee\nme: Ann\n\nround 1\nblack clues metal; bee; jar\n"
    told = f"{head}they say 4 3 2 {verdict}\nblack code "
    assert "a line before says that it is not '4-3-2'" in heard(f"{told}4-3-2\n")
    assert not isinstance(heard(f"{told}4-3-1\n"), str)


def test_a_guess_that_was_wrong_has_no_chance_of_being_the_code():
    """What is left is as likely as before beside each other where each clue is read by itself."""
    text = (EXAMPLES / "intercept.txt").read_text("utf-8")

    def chances(record):
        data = GAME.solve(read_record(record)).data
        return data["reading"]["codes"]["white"]["codes"], data["codes"]["white"]["codes"]

    (before, trusted), told = chances(text), f"{text}we intercept 3-1-4, wrong\n"
    after, then_trusted = chances(told)
    rest = 1 - before["3-1-4"]
    for code, chance in before.items():
        left = 0.0 if code == "3-1-4" else chance / rest
        assert after[code] == pytest.approx(left, abs=1e-6 / rest)
    assert then_trusted["3-1-4"] == 0 < trusted["3-1-4"]
    ranked = GAME.advise_record(read_record(told)).data["guesses"]
    assert "3-1-4" not in {row["move"].split()[-1] for row in ranked}


def test_what_is_known_heeds_judgements_and_codes_called_wrong():
    """Both stand beside the events; `knowledge` of a record's view, and draws, left them out."""
    text = (EXAMPLES / "intercept.txt").read_text("utf-8")
    bare = "".join(line for line in text.splitlines(True) if not line.startswith("judge"))
    assert bare != text

    def reading(record):
        read = read_record(record)
        view = GAME.answers().read(read).view()
        return view, GAME.solve(read).data["reading"]["codes"]["white"]["codes"]

    seen = [reading(bare), reading(text), reading(f"{text}we intercept 3-1-4, wrong\n")]
    for view, chances in seen:
        known = GAME.knowledge(view)
        code = next(variable for variable in known.scope if variable.name == "white code")
        found = known.marginals(code)
        assert {each: found.get(each, 0.0) for each in chances} == pytest.approx(chances, abs=1e-6)
    assert seen[0][1] != pytest.approx(seen[1][1])
    view = seen[-1][0]
    assert len({GAME.resample(view, random.Random(n)).codes[0] for n in range(40)} | {(3, 1, 4)}) > 2
    assert all(GAME.resample(view, random.Random(n)).codes[0] != (3, 1, 4) for n in range(40))


@pytest.mark.parametrize(
    "before", ["ok, we", "ok we", "yes, we", "right, we", "right we", "no, we", "we no"]
)
def test_what_is_said_before_a_guess_is_no_verdict_on_it(before):
    from benchmarks.hurried import heard

    head = (
        "game: decrypto\nplayers: Ann Bob Cid Dee\nme: Ann\n\nround 1\nwhite clues lion; lightning; melt\n"
    )
    assert isinstance(heard(f"{head}{before} guess 3-2-1\n"), str)
    right = heard(f"{head}white guesses 3-2-1\nwhite code 3-2-1\n")
    assert heard(f"{head}we correctly guess 3-2-1\n") == heard(f"{head}we guess 3-2-1, right\n") == right
