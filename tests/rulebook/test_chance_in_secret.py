"""Secrets with chances, runs that are gone on with, and small notes of all that: beside plain counting."""

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import games
import pytest
import zone_games
from composing import Walk, lines_of
from oracle import alike

from deduce.games import CHANCE, random_history, read_record, replay
from deduce.games.typed import typed_move
from deduce.ground.errors import RecordError
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.run import Run
from deduce.rulebook.state import State
from deduce.rulebook.stretches import Laid, Stretch

NAMES = ("Ann", "Bob", "Cid", "Dee")


class Odds(Rulebook):
    """Two secrets of uneven chances, dealt one after the other with a choice between, and a die that one seat sees."""

    name, title, seats = "odds", "Odds", range(2, 3)
    card: ClassVar = {"a": 1, "b": 0.5, "c": 2.5, "d": 0}
    coin: ClassVar = {"heads": 0.25, "tails": 0.75}
    die: ClassVar = {1: 0.125, 2: 0.5, 3: 0.375}

    def rules(self, t):
        card = t.variable("card", list("abcd"))
        coin = t.variable("coin", ("heads", "tails"))
        yield t.deal(card, weights=self.card)
        yield t.choose(1, ("go", "wait"))
        yield t.deal(coin, weights=self.coin)
        yield t.roll("die", self.die, seen_by=2)
        t.tell(EVERYBODY, card == "a", "it is an a")
        yield t.choose(2, ("go", "wait"))
        return [0, 0]


ALL = (Odds(), *games.ALL, *zone_games.ALL)


def begun(game):
    seats = max(2, game.seats.start)
    return State.of(game.setting(seats, game.checked_options({}), None, NAMES[:seats]), ())


def moves(state):
    return [move for move, _ in state.outcomes()] if state.actor is CHANCE else list(state.moves())


def along(game, seed, most=14):
    """The positions of a random game."""
    rng, states = random.Random(seed), [begun(game)]
    while states[-1].actor is not None and len(states) <= most:
        states.append(states[-1].play(rng.choice(moves(states[-1]))))
    return states, rng


def test_what_is_known_of_secrets_at_first_are_their_chances():
    """Of any size: only proportions matter, and what has none does not come up."""
    game = Odds()
    states, _ = along(game, 1)
    told = states[-1].view(0)
    right = {"card": game.card, "coin": game.coin, "die": game.die}
    likelier = {
        "card": {k: w for k, w in game.card.items() if (k == "a") == (states[-1].run.table.log[-2].value)}
    }
    known = game.knowledge(told)
    for variable in known.scope:
        name = variable.name.split(" ")[0]
        weights = likelier.get(name, right[name])
        total = sum(weights.values())
        want = {value: weight / total for value, weight in weights.items() if weight}
        got = {value: p for value, p in known.marginals(variable).items() if p}
        assert got == pytest.approx(want), variable
    assert len(known.scope) == 3


@pytest.mark.parametrize("apart", [0, 16])
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_run_that_is_gone_on_with_stands_where_one_made_anew_stands(game, apart, monkeypatch):
    """From any position, however often others went on from there: whatever lies on the table, and what is to come."""
    monkeypatch.setattr("deduce.rulebook.run.APART", apart)
    states, rng = along(game, 3)
    for state in rng.sample(states[:-1], min(5, len(states) - 1)):
        move = rng.choice(moves(state))
        gone = state.play(move).run
        anew = Run.live(state.setting, [*state.history, str(move)])
        assert table_of(gone) == table_of(anew)
        assert gone.history == anew.history
        assert gone.scores == anew.scores
        assert (gone.wait is None) == (anew.wait is None)


