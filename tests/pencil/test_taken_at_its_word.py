"""What is typed of a pencil puzzle is taken as it is meant, or refused: never as something else without a word."""

from dataclasses import replace

import pytest
from command_line import deduce

from deduce.ground.errors import ProblemError, RecordError
from deduce.puzzles import hint, verify
from deduce.puzzles.candidate_reports import candidates_report
from deduce.puzzles.entries import entered
from deduce.puzzles.shelves import shelf_of
from deduce.puzzles.sources import open_puzzle, puzzle_of
from deduce.show.svg import Print
from deduce_models import pencil

SMALL = "4 4\n- 4 - -\n- 3 - -\n- - 1 -\n- - 3 -\n"
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_standard_input_has_the_line_ends_of_any_machine(end):
    typed = SMALL.replace("\n", end)
    assert puzzle_of(typed, "sudoku", "typed").family == "sudoku"
    for more, text in ((["--family", "sudoku"], typed), ([], f"# Sudoku{end}{typed}")):
        status, out, err = deduce("unique", "-", *more, stdin=text)
        assert (status, "1 4 2 3" in out, err) == (0, True, "")


def test_a_cell_is_entered_once():
    file = open_puzzle(LINE)
    assert len(entered(file, ["r1c3=4", "R1C3 = 4", "cell[1,3]=4"])) == 1
    with pytest.raises(ProblemError, match="'r1c3:4' is no entry; write it as r1c1=value"):
        entered(file, ["r1c3:4"])
    with pytest.raises(ProblemError, match=r"r1c3 is entered twice, as 4 and as 1"):
        entered(file, ["R1C3=4", "r1c3=1"])


@pytest.mark.parametrize(
    ("name", "text", "entry", "why"),
    [
        ("sudoku", SMALL, "r0c1=4", "r0c1 is outside of the grid of 4 rows and 4 columns"),
        ("sudoku", SMALL, "r1c5=4", "r1c5 is outside of the grid"),
        (
            "slitherlink",
            "1 2\n3 -",
            "r1c1=3",
            "nothing is entered in r1c1; what is, is written such as 'side above r1c1=not drawn'",
        ),
        ("kakuro", "2 2\n- 4,\n,4 0", "r1c1=1", "nothing is entered in r1c1; .* 'r2c2=1'"),
        (
            "slitherlink",
            "1 2\n3 -",
            "above r1c1=drawn",
            r"did you mean 'side above r1c1'\? What is, .* 'side above",
        ),
        ("slitherlink", "1 2\n3 -", "side above r1c1=yes", "is called 'yes': allowed: not drawn, drawn"),
    ],
)
def test_where_nothing_can_be_entered_is_said_in_the_words_of_the_grid(name, text, entry, why):
    with pytest.raises(ProblemError, match=why):
        entered(puzzle_of(text, name, "typed"), [entry])


def test_a_text_that_names_its_family_is_not_read_as_another():
    blank = "4 4\n" + "- - - -\n" * 4  # either would take it
    with pytest.raises(RecordError, match="of the family sudoku, not slitherlink"):
        puzzle_of("# Sudoku\n" + blank, "slitherlink", "typed")
    assert puzzle_of("# By Ann\n" + blank, "slitherlink", "typed").family == "slitherlink"
    with pytest.raises(RecordError, match="'Sudoko' is no family: did you mean 'Sudoku'"):
        puzzle_of("# Sudoko\n" + blank, None, "typed")


def test_a_line_of_a_nonogram_about_which_nothing_is_said_is_not_an_empty_one():
    """Coral and Cross the Streams have a sign for it; a nonogram has not, and says so."""
    with pytest.raises(RecordError, match=r"'-' is not a number \(0 for a line without shaded cells\)"):
        pencil.read("nonogram", "2 2\n1\n1\n-\n1")
    assert not verify(pencil.read("nonogram", "2 2\n1\n1\n2\n0")).second


@pytest.mark.parametrize("name", ["sudoku", "killersudoku", "evenoddsudoku"])
def test_a_sudoku_without_boxes_is_no_sudoku(name):
    """Its boxes would be its rows, and it a Latin square."""

    def blank(n: int) -> str:
        areas = "1 " * n + "\n" if name == "killersudoku" else ""
        return f"{n} {n}\n" + ("- " * n + "\n") * n + areas * n

    for n in (2, 5, 7):
        with pytest.raises(RecordError, match=f"a grid of {n} by {n} has no boxes"):
            pencil.read(name, blank(n))
    for n in (1, 4, 6):
        pencil.read(name, blank(n))


@pytest.mark.parametrize(
    ("name", "text"), [("masyu", "3 3\n- - -\n- - -\n- - -\n"), ("slitherlink", "2 2\n- -\n- -\n")]
)
def test_what_steps_call_a_line_is_what_is_entered(name, text):
    """Places and values as printed, by any case, either cell first, with the article or without."""
    file = puzzle_of(text, name, "typed")
    shelf = shelf_of(name)
    for v in file.puzzle.scope:
        place = str(shelf.name_of(v))
        for value in v.domain:
            said = str(shelf.word_of(v, value))
            for entry in (
                f"{place}={said}",
                f"{place.removeprefix('the ').upper()} = {said.upper()}",
                f"{v.name}={value}",
            ):
                assert entered(file, [entry]) == {v: value}, entry
            one, dash, other = place.rpartition(" ")[2].partition("-")
            if dash:
                assert entered(file, [f"{other}-{one}={said}"]) == {v: value}


