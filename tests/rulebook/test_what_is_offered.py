"""What a menu offers and refuses, option by option, and what cards that are known say of facts: by plain rules."""

import random
from itertools import product
from types import SimpleNamespace

import pytest
import zone_games

from deduce.games import game, read_record
from deduce.games.history import random_history
from deduce.ground.errors import Contradiction, IllegalMove, RecordError
from deduce.rulebook import Rulebook
from deduce.rulebook.asks import Choose
from deduce.rulebook.cards import sure_of
from deduce.rulebook.pools import Pool
from deduce.rulebook.wanting import offers
from deduce.rulebook.zones import Amount, Bag, Compared, Several


def waiting(options, high, held, otherwise=()):
    """A game in which seat 1 chooses: `high` is whether the tower is, `held` its cards, all known to it."""

    class Offers(Rulebook):
        name, title, seats = "offers", "Offers", range(1, 2)

        def rules(self, t):
            tower = t.variable("tower", ("low", "high"))
            yield t.deal(tower)
            t.show(1, tower)
            deck = t.deck("deck", {"ash": 2, "elm": 1, "oak": 1})
            hand = t.zone("hand", 1)
            for card in held:
                t.put(hand, t.take(deck, card))
            t.open.chosen = yield t.choose(1, options(t, tower, hand), otherwise=otherwise)
            return [0]

    return Offers().new(players=1).play(f"tower = {'high' if high else 'low'}")


def plain(t, tower, hand):
    return {"stay": 1, "go": 2}


def bound(t, tower, hand):
    return [
        t.when(tower == "high", {"jump": 1, "look": 2}, "only from a high one"),
        {"climb": (tower == "low", 3)},
    ]


def alone(t, tower, hand):
    return t.when(tower == "high", {"jump": 1})


def always(t, tower, hand):
    return [{"stay": 1}, t.when(True, {"sit": 2}), t.when(False, {"fly": 3})]


def nested(t, tower, hand):
    return t.when(tower == "high", {"jump": (tower != "low", 1), "dive": (tower == "low", 2)}, "never mind")


def played(t, tower, hand):
    return t.option("play {card}", card=hand)


def chosen(t, tower, hand):
    return t.option("play {card}", card=hand, when=lambda card: card != "elm", sentence="no elms")


def told(t, tower, hand):
    return t.option(
        "play {card}",
        card=hand,
        when=lambda card: tower == "high",
        sentence=lambda card: f"{card} is for high ones",
    )


def barred(t, tower, hand):
    return t.option("play {card}", card=hand, unless=lambda card: card == "elm")


def both(t, tower, hand):
    return t.option(
        "play {card}", card=hand, when=lambda card: card != "oak", unless=lambda card: card == "elm"
    )


def pair(t, tower, hand):
    return t.option("play {one} and {two} to {who}", one=hand, two=hand, who=("Ann", "Bob"))


def mixed(t, tower, hand):
    return [{"stay": 1}, t.option("play {card}", card=hand, otherwise=("knock",))]


def two_kinds(t, tower, hand):
    return [
        t.option("play {card}", card=hand, when=lambda card: card == "elm", otherwise=("knock",)),
        t.option("lay {card}", card=hand, otherwise=("pass",)),
    ]


def said(t, tower, hand):
    return [
        {"stay": 1},
        t.free("say", lambda text: None if len(text) == 1 else f"{text!r} is no letter", ["a", "bb"]),
    ]


def spoken(t, tower, hand):
    return t.free("say", lambda text: None if len(text) == 1 else "a letter is wanted", ["a", "bb"])


def nothing(t, tower, hand):
    return []


def holding(t, tower, hand):
    return t.when(hand.any("ash"), {"wave": 1}, "only with an ash")


def stepped(t, tower, hand):
    return t.option(
        "go {step}",
        step=(1, 2),
        when=lambda n: n == 1 or tower == "high",
        sentence=lambda n: f"{n} is too far",
    )


def grouped(t, tower, hand):
    own = t.option(
        "go {a}", a=(1, 2), when=lambda a: tower == ("high" if a == 1 else "low"), sentence="own"
    )
    return t.when(tower == "high", own, "never mind")


def shared(t, tower, hand):
    own = t.option("go {a} {b}", a=(1,), b=("x", "y"), when=lambda a, b: tower != "low")
    return t.when(tower == "high", own, "never mind")