def table_of(run):
    """What lies on the table of a run, by names."""
    table = run.table
    return {
        "world": {v.name: value for v, value in table.world.items()},
        "undealt": {v.name for v in table.undealt},
        "mine": {v.name for v in table.mine},
        "rules": [str(rule) for rule in table.rules],
        "log": [(event.kind, event.said, event.mask, str(event.value)) for event in table.log],
        "numbers": (table.choices, table.draws, table.reordered, table.zoned),
    }


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("game", [Odds(), *games.ALL], ids=lambda game: game.name)
def test_small_games_are_composed_by_fields_along_what_each_seat_heard(game, seat):
    for seed in range(2):
        states, _ = along(game, seed)
        names = states[0].setting.names
        head = f"game: {game.name}\nplayers: {' '.join(names)}\nme: {names[seat - 1]}\n\n"
        walk = Walk(game, head, states[-1].view(seat).entries)
        assert walk.go(), (walk.text, walk.entries[len(walk.heard(walk.text)[1]) :][:2])


@pytest.mark.parametrize("game", [Odds(), *games.ALL], ids=lambda game: game.name)
def test_what_a_line_changes_is_told_of_whatever_it_changed(game):
    """What was understood, and what has other chances than before it; nothing where nothing was said."""
    states, _ = along(game, 2)
    answers = game.answers()
    rows = game.written([states[-1]], (), {}, seat=1).splitlines()
    begin = rows.index("") + 1
    reports = [
        answers.solve(answers.read(read_record("\n".join([*rows[:end], ""]))))
        for end in range(begin, len(rows) + 1)
    ]
    for before, after in pairwise(reports):
        old, new = before.data["sheet"], after.data["sheet"]
        lines = [str(line) for line in answers.changed(before, after)]
        assert lines[0] == f"understood: {', '.join(after.data['understood'][-1]['said'])}"
        moved = {name for name in new if name not in old or old[name] != pytest.approx(new[name])}
        told = {
            name for name in new if any(line.startswith((f"{name} ", f"{name}:")) for line in lines[1:])
        }
        assert told == moved
    assert answers.changed(reports[-1], reports[-1]) == []


class Listed(Rulebook):
    """What there is stands in a file of one's own."""

    name, title, seats = "listed", "Listed", range(2, 3)

    def load(self, data):
        return Path(data).read_text(encoding="utf-8").split()

    def rules(self, t):
        card = t.variable("card", t.data)
        yield t.deal(card)
        guess = yield t.choose(1, t.data)
        t.tell(EVERYBODY, card == guess, f"it is {guess}")
        return [0, 0]


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_game_with_a_file_of_its_own_is_written_with_it_and_read_back(seat, tmp_path):
    game, file = Listed(), tmp_path / "cards of mine.txt"
    file.write_text("hall study attic", encoding="utf-8")
    state = State.of(game.setting(2, {}, str(file), NAMES[:2]), ("card = study", "hall"))
    text = game.written([state], (), {}, seat=seat)
    assert f"data: {file}" in text.splitlines()
    replay = game.answers().read(read_record(text, allow_files=True))
    known = replay.knowledge(seat or 0)
    assert known.possible(known.scope[0]) == {"study", "attic"}
    with pytest.raises(RecordError, match="data"):
        game.answers().read(read_record(text))


def test_the_cards_of_a_stretch_are_its_own_and_of_what_was_laid_back_those_that_are_sure():
    rng = random.Random(4)
    for _ in range(200):
        drawn = {number: f"card {rng.randrange(8)}" for number in rng.sample(range(12), 8)}
        laid = [
            Laid(rng.sample(range(12), rng.randint(1, 3)), set(rng.sample(sorted(set(drawn.values())), 2)))
            for _ in range(rng.randint(0, 2))
        ]
        terms = rng.sample(range(12), rng.randint(1, 5))
        wanted = set()
        for number, card in drawn.items():
            lying = [each for each in laid if number in each.draws]
            if lying:
                wanted |= {card} & set().union(*(each.sure for each in lying))
            elif number in terms:
                wanted.add(card)
        stretch = Stretch(0, terms, "", laid)
        assert stretch.cards(drawn) == wanted
        assert stretch.draws() == {*terms, *(number for each in laid for number in each.draws)}


