"""Hidden things hidden anew by another hand than `Game.resample`: what sounds alike to a seat must look alike to it.

A random game is played in the engine and, beside it, in the second writing of its rules (`slow_GAME.py`). Then one
draw or one secret choice is exchanged for another, and the same moves are played again for as long as they are legal.
What a seat hears of the two games is worked out here from the second writing alone: what lies open, what is its own,
and of moves their words, unless they are made in secret. While a seat has heard the same of both, its views of both
must be equal, with equal moves. The engine's views, `Game.knowledge` and `Game.resample` do not say what may be seen.
"""

import importlib
import random
import sys
from pathlib import Path

from options import random_options

import deduce
from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove
from deduce.rulebook import State

HERE = Path(__file__).parent


class Decrypto:
    """Keywords are a team's, codes the Encryptor's; clues, interceptions and names are written in secret."""

    def __init__(self, state, options):
        self.slow = module("decrypto").Slow(list(state.setup.words.keywords), state.seats, **options)

    def open(self):
        slow = self.slow
        read = [
            tuple(c) for t, c in enumerate(slow.clues) if slow.reading is not None and t <= slow.reading
        ]
        return slow.wins, slow.misses, slow.history, [len(c) for c in slow.clues], read, slow.number

    def own(self, seat):
        slow = self.slow
        mine = [team for team in (0, 1) if seat in slow.seats[team]]
        codes = [slow.code[t] for t in mine if slow.number and seat == slow.encryptor(t)]
        return [slow.cards[team] for team in mine], codes

    def words(self, seat, who, text):
        """Papers are a team's until they are read; a clue is its writer's."""
        if who == "chance":
            return "chance"
        if text.startswith("clue"):
            return text if seat == who else "clue"
        mates = any(seat in team and who in team for team in self.slow.seats)
        hidden = text.startswith("name") or (
            self.slow.reading is not None and who not in self.slow.seats[self.slow.reading]
        )
        return text.split()[0] if hidden and not mates else text


class Enigma:
    """Rooms lie face down, people are their holder's; who looks or checks sees; a Ghost lays cards unseen."""

    def __init__(self, state, options):
        self.slow, self.named, self.checked = module("enigma").Slow(state.seats, **options), 0, False

    def open(self):
        slow = self.slow
        return {p: slow.at[p] for p in slow.up}, slow.time, slow.chaos, slow.keys, slow.silent, slow.out

    def own(self, seat):
        return self.slow.person.get(seat)

    def words(self, seat, who, text):
        verb, *rest = text.split()
        if who == "chance":  # a Character card goes to the seat of its number
            return text if verb == f"dealt[P{seat}]" else "chance"
        if verb in ("peek", "point"):
            self.named, self.checked = int(rest[0]), False
        if seat != who:
            return "lay" if verb == "lay" else text
        if verb == "doubt" and not self.checked:  # the first of those who doubt checks
            self.checked = True
            return text, self.slow.at[self.named]
        if verb in ("peek", "look"):
            return text, self.slow.at[int(rest[0])]
        if verb == "view":
            return text, self.slow.person[int(rest[0][1:])]
        if verb == "ghost":
            return text, [self.slow.at[int(place)] for place in rest]
        return text


class Entracte:
    """Codes and hands are their holder's; a guess is told at the end, unless guesses are made aloud."""

    def __init__(self, state, options):
        options = {key: value for key, value in options.items() if key != "convention"}
        parts = state.setup.parts
        self.slow = module("entracte").Slow(
            [parts.card_text(card) for card in parts.cards], state.seats, **options
        )

    def open(self):
        slow = self.slow
        sizes = [len(hand) for hand in slow.hands.values()]
        return slow.row, slow.tokens, len(slow.deck), sizes, slow.exchanged, slow.declared, slow.piles

    def own(self, seat):
        return self.slow.codes.get(seat), self.slow.hands.get(seat)

    def words(self, seat, who, text):
        if who == "chance":
            return "chance"
        hidden = text.startswith("guess") and seat != who and self.slow.options["guesses"] == "together"
        return "guess" if hidden else text


