"""Whole missions beside a second, independent set of rules, under any options."""

import random
from functools import cache

import pytest
from amount import amount
from beside import follow
from options import random_options, same_defaults
from slow_initiative import PILES, Slow

from deduce.games.base import CHANCE
from deduce_models.initiative import GAME
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.phases import PHASES

CHARACTERS = ["scout", "driver", "handler", "fixer"]


def slow_of(state, characters, options):
    """The second set of rules for a mission of the engine: only data is handed over."""
    setup, deck = state.setup, state.setup.deck
    cards = list(zip(deck.codes, deck.values, deck.symbols, strict=True))
    rooms = [
        (name, [setup.rooms[near] for near in setup.neighbours[place]], setup.stacks[place])
        for place, name in enumerate(setup.rooms)
    ]
    words = [
        [(window.glyph, window.shown, text) for window, text in zip(word, texts, strict=True)]
        for word, texts in zip(setup.front.words, state.secret, strict=True)
    ]
    tokens = zip(setup.kinds, setup.copies, strict=True)
    entrance = setup.rooms[setup.entrance]
    return Slow(
        state.seats, cards, rooms, entrance, tokens, words, setup.front.answer, characters, **options
    )


def compare(state, slow, moves):
    """What everybody sees, and what one seat sees of its own; now and then as text too."""
    everybody, setup = state.view(0), state.setup
    codes, kinds = setup.deck.codes, setup.kinds
    assert [[codes[card] for card in pile] for pile in everybody.piles] == list(slow.piles.values()), moves
    assert list(everybody.blocks) == [slow.blocks[pile] for pile in PILES], moves
    assert [codes[card] for card in everybody.discard] == slow.discard, moves
    assert everybody.threat == slow.threat
    assert {codes[card] for card in everybody.reshuffled} == slow.flipped
    assert everybody.fresh == tuple(len(drawn) for drawn in slow.drawn.values())
    assert everybody.left == len(slow.deck)
    assert everybody.sizes == tuple(len(hand) for hand in slow.hands.values())
    assert dict(zip(kinds, everybody.unseen, strict=True)) == slow.unseen
    assert list(everybody.hidden) == [slow.hidden[name] for name in setup.rooms]
    faceup = [[kinds[kind] for kind in tokens] for tokens in everybody.faceup]
    assert faceup == [sorted(slow.up[name], key=kinds.index) for name in setup.rooms], moves
    assert [setup.rooms[room] for room in everybody.figures] == list(slow.figures.values())
    assert [kind for k, kind in enumerate(kinds) if everybody.opened >> k & 1] == [
        kind for kind in kinds if kind in slow.collected and kind in slow.glyphs
    ]
    assert (everybody.seat, everybody.hand, everybody.told) == (0, (), ())
    assert not everybody.moves
    assert not everybody.open_moves
    assert bool(state.moves()) == isinstance(state.actor, int)
    assert bool(state.outcomes()) == (state.actor is CHANCE)
    going(everybody, slow, moves)
    verdict = slow.cause.startswith("the answer was")
    shown = [
        [text if verdict or slow.open((glyph, printed, text)) else "" for glyph, printed, text in word]
        for word in slow.words
    ]
    assert [list(word) for word in everybody.windows] == shown == [list(word) for word in state.windows]
    seat = len(moves) // 3 % state.seats + 1
    mine = state.view(seat)
    assert [codes[card] for card in mine.hand] == sorted(slow.hands[seat], key=slow.order.index)
    assert (mine.seat, mine.actor, mine.windows) == (seat, state.actor, everybody.windows)
    assert list(mine.moves) == (list(state.moves()) if state.actor == seat else [])
    assert mine.open_moves == (state.actor == seat == slow.seat and not slow.refused and not slow.voting)
    if len(moves) % 3 == 0 or slow.won is not None:
        drawn_is(str(mine), state, slow, shown, seat)
        assert str(state) == str(everybody)


