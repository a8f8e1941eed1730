"""Verbs of the page by hand: mending beside every change tried, sheets and blanks of families, walks of games."""

import itertools
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_line import deduce as command

import deduce
from deduce.games import game
from deduce.ground.errors import GaveUp, ProblemError
from deduce.ground.report import Report
from deduce.puzzles.shelves import shelf_of
from deduce.records.form import Event, Field, Form
from deduce.records.record import read_record
from deduce.web import answer, play_verbs
from deduce.web.mending import mends
from deduce.web.request import Request

SECRET = b"0123456789abcdef0123456789abcdef"
FORM = Form(
    ("Ann", "Bob"), "Ann", (Event("has", "has", (Field("count", tuple("123456789")),), actor=True),)
)  # fmt: skip


class Sums:
    """A game whose notes agree where all numbers add up to `total`; each note is blamed with a chance of its own."""

    def __init__(self, total, *, repairs=True, fails=()):
        self.total, self.repairs, self.fails, self.asked = total, repairs, set(fails), 0

    def solve(self, record):
        self.asked += 1
        numbers = {line.number: int(line.words[2][0]) for line in record.events}
        if sum(numbers.values()) in self.fails:
            raise GaveUp("no time")
        if any(number == 9 for number in numbers.values()):
            raise ProblemError("nines are no numbers")
        if sum(numbers.values()) == self.total:
            return Report("fine", {})
        places = [{"place": f"line {number}", "text": "x"} for number in numbers]
        data = {"conflict": {"because": [*places, {"place": "", "text": "a rule"}]}}
        if self.repairs:
            data["repairs"] = [
                {"remove": [place], "chance": 0.1 * (number + 1)} for number, place in enumerate(places)
            ] + [
                {"remove": places[:2], "chance": 0.9},
                {"remove": [places[0], places[0]], "chance": 0.05},
                {"remove": [{"place": "", "text": "a rule"}], "chance": 0.04},
            ]
        return Report("wrong", data, 1)


NOTES = "game: shakespeare\nplayers: Will May\nseat: 2\n\norder 2 1\n"


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_page_is_told_of_people_by_name_and_by_nobody_but_the_library(language, tmp_path):
    """What the page shows of notes is what the command line prints of them; its scripts know no rule of their own."""
    file = tmp_path / "notes.txt"
    file.write_text(NOTES, encoding="utf-8")
    found = answer({"verb": "solve", "record": NOTES, "boards": 1, "language": language})
    assert found["text"] == command("solve", str(file), "--language", language)[1].strip("\n")
    refused = answer({"verb": "advise", "record": NOTES, "language": language})["error"]
    for text in (found["text"], refused):
        assert "May" in text
        assert not re.search(r"([Ss]eat|[Pp]latz|[Мм]есто) [12]", text)
    scripts = (Path(deduce.__file__).parent / "web" / "static").glob("*.js")
    assert [each.name for each in scripts if "eat )" in each.read_text(encoding="utf-8")] == []


def test_sentences_in_the_data_call_people_by_name_too():
    notes = (Path(__file__).parents[2] / "examples/initiative/evening.txt").read_text(encoding="utf-8")
    record = notes.replace("players: 2", "players: Ann Bob").replace("P1 ", "Ann ").replace("P2 ", "Bob ")
    found = answer({"verb": "advise", "record": record, "time_limit": 2})
    told = [each["text"] for each in found["data"]["duties"]]
    assert [each.partition(":")[0] for each in told] == ["Ann", "Bob"]


def notes(*lines):
    return read_record("\n".join(["game: toy", "players: Ann Bob", "", *lines]))


