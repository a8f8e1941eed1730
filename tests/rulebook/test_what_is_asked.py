"""Questions about notes as people put them: signs that compare, numbers below nothing, cards that are seen, "my"."""

from pathlib import Path

import pytest

from deduce.games import game
from deduce.ground.errors import RecordError
from deduce.records import read_record
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.claims import claim_of

TABLES = Path(__file__).parents[2] / "examples" / "tables"


class Debts(Rulebook):
    """A number each, which may be below nothing; both sums are told."""

    name, title, seats = "debts", "Debts", range(3, 4)

    def rules(self, t):
        owes = t.variables("debt", t.seats, (-2, -1, 0, 1, 2))
        yield t.deal(owes)
        for seat in t.seats:
            t.show(seat, owes[seat])
        t.tell(EVERYBODY, owes[2] + owes[3], "the others together")
        yield t.choose(1, ["go"])
        return [0, 0, 0]


class Beacons(Rulebook):
    """Two cards each, of which one is laid, and a word about what is left."""

    name, title, seats = "beacons", "Beacons", range(3, 4)

    def rules(self, t):
        deck = t.deck("deck", range(1, 9))
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seen_by=seat) for seat in t.seats}
        for seat in (*t.seats, *t.seats):
            yield t.draw(deck, to=hand[seat])
        for seat in t.seats:
            t.take(hand[seat], (yield t.choose(seat, t.option("lay {card}", card=hand[seat]))))
            t.tell(
                EVERYBODY,
                hand[seat].sum({n: n for n in range(1, 9)}) > 4,
                f"{t.name(seat)} has more than 4",
            )
        return [0, 0, 0]


class Lamps(Rulebook):
    """Values that are small words elsewhere."""

    name, title, seats = "lamps", "Lamps", range(3, 4)

    def rules(self, t):
        lamp = t.variables("lamp", t.seats, ("on", "off", "dim"))
        yield t.deal(lamp)
        for seat in t.seats:
            t.show(seat, lamp[seat])
        yield t.choose(1, ["go"])
        return [0, 0, 0]


def asked(game, notes, question):
    text = f"game: {game.name}\nplayers: Ann Bob Cid\nme: Ann\n\n{notes}"
    return game.why(read_record(text), question).text.splitlines()[0]


OWED = "my debt is 2\nthe others together -1\n"
LAID = "my cards: 2, 5\nI lay 2, yes\nBob lays 8, no\n"


@pytest.mark.parametrize(
    ("game", "notes", "question", "said"),
    [
        (Debts(), OWED, "debt of Bob is 1", "debt[Bob] is 1: open, 25.0%. How the notes moved it:"),
        (Debts(), OWED, "Bob's debt is -1", "debt[Bob] is -1: open, 25.0%. How the notes moved it:"),
        (Debts(), OWED, "is bobs debt −2?", "debt[Bob] is -2: open, 25.0%. How the notes moved it:"),
        (Debts(), OWED, "debt of Bob = 2", "no: debt[Bob] is not 2, because"),
        (Debts(), OWED, "debt of Bob ≠ 2", "yes: debt[Bob] is not 2, because"),
        (Debts(), OWED, "is my debt 2 ?", "yes: debt[Ann] is 2, because"),
        (
            Lamps(),
            "my lamp is dim\n",
            "is bobs lamp on?",
            "lamp[Bob] is on: open, 33.3%. No note has moved it.",
        ),
        (Lamps(), "my lamp is on\n", "my lamp is not on", "no: lamp[Ann] is on, because"),
        (Lamps(), "my lamp is on\n", "Bob is dim", "lamp[Bob] is dim: open, 33.3%. No note has moved it."),
        (Lamps(), "my lamp is on\n", "am I dim?", "no: lamp[Ann] is not dim, because"),
        (Beacons(), LAID, "do I have the 5?", "yes: hand of Ann has 5; nothing of that is hidden"),
        (Beacons(), LAID, "Bob has no 5", "yes: hand of Bob has no 5; nothing of that is hidden"),
        (Beacons(), LAID, "Bob has the 8", "no: hand of Bob has no 8; nothing of that is hidden"),
        (Beacons(), LAID, "Cid has 2", "no: hand of Cid has no 2; nothing of that is hidden"),
        (Beacons(), LAID, "Cid has no 8", "yes: hand of Cid has no 8, because"),
        (Beacons(), LAID, "Bob has 3", "hand of Bob has 3: open, 33.3%. How the notes moved it:"),
    ],
)
def test_what_people_ask_of_their_notes_is_answered(game, notes, question, said):
    assert asked(game, notes, question) == said