def going(view, slow, moves):
    """Whose turn it is, and what is being decided, done and counted."""
    assert (view.turn, view.turns, view.acts) == (slow.seat, slow.turns, slow.acts), moves
    assert (PHASES[view.phase], view.idle, view.active) == (slow.asked, slow.idle, slow.moved), moves
    act = -1 if slow.act is None else [*PILES, "special"].index(slow.act)
    room = -1 if slow.about is None else list(slow.near).index(slow.about)
    assert (view.action, view.room, view.spent) == (act, room, slow.count), moves
    assert (list(view.proposal), list(view.voters), view.refused) == (
        slow.proposed, [] if slow.won is not None else slow.voting, slow.refused,
    ), moves  # fmt: skip
    if slow.asked == "gas":
        assert list(view.queue) == slow.gassed
    elif slow.asked in ("keep or remove", "collect or leave"):
        assert len(view.queue) == 1
    else:
        assert view.queue == ()
    assert (view.result, view.cause) == ({None: 0, True: 1, False: -1}[slow.won], slow.cause), moves


def drawn_is(text, state, slow, shown, seat):
    """The text of a position says what is so: the card, the map, the piles and the hands."""
    setup = state.setup
    head, rest = text.split("\n\n", 1)
    console, plan, table = (part.split("\n") for part in (head, *rest.rsplit("\n\n", 1)))
    assert console.pop(0) == f"{setup.front.title}: {setup.front.question}"
    for place, (word, texts) in enumerate(zip(slow.words, shown, strict=True)):
        above, below = (console.pop(0).ljust(99) for _ in range(2))
        assert (above[:6].strip(), below[:6].strip()) == ("", "?" if place in slow.answer else "")
        at = 6
        for (glyph, _, behind), window in zip(word, texts, strict=True):
            size = len(behind)
            assert above[at : at + size].strip() == (glyph or ".")
            assert below[at : at + size] == (window or "_" * size)
            at += size + 1
        assert not above[at:].strip()
    assert console == []
    mapped(plan, setup, slow)
    for pile in PILES:
        cards = " ".join(slow.piles[pile]) or "-"
        assert table.pop(0) == f"{pile:9}{cards}{'  BLOCKED' if slow.blocks[pile] else ''}"
    symbols = sum(slow.symbols[card] for card in slow.discard)
    mode = f"THREAT, {symbols} of 3 symbols shown" if slow.threat else "normal"
    assert table.pop(0) == (
        f"deck {len(slow.deck)}, discard {len(slow.discard)}, {mode}, turn {slow.turns}"
    )
    for other, cards in slow.hands.items():
        hand = (
            " ".join(sorted(cards, key=slow.order.index))
            if other == seat
            else f"{len(cards)} card{'s' * (len(cards) != 1)}"
        )
        moves = " <- to move" if other == state.actor else ""
        assert table.pop(0) == f"P{other} {slow.characters[other - 1]:9}{hand}{moves}"
    if slow.proposed:
        assert table.pop(0) == f"proposed: {' '.join(slow.proposed)}"
    if slow.won is not None:
        assert table.pop(0) == f"{'WON' if slow.won else 'LOST'}: {slow.cause}"
    assert table == []


def mapped(lines, setup, slow):
    """Each room in its place with what lies and stands there, and a line to each room that can be walked to."""
    at = {place: name for name, place in zip(setup.rooms, setup.positions, strict=True)}
    columns, rows = (1 + max(place[axis] for place in at) for axis in range(2))
    far = {
        f"{a} - {b}"
        for (x, y), a in at.items()
        for (u, v), b in at.items()
        if b in slow.near[a]
        and abs(x - u) + abs(y - v) != 1
        and setup.rooms.index(a) < setup.rooms.index(b)
    }
    if far:
        assert set(lines.pop().removeprefix("also: ").split(", ")) == far
    assert len(lines) == 5 * rows - 1
    lines = [line.ljust(18 * columns) for line in [*lines, ""]]
    for (x, y), room in at.items():
        left = 18 * x
        cell = [lines[5 * y + line][left : left + 16].rstrip() for line in range(4)]
        here = " ".join(f"P{seat}" for seat, name in slow.figures.items() if name == room)
        tokens = " ".join(sorted(slow.up[room], key=setup.kinds.index))
        assert cell == [f"[{room}]", "#" * slow.hidden[room] or "-", tokens[:16].rstrip(), here]
        right, below = at.get((x + 1, y)), at.get((x, y + 1))
        assert lines[5 * y][left + 16 : left + 18] == ("--" if right in slow.near[room] else "  ")
        assert lines[5 * y + 4][left : left + 18].rstrip() == ("|" if below in slow.near[room] else "")
    for x in range(columns):
        for y in range(rows):
            if (x, y) not in at:
                assert not any(lines[5 * y + line][18 * x : 18 * x + 18].strip() for line in range(5))


