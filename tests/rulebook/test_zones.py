"""Decks, hands and what is known of them, against brute force over whole histories."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from oracle import worlds
from test_notes import named
from zone_games import ALL, Acts, Claims, Letters, Naming

from deduce.games import CHANCE, check_game, random_history
from deduce.ground.errors import IllegalMove, RecordError
from deduce.records import read_record
from deduce.rulebook import EVERYBODY, Rulebook, RulesError
from deduce.rulebook.notes import Foretold, read


def compare(game, players, seed, most=4000, seats=None):
    """How many seats' knowledge was held against brute force, in one part of one game."""
    moves = random_history(game, players, seed).moves
    part = list(moves[: random.Random(seed).randint(len(moves) // 2, len(moves))])
    state = game.new(players=players)
    for move in part:
        state = state.play(move)
    looked = 0
    for seat in range(players + 1) if seats is None else seats:
        known = game.knowledge(state.view(seat))
        if known.count() > most:
            continue
        found = worlds(game, part, seat, players)
        got = {tuple(world[v] for v in known.scope) for world in known.worlds}
        assert got == set(found), (seat, part)
        total = sum(found.values())
        for index, variable in enumerate(known.scope):
            said = known.marginals(variable)
            for value in variable.domain:
                chance = sum(p for world, p in found.items() if world[index] == value) / total
                assert said.get(value, 0.0) == pytest.approx(chance, abs=1e-9), (
                    seat,
                    variable,
                    value,
                    part,
                )
        looked += 1
    return looked


@pytest.mark.parametrize(
    ("game", "players", "seeds"),
    [
        (Acts(), 2, (0,)),
        (Letters(), 2, (1, 2)),
        (Letters(), 3, (3,)),
        (Claims(), 2, (2, 5, 6)),
        (Naming(), 2, (0, 2)),
    ],
    ids=lambda each: getattr(each, "name", None),
)
def test_knowledge_is_what_brute_force_finds(game, players, seeds):
    assert sum(compare(game, players, seed) for seed in seeds) > len(seeds)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_contract_is_kept(game):
    check_game(game, playouts=1, players=max(game.seats), rng=7)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_notes_and_whole_games_read_back_the_same(game):
    players = max(game.seats)
    for seed in range(3):
        moves = random_history(game, players, seed).moves
        state = named(game, players, moves[: random.Random(seed).randint(len(moves) // 2, len(moves))])
        while state.actor is CHANCE:
            state = state.play(state.draw(random.Random(seed)))
        assert game.answers().read(read_record(game.written([state], [], {}))).state == state
        for seat in range(1, players + 1):
            text = game.written([state], [], {}, seat=seat)
            replay = game.answers().read(read_record(text))
            assert replay.view(seat).entries == state.view(seat).entries, text
            assert replay.knowledge().count() == game.knowledge(state.view(seat)).count()


NOTES = "game: letters\nplayers: Ann Bob\nme: Ann\n\ndraw guard to hand of Ann\n"


def test_notes_of_draws_and_hands_in_other_words():
    game = Letters()
    text = (
        NOTES
        + "I draw priest\nI play priest, Bob's hand: king\nBob plays baron, Bob is higher: yes, guard\n"
    )
    replay = game.answers().read(read_record(text))
    assert [said.understood[-1] for said in replay.said[1:]] == [
        "draw priest to hand of Ann",
        "hand of Bob: king",
        "hand of Ann: guard",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Bob draws priest",
        "I draw",
        "I draw priest priest",
        "I draw queen",
        "I do not draw priest",
        "I draw 2",
    ],
)
def test_a_draw_that_says_something_else_is_refused(line):
    with pytest.raises(RecordError):
        Letters().answers().read(read_record(NOTES + line + "\n")).said[1]


def test_solve_shows_what_lies_in_hands_now():
    text = NOTES + "I draw baron\nI play guard\nI name king, Bob holds king: no\nBob play guard\n"
    text += "Bob name priest, Ann holds priest: no\n"
    report = Letters().solve(read_record(text))
    assert set(report.data["sheet"]) == {"hand of Bob now"}
    assert report.data["sheet"]["hand of Bob now"].keys() == {"guard", "priest", "baron", "king", "clerk"}


def test_after_a_line_that_is_not_read_nothing_is_said_of_hands_now():
    text = NOTES + "I draw baron\nI play guard\nI name king, Bob holds king: no\nBob dances\n"
    report = Letters().solve(read_record(text))
    assert report.status == 2
    assert "hand of Bob, card 1" in report.data["sheet"]
    assert not any("now" in name for name in report.data["sheet"])


def test_a_card_laid_under_the_deck_is_drawn_last():
    class Under(Rulebook):
        name, title, seats = "under", "Under", range(1, 2)

        def rules(self, t):
            deck, hand = t.deck("deck", "ABC"), t.zone("hand", seen_by=1)
            yield t.draw(deck, to=hand)
            below = yield t.choose(1, t.option("lay {card}", card=hand), seen_by=1)
            t.move(below, hand, deck, under=True)
            for _ in range(3):
                yield t.draw(deck, to=hand)
            return [float(len(hand))]

    for seed in range(6):
        moves = random_history(Under(), 1, seed).moves
        assert moves[0].text.split()[1] == moves[-1].text.split()[1]
    state = Under().new(players=1)
    for move in moves[:2]:
        state = state.play(move)
    assert Under().knowledge(state.view(0)).count() == 3
    check_game(Under(), playouts=3)


class Buried(Rulebook):
    """Of two cards one is kept, unseen by others; the other goes under the deck and is drawn last."""

    name, title, seats = "buried", "Buried", range(2, 3)

    def rules(self, t):
        deck = t.deck("deck", "ABCD")
        hands = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        for _ in range(2):
            yield t.draw(deck, to=hands[1])
        kept = yield t.choose(1, t.option("keep {card}", card=hands[1]), seen_by=1, name="kept")
        t.take(hands[1], kept)
        t.bury(hands[1], deck)
        for _ in range(3):
            yield t.draw(deck, to=hands[2])
        t.show(EVERYBODY, kept)
        return 0.0, 0.0


def test_the_last_card_of_a_hand_goes_under_a_deck():
    for seed in range(4):
        moves = [move.text.split()[1] for move in random_history(Buried(), 2, seed).moves]
        assert {moves[2], moves[5]} == {*moves[:2]}
        assert compare(Buried(), 2, seed) == 3
    check_game(Buried(), playouts=3)
    state = Buried().new(players=2)
    for move in ("draw A to hand of P1", "draw B to hand of P1", "keep A"):
        state = state.play(move)
    assert Buried().knowledge(state.view(0)).count() == 24  # two draws in their order, and which was kept


class Shown(Rulebook):
    """Wagers made at once, a card each, and all is shown; what the cards are may stand elsewhere in the notes."""

    name, title, seats = "shown", "Shown", range(2, 3)

    def world(self, view, rng):
        return {}

    def foretell(self, record, setting, me):
        told = [line.words[1][0] for line in record.events if line.words[0][0] == "end"]
        return Foretold({"hand of P2": tuple(told)} if told else {})

    def remark(self, line, replay):
        return line.words[0][0] == "end"

    def rules(self, t):
        yield t.together({seat: {"wager 1": 1, "wager 2": 2} for seat in t.seats})
        yield t.choose(1, ["on"])
        deck = t.deck("deck", "ABC")
        hands = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
        for seat in t.seats:
            yield t.draw(deck, to=hands[seat])
        yield t.choose(2, ["over"])
        for seat in t.seats:
            t.reveal(EVERYBODY, hands[seat])
        return 0.0, 0.0


def test_choices_that_were_shown_are_those_of_every_game_behind_a_view():
    for seed in range(8):
        state = Shown().new(players=2, seed=seed)
        for move in ("wager 2", "wager 1", "on"):
            state = state.play(move)
        for seat in range(3):
            assert Shown().resample(state.view(seat), random.Random(seed)).view(seat) == state.view(seat)


def test_cards_that_notes_tell_elsewhere_are_revealed():
    lines = "me: P1\n\nP1 wager 1, P2 wager 2\non\ndraw A to hand of P1\nP2 over\n"
    text = f"game: shown\nplayers: 2\n{lines}"
    assert read(Shown(), read_record(text)).reader.pending.said == "hand of P2"
    told = read(Shown(), read_record(text + "end C\n"))
    assert (told.reader.pending, told.view(1).entries[-1].value) == (None, ("C",))


@pytest.mark.parametrize("line", ["on", "P1 on", "P1: on."])
def test_an_option_of_fillers_alone_is_written_as_it_is(line):
    begun = "game: shown\nplayers: 2\nme: P1\n\nP1 wager 1, P2 wager 2\n"
    assert read(Shown(), read_record(f"{begun}{line}\n")).reader.answers[-1][0].said == "on"
    with pytest.raises(RecordError, match="these words say nothing"):
        read(Shown(), read_record(f"{begun}and then\n"))


def test_a_card_that_was_laid_unseen_from_an_open_hand():
    class Laid(Rulebook):
        name, title, seats = "laid", "Laid", range(2, 3)

        def rules(self, t):
            deck, hand = t.deck("deck", {"a": 2, "b": 2}), t.zone("hand", seen_by=EVERYBODY)
            for _ in range(3):
                yield t.draw(deck, to=hand)
            secret = yield t.choose(1, t.option("hide {card}", card=hand), seen_by=1, name="hidden")
            t.take(hand, secret)
            t.tell(EVERYBODY, hand.count("a") == 1, "one a is left")
            yield t.choose(2, ["end"])
            return 0.0, 0.0

    check_game(Laid(), playouts=4)
    assert compare(Laid(), 2, 1) == 3


def rules_of(body):
    class Bad(Rulebook):
        name, title, seats = "bad", "Bad", range(2, 3)

        def rules(self, t):
            deck = t.deck("deck", {"a": 2, "b": 1})
            hand = t.zone("hand", seen_by=1)
            yield t.draw(deck, to=hand)
            return (yield body(t, deck, hand))

    return Bad()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda t, deck, hand: "a" in hand, "what lies in hand is hidden"),
        (lambda t, deck, hand: list(hand), "what lies in hand is hidden"),
        (lambda t, deck, hand: hand.any("z"), "'z' is no card of hand"),
        (lambda t, deck, hand: bool(hand.any("a")), "not true or false by itself"),
        (lambda t, deck, hand: bool(hand.count("a")), "not a number by itself"),
        (lambda t, deck, hand: t.reveal(1, hand)[0], "was not told to everybody"),
        (lambda t, deck, hand: t.take(hand, "c"), "'c' is not in hand"),
        (lambda t, deck, hand: t.deck("deck", "ab"), "there is already a zone 'deck'"),
        (lambda t, deck, hand: t.deck("more", ["1", 1]), "two cards are called '1'"),
        (lambda t, deck, hand: t.deck("none", []), "has no cards"),
        (lambda t, deck, hand: t.bury(deck, hand), "2 cards of deck to bury; expected one"),
        (lambda t, deck, hand: t.draw(t.zone("empty")), "nothing to draw in empty"),
        (lambda t, deck, hand: (t.deck("two", "xy"), t.zone("of which")), "say of which deck"),
        (lambda t, deck, hand: t.option("{a} {b}", a="xy", b=hand), "stand first"),
        (lambda t, deck, hand: t.option("{a}", a=hand, apart=hand), "one slot of listed values"),
        (
            lambda t, deck, hand: t.option("{a} {b}", a="xy", b="xy", apart=hand),
            "one slot of listed values",
        ),
        (
            lambda t, deck, hand: t.option("{a}", a="xy", apart=hand, when=bool),
            "in place of other conditions",
        ),
    ],
)
def test_bad_rules_are_refused_with_their_line(body, said):
    with pytest.raises(RulesError, match=r"test_zones.py:\d+") as error:
        rules_of(body).new(players=2, seed=1)
    assert said in str(error.value)


def test_rules_that_look_at_an_unseen_draw_are_refused():
    class Peek(Rulebook):
        name, title, seats = "peek", "Peek", range(2, 3)

        def rules(self, t):
            deck, hand = t.deck("deck", "ab"), t.zone("hand", seen_by=1)
            if (yield t.draw(deck, to=hand)) == "a":
                yield t.choose(1, ["x", "y"])
            return 0, 0

    with pytest.raises(RulesError, match="hand, card 1 was not told to everybody"):
        Peek().new(players=2, seed=1)


def test_a_card_that_is_not_there_cannot_be_played():
    state = Letters().new(players=2, seed=3)
    texts = {move.text for move in state.moves()}
    other = next(f"play {card}" for card in Letters.COPIES if f"play {card}" not in texts)
    with pytest.raises(IllegalMove, match="is not there"):
        state.play(other)
    with pytest.raises(IllegalMove, match="not among the choices"):
        state.play("play ace")


def test_cards_seen_by_all_come_back_to_the_rules():
    class Row(Rulebook):
        name, title, seats = "row", "Row", range(2, 3)

        def rules(self, t):
            deck = t.deck("deck", [1, 2, 3])
            t.open.row = []
            for _ in range(2):
                t.open.row.append((yield t.draw(deck, seen_by=EVERYBODY)))
            return float(t.open.row[0]), float(len(deck))

    state = Row().new(players=2, seed=1)
    assert state.scores == (state.table["row"][0], 1.0)


@pytest.mark.parametrize("number", [2, 3])
def test_the_order_in_which_cards_came_to_a_hand_does_not_matter_to_who_draws_from_it(number):
    class Drawn(Rulebook):
        name, title, seats = "drawn", "Drawn", range(1, 2)

        def rules(self, t):
            deck, hand = t.deck("deck", "ABCD"), t.zone("hand", seen_by=1)
            for _ in range(number):
                yield t.draw(deck, to=hand)
            yield t.draw(hand, seen_by=EVERYBODY)
            return [0]

    drawn = set()
    for order in permutations("ABC"[:number]):
        state = Drawn().new(players=1)
        for card in order:
            state = state.play(f"draw {card} to hand")
        drawn.add(tuple(str(state.draw(random.Random(seed))) for seed in range(8)))
    (texts,) = drawn
    assert set(texts) == {f"draw {card} from hand" for card in "ABC"[:number]}
