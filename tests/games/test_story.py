"""The story of a game: what it says of codes is what listing them says, and every game tells one."""

import itertools
import json
import math
from pathlib import Path
from statistics import stdev
from types import MappingProxyType, SimpleNamespace
from typing import NamedTuple

import pytest
from amount import amount, some
from command_line import deduce

from deduce.games import retelling
from deduce.games.base import CHANCE
from deduce.games.registry import game
from deduce.games.retelling import _means, _Teller, story_of
from deduce.games.story import Moment, Story
from deduce.ground.deadline import Deadline
from deduce.ground.errors import ProblemError
from deduce.players.simple import random_player
from deduce.records.record import read_record
from deduce.show.story import story_html, story_svg, story_text
from tests.show.test_pictures import assert_sound

EXAMPLES = Path(__file__).parents[2] / "examples"
ENIGMA = EXAMPLES / "enigma/rulebook.txt"


def played(name, players, seed, *, seat=None):
    import random

    rng, states, moves = random.Random(seed), [game(name).new(players=players)], []
    while (state := states[-1]).actor is not None:
        chance = state.actor is CHANCE
        moves.append(state.draw(rng) if chance else random_player.choose(state.view(state.actor), rng))
        states.append(state.play(moves[-1]))
    return read_record(game(name).written(states, moves, {}, seat=seat))


def pegs(guess, code):
    right = sum(one == other for one, other in zip(guess, code, strict=True))
    return right, sum(min(guess.count(each), code.count(each)) for each in set(guess)) - right


def test_what_could_be_known_is_what_listing_all_codes_says():
    record = played("mastermind", 1, 5)
    story = story_of(game("mastermind"), record, playouts=0)
    guesses = [line for line in record.events if line.body.startswith("P1 ")]
    colours = _colours()
    state = game("mastermind").answers().read(record).played[0][-1]
    code = tuple(value for _, value in sorted(_truth(state).items()))
    left = list(itertools.product(colours, repeat=4))
    since = [None] * 4
    for line in guesses:
        guess = tuple(word.strip(",") for word, _ in line.words[1:5])
        left = [each for each in left if pegs(guess, each) == pegs(guess, code)]
        for peg in range(4):
            if since[peg] is None and len({each[peg] for each in left}) == 1:
                since[peg] = line.number
    told = {row.fact: row.lines[0] for row in story.found}
    expected = {f"peg[{peg + 1}] = {code[peg]}": since[peg] for peg in range(4) if since[peg]}
    assert told == expected


def _colours():
    view = game("mastermind").new(players=1, seed=1).view(1)
    return list(game("mastermind").knowledge(view).scope[0].domain)


def _truth(state):
    known = game("mastermind").knowledge(state.view(1))
    return {variable.name: value for variable, value in game("mastermind").truth(state, known).items()}


def test_the_example_game_of_enigma_is_told_as_its_rulebook_tells_it():
    record = read_record(ENIGMA)
    story = story_of(game("enigma"), record, playouts=0)
    rows = {row.fact: row.lines for row in story.found}
    # P2 "knows 7 of 9" before laying, and all after a look at the Machine; P1 knows the Library only by its being shown.
    assert rows["cell[5] = Machine"][1] == 20
    assert rows["dealt[P1] = Decrypter"] == (0, 11, 24, 13, 24)
    assert [(line, lie.seat, lie.said, lie.truth, lie.caught) for line, lie in story.lies] == [
        (10, 1, "card 3 is Bombe", "Radio", False),
        (14, 1, "card 1 is Phantom", "Tome", True),
    ]
    assert story.turn() is None
    assert story.telling()[0].line == 19
    text = story_text(story)
    assert "the story of P1, P2, P3, P4 (P1 came out best)" in text
    assert "line 14, P1: card 1 is Phantom; in truth Tome; caught" in text


