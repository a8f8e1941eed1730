"""Rules of the tables told once more by plain code: who sees whom, what is answered, who is out, who wins.

Random and scripted games; the referee knows nothing but the moves, what chance dealt, and the words of the rules.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

import deduce
from deduce.games import CHANCE
from deduce.ground.errors import ProblemError
from deduce.rulebook.heard import UNSHOWN
from deduce_models.tables import (
    battleship,
    clue,
    coup,
    guess_who,
    minesweeper,
    one_night_werewolf,
    verifiers,
    wild_place,
)
from deduce_models.tables.avalon import EXTRA, roles


def after(name, players, *moves, **options):
    """The state after these moves."""
    state = deduce.game(name).new(players=players, **options)
    for move in moves:
        state = state.play(move)
    return state


def told(state, seat=0):
    """What a seat was told, by its words."""
    kinds = ("tell", "show", "which")
    return {str(entry.said): entry.value for entry in state.view(seat).entries if entry.kind in kinds}


def texts(state):
    return [str(move) for move in state.moves()]


def dealt(name, names, values):
    return [f"{name}[{key}] = {value}" for key, value in zip(names, values, strict=True)]


def seats(count):
    return [f"P{seat}" for seat in range(1, count + 1)]


# The Resistance and Avalon.

GOOD = {"servant", "merlin", "percival"}
SEES = {
    **dict.fromkeys(("assassin", "minion", "morgana", "mordred"), (
        "evil, as the evil do", {"assassin", "minion", "morgana", "mordred"})),
    "merlin": ("evil, as Merlin does", {"assassin", "minion", "morgana", "oberon"}),
    "percival": ("Merlin or Morgana", {"merlin", "morgana"}),
}  # fmt: skip


@pytest.mark.parametrize("extra", EXTRA)
def test_who_is_seen_by_whom_in_avalon(extra):
    players = 7
    cards = [role for role, number in roles(players, extra).items() for _ in range(number)]
    random.Random(3).shuffle(cards)
    state = after("avalon", players, *dealt("role", seats(players), cards), roles=extra)
    for seat, mine in enumerate(cards, 1):
        heard = told(state, seat)
        assert heard[f"role[P{seat}]"] == mine
        kind, seen = SEES.get(mine, ("", set()))
        for other, role in enumerate(cards, 1):
            for what in {kind for kind, _ in SEES.values()}:
                said = heard.get(f"P{seat} sees that P{other} is {what}", UNSHOWN)
                assert said is (role in seen if what == kind and other != seat else UNSHOWN), (mine, role)


def voted(team, votes):
    return [f"team {' '.join(f'P{seat}' for seat in team)}", *(("no", "yes")[vote] for vote in votes)]


TEAMS = {5: (2, 3, 2, 3, 3), 7: (2, 3, 3, 4, 4), 8: (3, 4, 4, 5, 5)}


def missions(name, cards, fails, evil):
    """Missions with so many fails each, the first seats as the team, all for it; the evil sit first."""
    players, moves = len(cards), []
    for mission, number in enumerate(fails):
        team = range(1, TEAMS[players][mission] + 1)
        moves += voted(team, [1] * players)
        moves += ["fail" if seat <= number else "succeed" for seat in team]
    assert all(card in evil for card in cards[: max(fails)])
    return after(name, players, *dealt("role", seats(players), cards), *moves)


@pytest.mark.parametrize(
    ("players", "fails", "won"),
    [
        (5, (0, 0, 0), True),
        (5, (0, 1, 0, 0), True),
        (5, (1, 0, 2, 1), False),
        (5, (0, 0, 1, 1, 0), True),
        (5, (0, 0, 1, 1, 1), False),
        (
            7,
            (1, 1, 0, 1, 1),
            False,
        ),  # the fourth mission takes two that fail it, with seven players or more
        (7, (1, 1, 0, 2), False),
        (7, (0, 1, 1, 1, 0), True),
        (8, (0, 1, 0, 1), True),
    ],
)
def test_three_missions_win_the_resistance(players, fails, won):
    spies = {5: 2, 7: 3, 8: 3}[players]
    cards = ["spy"] * spies + ["loyal"] * (players - spies)
    state = missions("resistance", cards, fails, {"spy"})
    assert state.actor is None
    assert state.scores == tuple(float((card == "loyal") == won) for card in cards)
    failed = [n for n, number in enumerate(fails, 1) if number >= (2 if players >= 7 and n == 4 else 1)]
    assert (state.table["failures"], state.table["successes"]) == (len(failed), len(fails) - len(failed))
    assert [told(state)[f"fails in mission {n}"] for n in range(1, len(fails) + 1)] == list(fails)
    assert told(state)["role[P1]"] == "spy"  # at the end all cards are turned
    if fails[-1]:  # one mission before, nobody has won
        assert missions("resistance", cards, fails[:-1], {"spy"}).actor is not None


def test_spies_see_each_other_and_nobody_else_does():
    cards = ["spy", "loyal", "spy", "loyal", "loyal"]
    state = after("resistance", 5, *dealt("role", seats(5), cards))
    for seat, other in product(range(1, 6), repeat=2):
        said = told(state, seat).get(f"P{seat} sees that P{other} is a spy", UNSHOWN)
        spies = cards[seat - 1] == "spy" and seat != other
        assert said is (cards[other - 1] == "spy" if spies else UNSHOWN)


def test_a_team_goes_by_more_than_half_and_the_fifth_refusal_loses():
    cards = dealt("role", seats(6), ["spy", "spy", "loyal", "loyal", "loyal", "loyal"])
    state, half = after("resistance", 6, *cards), [1, 1, 1, 0, 0, 0]
    for leader in range(1, 6):
        assert state.actor == state.table["leader"] == leader
        for move in voted((1, 2), half):
            state = state.play(move)
    assert state.scores == (1.0, 1.0, 0.0, 0.0, 0.0, 0.0)
    state = after("resistance", 6, *cards, *voted((1, 2), half), *voted((5, 6), [1, 1, 1, 1, 0, 0]))
    assert (state.actor, texts(state)) == (5, ["succeed"])
    state = after("resistance", 6, *cards, *voted((2, 3), [1] * 6))
    assert (state.actor, texts(state)) == (2, ["succeed", "fail"])


@pytest.mark.parametrize(("strike", "won"), [("P3", False), ("P4", True)])
def test_the_assassin_may_still_name_merlin(strike, won):
    cards = ["assassin", "minion", "merlin", "servant", "servant"]
    state = missions("avalon", cards, (1, 0, 0, 0), {"assassin", "minion"})
    assert state.actor == 1
    assert texts(state) == ["strike P3", "strike P4", "strike P5"]
    state = state.play(f"strike {strike}")
    assert told(state)[f"{strike} is Merlin"] is not won
    assert state.scores == tuple(float((card in GOOD) == won) for card in cards)
    lost = missions("avalon", cards, (1, 2, 1), {"assassin", "minion"})
    assert lost.scores == (1.0, 1.0, 0.0, 0.0, 0.0)


# Guess Who, Goofspiel, Verifiers.


def test_a_mark_is_what_the_table_of_looks_says():
    for mark in guess_who.MARKS:
        has = {
            name.strip()
            for row in guess_who.LOOKS.strip().splitlines()
            for name, looks in (each.split(":") for each in row.split("|"))
            if mark.split()[0] in looks.split()
        }
        assert guess_who.having(mark) == has
        assert 0 < len(has) < len(guess_who.PERSONS)


@pytest.mark.parametrize("wrong", ["loses", "turn"])
def test_guess_who(wrong):
    first, second, third = list(guess_who.PERSONS)[:3]
    state = after("guess_who", 2, *dealt("person", seats(2), [first, second]), wrong=wrong)
    for number, mark in enumerate(guess_who.MARKS):
        state = state.play(f"ask {mark}")
        other = (second, first)[number % 2]
        looks = guess_who.PERSONS[other]
        assert told(state)[f"P{2 - number % 2}'s person: {mark}"] is (mark.split()[0] in looks)
    seat = state.actor
    mine = (first, second)[seat - 1]
    assert {f"name {who}" for who in guess_who.PERSONS} <= set(texts(state))
    right = state.play(f"name {(second, first)[seat - 1]}")
    assert right.scores == ((1.0, 0.0), (0.0, 1.0))[seat - 1]
    missed = state.play(f"name {third}")
    if wrong == "loses":
        assert missed.scores == ((0.0, 1.0), (1.0, 0.0))[seat - 1]
    else:
        assert missed.actor == 3 - seat
        assert f"name {third}" in texts(missed)
        again = missed.play(f"ask {guess_who.MARKS[0]}")
        assert f"name {third}" not in texts(again)
        assert f"name {mine}" in texts(again)


@pytest.mark.parametrize(("players", "cards"), [(2, 4), (3, 3)])
def test_hidden_bids_of_goofspiel(players, cards):
    for seed in range(3):
        rng, prizes = random.Random(seed), []
        state = after(
            "goofspiel", players, cards=cards, bids="hidden", prizes=("rising", "shuffled")[seed % 2]
        )
        points, left = [0.0] * players, [set(range(1, cards + 1)) for _ in range(players)]
        for turn in range(1, cards + 1):
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
            prizes.append(state.table["prize"])
            bids = []
            for seat in range(1, players + 1):
                assert state.actor == seat
                assert texts(state) == [str(card) for card in sorted(left[seat - 1])]
                bids.append(rng.choice(sorted(left[seat - 1])))
                left[seat - 1].remove(bids[-1])
                state = state.play(str(bids[-1]))
            won = [seat for seat, bid in enumerate(bids, 1) if bids.count(bid) == 1 and bid == max(bids)]
            assert told(state)[f"prize {turn} goes to {{}}"] == tuple(won)
            for seat in won:
                points[seat - 1] += prizes[-1]
        assert state.scores == tuple(points)
        assert sorted(prizes) == list(range(1, cards + 1))
        assert seed % 2 or prizes == sorted(prizes)


def test_puzzles_of_verifiers_mean_one_code_and_need_every_card():
    codes = list(verifiers.CODES.values())
    for cards in (("first", "last", "order"), ("sum", "twins", "ends")):
        found = []
        for row in product(*(verifiers.CARDS[card] for card in cards)):
            tests = [verifiers.CARDS[card][law] for card, law in zip(cards, row, strict=True)]
            fitting = [code for code in codes if all(test(code) for test in tests)]
            idle = [
                each
                for each in tests
                if sum(all(test(code) for test in tests if test is not each) for code in codes)
                == len(fitting)
            ]
            if len(fitting) == 1 and not idle:
                found.append((*row, "".join(map(str, fitting[0]))))
        assert verifiers.puzzles(cards) == found


def verified(players, rounds=8):
    """A puzzle dealt: its state, its code and the cards that let the code 111 through."""
    state, rng = after("verifiers", players, cards=3, rounds=rounds), random.Random(2)
    laws = {}
    while state.actor is CHANCE:
        move = state.draw(rng)
        name, _, value = str(move).partition(" = ")
        laws[name] = value
        state = state.play(move)
    code = laws.pop("code")
    cards = [name[7:-1] for name in laws if name.startswith("law of[")]
    fits = {card: "111" in verifiers.FITS[laws[f"law of[{card}]"]] for card in cards}
    return state, code, fits


def test_verifiers_answer_whoever_asks_and_three_questions_are_all():
    state, _, fits = verified(2)
    assert texts(state) == [f"set {code}" for code in verifiers.CODES]
    state = state.play("set 111")
    left = list(fits)
    for card in fits:
        assert texts(state) == [*(f"ask {each}" for each in left), "stop"]
        state = state.play(f"ask {card}")
        left.remove(card)
        assert told(state, 1)[f"{card} passes 111"] is fits[card]
        assert f"{card} passes 111" not in told(state, 2)
    assert state.actor == 2


@pytest.mark.parametrize(
    ("named", "scores"),
    [
        ((True, False), (1.0, 0.0)),
        ((True, True), (0.5, 0.5)),
        ((False, False), (0.0, 0.0)),
        ((None, False), None),
        ((None, None), None),
    ],
)
def test_who_names_the_code_of_verifiers(named, scores):
    state, code, _ = verified(2, rounds=2)
    other = next(each for each in verifiers.CODES if each != code)

    def a_round(state, playing):
        for _ in range(playing):
            state = state.play("set 111").play("stop")
        return state

    def names(state, what):
        for each in what:
            state = state.play("wait" if each is None else f"name {code if each else other}")
        return state

    state = names(a_round(state, 2), named)
    assert state.scores == scores
    if scores is None:
        playing = [seat for seat, each in enumerate(named, 1) if each is None]
        assert state.actor == playing[0]
        assert names(a_round(state, len(playing)), [None] * len(playing)).scores == (0.0, 0.0)
        won = names(a_round(state, len(playing)), [True] * len(playing))
        assert won.scores == tuple((seat in playing) / len(playing) for seat in (1, 2))


# Battleship, Minesweeper, Wild Place.


@pytest.mark.parametrize(
    ("width", "height", "length"), [(2, 3, 2), (4, 2, 3), (3, 3, 1), (5, 5, 4), (2, 2, 3)]
)
def test_berths_are_all_rows_of_places_on_the_board(width, height, length):
    at = {f"{'abcdefgh'[x]}{y + 1}": (x, y) for x in range(width) for y in range(height)}
    found = battleship.berths(width, height, length)
    for (place, (x, y)), (way, step) in product(at.items(), (("across", (1, 0)), ("down", (0, 1)))):
        run = [(x + step[0] * k, y + step[1] * k) for k in range(length)]
        cells = {name for name, where in at.items() if where in run}
        assert found.pop(f"{place} {way}", None) == (cells if len(cells) == length else None)
    assert not found


@pytest.mark.parametrize("sunk", [True, False])
def test_battleship(sunk):
    lies = ["patrol at a1 across", "scout at c1 down", "patrol at b3 across", "scout at a2 down"]
    options = {"width": 3, "height": 3, "fleet": "two", "sunk": sunk}
    state = after("battleship", 2, **options)
    assert {text.split(" at ")[0] for text in texts(state)} == {"patrol"}
    state = state.play(lies[0])
    for blocked in ("scout at a1 across", "scout at b1 down"):
        assert blocked not in texts(state)
    for move in lies[1:]:
        state = state.play(move)
    fleet = {"patrol": {"b3", "c3"}, "scout": {"a2", "a3"}}
    shots = ["a1", "a2", "b3", "a3", "b2", "c3"]
    for number, shot in enumerate(shots):
        assert state.actor == 1
        assert set(texts(state)) == {
            f"shoot {x}{y}" for x in "abc" for y in (1, 2, 3) if f"{x}{y}" not in shots[:number]
        }
        state = state.play(f"shoot {shot}")
        hit = any(shot in cells for cells in fleet.values())
        assert told(state)[f"P2 is hit at {shot}"] is hit
        gone = [
            ship
            for ship, cells in sorted(fleet.items())
            if cells <= {*shots[: number + 1]} and shot in cells
        ]
        losses = [entry.value for entry in state.view(0).entries if entry.said == "P2 loses {}"]
        if sunk:
            assert len(losses) == sum(any(x in c for c in fleet.values()) for x in shots[: number + 1])
            assert not hit or losses[-1] == tuple(gone)
        else:
            assert losses == []
            assert told(state)["P2 has lost all ships"] is (number == 5)
        if number < 5:
            state = state.play(f"shoot {('c3', 'b3', 'a3', 'b2', 'a2')[number]}")
    assert state.scores == (1.0, -1.0)


def test_ships_that_are_longer_than_the_board_are_left_out():
    state = after("battleship", 2, width=3, height=2, fleet="four")
    assert texts(state)[0].startswith("cruiser at ")  # three long
    state = after("battleship", 2, width=2, height=2, fleet="four")
    assert texts(state)[0].startswith("patrol at ")


def test_around_a_place_are_those_a_step_away():
    near = minesweeper.GAME.near(4, 3)
    at = {f"{'abcd'[x]}{y + 1}": x + 1j * y for x in range(4) for y in range(3)}
    steps = [a + 1j * b for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]
    assert near.keys() == at.keys()
    for place, where in at.items():
        assert set(near[place]) == {other for other, there in at.items() if there - where in steps}


def test_minesweeper_opens_what_lies_around_a_place_without_bombs():
    bombs = {"c3", "d1"}
    places = [f"{x}{y}" for y in range(1, 4) for x in "abcd"]
    state = after("minesweeper", 1, "dig a1", width=4, height=3, mines=2)
    while state.actor is CHANCE:
        name = str(state.outcomes()[0][0])[len("ground[") :].partition("]")[0]
        state = state.play(f"ground[{name}] = {'bomb' if name in bombs else 'clear'}")
    near, wanted, todo = minesweeper.GAME.near(4, 3), set(), ["a1"]
    while todo:
        wanted.add(place := todo.pop())
        if not bombs & {*near[place]}:
            todo += set(near[place]) - wanted
    shown = {said[7:-1]: value for said, value in told(state).items() if said.startswith("ground[")}
    assert shown == dict.fromkeys(wanted, "clear")
    for place in shown:
        assert told(state)[f"bombs around {place}"] == len(bombs & {*near[place]})
    assert texts(state) == [f"dig {place}" for place in places if place not in shown]
    assert state.play("dig d1").scores == (0.0,)
    state = state.play("dig d2")
    assert state.scores is None
    assert state.play("dig d3").scores == (1.0,)
    full, _ = drawn_out(after("minesweeper", 1, "dig a1", width=2, height=2, mines=20), 1)
    assert (told(full)["bombs around a1"], full.scores) == (3, (1.0,))  # all but the safe place


@pytest.mark.parametrize("seed", range(2))
def test_wild_place(seed):
    rng, players = random.Random(seed), 3
    state, rule = after("wild_place", players), []
    while state.actor is CHANCE:
        move = state.draw(rng)
        rule.append(str(move).partition(" = ")[2])
        state = state.play(move)
    place, fits, denied = rule.pop(), wild_place.rules_of("valley"), set()
    on = list(wild_place.places("valley"))
    for turn in range(8):
        seat = turn % players + 1
        others = [each for each in (1, 2, 3) if each != seat]
        assert state.actor == seat
        asks = [f"ask P{other} {p}" for other in others for p in on if (other, p) not in denied]
        assert texts(state) == [*asks, *(f"search {p}" for p in on)]
        assert state.play(f"search {place}").scores == tuple(float(each == seat) for each in (1, 2, 3))
        if turn % 3 == 2:
            asked, at = others[0], rng.choice([p for p in on if p != place])
            state = state.play(f"search {at}")
        else:
            asked, at = rng.choice([(s, p) for s in others for p in on if (s, p) not in denied])
            state = state.play(f"ask P{asked} {at}")
        against = at not in fits[rule[asked - 1]]
        assert told(state)[f"{at} is against P{asked}'s rule"] is against
        if against:
            denied.add((asked, at))
            own = [p for p in on if p not in fits[rule[seat - 1]] and (seat, p) not in denied]
            assert texts(state) == [f"deny {p}" for p in own]
            denied.add((seat, own[0]))
            state = state.play(f"deny {own[0]}")


# Coup, Hanabi.


def test_lies_of_coup_are_claims_of_roles_not_in_hand():
    states = [coup.GAME.new(players=2)]
    draws = ["duke", "duke", "captain", "contessa"]
    moves = [*(f"draw {role} to hand of P{1 + k // 2}" for k, role in enumerate(draws))]
    moves += ["tax", "believe", "steal P1", "believe", "block as captain", "doubt", "give in", "lose duke"]
    moves += ["income", "income", "assassinate P2", "doubt", "give in", "lose duke"]
    for move in moves:
        states.append(states[-1].play(move))
    assert states[-1].scores == (0.0, 1.0)
    found = coup.GAME.lies_told(states, [states[0].setting.move(move) for move in moves])
    assert [(lie.move, lie.seat, lie.said, lie.truth, lie.caught) for lie in found] == [
        (8, 1, "has the captain", "duke and duke in hand", True),
        (14, 1, "has the assassin", "duke in hand", True),
    ]


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_of_hanabi(players, size):
    state, rng = after("hanabi", players), random.Random(1)
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    assert [len(cards) for _, cards in state.table["hand"]] == [size] * players
    assert state.table["deck"] == 50 - players * size


def test_a_deck_of_hanabi_that_just_is_enough_is_dealt_out():
    for players, hand in ((4, 5), (5, 4)):  # of two colours up to three there are 14, up to five 20
        with pytest.raises(ProblemError, match="give a smaller hand"):
            after("hanabi", players, colours=2, ranks=3, hand=hand)
        assert after("hanabi", players, colours=2, ranks=5, hand=hand).actor is CHANCE


class Skull:
    """A referee who has only the moves; `made` are these, with who made each and out of which."""

    def __init__(self, players, made):
        self.made, self.discs = made, {seat: ["flower"] * 3 + ["skull"] for seat in range(1, players + 1)}
        self.points, self.starts = dict.fromkeys(self.discs, 0), 1

    def next(self, seat, texts):
        actor, text, there = self.made.pop(0)
        assert (actor, sorted(there)) == (seat, sorted(texts))
        return text

    def lays(self, seat, pile, more=()):
        left = list(self.discs[seat])
        for disc in pile:
            left.remove(disc)
        if more or not left:
            did = self.next(seat, ["lay a disc"] * bool(left) + list(more))
            if did != "lay a disc":
                return did
        pile.append(self.next(seat, [disc for disc in ("skull", "flower") if disc in left]))
        return ""

    def round(self):
        alive = [seat for seat, discs in self.discs.items() if discs]
        turns = alive[alive.index(self.starts) :] + alive[: alive.index(self.starts)]
        piles, did, at = {seat: [] for seat in turns}, "", 0
        for seat in turns:
            self.lays(seat, piles[seat])
        while not did:
            most, bidder = sum(map(len, piles.values())), turns[at % len(turns)]
            did = self.lays(bidder, piles[bidder], [f"bid {n}" for n in range(1, most + 1)])
            at += 1
        bid, still = int(did[4:]), [seat for seat in turns if seat != bidder]
        while still and bid < most:
            seat = turns[at % len(turns)]
            at += 1
            if seat in still:
                did = self.next(seat, [*(f"bid {n}" for n in range(bid + 1, most + 1)), "pass"])
                still.remove(seat)
                if did != "pass":
                    still.append(bidder)
                    bidder, bid = seat, int(did[4:])
        whose = 0
        for _ in range(bid):
            there = [f"turn P{seat}" for seat in sorted(piles) if piles[seat]]
            seat = bidder if piles[bidder] else int(self.next(bidder, there).removeprefix("turn P"))
            if piles[seat].pop() == "skull":
                whose = seat
                break
        self.points[bidder] += not whose
        if whose:
            self.loses(bidder, chosen=whose == bidder)
        left = [seat for seat, discs in self.discs.items() if discs]
        self.starts = next(seat for seat in (bidder, whose, *left) if seat in left)

    def loses(self, seat, *, chosen):
        mine = self.discs[seat]
        if chosen:
            can = ["lose the skull", "lose a flower"][: 1 + (len(mine) > 1)]
            mine.remove(self.next(seat, can).split()[-1])
        elif len(mine) == 1:
            mine.clear()
        else:
            came = self.made.pop(0)[1].split()[-1]
            mine.remove(came if came in mine else "flower")  # a skull that is gone already

    def winner(self):
        left = [seat for seat, discs in self.discs.items() if discs]
        return next(
            (seat for seat, points in self.points.items() if points == 2), left[0] if len(left) == 1 else 0
        )


@pytest.mark.parametrize(("players", "seed"), [(3, 0), (3, 1), (4, 2), (3, 3)])
def test_skull(players, seed):
    state, rng, made = after("skull", players), random.Random(seed), []
    while state.actor is not None:
        live = isinstance(state.actor, int)
        there = texts(state) if live else []
        most = [text for text in there if text.startswith("bid")][-1:] if rng.random() < 0.3 else []
        text = str(rng.choice(most or there) if live else state.draw(rng))
        made.append((state.actor if live else 0, text, there))
        state = state.play(text)
    referee = Skull(players, made)
    while not referee.winner():
        referee.round()
    assert not made
    assert state.scores == tuple(float(seat == referee.winner()) for seat in referee.discs)


@pytest.mark.parametrize(
    ("players", "sizes"), [(2, [9, 9]), (3, [6, 6, 6]), (4, [5, 5, 4, 4]), (5, [4, 4, 4, 3, 3])]
)
def test_clue(players, sizes):
    """Who can show one, from the left, does; who accuses wrongly asks no more, but shows."""
    state, rng, holder = after("clue", players), random.Random(players), {}
    while state.actor is CHANCE:
        name, _, value = str(move := state.draw(rng)).partition(" = ")
        holder[name[7:-1]] = value
        state = state.play(move)
    assert [list(holder.values()).count(name) for name in seats(players)] == sizes
    hidden = [card for card, value in holder.items() if value == "envelope"]
    assert [sum(card in names for card in hidden) for names in clue.KINDS.values()] == [1, 1, 1]
    for seat in range(1, players + 1):
        hand = tuple(card for card in clue.CARDS if holder[card] == f"P{seat}")
        assert told(state, seat)[f"P{seat} is dealt {{}}"] == hand
    out = set()
    for turn in range(2 * players):
        seat = state.actor
        assert seat not in out
        asked = rng.choice(clue.TRIPLES)
        if turn % 2 and len(out) < players - 1 and list(asked) != hidden:
            state = state.play(f"accuse {' '.join(asked)}")
            assert told(state)[f"it was {' '.join(asked)}"] is False
            out.add(seat)
        else:
            assert len(texts(state)) == 2 * len(clue.TRIPLES)
            state = state.play(f"suggest {' '.join(asked)}")
            for other in [(seat + step - 1) % players + 1 for step in range(1, players)]:
                has = [card for card in asked if holder[card] == f"P{other}"]
                assert told(state)[f"P{other} can show {' '.join(asked)}"] is bool(has)
                if has:
                    assert (state.actor, texts(state)) == (other, has)
                    state = state.play(has[-1])
                    for each in range(players + 1):
                        last = state.view(each).entries[-1]
                        assert (last.said == has[-1]) is (each in (seat, other))
                        assert last.kind == ("choose" if each in (seat, other) else "hidden")
                    break
        assert state.actor == next(s for k in range(players) if (s := (seat + k) % players + 1) not in out)
    seat = state.actor
    assert state.play(f"accuse {' '.join(hidden)}").scores == tuple(
        float(s == seat) for s in range(1, players + 1)
    )
    while state.actor is not None:  # nobody is right, until nobody is left
        wrong = next(row for row in clue.TRIPLES if list(row) != hidden)
        state = state.play(f"accuse {' '.join(wrong)}")
    assert state.scores == (0.0,) * players


def test_love_letter_goes_on_with_who_won_until_there_are_as_many_tokens():
    first = ["guard", "princess", "guard", "king", "guard", "priest"]
    cards = iter([*first, "baron", "princess", "guard", "priest", "guard", "king", "handmaid"])
    state = after("love_letter", 3, tokens=2)

    def play(state, *moves):
        for move in moves:
            state = state.play(move)
            while state.actor is CHANCE:
                card = next(cards)
                state = state.play(next(m for m, _ in state.outcomes() if str(m).split()[1] == card))
        return state

    while state.actor is CHANCE:
        card = next(cards)
        state = state.play(next(m for m, _ in state.outcomes() if str(m).split()[1] == card))
    assert state.actor == 1
    state = play(state, "play princess")
    assert (state.table["left"], state.actor) == ((2, 3), 2)
    state = play(state, "play guard", "guess king of P3")  # now the second has a token, and begins
    assert (dict(state.table["tokens"]), state.actor, state.table["round"]) == ({1: 0, 2: 1, 3: 0}, 2, 2)
    assert state.table["left"] == (1, 2, 3)
    state = play(state, "play guard", "guess princess of P1")
    assert (state.table["left"], state.actor) == ((2, 3), 3)
    state = play(state, "play priest", "target P2")
    assert state.actor == 2
    assert play(state, "play guard", "guess king of P3").scores == (0.0, 1.0, 0.0)


PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve")
ALL_NO = "Ann no, Bob no, Cid no, Dee no, Eve no"
BUT_BOB = "Ann yes, Bob no, Cid yes, Dee yes, Eve yes"
WORDINGS = {
    "clue": {
        "I ask rope with plum in the hall, nobody": "Ann ask plum rope hall, Bob no, Cid no, Dee no, Eve no",
        "Cid suggests green knife study, none": "Cid suggests green knife study, Dee no, Eve no, Ann no, Bob no",
        "Eve plum rope hall: no one can show anything": "Eve plum rope hall, Ann no, Bob no, Cid no, Dee no",
        "bob ask hall, plum and the rope, nobody has anything": "bob ask plum rope hall, Cid no, Dee no, Eve no, Ann no",
        "rope, knife and plum": "rope, knife and plum",  # two weapons
        "Bob shows plum": "Bob yes, Bob plum",
        "Bob showed Ann the plum": "Bob yes, Bob plum",
        "Bob has plum and rope": "Bob has plum and rope",  # a hand
        "Bob can't": "Bob no",
        "neither Bob nor Cid": "Bob no, Cid no",
        "no from Bob and Cid": "Bob no, Cid no",
        "shown by Bob": "Bob yes",
        "Bob passes, Cid shows": "Bob no, Cid yes",
        "Bob no, Cid plum": "Bob no, Cid yes, Cid plum",
        "Bob no, Cid yes, Cid plum": "Bob no, Cid yes, Cid plum",
        "Bob yes: plum": "Bob yes, Bob plum",
    },
    "resistance": {
        "team Ann & Bob": "team Ann and Bob",
        "Ann wants Bob Cid": "Ann team Bob Cid",
        "Ann and Bob should go": "team Ann and Bob",
        "Ann and Bob go": "team Ann and Bob",
        "nobody fails it": "0 fails",
        "one of them failed": "1 fails",
        "1 fail": "1 fails",
        "the mission succeeded": "0 fails",
        "mission fails with 2": "2 fails",
        "the mission failed": "the-mission-did",  # with how many?
        "yes: Ann Bob": "Ann yes, Bob yes",
        "no Ann and Bob": "Ann no, Bob no",
        "2 yes: Ann Bob": "Ann yes, Bob yes",
        "3 yes Ann Bob": "3 yes Ann Bob",  # so many are not named
        "against: Ann and Bob": "Ann no, Bob no",
        "Ann and Bob reject": "Ann no, Bob no",
        "Bob does not approve": "Bob no",
        "so does Cid": "Cid yes",
        "Ann yes, all yes": "Ann yes, Bob yes, Cid yes, Dee yes, Eve yes",
        "Ann yes; all others yes": "Ann yes; Bob yes, Cid yes, Dee yes, Eve yes",
        "all but Bob approve": BUT_BOB,
        "everyone except Bob, yes": BUT_BOB,
        "only Bob rejects": BUT_BOB,
        "only Bob and Cid approve": "Ann no, Bob yes, Cid yes, Dee no, Eve no",
        "nobody approves": ALL_NO,
        "everybody rejects": ALL_NO,
        "we all say yes": BUT_BOB.replace("no", "yes"),
        "nobody rejects": "nobody rejects",  # some may have said nothing
        "Bob no, the rest yes": "Bob no, Ann yes, Cid yes, Dee yes, Eve yes",
        "Ann no, others do": "Ann no, Bob yes, Cid yes, Dee yes, Eve yes",
        "the rest approve": "Bob yes, Cid yes, Dee yes, Eve yes",
        "the others no": "Bob no, Cid no, Dee no, Eve no",
    },
    "avalon": {
        "I am the servant": "servant",
        "I'm merlin": "merlin",
        "my role: a minion": "minion",
        "me yes": "Ann yes",
    },
}


@pytest.mark.parametrize("name", WORDINGS)
def test_how_people_say_it_in_the_words_of_the_rules(name):
    rules = deduce.game(name)
    setting = rules.setting(5, rules.checked_options({}), None, PEOPLE)
    for said, plain in WORDINGS[name].items():
        reworded = rules.reworded(said, setting, 1)
        assert " ".join(reworded.replace(" ,", ",").replace(" ;", ";").split()) == plain, said
    told_by_nobody = {"I am the servant", "the rest approve", "me yes", "the others no"}
    for said in told_by_nobody & {*WORDINGS[name]}:  # in a complete record nobody is "I"
        assert rules.reworded(said, setting, None).strip() == said


def drawn_out(state, seed):
    """What chance deals until somebody is to decide, by name."""
    rng, found = random.Random(seed), {}
    while state.actor is CHANCE:
        name, _, value = str(move := state.draw(rng)).partition(" = ")
        found[name] = value
        state = state.play(move)
    return state, found


@pytest.mark.parametrize(("name", "options"), [
    ("mastermind", {"pegs": 3, "colours": 4, "repeats": False}),
    ("mastermind", {"pegs": 3, "colours": 3, "repeats": True}),
])  # fmt: skip
def test_a_code_that_chance_hides(name, options):
    met = set()
    for seed in range(12):
        state, found = drawn_out(after(name, 1, **options), seed)
        code = tuple(found.values())
        met.add(code)
        assert len(code) == 3
        assert [key.partition("[")[2] for key in found] == ["1]", "2]", "3]"]
        guess = random.Random(seed).choice(texts(state))
        row = tuple(guess.split())
        said = list(told(state.play(guess)).values())
        black = sum(one == other for one, other in zip(code, row, strict=True))
        both = sum(min(code.count(each), row.count(each)) for each in {*row})
        assert said[:2] == ([black, both - black] if black < 3 else [3])
    several = all(len({*code}) == 3 for code in met)
    assert several is (options.get("repeats") is not True)
    assert len(met) > 3


def test_a_hint_of_hanabi_names_all_cards_of_that_kind():
    for seed in range(3):
        state, _ = drawn_out(after("hanabi", 3), seed)
        world = {variable.key: value for variable, value in state.run.table.world.items()}
        hand = {seat: [world[n] for n in numbers] for seat, numbers in dict(state.table["hand"]).items()}
        words = {word for other in (2, 3) for kind in hand[other] for word in kind.split()}
        hints = {f"hint P{other} {word}" for other in (2, 3) for word in words
                 if any(word in kind.split() for kind in hand[other])}  # fmt: skip
        assert {text for text in texts(state) if text.startswith("hint")} == hints
        for hint in hints:
            _, who, word = hint.split()
            (value,) = [
                each for said, each in told(state.play(hint), 1).items() if said.startswith(f"{word} of")
            ]
            places = ("first", "second", "third", "fourth", "fifth")
            assert value == tuple(
                p for p, kind in zip(places, hand[int(who[1])], strict=True) if word in kind.split()
            )


def test_who_is_seen_by_whom_among_werewolves():
    for extra in (
        "plain",
        *[each for each in one_night_werewolf.EXTRA if "mason" in one_night_werewolf.EXTRA[each]],
    ):
        for seed in range(4):
            state, found = drawn_out(after("one_night_werewolf", 4, roles=extra), seed)
            for seat, other in product(range(1, 5), repeat=2):
                mine, theirs = found[f"role[P{seat}]"], found[f"role[P{other}]"]
                for seer, kind in (("werewolf", "werewolf"), ("minion", "werewolf"), ("mason", "mason")):
                    said = told(state, seat).get(f"P{seat} as {seer} sees that P{other} is {kind}", UNSHOWN)
                    assert said is (theirs == kind if mine == seer and seat != other else UNSHOWN)
