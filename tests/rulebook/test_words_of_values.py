"""A value of a choice is said by the words of its menu wherever a person reads it, and read by them and as it is."""

import pytest

from deduce.games import read_record
from deduce.ground.errors import RecordError
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.notes import read
from deduce.rulebook.writing import written

MENUS = {
    "vote": ({"approve": True, "reject": False}, {True: "approve", False: "reject"}),
    "bid": ({"pass": None, "bid 3": 3, "bid 5": 5}, {None: "pass", 3: "3", 5: "5"}),
    "at": ({"point at Ann": 1, "point at Bob": 2}, {1: "at Ann", 2: "at Bob"}),
    "kept": ({"keep the skull": "skull", "keep a rose": "rose"}, {"skull": "skull", "rose": "rose"}),
    "lot": ({"one": 1, "many": 2}, {1: "one", 2: "many"}),
    "swap": (
        {"one": 2, "many": 1},
        {2: "2", 1: "1"},
    ),  # the word of one is how another is read: then nobody's
}
"""Menus, each with what is said for its values."""


class Shown(Rulebook):
    """Bob chooses of each menu unseen, and all see it; the rules get the values themselves."""

    name, title, seats = "shown", "Shown", range(2, 3)

    def rules(self, t):
        for name, (menu, _) in MENUS.items():
            chosen = yield t.choose(2, menu, seen_by=2, name=name)
            yield t.choose(1, ("look", "wait"))
            seen = t.show(EVERYBODY, chosen)
            assert any(seen is value for value in menu.values())
        return 0.0, 0.0


GAME = Shown()
HEAD = "game: shown\nplayers: Ann Bob\nme: Ann\n\n"


@pytest.mark.parametrize("pick", [0, 1, -1])
def test_values_are_spelt_by_their_menus_in_answers_and_notes(pick):
    state, told = GAME.new(players=2), []
    for name, (menu, words) in MENUS.items():
        text = list(menu)[pick]
        state = state.play(text).play("look")
        told.append(f"{name} is {words[menu[text]]}")
    said = [each for each in GAME.in_words(state.view(1)).split("\n") if " is " in each]
    assert said == told
    assert state.view(1).happened == told[-1]
    notes = written(GAME, [state], [], {}, 1).replace("P1", "Ann").replace("P2", "Bob")
    raw = HEAD + "".join(
        f"Ann look, {name} is {list(menu.values())[pick]}\n" for name, (menu, _) in MENUS.items()
    )
    for text in (notes, raw):
        record = read_record(text)
        assert read(GAME, record).said[-1].understood[-1] == told[-1]
        sheet = GAME.solve(record).data["sheet"]
        assert [f"{name} is {next(iter(row))}" for name, row in sheet.items()] == told
        for (name, (menu, _)), sentence in zip(MENUS.items(), told, strict=True):
            for fact in (sentence, f"{name} is {list(menu.values())[pick]}"):
                assert GAME.why(record, fact).text.startswith(f"yes: {sentence}, because"), (fact, text)
    assert all(sentence in notes for sentence in told)


@pytest.mark.parametrize("fact", ["vote approve", "vote is not reject", "vote: reject"])
def test_a_fact_may_be_asked_for_by_the_words_of_a_menu(fact):
    record = read_record(f"{HEAD}Ann look, vote is approve\n")
    verdict = "no: " if fact == "vote: reject" else "yes: "
    assert GAME.why(record, fact).text.startswith(f"{verdict}vote is approve, because")


def test_what_is_missing_is_asked_for_by_the_words_of_a_menu():
    with pytest.raises(RecordError, match="what vote is: approve, reject"):
        read(GAME, read_record(f"{HEAD}Ann look, vote is maybe\n"))


def test_no_as_a_word_of_a_menu_denies_nothing():
    game = _Votes()
    record = read_record("game: votes\nplayers: Ann Bob\nme: Ann\n\nAnn yes, Bob no\n")
    for fact in ("vote of Bob is no", "Bob's vote no", "vote Bob 0", "vote of Bob is not yes"):
        assert game.why(record, fact).text.startswith("yes: vote of Bob is no, because"), fact


class _Votes(Rulebook):
    name, title, seats = "votes", "Votes", range(2, 3)

    def rules(self, t):
        yield t.together({seat: {"yes": 1, "no": 0} for seat in t.seats}, name="vote")
        yield t.choose(1, ("go on",))
        return 0.0, 0.0
