"""Whole random games of the tables, told once more by plain code from their moves alone."""

from __future__ import annotations

import random
from itertools import permutations, product
from types import SimpleNamespace

import pytest

import deduce
from deduce_models.tables.avalon import Avalon
from deduce_models.tables.hanabi import COLOURS, Hanabi


def played(name, players, seed, **options):
    """A random game of few doubts: its last state, and its moves with who made each (0 for chance) out of which."""
    state, rng, made = deduce.game(name).new(players=players, **options), random.Random(seed), []
    while state.actor is not None:
        live = isinstance(state.actor, int)
        texts = [str(move) for move in (state.moves() if live else [state.draw(rng)])]
        calm = [text for text in texts if text in ("believe", "allow")]
        text = calm[0] if calm and rng.random() < 0.8 else rng.choice(texts)
        made.append((state.actor if live else 0, text, texts))
        state = state.play(text)
    return state, made


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("seed", range(4))
def test_mastermind(players, seed):
    state, made = played("mastermind", players, seed, pegs=2, colours=3, guesses=4)
    code = [text.split()[-1] for _, text, _ in made[:2]]
    told, left = [], 4
    for _, text, _ in made[2:]:
        guess = text.split()
        told.append(sum(one == other for one, other in zip(code, guess, strict=True)))
        if guess == code:
            break
        told.append(sum(min(code.count(each), guess.count(each)) for each in {*guess}) - told[-1])
        left -= 1
    assert [entry.value for entry in state.view(0).entries if entry.kind == "tell"] == told
    assert state.scores == (float(left), float(-left))[:players]


@pytest.mark.parametrize(("players", "wild"), [(2, 0), (3, 1), (4, 6)])
def test_liars_dice(players, wild):
    state, made = played("liars_dice", players, players, dice=2, wild=wild)
    dice, starts = dict.fromkeys(range(1, players + 1), 2), 1
    while sum(map(bool, dice.values())) > 1:
        count = sum(dice.values())
        faces = [int(text.split()[-1]) for _, text, _ in made[:count]]
        del made[:count]
        order = [s for k in range(players) if dice[s := (starts + k - 1) % players + 1]]
        last = ""
        for turn in range(len(made)):
            seat, text, texts = made.pop(0)
            assert seat == order[turn % len(order)]
            every = [f"{n} of {face}" for n in range(1, count + 1) for face in range(1, 7)]
            assert texts == [each for each in every if each > last] + ["liar"] * bool(last)
            if text == "liar":
                break
            last = text
        number, face = map(int, last.split(" of "))
        true = sum(each in (face, wild) for each in faces) >= number
        loser = order[(turn if true else turn - 1) % len(order)]
        dice[loser] -= 1
        starts = next(s for k in range(players) if dice[s := (loser + k - 1) % players + 1])
    assert not made
    assert state.scores == tuple(float(dice[seat] > 0) for seat in dice)


@pytest.mark.parametrize("seed", range(24))
def test_leduc_poker(seed):
    state, made = played("leduc", 2, seed)
    paid, held, rounds, raised = {1: 1, 2: 1}, [], 0, 0
    for seat, text, texts in made:
        if seat:
            behind = paid[seat] < paid[3 - seat]
            assert texts == ["fold"] * behind + ["call" if behind else "check"] + ["raise"] * (raised < 2)
            raised += text == "raise"
        if not seat:
            raised = 0
            held.append(text.split(" = ")[1].split()[0])
            rounds += len(held) > 1
        elif text == "fold":
            lost = float(paid[seat])
            assert state.scores == ((-lost, lost) if seat == 1 else (lost, -lost))
            return
        else:
            paid[seat] = paid[3 - seat] + (2 * rounds if text == "raise" else 0)
    strength = [(each == held[2], ["jack", "queen", "king"].index(each)) for each in held[:2]]
    won = float(paid[1] * ((strength[0] > strength[1]) - (strength[0] < strength[1])))
    assert state.scores == (won, -won)


