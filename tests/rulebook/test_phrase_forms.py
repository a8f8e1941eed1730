"""Forms: hurried lines of a game by a table of its lines, or by what can be chosen."""

from __future__ import annotations

import pytest

from benchmarks.hurried import FILES, heard
from deduce.commands.meant import meant
from deduce.games.registry import game
from deduce.rulebook.forms import Form, by_forms, derived
from deduce.rulebook.wanting import choosing

NAMES = ("Ann", "Bob")
READER = by_forms(
    (
        Form("play FRUIT PILE?", "put, laid"),
        Form("eaten", "ate, eat", behind=True),
        Form("stop", "more, else", no=True),
        Form("offer FRUIT#", "lie, there", alone=True),
        Form("bids EACH NUMBER", "bid"),
        Form("order WHO", "first"),
        Form("give FRUIT WHOM", "gave, handed"),
    ),
    {
        "FRUIT": {"apple": ("red one",), "cherry": ()},
        "PILE": {"left": (), "right": ()},
        "NUMBER": {str(number): () for number in range(9)},
    },
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("I laid the cherry on the left", "Ann play cherry left"),
        ("on the left Bob put an apple, he ate it", "Bob play apple left eaten"),
        ("no more", "stop"),
        ("none else", "stop"),
        ("2 apples and a cherry lie there", "offer apple 2 cherry 1"),
        ("there lie apple 2, cherry 1", "offer apple 2 cherry 1"),
        ("there lie an apple and a cherry", "offer apple 1 cherry 1"),
        ("he put the cherry", "Bob play cherry"),  # whoever else can; the rules know whose turn it is
        ("Bob bids three and I bid 5", "bids 5 3"),
        ("Bob first, then Ann", "order 2 1"),
        ("Bob gave me a cherry", "Bob give cherry Ann"),
    ],
)
def test_clauses_become_lines_of_the_rules(typed, meant):
    assert READER.readings(typed, NAMES, "Ann")[0] == [meant]


@pytest.mark.parametrize(
    "typed",
    [
        "I did not put the cherry",
        "I put the cherry or the apple",
        "more",  # only its negation says anything
        "Bob bids three",  # of each one
        "Bob put the apple, I ate it",
        "all put the apple",
        "2 3 apples lie there",
        "there lie apple 2 cherry",  # 2 of which?
        "ate it",  # stands behind another alone
    ],
)
def test_what_no_form_holds_is_refused(typed):
    assert READER.readings(typed, NAMES, "Ann") == []


def test_what_becomes_of_the_thing_that_was_named_last_is_said_without_naming_it_again():
    """Of another thing its name stays."""
    reader = by_forms(
        (Form("play FRUIT"), Form("FRUIT eaten", "ate, eats", behind=True)),
        {"FRUIT": {"apple": ("red one",), "cherry": ()}},
    )
    for typed in ("Bob played the apple, and ate the apple", "Bob plays the red one, eats the apple"):
        assert reader.readings(typed, NAMES, "Ann") == [["Bob play apple eaten"]]
    assert reader.readings("Bob plays the apple, ate the cherry", NAMES, "Ann") == [
        ["Bob play apple cherry eaten"]
    ]


def test_what_can_be_chosen_is_a_form_without_a_table():
    made = derived(("ask hearts Bob", "ask clubs Bob", "pass"), NAMES, {"ask": ("request",)}, ())
    assert made is not None
    assert made.readings("did I ask Bob for clubs", NAMES, "Ann") == []
    assert made.readings("clubs I requested from Bob", NAMES, "Ann")[0] == ["Ann ask clubs Bob"]
    assert made.readings("it passed", NAMES, "Ann") == []  # no player is called "it"
    assert derived((), NAMES, {}, ()) is None


def test_a_guess_that_was_right_tells_the_code_too():
    text = (FILES / "decrypto-1.txt").read_text().split("\n[")[0]
    begun = f"{text}\nround 1\nwhite clues lion; lightning; melt\n"
    assert heard(f"{begun}we guess 421, right\n") == heard(
        f"{begun}white guesses 4-2-1\nwhite code 4-2-1\n"
    )
    assert heard(f"{begun}we guess 421, wrong\n") == heard(f"{begun}white guesses 4-2-1\n")
    known = f"{begun}white code 4-2-3\n"
    assert isinstance(heard(f"{known}we guess 421, right\n"), str)  # it was not


def test_a_row_may_name_a_card_without_the_number_of_its_copy():
    text = (FILES / "second-shakespeare.txt").read_text().split("\n[")[0]
    begun = f"{text}\norder 2 1\noffer set black 2 pink 1 blue 3\noffer costume pink 4 green 2\n"
    assert heard(f"{begun}display hamlet puck assistant romeo\n") == heard(
        f"{begun}display hamlet puck assistant.1 romeo\n"
    )


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("I take Juliet", "draft juliet"),
        ("take the jeweler", "draft jeweler.1"),
        ("I do not take Juliet", None),
        ("Ann takes Juliet", None),
        ("I take Juliet or the jeweler", None),
    ],
)
def test_at_the_terminal_a_move_is_said_as_in_notes(typed, move):
    plugin = game("shakespeare")
    state = plugin.new(players=2, seed=3)
    view = state.view(state.actor)
    others = {name: "Ann" for seat, name in enumerate(view.setting.names, 1) if seat != view.seat}
    for name in others:
        typed = typed.replace("Ann", name)
    found = meant(typed, view, view.moves, plugin)
    assert (found and str(found)) == move


def test_who_has_to_choose_is_said_with_what_can_be_chosen():
    assert str(choosing("Ann", ["ash", "elm"])) == "Ann to choose: ash, elm"