LOW, HIGH = False, True
MENUS = [
    (plain, LOW, "", (), "stay;go", {"fly": "fly: not among the choices now: allowed: stay, go"}),
    (nothing, LOW, "", ("wait", "rest"), "wait;rest", {"fly": "fly: not among the choices now: allowed: wait, rest"}),
    (bound, HIGH, "", (), "jump;look", {"climb": "climb: not allowed now: only where tower is low"}),
    (bound, LOW, "", (), "climb", {"jump": "jump: not allowed now: only from a high one"}),
    (alone, HIGH, "", ("wait",), "jump", {"wait": "wait: only where nothing else is possible"}),
    (alone, LOW, "", ("wait",), "wait", {"jump": "jump: not allowed now: only where tower is high"}),
    (always, LOW, "", (), "stay;sit", {"fly": "fly: not among the choices now: allowed: stay, sit"}),
    (nested, HIGH, "", (), "jump", {"dive": "dive: not allowed now: never mind"}),
    (played, LOW, "elm ash ash", ("wait",), "play ash;play elm", {
        "play oak": "play oak: oak is not there, in hand",
        "wait": "wait: only where nothing else is possible",
        "play": "play: not among the choices now: ",
    }),
    (played, LOW, "", ("wait",), "wait", {"play oak": "play oak: oak is not there, in hand"}),
    (chosen, LOW, "elm oak", ("wait",), "play oak", {"play elm": "play elm: not allowed now: no elms"}),
    (chosen, LOW, "elm", ("wait",), "wait", {"play elm": "play elm: not allowed now: no elms"}),
    (told, LOW, "elm", ("wait",), "wait", {"play elm": "play elm: not allowed now: elm is for high ones"}),
    (told, HIGH, "elm", ("wait",), "play elm", {"play ash": "play ash: ash is not there, in hand"}),
    (barred, LOW, "elm ash", (), "play ash", {
        "play elm": "play elm: not allowed now: the rules have a condition for it"
    }),
    (both, LOW, "elm ash oak", (), "play ash", {
        "play elm": "play elm: not allowed now: the rules have a condition for it",
        "play oak": "play oak: not allowed now: the rules have a condition for it",
    }),
    (pair, LOW, "oak ash", (), "play ash and oak to Ann;play ash and oak to Bob", {
        "play ash and elm to Ann": "play ash and elm to Ann: elm is not there, in hand",
        "play oak and ash to Ann": "play oak and ash to Ann: not among the choices now: ",
        "play ash and ash to Ann": "play ash and ash to Ann: not among the choices now: ",
        "play ash and oak to Cid": "play ash and oak to Cid: not among the choices now: ",
    }),
    (pair, LOW, "oak", ("wait",), "wait", {
        "play ash and elm to Ann": "play ash and elm to Ann: ash and elm are not there, in hand"
    }),
    (mixed, LOW, "elm", (), "play elm;stay", {"knock": "knock: only where no card can be chosen"}),
    (mixed, LOW, "", (), "knock;stay", {"play elm": "play elm: elm is not there, in hand"}),
    (two_kinds, LOW, "ash", (), "knock;lay ash", {"pass": "pass: only where no card can be chosen"}),
    (two_kinds, LOW, "elm", (), "play elm;lay elm", {"knock": "knock: only where no card can be chosen"}),
    (two_kinds, LOW, "", (), "knock;pass", {"lay ash": "lay ash: ash is not there, in hand"}),
    (said, LOW, "", (), "stay;say a", {
        "say cc": "'cc' is no letter",
        "sat": "sat: not among the choices now: did you mean 'stay'? allowed: stay, say ...",
    }),
    (spoken, LOW, "", (), "say a", {
        "say cc": "say cc: a letter is wanted",
        "fly": "fly: not among the choices now: allowed: say ...",
    }),
    (stepped, LOW, "", (), "go 1", {
        "go 2": "go 2: not allowed now: 2 is too far",
        "go 3": "go 3: not among the choices now: ",
    }),
    (holding, LOW, "elm ash", (), "wave", {}),
    (holding, LOW, "elm", ("wait",), "wait", {"wave": "wave: not allowed now: only with an ash"}),
    (stepped, HIGH, "", (), "go 1;go 2", {}),
    (grouped, HIGH, "", (), "go 1", {"go 2": "go 2: not allowed now: own"}),
    (grouped, LOW, "", ("wait",), "wait", {"go 1": "go 1: not allowed now: own"}),
    (shared, HIGH, "", (), "go 1 x;go 1 y", {}),
    (shared, LOW, "", ("wait",), "wait", {"go 1 x": "go 1 x: not allowed now: never mind"}),
]  # fmt: skip


@pytest.mark.parametrize(("options", "high", "held", "otherwise", "legal", "refused"), MENUS)
def test_what_is_legal_is_offered_and_all_else_refused_with_why(
    options, high, held, otherwise, legal, refused
):
    state = waiting(options, high, held.split(), otherwise)
    offered = legal.split(";")
    for seen in (state, state.view(1)):
        assert [*map(str, seen.moves() if seen is state else seen.moves)] == offered
    menu, table = state.run.wait.menu, state.run.table
    assert [*map(str, menu.legal(table))] == offered
    assert menu.always == (options in (plain, always))
    for text in offered:
        assert state.play(text).scores == (0,)
    for text, why in refused.items():
        with pytest.raises(IllegalMove) as caught:
            state.play(text)
        message = str(caught.value)
        assert message == why or (
            why.endswith(": ") and message.startswith(why) and len(message) > len(why)
        )
        assert state.setting.game.move(text) not in [*state.moves()]