def chooser(state, slow, boldness):
    front = state.setup.front

    def choose(legal, rng):
        """A random move; now and then an answer, right or wrong, that fits the open windows."""
        if rng.random() < boldness:
            change = {g: t for word in slow.words for g, _, t in word}
            if rng.random() < 0.5:
                closed = sorted(slow.glyphs - slow.collected)
                glyph = rng.choice(closed) if closed else None
                change[glyph] = "".join(rng.choices(front.alphabet, k=len(change.get(glyph, ""))))
            words = tuple(
                "".join(change[g] if g else t for g, _, t in slow.words[place]) for place in slow.answer
            )
            move = Move("answer", words)
            if move in legal:
                return move
        wanted = [m for m in legal if m.verb in ("turn", "take", "collect", "agree", "draw")]
        if wanted and rng.random() < 0.6:
            return rng.choice(wanted)
        busy = [m for m in legal if m.verb != "done"]
        return rng.choice(busy if busy and rng.random() < 0.8 else list(legal))

    return choose


def one_game(seed, **fixed):
    rng = random.Random(seed)
    players, options = random_options(GAME, seed)
    options |= fixed
    characters = rng.sample(CHARACTERS, 4)
    state = GAME.new(players=players, characters=",".join(characters), **options)
    for name in ("mission", "injective"):
        options.pop(name, None)
    slow = slow_of(state, characters, options)
    boldness = rng.choice([0.0, 0.01, 0.03])
    return follow(state, slow, rng, compare=compare, choose=chooser(state, slow, boldness), refuse=0.03)


game_of = cache(one_game)


@pytest.mark.parametrize("group", range(amount(6, 100)))
def test_whole_games_move_by_move(group):
    for seed in range(3 * group, 3 * group + 3):
        assert game_of(seed).actor is None


def test_the_missions_compared_end_in_every_way():
    """Else the comparison would say less than it seems to."""
    assert {game_of(seed).cause for seed in range(30)} >= {
        "time ran out",
        "the answer was right",
        "the answer was wrong",
    }


OWN_MAP = """
name = "own"
rooms = ["Nook", "Attic", "Landing", "Cellar", "Yard", "Shed"]
positions = [[2, 0], [0, 0], [1, 1], [1, 2], [3, 2], [0, 2]]
passages = [["Nook", "Attic"], ["Landing", "Cellar"], ["Cellar", "Shed"], ["Yard", "Nook"], ["Shed", "Yard"],
            ["Landing", "Attic"]]
provenance = "reconstructed"
reason = "A map with gaps, and passages between rooms that do not lie side by side."
"""
OWN_MISSION = """
language = "en"
board = "own.toml"
tokens = "tan"
title = "The shed"
question = "Where?"
phrase = "AT-IC BED NO"
glyphs = "AC EG. =J"
answer = [1, 2]
entrance = "Landing"
provenance = "reconstructed"
reason = "Windows of two letters, without a glyph and printed open; some rooms hold nothing."
[stacks]
Landing = 6
Attic = 9
Shed = 12
"""


@pytest.mark.parametrize("seed", range(4))
def test_a_map_with_gaps_and_a_card_with_odd_windows(tmp_path, seed):
    (tmp_path / "own.toml").write_text(OWN_MAP)
    (tmp_path / "shed.toml").write_text(OWN_MISSION)
    end = one_game(seed, mission=str(tmp_path / "shed.toml"), injective=False, lexicon="none")
    assert end.actor is None


def test_defaults_are_those_of_the_second_writing():
    assert same_defaults(
        GAME,
        Slow(2, [], [], None, [], [], None, {}).options,
        apart=("mission", "characters", "lexicon", "injective"),
    )
