"""Whole games beside a second, independent set of rules, under any options."""

import itertools
import random

import pytest
from amount import amount
from beside import follow
from options import random_options, same_defaults
from slow_decrypto import WAITING, Slow

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove
from deduce_models.decrypto import GAME, Clue, Guess
from deduce_models.decrypto.rules.endings import add_tokens, outcome
from deduce_models.decrypto.rules.moves import Deal, Draw, Name
from deduce_models.decrypto.rules.setup import Half, Setup

KINDS = {
    "deal": Deal("nobody has this"),
    "draw": Draw((1, 2, 3)),
    "clue": Clue("nobody says this"),
    "intercept": Guess((1, 2, 3)),
    "answer": Guess((1, 2, 3)),
    "name": Name("nobody has this"),
}
"""A move of each phase."""
PAIRS = list(itertools.product((False, True), repeat=2))


def written(code):
    return None if code is None else "-".join(map(str, code))


def sheet(view):
    """All that a view holds, as the slow rules write it."""
    return {
        **{name: getattr(view, name) for name in ("seat", "phase", "turn", "round", "team", "open_moves")},
        **{name: getattr(view, name) for name in ("named", "dealt")},
        **{name: list(getattr(view, name)) for name in ("own", "counts", "tokens", "names")},
        **{name: list(map(list, getattr(view, name))) for name in ("keywords", "clues")},
        "columns": [list(map(list, view.columns(team))) for team in (0, 1)],
        "codes": list(map(written, view.codes)),
        "written": written(view.written),
        "past": [
            (h.round, h.team, written(h.code), h.clues, written(h.interception), written(h.answer))
            for h in view.past
        ],
        "result": None if view.result is None else list(view.result),
        "pending": view.pending(),
    }


def page(slow, seat, moves_now):
    """What a seat reads: rounds and tokens, both score sheets, codes and clues that it sees, the last half, its task."""
    seen = slow.seen(seat)
    wins, misses, wins_too, misses_too = seen["tokens"]
    lines = [
        f"round {seen['round']} ({seen['phase']}), seat {seat};"
        f" interceptions {wins}-{wins_too}, misses {misses}-{misses_too} (White-Black)"
    ]
    teams = (0,) if slow.trio else (0, 1)
    if seen["dealt"] < 4 * len(teams):
        return lines
    for team in teams:
        words = seen["keywords"][team] or ["(hidden)"] * 4
        lines.append(["White", "Black"][team])
        lines += [
            f"  {slot}  {words[slot - 1]}: {', '.join(clues) if clues else '-'}"
            for slot, clues in enumerate(seen["columns"][team], 1)
        ]
        lines += [f"  code {seen['codes'][team]}"] * (seen["codes"][team] is not None)
        lines += [f"  clues {'; '.join(seen['clues'][team])}"] * bool(seen["clues"][team])
    if slow.history:
        _, team, code, _, caught, answer = slow.history[-1]
        lines.append(f"last: {['white', 'black'][team]} {code}, answered {answer}")
        lines[-1] += "" if caught is None else f", intercepted as {caught}"
    if moves_now:
        team, clues = seen["team"], seen["clues"][seen["turn"]]
        slot = seen["codes"][team].split("-")[len(clues)] if seen["phase"] == "clue" else "0"
        word = slow.cards[team][int(slot) - 1] if slot != "0" else ""
        lines.append(
            {
                "clue": f"clue {len(clues) + 1} of 3, for {word!r} in column {slot}: any text that is legal",
                "intercept": f"the rivals' code for the clues {'; '.join(clues)}?",
                "answer": f"your own team's code for the clues {'; '.join(clues)}?",
                "name": f"name the rivals' keyword in column {len(slow.named[team]) + 1}: any word",
            }[seen["phase"]]
        )
    return lines


def compare(state, slow, moves):
    """What a seat sees (each in turn, all at the end), what all were told, and what is refused and why."""
    seats = range(state.seats + 1)
    for seat in seats if slow.done else (0, len(moves) % state.seats + 1):
        view = state.view(seat)
        assert sheet(view) == slow.seen(seat), (seat, moves)
        assert view.actor == state.actor
        assert str(view).split("\n") == page(slow, seat, state.actor == seat and not slow.done), moves
        assert [half for team in (0, 1) for half in view.history(team)] == sorted(
            view.past, key=lambda half: half.team
        )
        if seat and seat == state.actor:
            # Clues are listed by hand from what was barred move by move, and anew from the view.
            mine, his = state.moves(), view.moves
            assert getattr(mine, "barred", mine) == getattr(his, "barred", his), moves
            assert len(mine) == len(his)
        else:
            assert tuple(view.moves) == ()
    if moves:
        before, move = slow.before, moves[-1]
        actor = 0 if before.actor is CHANCE else before.actor
        for seat in seats:
            told = GAME.happened(before.view(seat), state.view(seat), actor, move)
            heard = [
                text.replace(f"Seat {seat} ", "You ") if actor == seat else text
                for text in slow.heard[seat]
            ]
            assert sorted(told) == sorted(heard), (seat, moves)
    slow.before = state
    phase = slow.now[0]
    if len(moves) % 7 == 0:
        for other, move in KINDS.items():
            if type(move) is not type(KINDS.get(phase)):
                with pytest.raises(IllegalMove) as refusal:
                    state.play(move)
                assert str(refusal.value) == f"{move} is not possible now: {WAITING[phase]}", (other, moves)
        if state.actor is not CHANCE:
            assert list(state.outcomes()) == []
            with pytest.raises(IllegalMove, match=WAITING[phase]):
                state.draw(random.Random(0))
        else:
            assert list(state.moves()) == []