def tagged(t, tower, hand):
    return [
        t.option("play {card}", card=hand, tag="p"),
        t.option("go {a} {b}", a=(1,), b=("x", "y"), tag="g", when=lambda a, b: tower == "low"),
        t.free("say", lambda text: None, ["a"], tag="s"),
    ]


@pytest.mark.parametrize(
    ("options", "held", "otherwise", "values"),
    [
        (plain, "", (), {"stay": 1, "go": 2}),
        (bound, "", (), {"climb": 3}),
        (nothing, "", ("wait", "rest"), {"wait": "wait", "rest": "rest"}),
        (nothing, "", {"wait": 5}, {"wait": 5}),
        (played, "elm ash", (), {"play elm": "elm", "play ash": "ash"}),
        (pair, "elm ash", (), {"play ash and elm to Ann": ("ash", "elm", "Ann")}),
        (two_kinds, "", (), {"knock": "knock", "pass": "pass"}),
        (stepped, "", (), {"go 1": 1}),
        (tagged, "elm", (), {"play elm": ("p", "elm"), "go 1 y": ("g", 1, "y"), "say a": ("s", "a")}),
        (said, "", (), {"stay": 1, "say a": "a", "say z": "z"}),
    ],
)
def test_the_value_of_each_option_and_its_text(options, held, otherwise, values):
    state = waiting(options, LOW, held.split(), otherwise)
    menu = state.run.wait.menu
    for text, value in values.items():
        assert state.play(text).table["chosen"] == value
        if not text.startswith("say"):
            assert menu.all()[text] == value
            assert menu.text_of(value) == text
    assert menu.verb == ("say" if options in (said, tagged) else next(iter(menu.all())).split()[0])
    if options is said:
        assert menu.text_of("z") == "say z"


@pytest.mark.parametrize(("text", "known"), [("wait", "low"), ("jump", "high")])
def test_who_sees_what_was_chosen_knows_what_was_legal(text, known):
    class Seen(Rulebook):
        name, title, seats = "seen", "Seen", range(2, 3)

        def rules(self, t):
            tower = t.variable("tower", ("low", "high", "higher"))
            yield t.deal(tower)
            t.show(1, tower)
            yield t.choose(1, [t.when(tower == "high", {"jump": 1}), t.when(tower == "higher", {"fly": 2})],
                           otherwise=("wait",))  # fmt: skip
            return [0, 0]

    state = Seen().new(players=2).play(f"tower = {known}").play(text)
    knowledge = Seen().knowledge(state.view(2))
    assert knowledge.marginals(knowledge.scope[0]) == {known: 1.0}


def test_words_of_ones_own_alone_are_listed_only_when_they_are_asked_for():
    built = []

    def words(t, tower, hand):
        return t.free("say", built.append, [f"w{number}" for number in range(9)], barred=tuple)

    moves = waiting(words, LOW, ()).moves()
    assert type(moves) is Pool
    assert (len(moves), str(moves[8]), str(moves[-9])) == (9, "say w8", "say w0")
    assert not built


def test_a_word_of_ones_own_is_legal_beside_those_listed():
    state = waiting(said, LOW, ())
    for text, legal in (("say b", True), ("say bb", False), ("say", False), ("stay b", False)):
        assert (state.setting.game.move(text) in state.moves()) == legal
    assert state.play("say b").scores == (0,)


# What cards that are known say of facts.


def worlds(bag, copies):
    """Everything that a bag may hold: each card unseen any of the deck, and one that has left it was there."""
    for some in product(copies, repeat=len(bag.terms)):
        held = dict(bag.fixed)
        for card, number in zip(some, bag.terms.values(), strict=True):
            held[card] = held.get(card, 0) + number
        if min(held.values()) >= 0:
            yield held


def holds(fact, held):
    """Whether a fact is true of what lies there."""
    if isinstance(fact, Several):
        parts = [holds(part, held) for part in fact.parts]
        return all(parts) if fact.every else any(parts)
    number = fact.amount.constant
    for factor, _, numbers in fact.amount.parts:
        number += factor * sum(numbers.get(card, 0) * n for card, n in held.items())
    return (fact.low is None or fact.low <= number) and (fact.high is None or number <= fact.high)


