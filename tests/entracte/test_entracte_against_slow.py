"""Whole games beside a second, independent set of rules, under any options: what happens, what is seen, what is told."""

import random
import re
from functools import cache

import pytest
from amount import amount
from beside import follow
from entracte_tools import Phase, phase
from options import random_options, same_defaults
from slow_entracte import BEST, Slow

from deduce.games.base import CHANCE
from deduce_models.entracte import GAME

RESULTS = ("no result: two guesses or more are wrong", "a fair result", "a win", "the best result")
DONE = {
    "passes": "pass",
    "exchanges the hand": "exchange",
    "proposes to stop and guess": "stop",
    "agrees to stop": "agree",
    "refuses to stop": "refuse",
    "declares to know every code": "declare",
    "has made a guess": "guess",
    "puts a card on the pile, unseen": "pile",
}
YOU = {"pass": "passes", "has": "has"}
"""How "you" do what others do, where it is more than an s that goes."""


def compare(state, slow, moves):
    """What everybody sees, and what one seat sees of its own; now and then the text, and what was told since."""
    text = slow.cards
    view = state.view(0)
    assert [text[card] for card in view.row] == slow.row, moves
    assert view.deck_size == len(slow.deck) if phase(state) is not Phase.SWAP else True
    assert list(view.hand_sizes) == [len(hand) for hand in slow.hands.values()], moves
    found = [{seat for seat in slow.codes if mask >> seat & 1} for mask in view.tokens]
    assert found == slow.tokens, moves
    assert all(mask & 1 == 0 and mask >> slow.n + 1 == 0 for mask in view.tokens)
    assert list(view.played) == slow.makers
    assert view.exchanged == sum(1 << seat for seat in slow.exchanged)
    assert view.declared == sum(1 << seat for seat in slow.declared)
    assert list(view.piles) == list(slow.piles.values()), moves
    assert (view.seat, view.seats, view.turn) == (0, slow.n, slow.active), moves
    assert (view.code, view.hand, view.moves) == (0, (), ())
    assert bool(state.moves()) == isinstance(state.actor, int)
    assert bool(state.outcomes()) == (state.actor is CHANCE)
    seat = len(moves) // 3 % state.seats + 1
    mine = state.view(seat)
    assert {text[card] for card in mine.hand} == slow.hands[seat]
    assert codes_of(state, mine.code) == set(slow.codes[seat])
    for each in (view, mine):
        assert (each.actor, each.over) == (state.actor, slow.scores is not None)
        assert list(each.scores or []) == (slow.scores or [])
        shown = [codes_of(state, mask) for mask in each.codes]
        assert shown == ([set(codes) for codes in slow.codes.values()] if each.over else [])
        for who, made in enumerate(each.guesses, 1):
            told = [entry for entry in slow.seen(each.seat) if entry[0] == who and entry[1] != "guess ?"]
            assert [str(move) for move in made] == [words for _, words in told if words.startswith("guess")]
    assert list(mine.moves) == (list(state.moves()) if state.actor == seat else [])
    assert mine.to_dict()["seat"] == seat
    after = slow.seen(seat)
    if state.actor is None:
        texts(state, slow)
    elif len(moves) % 3 == 0:
        assert entries(mine) == after, moves
        before, view_then = slow.earlier.get(seat, ([], None))
        if view_then is not None:
            said = GAME.happened(view_then, mine, 0, None)
            assert [fact(line, seat) for line in said] == slow.heard(seat, before, after), moves
        slow.earlier[seat] = (after, mine)
        shown_is(mine, slow, seat)


def texts(state, slow):
    """At the end everybody sees everything, and is told what was hidden."""
    for seat in range(slow.n + 1):
        view, after = state.view(seat), slow.seen(seat)
        assert codes_in_order(entries(view)) == codes_in_order(after)
        shown_is(view, slow, seat)
        before, then = slow.earlier.get(seat, ([], None))
        if then is not None:
            said = GAME.happened(then, view, 0, None)
            assert [fact(line, seat) for line in said] == slow.heard(seat, before, after)


def codes_of(state, mask):
    return {code.name for place, code in enumerate(state.setup.parts.codes) if mask >> place & 1}


def codes_in_order(log):
    """The same with the codes of each seat in order: who sees them in the end does not see which was dealt first."""
    dealt = [entry for entry in log if entry[1].startswith("code ")]
    return [*sorted(dealt), *log[len(dealt) :]]


def entries(view):
    """The log of a view: a hidden move is its kind and no more."""
    return [
        (who, f"{move.kind.name.lower()} ?" if move.hidden else move.text if str(move) else None)
        for who, move in view.log
    ]


def fact(line, seat):
    """What a sentence says: whose it is, what, and the tokens of a card played."""
    found = re.fullmatch(r"(You|Seat (\d)) (.*)\.", line)
    who, words = int(found[2] or seat), found[3]
    assert (found[1] == "You") == (who == seat > 0), line
    played = re.fullmatch(r"plays? (.*)\. (?:Tokens: (.*)|Nobody puts a token)", words)
    if played:
        assert words.startswith("plays ") == (found[1] != "You"), line
        return who, f"play {played[1]}", set(map(int, re.findall(r"seat (\d)", played[2] or "")))
    if words.startswith("draw"):
        return who, words
    guessed = re.fullmatch(r"guesses that seat (\d) holds (.*)", words)
    if guessed:
        return who, f"guess {guessed[1]} {guessed[2]}"
    if found[1] == "You":
        verb = words.split()[0]
        words = words.replace(verb, YOU.get(verb, f"{verb}s"), 1)
    return who, DONE[words]