def kuhn(deal, said, seat=None):
    """A game of Kuhn poker as its record, or one seat's notes of it."""
    wanted, states, moves = [*map(str, deal), *said], [game("kuhn").new(players=2)], []
    for word in wanted:
        state = states[-1]
        options = [move for move, _ in state.outcomes()] if state.actor is CHANCE else state.moves()
        moves.append(next(move for move in options if str(move).endswith(word)))
        states.append(state.play(moves[-1]))
    assert states[-1].actor is None
    return read_record(game("kuhn").written(states, moves, {}, seat=seat))


def expected(state):
    """What the seats get on average when all that is left is drawn at random: all ways gone through."""
    if state.actor is None:
        return state.scores
    moves = (
        state.outcomes() if state.actor is CHANCE else [(m, 1 / len(state.moves())) for m in state.moves()]
    )
    ends = [(chance, expected(state.play(move))) for move, chance in moves]
    return tuple(sum(chance * end[seat] for chance, end in ends) for seat in range(2))


@pytest.mark.parametrize(
    ("deal", "said"),
    [((2, 1), ("pass", "bet", "pass")), ((3, 1), ("bet", "bet")), ((1, 2), ("pass", "pass"))],
)
def test_how_it_stood_after_each_line_is_what_playing_on_gives(deal, said):
    """At every position of the record twenty games are played on, and at the end nothing is left to play."""
    record = kuhn(deal, said)
    story = story_of(game("kuhn"), record)
    assert story.playouts == 20
    _, moves = game("kuhn").answers().read(record).played
    after = [game("kuhn").new(players=2)]
    for move in moves:
        after.append(after[-1].play(move))
    positions = [after[0], *after[2:]]  # both cards are dealt in one line
    assert [moment.line for moment in story.moments] == [0, *range(5, 5 + len(positions) - 1)]
    assert [moment.decided for moment in story.moments[1:]] == [False, *(True for _ in said)]
    for moment, position in zip(story.moments, positions, strict=True):
        for mean, error, exact in zip(moment.scores, moment.errors, expected(position), strict=True):
            assert abs(mean - exact) <= 4 * error
    assert story.moments[-1].scores == after[-1].scores == story.scores
    assert story.moments[-1].errors == (0.0, 0.0)


def test_every_line_leaves_the_deals_that_listing_them_says():
    """Three cards, two seats, each way to bet: what each seat and a bystander could have known after each line."""
    deals = list(itertools.permutations((1, 2, 3), 2))
    ways = [
        ("bet", "pass"),
        ("bet", "bet"),
        ("pass", "pass"),
        ("pass", "bet", "pass"),
        ("pass", "bet", "bet"),
    ]
    for deal, said in list(itertools.product(deals, ways))[::2]:
        story = story_of(game("kuhn"), kuhn(deal, said), playouts=0)
        shown = said[-2:] in (("bet", "bet"), ("pass", "pass"))
        last = 5 + len(said)

        def left(viewer, line, deal=deal, told=last if shown else math.inf):
            own, first_is_higher = viewer and line >= 5, deal[0] > deal[1]
            return [
                each
                for each in deals
                if not (own and each[viewer - 1] != deal[viewer - 1])
                and not (line >= told and (each[0] > each[1]) != first_is_higher)
            ]

        lines = [0, *range(5, 6 + len(said))]
        assert [moment.line for moment in story.moments] == lines
        for moment in story.moments:
            bits = [math.log2(len(left(viewer, moment.line))) for viewer in (1, 2, 0)]
            assert moment.bits == pytest.approx(bits)
        won = (1.0 if deal[0] > deal[1] else -1.0) * (1 + (said[-1] == "bet"))
        if not shown:  # who did not bet has lost his ante
            won = 1.0 if (said[-1] == "pass") == (len(said) == 2) else -1.0
        assert story.scores == story.moments[-1].scores == (won, -won)
        found = {}
        for seat in (1, 2):
            since = [
                next((n for n in lines if len({each[seat - 1] for each in left(viewer, n)}) < 2), None)
                for viewer in (1, 2, 0)
            ]
            found[f"card[P{seat}] = {deal[seat - 1]}"] = tuple(since)
        assert {row.fact: row.lines for row in story.found} == found