@pytest.mark.parametrize(("total", "repairs"), [*itertools.product([4, 6, 9, 12, 40], [True, False])])
def test_mends_are_the_changes_of_one_line_that_agree(total, repairs):
    lines = ["Ann has 3  # surely", "Bob has 2", "Ann has 4"]
    found, whole, _ = mends(Sums(total, repairs=repairs), notes(*lines), FORM)
    numbers = [3, 2, 4]
    # The likeliest note is the last; where nothing says how likely, they stay in their order.
    order = [2, 1, 0] if repairs else [0, 1, 2]
    expected = []
    for place in order if sum(numbers) != total else ():
        texts = []
        new = total - (sum(numbers) - numbers[place])
        if 1 <= new <= 8 and new != numbers[place]:
            texts.append(lines[place].replace(str(numbers[place]), str(new)))
        if sum(numbers) - numbers[place] == total:
            texts.append("")
        if texts:
            expected.append((place + 4, lines[place], texts))
    assert [(each["line"], each["was"], each["texts"]) for each in found] == expected
    # Two slips in one line are in this line alone; where nothing says how likely, no chance is said.
    chances = {4: 0.1 + 0.05, 5: 0.2, 6: 0.3} if repairs else {}
    assert [each["chance"] for each in found] == [
        pytest.approx(chances[line]) if chances else None for line, *_ in expected
    ]
    assert whole


@pytest.mark.parametrize(
    ("ask_for", "most", "too_much", "said"),
    [
        (lambda r: r.text("x", most=5), "x" * 5, "x" * 6, "6 characters; at most 5 are read here"),
        (lambda r: r.text("x"), "x" * 500, "x" * 501, "501 characters; at most 500"),
        (lambda r: r.long_text("x"), "\n" * 1_999, "\n" * 2_000, "2,001 lines; at most 2,000"),
        (
            lambda r: r.long_text("x"),
            "a\n" + "x" * 2_000,
            "a\n" + "x" * 2_001,
            "line 2 is longer than 2,000",
        ),
        (
            lambda r: r.long_text("x"),
            "x\n" * 1_000,
            ("x" * 1_000 + "\n") * 66,
            "66,066 characters; at most 65,536",
        ),
        (lambda r: r.texts("x"), ["a"] * 100, ["a"] * 101, "101 of them; at most 100"),
        (lambda r: r.texts("x", most=2), ["a", "b"], ["a", 1], "expected a list of texts"),
        (
            lambda r: r.pairs("x", most=1),
            {"a": "b"},
            {"a": "b", "c": "d"},
            "expected at most 1 values by name",
        ),
        (lambda r: r.seconds("x"), 20.0, 20.1, "expected seconds, more than 0 and at most 20"),
        (lambda r: r.seconds("x"), 0.001, 0, "expected seconds, more than 0 and at most 20"),
        (lambda r: r.text("x"), "a\tb\nc", "a\x00", "holds signs that no text has"),
        (lambda r: r.text("x"), "ä", "\ud800", "holds half of a sign"),
    ],
)
def test_as_much_as_may_be_asked_is_read_and_no_more(ask_for, most, too_much, said):
    assert ask_for(Request({"x": most}, ("x",))) == most
    with pytest.raises(ProblemError, match=said):
        ask_for(Request({"x": too_much}, ("x",)))


def test_notes_that_agree_or_blame_no_line_need_no_mending():
    assert mends(Sums(5), notes("Ann has 3", "Bob has 2"), FORM) == ([], True, [])
    silent = SimpleNamespace(solve=lambda record: Report("wrong", {}, 1))
    assert mends(silent, notes("Ann has 3"), FORM) == ([], True, [])

    def refuses(record):
        raise ProblemError("not understood")

    assert mends(SimpleNamespace(solve=refuses), notes("Ann has 3"), FORM) == ([], True, [])


def test_what_was_found_before_the_time_ran_out_is_given():
    # 3 + 2 + 4: the last note mended to 5 agrees; trying 6 for it takes too long.
    found, whole, _ = mends(Sums(10, fails={11}), notes("Ann has 3", "Bob has 2", "Ann has 4"), FORM)
    assert [(each["line"], each["texts"]) for each in found] == [(6, ["Ann has 5"])]
    assert not whole