def shown_is(view, slow, seat):
    """The text of a position says what is so."""
    lines = str(view).split("\n")
    counts = re.fullmatch(
        r"Row of (\d+) \(it ends at (\d+)\), (\d+) cards? in the deck:", lines.pop(0)
    ).groups()
    end = 12 if slow.options["count_starter"] else 13
    assert tuple(map(int, counts)) == (len(slow.row), end, view.deck_size)
    wide = max(map(len, slow.row), default=0)
    for number, (card, maker, tokens) in enumerate(zip(slow.row, slow.makers, slow.tokens, strict=True), 1):
        under = f"   tokens of {', '.join(map(str, sorted(tokens)))}" if tokens else ""
        by = f"seat {maker}" if maker else "start"
        shown = card.ljust(wide) if tokens else card
        assert lines.pop(0) == f"{number:4}  {by:8}{shown}{under}"
    if seat and slow.codes[seat]:
        found = re.fullmatch(r"You hold (.*)\.", lines.pop(0))
        assert sorted(found[1].split(" and ")) == sorted(slow.codes[seat])
    if slow.scores is not None:
        found = re.fullmatch(r"The codes were: (.*)\.", lines.pop(0))
        everybody = {int(part[5]): set(part[7:].split(" and ")) for part in found[1].split("; ")}
        assert everybody == {each: set(codes) for each, codes in slow.codes.items()}
        for each in slow.codes:
            missed = [
                (other, name)
                for other, made in slow.guesses[each].items()
                for name in made
                if name not in slow.codes[other]
            ]
            words = ", ".join(f"seat {other} {name}" for other, name in missed)
            wrong = f"Seat {each} guessed wrong: {words}."
            assert lines.pop(0) == (wrong if missed else f"Seat {each} guessed every code.")
        if not slow.rivals:
            score = RESULTS.index(lines.pop(0).removeprefix("That is ").removesuffix("."))
            assert [score] * slow.n == slow.scores
    assert lines == []


def choose_for(truth, eager, bold):
    def choose(legal, rng):
        """Random, seldom to stop, and mostly right when guessing; the eager agree to stop early and are always right."""
        right = [move for move in legal if str(move) in truth()]
        if right and (eager or rng.random() < 0.9):
            return rng.choice(right)
        ends = [move for move in legal if str(move) in ("stop", "declare", "agree")]
        if ends and rng.random() < (0.8 if eager else bold):
            return ends[0]
        return rng.choice([move for move in legal if str(move) not in ("stop", "declare")] or legal)

    return choose


def one_game(seed, bold=0.05, **fixed):
    players, options = random_options(GAME, seed)
    players = fixed.pop("players", players)
    options.pop("convention", None)
    options.pop("declared_guesses", None)
    options |= fixed
    rng = random.Random(seed)
    state = GAME.new(players=players, **options)
    slow = Slow([state.setup.parts.card_text(card) for card in state.setup.parts.cards], players, **options)
    slow.earlier = {}
    assert (state.setup.quick, state.setup.competitive) == (BEST[players], slow.rivals)

    def truth():
        return {f"guess {seat} {name}" for seat, codes in slow.codes.items() for name in codes}

    return follow(state, slow, rng, compare=compare, choose=choose_for(truth, seed % 4 == 0, bold))


game_of = cache(one_game)


@pytest.mark.parametrize("group", range(amount(5, 100)))
def test_whole_games_move_by_move(group):
    for seed in range(3 * group, 3 * group + 3):
        assert game_of(seed).actor is None


def test_the_games_compared_reach_every_result():
    """Else the comparison would say less than it seems to."""
    ends = [game_of(seed) for seed in range(24)]
    assert {state.result for state in ends} == {None, "best", "win", "fair", "fail"}
    assert any(state.scores[0] > 2 * (state.seats - 1) for state in ends if state.result is None)


def test_found_by_a_campaign_the_twelfth_card_of_who_begins_the_rounds():
    """With ``last_turns=behind`` all others have a turn when the seat that begins every round played the last card."""
    for seed in (20025, 20193, 20198):
        assert one_game(seed).setup.option("last_turns") == "behind"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("turns", ["others", "behind"])
@pytest.mark.parametrize("piles", ["own", "every"])
def test_ends_of_the_competitive_game(players, turns, piles):
    """Every reading of the last round; rounds begin with a seat in the middle, or the last."""
    for first in {2, players}:
        one_game(
            1000 * players + 10 * first + (turns == "behind") + 2 * (piles == "every") + 1,
            bold=0.2,
            players=players,
            mode="competitive",
            first=first,
            last_turns=turns,
            pile_turns=piles,
            last_pile=(turns == "behind") == (first == 2),
            count_starter=True,
        )


def test_defaults_are_those_of_the_second_writing():
    assert same_defaults(GAME, Slow([], 3).options, apart=("declared_guesses", "convention"))


def test_who_moves_is_chance_while_cards_are_dealt():
    state = GAME.new(players=2)
    assert state.actor is CHANCE
    assert all(state.view(seat).actor is CHANCE for seat in range(3))
