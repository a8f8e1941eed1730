"""What hurried lines of Decrypto say under the headings of its records, and which are left as they are."""

from types import SimpleNamespace

import pytest

from deduce_models.decrypto import GAME
from deduce_models.decrypto.records.hurried import reworded

SETTING = GAME.setting(4, GAME.checked_options({}))
ANN, BOB, NOBODY = 1, 2, None
"""Ann and Cid are White, Bob and Dee Black."""


def told(code):
    """What a record says of a code: `None` for one that is hidden."""
    return SimpleNamespace(hidden=code is None, words=[code])


def said(text, writer=ANN, part="round 2", **given):
    """The lines that a line stands for; in `given` what the round has told, such as ``white_code="4-2-1"``."""
    lists = SimpleNamespace(
        names=("Ann", "Bob", "Cid", "Dee"),
        parts=[f"round {number}" for number in range(1, int(part[-1]) + 1)] if part else [],
        given={(part, key.replace("_", " ")): told(code) for key, code in given.items()},
        denied=set(),
    )
    return reworded(text, lists, SETTING, writer), lists.denied


WHITE, BLACK = {"white_clues": ""}, {"black_clues": ""}
BOTH = {**WHITE, **BLACK}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("W ? lion; ice", "W ? lion; ice"),
        ("b 4-2-1 lion", "b 4-2-1 lion"),
        ("white clues lion, ice, melt", "white clues lion; ice; melt"),
        ("white clues lion, ice and melt", "white clues lion; ice; melt"),
        ("white clues lion / ice / melt", "white clues lion; ice; melt"),
        ("white clues lion - ice - melt", "white clues lion; ice; melt"),
        ("white clues lion ice melt", "white clues lion; ice; melt"),
        ("white clues lion ice", "white clues lion ice"),
        ("W lion ice melt", "white clues lion; ice; melt"),
        ("white lion ice melt", "white lion ice melt"),  # it may be a sentence
        ("white code is 4 2 1", "white code 4-2-1"),
        ("white guesses with 421", "white guesses 4-2-1"),
        ("black intercepts 4.2.1", "black intercepts 4-2-1"),
        ("white code is unknown", "white code is unknown"),
        ("white keywords snow, cat, king, bee", "white keywords snow, cat, king, bee"),
        ("is it 4-2-1?", "is it 4-2-1?"),
        ("second round", "second round"),
        ("third round", "round 3"),
        ("round three", "round 3"),
        ("now the next round", "round 3"),
        ("3rd", "round 3"),
        ("4th", "4th"),
        ("hello there", "hello there"),
    ],
)
def test_lines_under_their_headings(text, line):
    assert said(text)[0] == line


@pytest.mark.parametrize(
    ("text", "writer", "line"),
    [
        ("we give lion, ice, melt", ANN, "white clues lion; ice; melt"),
        ("we give lion, ice, melt", BOB, "black clues lion; ice; melt"),
        ("they say: lion, ice, melt", ANN, "black clues lion; ice; melt"),
        ("Dee: lion; ice; melt", ANN, "black clues lion; ice; melt"),
        ("our clues are lion, ice, melt", ANN, "white clues lion; ice; melt"),
        ("lion, ice and melt from them", ANN, "black clues lion; ice; melt"),
        ("lion, ice, melt by us", ANN, "white clues lion; ice; melt"),
        ("we heard lion, ice, melt", ANN, "black clues lion; ice; melt"),
        ("our keywords: snow, storm, cat, king", ANN, "white keywords snow; storm; cat; king"),
        ("we give lion, ice, melt", NOBODY, None),
        ("maybe we give lion, ice, melt", ANN, None),
        ("we give no clue yet", ANN, None),
        ("we give lion, ice, 3", ANN, None),
        ("us 4-2-1: lion, ice, melt", ANN, "white code 4-2-1\nwhite clues lion; ice; melt"),
        ("we give lion, ice, melt (code 4-2-1)", ANN, "white clues lion; ice; melt\nwhite code 4-2-1"),
        ("they give lion, ice, melt for 421", ANN, "black clues lion; ice; melt\nblack code 4-2-1"),
        ("white lion, ice, melt", ANN, "white clues lion; ice; melt"),
        ("white house party, lion, ice", ANN, None),
    ],
)
def test_clues_and_keywords_of_a_team(text, writer, line):
    assert said(text, writer)[0] == (text if line is None else line)


