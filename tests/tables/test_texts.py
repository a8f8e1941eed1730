"""What declared games call things on the page: every word that can be seen has a text in each language, none in vain."""

import inspect
import random
import re
import sys
from itertools import product
from pathlib import Path

import pytest
from amount import amount
from declared_games import GAMES

from deduce.games.base import CHANCE
from deduce.games.registry import game
from deduce.records.record import read_record
from deduce.rulebook import RulesError, worded
from deduce.rulebook.labels import ANY, texts_of
from deduce.rulebook.run import Run
from deduce.rulebook.state import State
from deduce.rulebook.writing import written
from deduce.show.known import boards_of
from deduce_models.tables import avalon

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
SLOT = re.compile(r"{\w+}")
TABLES = [name for name in GAMES if type(game(name)).__module__.startswith("deduce_models.tables")]
PLACES = r"[a-l]\d+|\d+|[A-Z]"
PERSONS = {"guess_who": r"|[A-Z][a-z]+"}
"""Names stay names."""


def uncalled(form, names, text, also=""):
    """Words of a text that nothing is said for, as `called` of texts.js goes about it."""
    if text in form or text in names or not re.search(r"[A-Za-z]{2}", text):
        return []
    for key in sorted(filter(SLOT.search, form), key=lambda key: -len(SLOT.sub("", key))):
        found = re.fullmatch("(.+?)".join(map(re.escape, SLOT.split(key))), text)
        if found:
            return [word for each in found.groups() for word in uncalled(form, names, each, also)]
    words = text.split(" ")
    if len(words) > 1:
        if " ".join(words[:-1]) in form:
            words = words[-1:]
        return [word for each in words for word in uncalled(form, names, each, also)]
    return [] if re.fullmatch(PLACES + also, text) else [text]


def seen(played, players, seed, lines):
    """The texts that the page can show in an evening of so many lines, played by chance and noted by the first seat."""
    names, rng = NAMES[:players], random.Random(seed)
    setting = played.setting(players, played.checked_options({}), played.source(None), names)
    states, moves = [State(Run.live(setting))], []
    while states[-1].actor is not None and len(moves) < 3 * lines:
        state = states[-1]
        moves.append(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
        states.append(state.play(moves[-1]))
    head, _, body = written(played, states, moves, {}, 1).partition("\n\n")
    form = played.answers().form(names, names[0], {})
    for count in range(0, min(lines, body.count("\n")) + 1, 3):
        record = read_record("\n".join([head, "", *body.splitlines()[:count], ""]))
        replay = played.answers().read(record)
        for event in played.upcoming(replay).asked:
            yield event.name
            yield from (each for field in event.fields for each in (field.name, field.empty, *field.words))
        for board in boards_of(form.sheets, played.solve(record).data, played.boards_record(record)):
            yield from (board.title, board.asked, *board.rows, *board.columns)
            for place in board.places:
                yield from (place.say, *place.below, *(word for word, _ in place.chances))
        yield from (each.text for each in replay.knowledge().problem.rules)


@pytest.mark.parametrize("name", TABLES)
def test_everything_that_is_seen_has_its_words(name):
    played = game(name)
    players = max(played.seats.start, min(3, played.seats.stop - 1))
    said = texts_of(played, NAMES)
    assert said["de"].keys() - ANY["de"].keys() == said["ru"].keys() - ANY["ru"].keys()
    form = {*said["en"], *said["de"]}
    shown = {text for seed in range(1, amount(2, 9)) for text in seen(played, players, seed, 9)}
    missing = {text: left for text in shown if (left := uncalled(form, NAMES, text, PERSONS.get(name, "")))}
    assert not missing
    assert len(shown) > 5


@pytest.mark.parametrize("name", TABLES)
def test_no_word_is_there_in_vain(name):
    """Each stands in the rules that the game is written in, or is what a slot of any game is called."""
    code = "\n".join(
        inspect.getsource(sys.modules[base.__module__]) for base in type(game(name)).__mro__[:2]
    )
    code = re.sub(r"texts = worded\(.*?\n    }\)|CALLED = {.*?\n}", "", code, flags=re.DOTALL)
    for word in game(name).texts["de"]:
        pieces = re.findall(r"[A-Za-z]+", SLOT.sub("", word))
        assert re.sub(r" \d+$", "", word) in ANY["en"] or all(
            piece.removesuffix("s") in code
            for piece in pieces  # plurals are made
        ), word


@pytest.mark.parametrize(
    "row", [("Karte",), ("a", "b", "c", "d"), ("{who} hat", "у {who} {what}"), ("hat", "у")]
)
def test_a_row_that_lacks_a_language_or_a_slot_is_refused(row):
    with pytest.raises(RulesError, match="has"):
        worded({"{who} has": row})


def test_as_many_play_as_the_page_of_tables_says():
    """And the page leaves no game out."""
    page = (Path(__file__).parents[2] / "docs" / "tables.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| (\d[^|]*) \|", page, re.MULTILINE))
    assert told.keys() == set(TABLES)
    for name, said in told.items():
        seats, numbers = game(name).seats, [int(number) for number in re.findall(r"\d+", said)]
        assert (seats[0], seats[-1]) == (numbers[0], numbers[-1]), name


def test_values_that_an_option_may_have_are_each_there_once_and_the_usual_one_among_them():
    for name in GAMES:
        for key, option in game(name).options.items():
            if option.allowed is not None:
                assert len({*option.allowed}) == len(option.allowed), (name, key)
                assert option.default in option.allowed, (name, key)


def test_the_usual_mastermind_is_the_one_in_the_box():
    """Four pegs of six colours, which may come twice, and ten guesses."""
    rules = game("mastermind")
    assert rules.checked_options({}) == {"pegs": 4, "colours": 6, "repeats": True, "guesses": 10}


def test_roles_of_avalon_are_as_many_as_are_good_and_evil_at_its_table():
    """With the assassin and Merlin always; who is chosen beside them plays instead of a minion or a servant."""
    good = {5: 3, 6: 4, 7: 4, 8: 5, 9: 6, 10: 6}
    for players, extra in product(good, avalon.EXTRA):
        dealt = avalon.roles(players, extra)
        beside = avalon.EXTRA[extra]
        for sides, some, always, number in (
            (("servant", "merlin", "percival"), "servant", "merlin", good[players]),
            (
                ("assassin", "minion", "morgana", "mordred", "oberon"),
                "minion",
                "assassin",
                players - good[players],
            ),
        ):
            special = {always: 1, **dict.fromkeys((role for role in beside if role in sides), 1)}
            plain = {some: number - len(special)} if number > len(special) else {}
            assert {role: many for role, many in dealt.items() if role in sides} == special | plain