CLAIMS = {"tax": "duke", "exchange": "ambassador", "steal": "captain", "assassinate": "assassin"}
COSTS = {"assassinate": 3, "coup": 7}
ALWAYS = {"income", "foreign aid", "tax", "exchange", "steal"}
BLOCKED = ("foreign aid", "steal", "assassinate")


class Coup:
    """A referee who has only the moves."""

    def __init__(self, players, made):
        self.players, self.made = players, made
        self.roles = {seat: [] for seat in range(1, players + 1)}
        self.coins = dict.fromkeys(self.roles, 2)

    def next(self, seat):
        actor, text, self.texts = self.made.pop(0)
        assert actor == seat, text
        return text

    def draws(self, seat):
        self.roles[seat].append(self.next(0).removesuffix(f" to hand of P{seat}").removeprefix("draw "))

    def loses(self, seat):
        if self.roles[seat]:
            self.roles[seat].remove(self.next(seat).removeprefix("lose "))

    def others(self, me):
        return [s for k in range(1, self.players) if self.roles[s := (me + k - 1) % self.players + 1]]

    def believed(self, me, role):
        for seat in self.others(me):
            if self.next(seat) == "doubt":
                if self.next(me) == "give in":
                    self.loses(me)
                    return False
                self.roles[me].remove(role)
                self.draws(me)
                self.loses(seat)
                return True
        return True

    def goes_through(self, me, what, target):
        if what in CLAIMS and not self.believed(me, CLAIMS[what]):
            return False
        self.coins[me] -= COSTS.get(what, 0)
        for seat in ([target] if target else self.others(me)) if what in BLOCKED else ():
            if self.roles[seat] and (said := self.next(seat)) != "allow":
                return not self.believed(seat, said.removeprefix("block as "))
        return True

    def turn(self, me):
        text = self.next(me)
        what, _, whom = text.rpartition(" P")
        target = int(whom) if what else 0
        what = what or text
        offered, coins = {each.partition(" P")[0] for each in self.texts}, self.coins[me]
        assert offered == (
            {"coup"} if coins >= 10 else ALWAYS | {k for k, n in COSTS.items() if coins >= n}
        )
        if not self.goes_through(me, what, target):
            return
        if what == "exchange":
            self.draws(me)
            self.draws(me)
            for _ in range(2):
                self.roles[me].remove(self.next(me).removeprefix("return "))
        elif what == "steal":
            gone = min(2, self.coins[target])
            self.coins[target] -= gone
            self.coins[me] += gone
        elif what in ("coup", "assassinate"):
            self.loses(target)
        else:
            self.coins[me] += {"income": 1, "foreign aid": 2, "tax": 3}[what]


@pytest.mark.parametrize(("players", "seed"), [(3, seed) for seed in range(12)])
def test_coup(players, seed):
    state, made = played("coup", players, seed)
    table, me, turns = Coup(players, made), 1, 0
    for seat in table.roles:
        table.draws(seat)
        table.draws(seat)
    while made:
        assert sum(map(bool, table.roles.values())) > 1
        table.turn(me)
        turns += 1
        me = (table.others(me) or [me])[0]
    assert state.table["coins"] == tuple(table.coins.items())
    assert state.table["turns"] == turns
    alive = [seat for seat in table.roles if table.roles[seat]]
    assert len(alive) == 1
    assert state.scores == tuple(float(alive == [seat]) for seat in table.roles)