def test_found_by_a_planted_fault_notes_do_not_wait_for_what_another_lays_unseen():
    """Nothing is offered that would be refused, and a refusal's example is none of it."""
    game = next(each for each in games.ALL if each.name == "cups")
    head = "game: cups\nplayers: Ann Bob\nme: Ann\n\nAnn look 2, cup[2] is C\n"
    replay = game.answers().read(read_record(head))
    offered = game.upcoming(replay)
    assert offered.actor == "Ann"
    assert sorted(line for event in offered.asked for line in lines_of(event)) == [
        "Ann guess A", "Ann guess B", "Ann guess C",
    ]  # fmt: skip
    for line in ("Bob lay 2 3", "Bob lays", "guess D"):
        with pytest.raises(RecordError) as refused:
            game.answers().read(read_record(f"{head}{line}\n"))
        assert refused.value.example.startswith("guess ")
    whole = game.answers().read(read_record(f"{head}Bob lays cup[2], cup[3] anew\nguess A, no\n"))
    short = game.answers().read(read_record(f"{head}guess A, no\n"))
    assert whole.knowledge().count() == short.knowledge().count()


class Faces(Rulebook):
    """A die of three faces, two of which are alike, rolled in the open or for one seat."""

    name, title, seats = "faces", "Faces", range(2, 3)

    def rules(self, t):
        shown = yield t.roll("shown", [1, 1, 2])
        yield t.roll("hidden", [1, 1, 2], seen_by=2)
        yield t.choose(1, ["guess", "Guess"])
        return [shown, 0]


def test_a_value_that_is_listed_twice_comes_twice_as_often():
    """Of [1, 1, 2] each of 1 and 2 came half the time."""
    state = Faces().new(players=2)
    assert {str(move): round(chance, 9) for move, chance in state.outcomes()} == {
        "shown 1": round(2 / 3, 9),
        "shown 2": round(1 / 3, 9),
    }
    state = state.play("shown 2").play("hidden 1")
    known = state.setting.game.knowledge(state.view(1))
    assert known.marginals(known.scope[0]) == pytest.approx({1: 2 / 3, 2: 1 / 3})


def test_options_that_differ_in_capitals_alone_are_told_apart_as_they_are_typed():
    game = Faces()
    view = game.new(players=2, seed=1).view(1)
    assert [str(typed_move(text, view, game)) for text in ("guess", "Guess")] == ["guess", "Guess"]


EVEN = [
    ("odds", 1, 9),
    ("above", 2, 5),
    ("missions", 3, 8),
    ("smallclue", 2, 5),
    ("bids", 2, 5),
    ("cups", 2, 5),
    ("peeks", 1, 3),
    ("stage", 2, 12),
]


class Peeks(Rulebook):
    """What leaves no trace in any world: a die and a choice that one seat sees alone, beside a card."""

    name, title, seats = "peeks", "Peeks", range(2, 3)

    def rules(self, t):
        card = t.variable("card", ["a", "b"])
        yield t.deal(card)
        yield t.roll("die", {1: 0.25, 2: 0.75}, seen_by=1)
        yield t.choose(1, ["left", "right"], seen_by=1, aside=True)
        t.tell(2, card == "a", "it is an a")
        yield t.choose(2, ["go"])
        return [0, 0]


@pytest.mark.parametrize(("name", "seed", "cut"), EVEN)
def test_games_behind_a_view_are_drawn_as_often_as_they_are_likely(name, seed, cut):
    game = next(each for each in (*ALL, Peeks()) if each.name == name)
    players = max(2, game.seats.start)
    path = random_history(game, players, seed).moves[:cut]
    state = replay(game, map(str, path), players=players)
    for seat in range(cut > 9, 3):  # behind longer games a bystander imagines thousands
        ways = {tuple(each.history): chance for each, chance in alike(game, [*path], seat, players)}
        if len(ways) > 12:
            continue
        total, draws, view, rng = (
            sum(ways.values()),
            20 + 8 * len(ways),
            state.view(seat),
            random.Random(seed),
        )
        found = Counter(tuple(game.resample(view, rng).history) for _ in range(draws))
        assert found.keys() <= ways.keys()
        squares = sum(
            (found[way] - draws * p / total) ** 2 / (draws * p / total) for way, p in ways.items()
        )
        freedom = len(ways) - 1
        assert abs(squares - freedom) < 6 * (2 * freedom) ** 0.5 + 6