def test_a_wrong_line_is_called_as_steps_call_it(tmp_path):
    (tmp_path / "pearl.txt").write_text("3 3\n- - -\n- - w\n- - -\n")
    status, out, _ = deduce(
        "hint", tmp_path / "pearl.txt", "r2c3-r2c2=drawn", "--family", "masyu", "--strength", "2"
    )
    assert (status, out.splitlines()[1]) == (1, "the line r2c2-r2c3 cannot be drawn, because")


@pytest.mark.parametrize("said", ["starbattle", "StarBattle", "Star Battle", "star battle"])
def test_a_family_is_called_by_its_name_or_title(said, tmp_path):
    text = pencil.family("starbattle").example
    assert open_puzzle(_written(tmp_path / "stars.txt", text), said).family == "starbattle"
    assert puzzle_of(text, said, "typed").family == "starbattle"
    assert deduce("puzzles", said)[1].startswith("starbattle: Star Battle\n")
    assert deduce("generate", "--family", said, "--size", "4", "--seed", "1")[1].startswith("# Star Battle")
    assert deduce("generate", said, "--size", "4", "--seed", "1")[1].startswith("# Star Battle")
    status, _, err = deduce("unique", tmp_path / "stars.txt", "--family", f"{said}s")
    assert (status, f"there is no family {said + 's'!r}: did you mean" in err) == (2, True)


def _written(path, text):
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("killer 5 r1c1 r1c2", "cage 5 r1c1 r1c2"),
        ("Thermo r1c1 r1c2", "thermometer r1c1 r1c2"),
        ("xsum 6 left 1", "x-sum 6 left 1"),
        ("littlekiller 3 r2c1 ne", "little-killer 3 r2c1 ne"),
        ("Antiknight", "anti-knight"),
        ("king", "anti-king"),
        ("german-whispers r1c1 r1c2", "whispers r1c1 r1c2"),
        ("nonconsecutive", "non-consecutive"),
    ],
)
def test_a_rule_is_called_as_setters_call_it(said, meant):
    rows = "4 4\n" + "- - - -\n" * 4
    one, other = (pencil.read("variantsudoku", rows + line) for line in (said, meant))
    assert [(s.text, str(s.content)) for s in one.statements] == [
        (s.text, str(s.content)) for s in other.statements
    ]


def test_cells_of_a_rule_may_be_written_in_capitals():
    rows = "4 4\n" + "- - - -\n" * 4
    one, other = (
        pencil.read("variantsudoku", rows + f"cage 5 {cells}") for cells in ("R1C1-R1C2", "r1c1-r1c2")
    )
    assert [str(s.content) for s in one.log] == [str(s.content) for s in other.log]


@pytest.mark.parametrize("name", ["masyu", "slitherlink", "hashi", "foseruzu", "sudoku"])
def test_a_picture_of_a_weak_hint_shows_where_to_look(name):
    """Between two cells as in them: the place alone, and nothing of what stands there."""
    knowledge = pencil.read(name, pencil.family(name).example)
    weak = hint(knowledge, (), strength=1)
    picture = shelf_of(name).draw_hint(knowledge, {}, weak)
    blank = shelf_of(name).draw_hint(knowledge, {}, replace(weak, where=()))
    assert picture.count(Print.NEW) == len(weak.where) > 0
    assert Print.NEW not in blank
    assert "".join(line for line in picture.splitlines(True) if Print.NEW not in line) == blank


BARE = 'family = "{}"\ngrid = """\n{}"""\n'


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (BARE.format("sudoku", "1..4\n..9.\n....\n4..1\n"), 4, "9 cannot stand here"),
        (BARE.format("sudoku", "\n1..4\n\n..9.\n....\n4..1\n"), 6, "9 cannot stand here"),
        (BARE.format("sudoku", "4 4\n1 - - 4\n- - 9 -\n- - - -\n4 - - 1\n"), 5, "9 cannot stand here"),
        (BARE.format("sudoku", "1..4\n...\n....\n4..1\n"), 4, "a row of 3 signs; the first has 4"),
        (BARE.format("Variant Sudoku", "1..4\n....\n....\n4..1\ncage 5 r1c1 r1c9\n"), 7, "r1c9 is outside"),
        ("# Variant Sudoku\n1..4\n..9.\n....\n4..1\n", 3, "9 cannot stand here"),
        ("# Variant Sudoku\n1..4\n..x.\n....\n4..1\n", 3, "'x' is not a number"),
        ("# Variant Sudoku\n1..4\n....\n....\n4..1\n\ncage 5 r1c1 r1c9\n", 7, "r1c9 is outside"),
        ("# Variant Sudoku\n4 4\n1..4\n....\n....\n4..1\ncage 5 r1c1 r1c9\n", 7, "r1c9 is outside"),
    ],
)
def test_an_error_names_the_line_that_was_written(text, line, why):
    """Where a grid is written without a first line of its own, that line is not counted."""
    family = None if text.startswith("family") else "variantsudoku"
    with pytest.raises(RecordError, match=why) as caught:
        puzzle_of(text, family, "typed")
    assert caught.value.line == line


def test_a_file_calls_its_family_by_its_title():
    stars = puzzle_of(BARE.format("Star Battle", pencil.family("starbattle").example), None, "typed")
    assert (stars.family, stars.base) == ("starbattle", "starbattle")


def test_candidates_between_cells_are_called_as_steps_call_them():
    file = puzzle_of("2 2\n3 -\n- -\n", "slitherlink", "typed")
    told = {language: candidates_report(file, language=language).text for language in ("en", "de")}
    assert "the side above r1c1: drawn (" in told["en"]
    assert "die Seite über r1c1: gezogen (" in told["de"]
    assert not any(f"{word} (" in text for text in told.values() for word in ("line", "none"))