def chooser(slow, skill):
    def choose(legal, rng):
        """A random move; codes and keywords are found with the probability `skill`."""
        if rng.random() < skill and slow.reading is not None:
            return next(move for move in legal if str(move) == f"guess {slow.code[slow.reading]}")
        if str(legal[0]).startswith("name") and rng.random() < skill:
            team = 0 if len(slow.named[0]) < 4 else 1
            wanted = slow.cards[1 - team][len(slow.named[team])]
            return next((move for move in legal if str(move) == f"name {wanted}"), legal[0])
        return legal[rng.randrange(len(legal))]

    return choose


def one_game(seed):
    players, options = random_options(GAME, seed)
    rng = random.Random(seed)
    state = GAME.new(players=players, **options)
    slow = Slow(state.setup.words.keywords, players, **options)
    skill = rng.choice([0.1, 0.5, 0.85])
    return follow(state, slow, rng, compare=compare, choose=chooser(slow, skill), refuse=0.03)


@pytest.mark.parametrize("seed", range(amount(24, 500)))
def test_whole_games_move_by_move(seed):
    """Small tests, so that a fault is found by the first that shows it."""
    assert one_game(seed).actor is None


def test_the_games_compared_reach_every_result():
    """Else the comparison would say less than it seems to: keywords named and shared, won by either, by one of three."""
    state = one_game(13)
    assert len(state.names) == 8
    assert set(state.scores) == {0.5}
    assert [one_game(seed).scores[0] for seed in (4, 3, 10, 5)] == [1, 0, 1, 0]
    assert [one_game(seed).seats for seed in (4, 3, 10, 5)] == [5, 5, 3, 3]


def test_found_by_a_campaign_teeth_are_a_form_of_tooth():
    state = one_game(21154)
    assert "tooth" in state.keywords


def test_defaults_are_those_of_the_second_writing():
    assert same_defaults(GAME, Slow([], 4).options)


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("encryption", ["both", "alternate"])
@pytest.mark.parametrize("speaks", [True, False])
def test_who_encrypts_answers_and_intercepts(players, encryption, speaks):
    options = {"encryption": encryption, "encryptor_intercepts": speaks}
    setup, slow = GAME.new(players=players, **options).setup, Slow([], players, **options)
    assert isinstance(setup, Setup)
    assert [setup.team(seat) for seat in range(players + 1)] == [
        slow.team_of(seat) for seat in range(players + 1)
    ]
    assert setup.keywords == (4 if players == 3 else 8)
    assert setup.rounds == (5 if players == 3 else 8)
    assert setup.trio == (players == 3)
    for team in (0, 1):
        assert list(setup.members(team)) == slow.seats[team]
        assert setup.namer(team) == slow.seats[team][0]
        for slow.number in range(1, 10):
            assert list(setup.encrypting(slow.number)) == slow.encrypting()
            assert setup.encryptor(slow.number, team) == slow.encryptor(team)
            assert setup.answerer(slow.number, team) == slow.partner(team)
            speaker = slow.encryptor(team) if speaks else slow.partner(team)
            assert setup.interceptor(slow.number, team) == speaker


def ended(slow, last):
    """What the slow rules say once tokens are looked at: scores, "name", or None."""
    looking = slow.ended(last)
    try:
        next(looking)
    except StopIteration as end:
        return end.value
    return "name"


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("tie_break", GAME.options["tie_break"].allowed)
def test_every_count_of_tokens_ends_as_by_the_second_writing(players, tie_break):
    for full, lost, last in itertools.product((1, 2, 3), (1, 2, 3), (False, True)):
        options = {"interceptions_to_win": full, "misses_to_lose": lost, "tie_break": tie_break}
        setup = GAME.new(players=players, **options).setup
        slow = Slow(["word"], players, **options)
        slow.cards = [["word"] * 4, ["word"] * 4]
        for tokens in itertools.product(range(4), repeat=4):
            slow.wins, slow.misses = list(tokens[::2]), list(tokens[1::2])
            expected = ended(slow, last)
            found = outcome(tokens, setup, last=last)
            if isinstance(found, tuple):
                found = [found[setup.team(seat)] for seat in range(1, players + 1)]
            assert found == expected, (tokens, options, last)


@pytest.mark.parametrize("players", [3, 4])
def test_every_half_gives_the_tokens_of_the_second_writing(players):
    """By round, whoever intercepts, and whether the own team finds its code; under options about first rounds."""
    codes = {True: (1, 2, 3), False: (4, 3, 2), None: None}
    flags = [dict(zip(("trio_miss_pays", "trio_first_round_pays"), pair, strict=True)) for pair in PAIRS]
    for first, more in itertools.product((1, 2), flags):
        options = {"miscommunication_from": first, "interception_from": 1, **more}
        setup = GAME.new(players=players, **options).setup
        teams = (0,) if players == 3 else (0, 1)
        for number, team, caught, right in itertools.product(
            (1, 2, 3), teams, (True, False), (True, False)
        ):
            slow = Slow([], players, **options)
            slow.number, slow.code, slow.clues = number, ["1-2-3"] * 2, [["a", "b", "c"], ["a", "b", "c"]]
            game = slow.half(team)
            next(game)
            game.send(f"guess {written(codes[caught])}")
            with pytest.raises(StopIteration):
                game.send(f"guess {written(codes[right])}")
            half = Half(number, team, (1, 2, 3), ("a", "b", "c"), codes[caught], codes[right])
            for before in ((0, 0, 0, 0), (1, 2, 3, 4)):
                gains = [slow.wins[0], slow.misses[0], slow.wins[1], slow.misses[1]]
                expected = tuple(b + g for b, g in zip(before, gains, strict=True))
                assert add_tokens(before, half, setup) == expected, (half, options)
