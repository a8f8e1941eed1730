"""Whole missions beside a second, independent set of rules, under any options."""

import random

from beside import follow
from options import random_options, same_defaults
from slow_initiative import PILES, Slow

from deduce_models.initiative import GAME
from deduce_models.initiative.rules.moves import Move

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
    """What everybody sees, and what each seat sees of its own."""
    everybody, setup = state.view(0), state.setup
    codes, kinds = setup.deck.codes, setup.kinds
    assert [[codes[card] for card in pile] for pile in everybody.piles] == list(slow.piles.values()), moves
    assert list(everybody.blocks) == [slow.blocks[pile] for pile in PILES], moves
    assert sorted(codes[card] for card in everybody.discard) == sorted(slow.discard), moves
    assert everybody.threat == slow.threat
    assert everybody.left == len(slow.deck)
    assert everybody.sizes == tuple(len(hand) for hand in slow.hands.values())
    assert dict(zip(kinds, everybody.unseen, strict=True)) == slow.unseen
    assert list(everybody.hidden) == [slow.hidden[name] for name in setup.rooms]
    faceup = [sorted(kinds[kind] for kind in tokens) for tokens in everybody.faceup]
    assert faceup == [sorted(slow.up[name]) for name in setup.rooms], moves
    assert [setup.rooms[room] for room in everybody.figures] == list(slow.figures.values())
    assert everybody.hand == ()
    if slow.won is None:
        shown = [[text if slow.open((g, p, text)) else "" for g, p, text in word] for word in slow.words]
        assert [list(word) for word in everybody.windows] == shown, moves
    seat = len(moves) % state.seats + 1
    assert {codes[card] for card in state.view(seat).hand} == set(slow.hands[seat])


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


def one_game(seed):
    rng = random.Random(seed)
    players, options = random_options(GAME, seed)
    characters = rng.sample(CHARACTERS, 4)
    state = GAME.new(players=players, characters=",".join(characters), **options)
    for name in ("mission", "injective"):
        options.pop(name, None)
    slow = slow_of(state, characters, options)
    boldness = rng.choice([0.0, 0.01, 0.03])
    return follow(state, slow, rng, compare=compare, choose=chooser(state, slow, boldness), refuse=0.03)


def test_whole_games_move_by_move():
    """The missions compared end in every way, else the comparison would say less than it seems to."""
    ends = [one_game(seed) for seed in range(30)]
    assert {state.cause for state in ends} >= {
        "time ran out",
        "the answer was right",
        "the answer was wrong",
    }


def test_defaults_are_those_of_the_second_writing():
    assert same_defaults(
        GAME,
        Slow(2, [], [], None, [], [], None, {}).options,
        apart=("mission", "characters", "lexicon", "injective"),
    )