@pytest.mark.parametrize("roles", list(permutations(("merlin", "servant", "assassin", "minion")))[::3])
def test_a_side_of_avalon_wins_or_loses_together(roles):
    """Who struck Merlin wins for the evil side what the good had won."""
    seats, role = range(1, 5), dict(enumerate(roles, 1))
    good = {seat for seat in seats if role[seat] in ("merlin", "servant")}
    table = SimpleNamespace(
        seats=seats,
        keep=SimpleNamespace(role=role, evil={}),
        name=str,
        show=lambda _, what: what,
        which=lambda *_: [next(s for s in seats if role[s] == "assassin")],
        tell=lambda _, what, *__: what,
        choose=lambda _, options: options,
    )

    def ended(won, stroke=None):
        ending = Avalon().ending(table, won)
        if stroke is not None:
            next(ending)
        with pytest.raises(StopIteration) as over:
            ending.send(stroke)
        return [seat for seat, score in zip(seats, over.value.value, strict=True) if score]

    assert ended(False) == sorted(set(seats) - good)
    for stroke in sorted(good):
        assert ended(True, stroke) == sorted(set(seats) - good if role[stroke] == "merlin" else good)


def test_a_card_of_hanabi_lies_in_its_row_where_it_is_the_next_one():
    """Else it is discarded, and costs a life if it was played; whoever throws it away, or ends a row, gains a hint."""
    for top, rank, verb, hints in product(range(5), range(1, 6), ("play", "discard"), (3, 8)):
        if verb == "discard" and hints == 8:
            continue  # nobody may
        o = SimpleNamespace(rows={"red": top, "blue": 2}, hints=hints, lives=3, discards=[])
        Hanabi.laid(SimpleNamespace(open=o, options=SimpleNamespace(hints=8, ranks=5)), f"red {rank}", verb)
        fits = verb == "play" and rank == top + 1
        assert o.rows == {"red": top + fits, "blue": 2}
        assert o.discards == ([] if fits else [f"red {rank}"])
        assert o.lives == 3 - (verb == "play" and not fits)
        assert o.hints == min(8, hints + (verb == "discard" or (fits and rank == 5)))


@pytest.mark.parametrize(("players", "seed"), list(product((1, 2), range(6))))
def test_bulls_and_cows(players, seed):
    state, made = played("bulls_and_cows", players, seed, digits=2, highest=3, guesses=5)
    digits = [text[-1] for _, text, _ in made[: 2 * players]]
    codes = {1: digits[-2:], 2: digits[:2]}  # each guesses the number that the other wrote down
    told, found = [], []
    for seat, guess, _ in made[2 * players :]:
        told.append(sum(one == other for one, other in zip(codes[seat], guess, strict=True)))
        if told[-1] == 2:
            found.append(seat)
        else:
            told.append(len({*codes[seat]} & {*guess}) - told[-1])
        assert not found or seat == players or (seat, guess, _) != made[-1]  # all guess as often
    assert [entry.value for entry in state.view(0).entries if entry.kind == "tell"] == told
    assert len(made) == 7 * players or found
    assert state.scores == tuple((seat in found) / max(1, len(found)) for seat in range(1, players + 1))


@pytest.mark.parametrize(
    ("order", "verbs", "turns", "score"),
    [("up", ["play"], 6, 6), ("down", ["play"], 3, 0), ("up", ["play", *["hint", "discard"] * 10], 21, 1)],
)
def test_hanabi_ends_when_all_rows_are_whole_without_lives_or_a_turn_each_behind_the_last_card(
    order, verbs, turns, score
):
    """Cards of two colours up to 3, dealt in their order or against it, played or thrown away from the left."""
    ranks = (1, 2, 3, 1, 2, 3, 1) if order == "up" else (3, 2, 1, 3, 2, 1, 1)
    cards = [f"{colour} {rank}" for rank in ranks for colour in COLOURS[:2]]
    state, made = deduce.game("hanabi").new(players=2, colours=2, ranks=3, hand=2), 0
    while state.actor is not None:
        if isinstance(state.actor, int):
            verb = verbs[min(made, len(verbs) - 1)]
            text, made = next(str(move) for move in state.moves() if str(move).startswith(verb)), made + 1
        else:
            number = str(state.outcomes()[0][0]).partition("]")[0].removeprefix("card[")
            text = f"card[{number}] = {cards[int(number) - 1]}"
        state = state.play(text)
    assert (made, state.scores) == (turns, (float(score),) * 2)