def test_at_most_six_mends_three_of_a_line_of_at_most_eighty_tries():
    easy = SimpleNamespace(asked=0)

    def solve(record):
        easy.asked += 1
        if easy.asked == 1:
            because = [{"place": f"line {line.number}"} for line in record.events]
            return Report("wrong", {"conflict": {"because": because}}, 1)
        return Report("fine", {})

    easy.solve = solve
    found, whole, _ = mends(easy, notes("Ann has 3", "Bob has 2"), FORM)
    assert [(each["line"], len(each["texts"])) for each in found] == [(4, 3), (5, 3)]
    assert not whole
    # Where one line alone is blamed, all are of it.
    easy.asked = 0
    (found,), whole, _ = mends(easy, notes("Ann has 3"), FORM)
    assert len(found["texts"]) == 6
    assert not whole
    hard = SimpleNamespace(asked=0)

    def never(record):
        hard.asked += 1
        places = [{"place": f"line {number}"} for number in range(4, 24)]
        return Report("wrong", {"conflict": {"because": places}}, 1)

    hard.solve = never
    assert mends(hard, notes(*["Ann has 3"] * 20), FORM) == ([], False, [])
    assert hard.asked == 1 + 80 + 20


# Puzzles.


def ask(**request):
    return answer(request, secret=SECRET)


@pytest.mark.parametrize("family", ["slitherlink", "nurikabe", "sudoku"])
def test_a_sheet_is_what_the_shelf_says_can_be_tapped(family):
    shelf = shelf_of(family)
    text = shelf.example(family)
    found = ask(verb="sheet", family=family, grid=text)
    assert found["data"] == shelf.tapped(family, text)
    assert found["text"] == family


def test_a_sheet_is_read_from_an_address():
    url = "https://puzz.link/p?slither/4/4/dgdg2dgd"
    found = ask(verb="sheet", family="sudoku", grid=f"  {url}\n")
    assert found["ok"], found
    assert found["text"] == "slitherlink"


def test_puzzles_too_large_to_be_drawn_are_typed():
    row = ". " * 60
    assert "are not drawn here" not in str(ask(verb="sheet", family="sudoku", grid="\n".join([row] * 60)))
    found = ask(verb="sheet", family="sudoku", grid="\n".join([row] * 60) + "\n.")
    assert found["error"].startswith("puzzles of more than 3,600 places are not drawn here")


def test_blanks_are_of_one_to_thirty_rows():
    found = ask(verb="blank", family="slitherlink", rows=2, cols=30)
    assert found["data"]["grid"] == found["text"] == shelf_of("slitherlink").blank("slitherlink", 2, 30)
    assert found["data"]["family"] == "slitherlink"


RECORD = (Path(__file__).parents[2] / "examples" / "tables" / "bulls_and_cows.txt").read_text("utf-8")
NUMBERS = {
    ("solve", "seat"): (0, 100), ("solve", "boards"): (0, 1), ("board", "seat"): (0, 100), ("why", "seat"): (0, 100),
    ("advise", "seat"): (0, 100), ("advise", "seed"): (0, 2**53), ("story", "playouts"): (0, 100),
    ("new", "count"): (1, 100), ("hint", "strength"): (1, 3), ("generate", "n"): (1, 5), ("generate", "seed"): (0, 2**53),
    ("blank", "rows"): (1, 30), ("blank", "cols"): (1, 30), ("play_new", "seed"): (0, 2**53),
}  # fmt: skip