class Initiative:
    """Hands are their holder's and the closed windows nobody's; all else lies open."""

    def __init__(self, state, options):
        options = {key: value for key, value in options.items() if key not in ("mission", "injective")}
        made = importlib.import_module("test_initiative_against_slow").slow_of
        characters = options.pop("characters").split(",")
        self.slow = made(state, characters, options)

    def open(self):
        slow = self.slow
        shown = [[text if slow.open((g, p, text)) else None for g, p, text in word] for word in slow.words]
        sizes = [len(hand) for hand in slow.hands.values()]
        board = slow.piles, slow.blocks, slow.hidden, slow.up, slow.unseen, slow.figures, slow.collected
        return shown, sizes, board, set(slow.discard), slow.threat, len(slow.deck), slow.refused

    def own(self, seat):
        return self.slow.hands.get(seat)

    def words(self, seat, who, text):
        return "chance" if who == "chance" else text


class Shakespeare:
    """Objectives are drawn, kept and put away in secret; wagers and who stays awake are told when all have chosen."""

    def __init__(self, state, options):
        self.slow, self.mover = module("shakespeare").Slow(state.seats, **options), 0

    def open(self):
        if not self.slow.piles[0]:
            return "the order is drawn"
        told = importlib.import_module("test_shakespeare_against_slow").told(self.slow)
        rows = [
            (
                s.cylinders,
                s.used,
                s.resting,
                s.recruited,
                s.out,
                [code for code, _ in s.people],
                len(s.objectives),
            )
            for s in self.slow.seats.values()
        ]
        return told, rows, self.slow.order, self.slow.initiative, len(self.slow.fresh), len(self.slow.under)

    def own(self, seat):
        return self.slow.seats[seat].objectives if seat else None

    def words(self, seat, who, text):
        if who == "chance":  # the Queen's player, who moved last, draws objectives one by one
            return text if seat == self.mover and text.startswith("objective") else "chance"
        self.mover = who
        verb = text.split()[0]
        secret = verb in ("wager", "keep", "under") or (
            verb == "awake" and self.slow.rest == "simultaneous"
        )
        return verb if secret and seat != who else text


TABLES = {kind.__name__.lower(): kind for kind in (Decrypto, Enigma, Entracte, Initiative, Shakespeare)}


def module(name):
    if str(HERE / name) not in sys.path:
        sys.path.insert(0, str(HERE / name))
    return importlib.import_module(f"slow_{name}")


class Beside:
    """One game in the engine and in the second writing, and what every seat has heard of it so far."""

    def __init__(self, name, state, options):
        module(name)
        self.game, self.state, self.table = deduce.game(name), state, TABLES[name](state, options)
        self.play = self.table.slow.play()
        self.who, self.allowed = next(self.play)
        open_to_all = settled(self.table.open())
        self.heard = {seat: self.hears(seat, None, open_to_all) for seat in range(state.seats + 1)}

    def hears(self, seat, moved, open_to_all):
        legal = self.allowed if self.who == seat and not callable(self.allowed) else None
        return repr(
            (
                moved,
                self.who,
                legal and sorted(legal),
                open_to_all,
                settled(self.table.own(seat)),
            )
        )

    def takes(self, text):
        return self.allowed(text) is not False if callable(self.allowed) else text in self.allowed

    def go(self, text):
        """Both play the move, which the second writing allows."""
        move = self.game.parse(text, self.state)
        self.state = self.state.play(move)
        who = self.who
        moved = {seat: (who, self.table.words(seat, who, text)) for seat in self.heard}
        self.who, self.allowed = self.play.send(text)
        open_to_all = settled(self.table.open())
        self.heard = {seat: self.hears(seat, moved[seat], open_to_all) for seat in self.heard}