def test_of_one_seats_notes_only_what_the_writer_could_have_known_is_told():
    story = story_of(game("kuhn"), kuhn((2, 1), ("pass", "pass"), seat=1))
    assert (story.viewers, story.scores, story.playouts) == ((1,), None, 0)
    assert [row.fact for row in story.found] == ["card[P1] = 2", "card[P2] = 1"]
    assert [round(moment.bits[0], 3) for moment in story.moments] == [2.585, 1.0, 1.0, 0.0]


def test_means_of_games_played_on_have_their_errors():
    means, errors = _means([(1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 0.0)])
    assert means == (0.75, 0.25)
    assert errors == pytest.approx([stdev([1, 0, 1, 1]) / 2] * 2)
    # All alike: as if one of them had ended otherwise by half of what lies between the seats, squared.
    means, errors = _means([(3.0, 1.0)] * 5)
    assert means == (3.0, 1.0)
    assert errors == pytest.approx([math.sqrt(2**2 / 2 / 4 / 5)] * 2)


@pytest.mark.parametrize(
    ("name", "players"),
    some([("coup", 2), ("clue", 3), ("kuhn", 2), ("guess_who", 2), ("decrypto", 4), ("entracte", 2)], 2),
)
def test_every_game_has_a_story_for_all_and_for_one(name, players):
    for seat in (None, 1):
        story = story_of(game(name), played(name, players, 3, seat=seat), playouts=amount(2, 40))
        assert story.viewers == ((*range(1, players + 1), 0) if seat is None else (1,))
        assert (story.scores is None) == (seat is not None)
        assert_sound(story_svg(story))
        assert story_html(story).startswith("<article")
        assert json.loads(json.dumps(story.to_dict()))["title"] == game(name).title


def test_a_bluff_in_coup_is_a_lie():
    story = story_of(game("coup"), played("coup", 3, 5), playouts=0)
    assert story.lies
    assert all(lie.said.startswith("has the ") and "in hand" in lie.truth for _, lie in story.lies)
    assert not any(lie.said[8:] in lie.truth.split() for _, lie in story.lies)


def test_where_a_game_turned_is_beyond_chance():
    def moment(line, mean, error):
        return Moment(line, f"move {line}", (1.0,), (mean, 1 - mean), (error, error))

    def story(*moments):
        return Story("Toy", ("A", "B"), (1,), (1.0, 0.0), moments, (), playouts=20)

    assert story(moment(0, 0.5, 0.1), moment(1, 0.8, 0.1)).turn() is None
    turned = story(
        moment(0, 0.5, 0.01), moment(1, 0.4, 0.01), moment(2, 0.8, 0.01), moment(3, 1.0, 0.0)
    ).turn()
    assert (turned.line, turned.seat, turned.before, turned.after) == (2, 1, 0.4, 0.8)


def test_behind_notes_that_contradict_each_other_it_is_said_that_what_is_told_may_be_wrong():
    folder = Path(__file__).parents[2] / "examples/entracte"
    told = {
        name: story_of(game("entracte"), read_record(folder / f"{name}.txt"))
        for name in ("evening", "forgotten_token")
    }
    assert told["evening"].cut == ""
    assert told["forgotten_token"].cut.startswith("From line 20 on these notes contradict each other")


def test_a_game_that_is_not_over_has_none_yet(tmp_path):
    lines = ENIGMA.read_text().splitlines()
    begun = tmp_path / "begun.txt"
    begun.write_text("\n".join(lines[:-1]))
    with pytest.raises(ProblemError, match="not over"):
        story_of(game("enigma"), read_record(begun))
    status, _, err = deduce("story", begun)
    assert status == 2
    assert "not over" in err


def test_the_command_writes_a_page_and_a_picture(tmp_path):
    page, picture = tmp_path / "story.html", tmp_path / "story.svg"
    status, out, _ = deduce("story", ENIGMA, "--playouts", "0", "--html", page, "--svg", picture, "--json")
    assert status == 0
    assert "<svg" in page.read_text()
    assert_sound(picture.read_text())
    assert json.loads(out)["lies"][1]["caught"] is True
    short = tmp_path / "kuhn.txt"
    short.write_text("\n".join(played("kuhn", 2, 3).lines))
    status, out, _ = deduce("story", short, "--playouts", "0")
    assert status == 0
    assert "Who could have known what" in out