@pytest.mark.parametrize("seed", range(8))
def test_what_cards_say_for_certain_is_so_in_every_world(seed):
    """And nothing is left open where no card is unseen, or where an amount cannot reach its bound."""
    rng = random.Random(seed)
    copies = {"ash": 3, "elm": 3}
    decided = 0
    for _ in range(60):
        terms = {number: rng.choice([1, 1, -1]) for number in range(rng.randint(0, 2))}
        bag = Bag({card: rng.choice([0, 1, 2]) for card in copies}, terms)
        if not (every := [*worlds(bag, copies)]):
            continue

        def compared(bag=bag):
            numbers = {card: rng.choice([-1, 0, 1, 2]) for card in copies}
            amount = Amount(((rng.choice([1, -1]), bag, numbers),), rng.randint(-2, 2))
            low = rng.choice([None, -1, 0, 1, 2])
            high = rng.choice([None, -1, 0, 1, 2]) if low is None else rng.choice([None, low])
            return Compared(amount, low, high)

        parts = [compared() for _ in range(rng.randint(1, 3))]
        several = Several(rng.random() < 0.5, parts)
        for fact in (*parts, *(~part for part in parts), several, ~several):
            said, true = sure_of(fact, SimpleNamespace()), {holds(fact, held) for held in every}
            assert said is None or true == {said}
            assert said is not None or terms
            decided += said is not None and bool(terms)
        low, high = parts[0].amount.bounds()
        numbers = [
            parts[0].amount.constant
            + sum(
                factor * sum(worth.get(card, 0) * n for card, n in held.items())
                for factor, _, worth in parts[0].amount.parts
            )
            for held in every
        ]
        assert low <= min(numbers) <= max(numbers) <= high
        if all(number > 0 for number in terms.values()) and set(parts[0].amount.parts[0][2].values()) >= {
            0
        }:
            assert (low, high) == (min(numbers), max(numbers))
        assert sure_of(parts[0].amount, SimpleNamespace()) == (low if low == high else None)
    assert decided
    assert sure_of("a fact about variables", SimpleNamespace()) is None


def test_what_others_may_have_is_offered_and_what_is_not_nobody_can_have():
    """By random games: all that is legal there is offered, and what is left out is refused or contradicts the notes."""
    played, left_out = game("love_letter"), 0
    answers = played.answers()
    for seed in range(10):
        history = random_history(played, 2 + seed % 2, seed)
        states = history.states()
        for number, state in enumerate(states):
            if state.actor != 2:
                continue
            options = dict(state.setting.chosen)
            text = answers.write(states[: number + 1], history.moves[:number], options, 1)
            replay = answers.read(read_record(text))
            ask, table = replay.reader.run.wait, replay.reader.table
            if not isinstance(ask, Choose) or ask.seat != 2:
                continue
            every = list(ask.menu.all())
            told = offers(ask, every, table)
            assert {str(move) for move in state.moves()} <= {*told}, text
            for option in set(every).difference(told):
                left_out += 1
                with pytest.raises((RecordError, Contradiction)):
                    answers.read(read_record(f"{text}P2 {option}\n")).knowledge().table()
    assert left_out > 5


@pytest.mark.parametrize(
    "played", [*zone_games.ALL, game("love_letter"), game("entracte")], ids=lambda each: each.name
)
def test_all_that_is_legal_is_offered_behind_every_others_eyes(played):
    left_out = 0
    for seed in range(3):
        for state in random_history(played, max(2, played.seats[0]), seed).states()[:60]:
            for seat in range(state.seats + 1):
                if type(state.actor) is not int or seat == state.actor:
                    continue
                behind = state.view(seat).behind
                ask = behind.wait
                if isinstance(ask, Choose) and ask.menu.cards:
                    every = list(ask.menu.all())
                    told = offers(ask, every, behind.table)
                    left_out += len(every) - len(told)
                    assert {str(move) for move in state.moves()}.intersection(every) <= {*told}
    assert left_out or played.name == "naming"


LETTER = "game: love_letter\nplayers: Ann Bob Cid Dan\nme: Ann\n\ndraw princess to hand of Ann\n"


@pytest.mark.parametrize(
    ("notes", "gone"),
    [
        ("", {"princess"}),
        ("I draw countess\nI play countess\n", {"princess", "countess"}),
        ("I draw king\nI play king, target Bob, hand of Ann: guard\n", {"king"}),
    ],
)
def test_what_one_holds_or_lies_open_is_offered_to_nobody_else(notes, gone):
    """On the page and behind ``Next``, of draws too."""
    replay = game("love_letter").answers().read(read_record(LETTER + notes))
    (event,) = game("love_letter").upcoming(replay).asked
    (field,) = event.fields
    assert not gone.intersection(field.words)
    assert {"guard", "priest", "baron", "handmaid", "prince"} <= {*field.words}
    assert ("princess" in field.words) == ("princess" not in gone)