def settled(value):
    """Plain values in one order, so that equal ones are written alike."""
    if isinstance(value, dict):
        return sorted(((settled(k), settled(v)) for k, v in value.items()), key=repr)
    if isinstance(value, (set, frozenset)):
        return sorted(map(settled, value), key=repr)
    return [settled(each) for each in value] if isinstance(value, (list, tuple)) else value


def start(name, seed):
    """A new game under random options, and those options."""
    game = deduce.game(name)
    players, options = random_options(game, seed)
    if name == "initiative":
        characters = random.Random(seed).sample(["scout", "driver", "handler", "fixer"], 4)
        options["characters"] = ",".join(characters)
    return game.new(players=players, **options), options


def other_secret(state, rng):
    """The same mission with one glyph that is nowhere printed open standing for something else; None without one."""
    windows = [
        (w, p, window) for w, word in enumerate(state.setup.front.words) for p, window in enumerate(word)
    ]
    printed = {window.glyph for _, _, window in windows if window.shown}
    closed = sorted({window.glyph for _, _, window in windows if window.glyph} - printed)
    if not closed:
        return None
    glyph, secret = rng.choice(closed), [list(word) for word in state.secret]
    places = [(w, p) for w, p, window in windows if window.glyph == glyph]
    before = secret[places[0][0]][places[0][1]]
    after = "".join(rng.choices(state.setup.front.alphabet, k=len(before)))
    for w, p in places:
        secret[w][p] = after
    given = state.setting.data.given(tuple(tuple(word) for word in secret))
    return None if after == before else State.of(state.setting, state.history, given)


def alike(first, second, seats):
    """The seats that have heard the same of both games; their views of both are held against each other."""
    left = [seat for seat in seats if first.heard[seat] == second.heard[seat]]
    for seat in left:
        one, other = first.state.view(seat), second.state.view(seat)
        if one != other or hash(one) != hash(other):
            raise AssertionError(f"seat {seat} sees what it has not heard of: {one!r} and {other!r}")
        if [str(move) for move in one.moves] != [str(move) for move in other.moves]:
            raise AssertionError(f"the moves of seat {seat} tell what it has not heard of")
    return left


def check_hidden(name, seed, tries=4):
    """One random game and several others that differ from it in one hidden thing; counts of what was compared."""
    rng = random.Random(f"rehide {name} {seed}")
    state, options = start(name, seed)
    game, played = Beside(name, state, options), []
    while game.who is not None:
        move = game.state.draw(rng) if game.state.actor is CHANCE else rng.choice(list(game.state.moves()))
        played.append((str(move), game.allowed))
        game.go(str(move))
    compared = different = 0
    for _ in range(tries):
        place = rng.randrange(len(played))
        second = Beside(name, state, options)
        exchanged = {}
        if name == "initiative" and rng.random() < 0.5:
            place, other = -1, other_secret(state, rng)
            if other is None:
                continue
            second = Beside(name, other, options)
        else:
            text, allowed = played[place]
            others = [] if callable(allowed) else sorted(set(allowed) - {text})
            if not others:
                continue
            exchanged = {text: rng.choice(others)}
            exchanged.update({after: before for before, after in exchanged.items()})
        first = Beside(name, state, options)
        seats = list(first.heard)
        for number, (text, _) in enumerate(played):
            # Before the exchange both games are one; after it the two things have changed places at chance.
            changed = number >= place and (number == place or first.who == "chance")
            there = exchanged.get(text, text) if changed else text
            if first.who != second.who or not second.takes(there):
                break
            try:
                second.go(there)
            except IllegalMove:  # a clue that is a matter of the forms of words
                break
            first.go(text)
            if first.who is None or second.who is None:
                break
            seats = alike(first, second, seats)
            if not seats:
                break
            if number >= place:
                compared += len(seats)
                different += len(seats) * (first.state != second.state)
    return {"compared": compared, "different": different}