@pytest.mark.parametrize(("evening", "found"), [("evening", "Command"), ("own_words", "Radio")])
def test_what_the_writer_did_or_saw_done_is_nothing_found(evening, found):
    record = read_record((EXAMPLES / f"enigma/{evening}.txt").read_text(encoding="utf-8"))
    facts = [row.fact for row in story_of(game("enigma"), record).found]
    assert f"cell[9] = {found}" in facts
    assert not [fact for fact in facts if fact.startswith("choice")]


class _Named(NamedTuple):
    name: str
    words = MappingProxyType({})


class _Told:
    """A game whose knowledge is written down: for each line and seat what is open, and what of it is certain."""

    title, players = "Told", {}

    def __init__(self, rows):
        self.rows = rows

    def knowledge(self, view):
        line, seat = view
        names, certain = self.rows[line][seat]
        scope = [_Named(name) for name in names]
        by_name = {variable.name: variable for variable in scope}
        return SimpleNamespace(
            scope=scope,
            problem=SimpleNamespace(shown=scope),
            log=[SimpleNamespace(text=str(line), place="")],
            certain=lambda: {by_name[name]: value for name, value in certain.items()},
            entropy=lambda: 1.0,
        )

    def truth(self, position, known):
        return {variable: position[variable.name] for variable in known.scope if variable.name in position}

    def decided_by(self, view):
        return ()


def test_what_moves_is_told_for_as_long_as_it_was_so():
    """A card in a hand: its holder has it before the eyes, others know or not; then there is another, and all forget."""
    card, stage = "hand of P1 now", "code"
    rows = {
        0: {1: ([stage], {stage: "x"}), 2: ([card, stage], {}), 0: ([card, stage], {})},
        3: {1: ([stage], {stage: "x"}), 2: ([card, stage], {card: "king"}), 0: ([card, stage], {})},
        5: {1: ([stage], {stage: "x"}), 2: ([card, stage], {}), 0: ([card, stage], {})},
        7: {
            1: ([stage], {stage: "x"}),
            2: ([card, stage], {card: "ace"}),
            0: ([card, stage], {card: "ace"}),
        },
        8: {
            1: ([stage], {stage: "x"}),
            2: ([card, stage], {card: "ace", stage: "x"}),
            0: ([card, stage], {card: "ace"}),
        },
    }
    held = {0: "king", 3: "king", 5: "two", 7: "ace", 8: "ace"}
    teller = _Teller(_Told(rows), (1, 2, 0), Deadline(None))
    for line in rows:
        teller.look(line, lambda seat, line=line: (line, seat), {card: held[line], stage: "x"})
    assert {row.fact: (row.lines, row.since, row.until) for row in teller.found()} == {
        f"{stage} = x": ((0, 8, None), 0, None),
        f"{card} = king": ((0, 3, None), 0, 3),
        # The two of line 5 only its holder knew of; the ace lay open at once.
    }
    story = Story("Told", ("A", "B"), (1, 2, 0), None, (), tuple(teller.found()))
    assert "hand of P1 = king (until line 3)" in story_text(story)


def test_of_whole_games_alone_it_is_said_where_they_are_too_long_to_be_played_on(monkeypatch):
    """Notes of one seat are never played on, and nobody misses it; nor where nobody asked for it."""
    whole, notes = played("kuhn", 2, 1), played("kuhn", 2, 1, seat=1)
    for moves, too_long in ((retelling.MOVES, False), (0, True)):
        monkeypatch.setattr(retelling, "MOVES", moves)
        assert bool(story_of(game("kuhn"), whole, playouts=4).cut) == too_long
        assert not story_of(game("kuhn"), whole, playouts=0).cut
        assert not story_of(game("kuhn"), notes).cut