@pytest.mark.parametrize(("verb", "name"), NUMBERS)
def test_numbers_are_taken_from_their_least_to_their_most(verb, name):
    given = {
        "game": "bulls_and_cows", "seats": ["me"], "players": [], "record": RECORD, "family": "slitherlink",
        "grid": "2 2\n- -\n- -", "rows": 2, "cols": 2, "fact": "holder",
    }  # fmt: skip
    wanted = {
        "hint": ("family", "grid"), "generate": ("family", "grid"), "blank": ("family", "rows", "cols"),
        "new": ("game", "players"), "play_new": ("game", "seats"), "why": ("record", "fact"),
    }.get(verb, ("record",))  # fmt: skip
    low, high = NUMBERS[verb, name]
    for wrong in (low - 1, high + 1, True, "1"):
        said = ask(verb=verb, **{**{key: given[key] for key in wanted}, name: wrong}).get("error")
        assert said == f"{name}: expected a whole number from {low} to {high}", wrong


# Walks.


@pytest.fixture(scope="module")
def finished():
    pytest.importorskip("cryptography", reason="games in progress are sealed with cryptography, extra web")
    data = ask(verb="play_new", game="entracte", seats=["random"] * 2, seed=5)["data"]
    for _ in range(40):
        if data["over"]:
            return data
        data = ask(verb="play_move", token=data["token"], seat=1)["data"]
    raise AssertionError("the game goes on and on")


def test_a_game_without_people_is_shown_to_a_bystander(finished):
    assert (finished["seat"], finished["actor"], finished["waits"], finished["moves"]) == (0, 0, False, [])
    assert (finished["more"], "shared" in finished, "revealed" in finished) == (False, False, True)


@pytest.mark.parametrize("more", [0, 1])
def test_only_so_many_moves_are_listed_and_it_is_said_that_there_are_more(more, monkeypatch):
    pytest.importorskip("cryptography", reason="games in progress are sealed with cryptography, extra web")
    given = {"verb": "play_new", "game": "entracte", "seats": ["me", "random"], "seed": 5}
    whole = ask(**given)["data"]
    monkeypatch.setattr(play_verbs, "_LISTED", len(whole["moves"]) - more)
    cut = ask(**given)["data"]
    assert (whole["more"], cut["more"]) == (False, bool(more))
    assert cut["moves"] == whole["moves"][: len(whole["moves"]) - more]


def test_a_finished_game_is_walked_from_its_first_decision_to_its_end(finished):
    first = ask(verb="play_walk", token=finished["token"], time_limit=0.5)["data"]
    assert first["made"] == first["decisions"][0]
    assert first["seat"] == first["actor"] > 0
    assert first["played"]
    assert first["best"] is not None
    assert first["seats"] == ["random", "random"]
    end = ask(verb="play_walk", token=finished["token"], made=finished["made"])["data"]
    assert (end["made"], end["actor"], end["seat"], end["played"], end["best"]) == (
        finished["made"], 0, 0, "", None,
    )  # fmt: skip
    # Another seat than the one to move is advised nothing; its picture is its own.
    other = ask(verb="play_walk", token=finished["token"], made=first["made"], seat=3 - first["actor"])[
        "data"
    ]
    assert (other["best"], other["played"]) == (None, first["played"])
    assert other["svg"] != first["svg"]
    assert other["actor"] == first["actor"]
    # Every decision is of a seat; between them chance moved.
    numbers = range(finished["made"])
    for made in (number for number in numbers if number not in first["decisions"]):
        assert ask(verb="play_walk", token=finished["token"], made=made)["data"]["actor"] == 0
        break
    last = first["decisions"][-1]
    seen = ask(verb="play_walk", token=finished["token"], made=last, seat=0)["data"]
    assert seen["actor"] in (1, 2)
    assert seen["seat"] == 0


def test_a_game_that_goes_on_is_not_walked_through():
    data = ask(verb="play_new", game="entracte", seats=["me", "random"], seed=5)["data"]
    said = ask(verb="play_walk", token=data["token"])["error"]
    assert "walked through once it is over" in said
    assert "only a person's own notes" in ask(verb="play_save", token=data["token"])["error"]
    assert game("entracte").name == data["game"]