def test_what_somebody_is_said_to_be_is_asked_where_nothing_may_have_been_done_to_him_unseen():
    """Who was dealt the werewolf may have been robbed; a number may be of anything that is his."""
    notes = (TABLES / "one_night_werewolf.txt").read_text()
    for of, text, question in (
        (game("one_night_werewolf"), notes, "Bob is a werewolf"),
        (Debts(), f"game: debts\nplayers: Ann Bob Cid\nme: Ann\n\n{OWED}", "Bob is 1"),
    ):
        with pytest.raises(RecordError, match="not understood: say a quantity and a value"):
            of.why(read_record(text), question)


@pytest.mark.parametrize(
    ("name", "question", "wrong"),
    [
        ("kuhn", "Bob has the king", "a value of card[Bob] is missing; allowed: 1, 2, 3"),
        ("kuhn", "my card is K", "a value of card[Ann] is missing; allowed: 1, 2, 3"),
        ("minesweeper", "a1 is a mine", "a value of ground[a1] is missing; allowed: clear, bomb"),
        (
            "minesweeper",
            "ground a1 is bmob",
            "a value of ground[a1] is missing; did you mean 'bomb'? allowed: clear, bomb",
        ),
        ("minesweeper", "is a mine", "say a quantity and a value"),
        ("liars_dice", "die 1 of Bob is 5", "say a quantity and a value"),  # he has two
        ("liars_dice", "die 1[Bob,1] is 7", "a value of die 1[Bob,1] is missing"),
        ("clue", "Bob has nothing", "say a quantity and a value"),
    ],
)
def test_where_one_quantity_is_named_its_values_are_told(name, question, wrong):
    with pytest.raises(RecordError) as refused:
        game(name).why(read_record((TABLES / f"{name}.txt").read_text()), question)
    assert f"is not understood: {wrong}" in str(refused.value)


@pytest.mark.parametrize(
    ("said", "meant", "chance"),
    [("> 0", "> 0", 25), (">=-1", "≥ -1", 75), ("is at most -1", "≤ -1", 50), ("is 1 or more", "≥ 1", 25),
     ("is not below 0", "≥ 0", 50), ("is no less than 0?", "≥ 0", 50), ("is under −1", "< -1", 25), ("-> 1", "1", 25)],
)  # fmt: skip
def test_how_far_a_number_reaches_can_be_asked(said, meant, chance):
    """Bob's debt is -2, -1, 0 or 1, alike. The signs were skipped, so that "> 0" was answered for 0."""
    answer = asked(Debts(), OWED, f"Bob's debt {said}")
    assert answer == f"debt[Bob] is {meant}: open, {chance}.0%. How the notes moved it:"


@pytest.mark.parametrize("sign", [">", ">=", "<", "<=", "≥", "<>", "~", "±", "+"])
def test_a_sign_that_compares_is_never_skipped(sign):
    for between in ("", " "):
        with pytest.raises(RecordError):
            asked(Debts(), f"my debt is {sign}{between}2\n", "my debt is 1")
    for beyond in ("", " or 2", " lies")[sign in (">", ">=", "<", "<=", "≥") :]:
        with pytest.raises(RecordError):
            asked(Debts(), OWED, f"debt of Bob {sign} 1{beyond}")


@pytest.mark.parametrize("name", ["clue", "verifiers", "wild_place"])
def test_why_understands_what_the_sheet_says_and_what_it_answers_itself(name):
    """Laws that are sentences ("the last digit is above 4") among them."""
    table = game(name)
    replay = table.answers().read(read_record((TABLES / f"{name}.txt").read_text()))
    known = replay.knowledge()
    for quantity, chances in table.solve(replay.record).data["sheet"].items():
        for value, chance in [*chances.items()][:3]:
            for join, sure in ((" ", True), (" is ", True), (" is not ", False)):
                claim = claim_of(f"{quantity}{join}{value}", known, replay.names)
                assert known.probability(claim.fact) == pytest.approx(chance if sure else 1 - chance)