@pytest.mark.parametrize(
    ("text", "given", "line"),
    [
        ("we guess 4-2-1", WHITE, "white guesses 4-2-1"),
        ("we guess 4-2-1", BLACK, "white intercepts 4-2-1"),
        ("they guess 4-2-1", WHITE, "black intercepts 4-2-1"),
        ("they guess 4-2-1", BLACK, "black guesses 4-2-1"),
        ("we guess 4-2-1", BOTH, None),
        ("we guess 4-2-1", {}, None),
        ("we guess 4-2-1", {**BOTH, "black_code": "3-2-1"}, "white guesses 4-2-1"),
        ("they guess 4-2-1", {**BOTH, "black_code": "3-2-1"}, "black intercepts 4-2-1"),
        ("we guess 4-2-1", {**BOTH, "white_code": "4-2-1"}, None),
        ("we guess 4-2-1", {**BOTH, "white_guesses": "4-2-1"}, "white intercepts 4-2-1"),
        ("we guess 4-2-1", {**BOTH, "white_intercepts": "4-2-1"}, "white guesses 4-2-1"),
        ("they guess 4-2-1 themselves", BOTH, "black guesses 4-2-1"),
        ("they guess 4-2-1 for us", BOTH, "black intercepts 4-2-1"),
        ("they intercept 4-2-1", {}, "black intercepts 4-2-1"),
        ("intercepted 4-2-1", WHITE, "black intercepts 4-2-1"),
        ("intercepted 4-2-1", BOTH, None),
        ("the code was 4-2-1", WHITE, "white code 4-2-1"),
        ("the code was 4-2-1", BLACK, "black code 4-2-1"),
        ("the code was 4-2-1", BOTH, None),
        ("the code was 4-2-1", {**BOTH, "black_code": "1-2-3"}, "white code 4-2-1"),
        ("the code is 4-2-1", {}, "white code 4-2-1"),
        ("our code is 4-2-1", BOTH, "white code 4-2-1"),
        ("we guess 4-2-1, correct", WHITE, "white guesses 4-2-1\nwhite code 4-2-1"),
        ("we guess 4-2-1, correct", {**WHITE, "white_code": "4-2-1"}, "white guesses 4-2-1"),
        ("we guess 4-2-1, correct", {**WHITE, "white_code": "1-2-3"}, None),
        ("we guess 4-2-1, wrong", {**WHITE, "white_code": "4-2-1"}, None),
        ("we guess 4-2-1, wrong", {**WHITE, "white_code": "1-2-3"}, "white guesses 4-2-1"),
        ("they intercept 4-2-1, right", WHITE, "black intercepts 4-2-1\nwhite code 4-2-1"),
        ("no, we guess 4-2-1", WHITE, None),
        ("we guess 4-2-1 or 3-2-1", WHITE, None),
        ("they intercept 4-2-1, we guess 3-2-1", WHITE, "black intercepts 4-2-1\nwhite guesses 3-2-1"),
        ("we guess 4-2-1, they guess 4-3-1", WHITE, "white guesses 4-2-1\nblack intercepts 4-3-1"),
    ],
)
def test_codes_are_guessed_intercepted_or_shown(text, given, line):
    assert said(text, ANN, **given)[0] == (text if line is None else line)


def test_a_code_that_is_wrong_is_kept_as_denied():
    assert said("we guess 4-2-1, wrong", ANN, **WHITE) == (
        "white guesses 4-2-1", {("round 2", "white code", ("4-2-1",))},
    )  # fmt: skip
    assert said("they intercept 4-2-1, wrong", ANN, **WHITE) == (
        "black intercepts 4-2-1", {("round 2", "white code", ("4-2-1",))},
    )  # fmt: skip
    known = {**WHITE, "white_code": "1-2-3"}
    assert said("we guess 4-2-1, wrong", ANN, **known) == ("white guesses 4-2-1", set())


def test_before_codes_are_intercepted_a_guess_is_of_ones_own():
    assert said("we guess 4-2-1", ANN, "round 1", **BOTH)[0] == "white guesses 4-2-1"
    assert said("they guess 4-2-1", ANN, "round 1", **BOTH)[0] == "black guesses 4-2-1"
