"""Secrets of which a game itself keeps account, free text hidden until it is read, and notes kept under headings."""

import pickle
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from deduce.games import CHANCE, check_game, read_record
from deduce.ground.errors import IllegalMove, RecordError, RecordErrors
from deduce.rulebook import EVERYBODY, Rulebook, RulesError, Secret
from deduce.rulebook.answers import SHOWN, _told
from deduce.rulebook.headings import Heading, Headings, Short
from deduce.rulebook.sheet_forms import sheet_form, sheet_upcoming, write_sheet
from deduce.rulebook.sheets import _Noted, read_sheet

CARDS = ("apple", "boat", "cloud", "drum")
WORDS = tuple(f"word{n}" for n in range(400)) + CARDS
PLACES = {word: place for place, word in enumerate(WORDS)}
ROWS = {f"guess {a}-{b}": (a, b) for a in (1, 2) for b in (1, 2)}


def row_of(text):
    for row in ROWS.values():
        if text.replace("-", "") == "".join(map(str, row)):
            return row
    raise RecordError("expected a row like 1-2")


def refuse(text, card, used):
    if text in card:
        return f"{text!r} is your card"
    return f"{text!r} was said before" if text in used else None


class Hints(Rulebook):
    """The first seat holds a card, in two rounds writes a hint and reads it out; the second guesses a row of two."""

    name, title, seats = "hints", "Hints", range(2, 4)
    headings = Headings(
        (
            Heading("first", "card", "apple", noun="one card", apart=True),
            Heading("first", "hints", "word1; word2", 2, "two hints"),
            Heading("second", "guesses", "1-2", noun="one row", read=row_of, digits=("1", "2")),
        ),
        (Short("F", "second guesses", "first hints", {}, "F 1-2 word1; word2"),),
        misplaced=lambda who, verb, number, setting: "there are two rounds" if number > 2 else "",
        asides={"think": lambda line: line.body},
        aside_examples={"think": "think of boats"},
    )

    def rules(self, t):
        t.open.round, t.open.said, t.open.score = 1, (), 0
        box = t.once(
            "box", lambda: t.box("card", CARDS, lambda text, out: None if text == "egg" else "no such card")
        )
        yield t.lot(Secret("card", "first card"), box, 1, silent=True, task="a card is dealt")
        return self.round

    def round(self, t):
        t.part(f"round {t.open.round}")
        given = ()
        for place in (1, 2):
            hint = Secret(f"hint {place} ({t.open.round})", "first hints")
            menu = t.free(
                "hint",
                refuse,
                WORDS,
                given=([Secret("card", "first card")], (*t.open.said, *given)),
                barred=lambda card, used: {PLACES[word] for word in (*card, *used) if word in PLACES},
                places=PLACES,
                spell=str.casefold,
            )
            said = yield t.choose(1, menu, 1, secret=hint, task="the first seat writes a hint")
            given = (*given, said)  # the choice is the secret
        read = [t.show(EVERYBODY, hint) for hint in given]
        t.open.said = (*t.open.said, *read)
        row = yield t.choose(2, t.once("rows", lambda: ROWS), name="second guesses")
        t.open.score += row == (1, 2)
        if t.open.round == 2:
            t.show(EVERYBODY, Secret("card", "first card"), needed=True)
            return [t.open.score] * len(t.seats)
        t.open.round += 1
        return self.round

    def world(self, view, rng):
        said = view.table["said"]
        found = {Secret("card"): rng.choice([card for card in CARDS if card not in said])}
        # None is said twice, nor the card.
        fresh = [word for word in WORDS[:400] if word not in (*said, *found.values())]
        for number in (1, 2):
            texts = rng.sample(fresh, 2)
            fresh = [word for word in fresh if word not in texts]
            found |= {
                Secret(f"hint {place} ({number})"): text for place, text in zip((1, 2), texts, strict=True)
            }
        return found


GAME = Hints()
ROUND = ("hint word1", "hint word2", "guess 1-2")


def played(*moves):
    state = GAME.new(players=2)
    for move in ("card boat", *moves):
        state = state.play(move)
    return state


def test_the_contract_is_kept():
    check_game(
        GAME, players=2, playouts=3, parts=("replay", "rules", "text", "chance", "views", "resample")
    )


def test_what_is_hidden_is_told_to_nobody_else():
    state = played("hint word1")
    assert [entry.value for entry in state.view(1).entries] == ["boat", "word1"]
    assert [entry.kind for entry in state.view(2).entries] == ["hidden"]
    assert "boat" not in repr(state.view(2).to_dict())
    state = state.play("hint word2")
    assert state.table["said"] == ("word1", "word2")


def test_any_text_is_legal_that_is_not_refused():
    state = played("hint word1")
    moves = state.moves()
    assert len(moves) == len(WORDS) - 2
    assert [str(move) for move in moves[:2]] == ["hint word0", "hint word2"]
    assert type(moves[0])("hint a remark of one's own") in moves
    with pytest.raises(IllegalMove, match="'boat' is your card"):
        state.play("hint boat")
    with pytest.raises(IllegalMove, match="said before"):
        state.play("hint word1")
    with pytest.raises(IllegalMove, match="is not possible now: the first seat writes a hint"):
        state.play("guess 1-2")
    assert state.play("hint quite new").view(2).entries[-1].value == "quite new"


def test_a_box_deals_its_cards_and_what_it_says_can_be_dealt_too():
    state = GAME.new(players=2)
    assert [str(move) for move, _ in state.outcomes()] == [f"card {card}" for card in CARDS]
    assert state.play("card egg").actor == 1
    with pytest.raises(IllegalMove, match="no such card"):
        state.play("card fish")
    with pytest.raises(IllegalMove, match="a card is dealt"):
        state.play("hint word1")


def test_typed_moves_are_read_with_their_verb_left_out():
    state = played("hint word1", "hint word2")
    for text in ("guess 1-2", "1-2", "12", "1 2"):
        assert GAME.parse(text, state) == ("guess 1-2",)
    with pytest.raises(RecordError):
        GAME.parse("3 1", state)
    assert GAME.parse("WORD7", played()) == ("hint word7",)


def test_lists_of_thousands_survive_pickling():
    view = played().view(1)
    again = pickle.loads(pickle.dumps(view))
    assert again == view
    assert len(again.moves) == len(WORDS) - 1


def test_every_position_goes_through_text():
    for seed in range(12):
        rng = random.Random(seed)
        state = GAME.new(players=2 + seed % 2)
        states = [state]
        while True:
            assert read_sheet(GAME, read_record(GAME.written(states, [], {}, seat=None))).last == state
            for seat in range(state.seats + 1):
                view, text = state.view(seat), GAME.written(states, [], {}, seat=seat)
                assert read_sheet(GAME, read_record(text)).view() == view, text
            if state.actor is None:
                break
            state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves()))
            states.append(state)


HEAD = "game: hints\nplayers: 2\nseat: {}\n\n"


def noted(seat, body):
    return read_sheet(GAME, read_record(HEAD.format(seat) + body)).view()


def test_lines_of_a_part_stand_in_any_order_and_say_what_went_before():
    view = noted(
        2, "round 1\nsecond guesses 1-2\nfirst hints word1; word2\nround 2\nfirst hints word3; word4\n"
    )
    assert view == played(*ROUND, "hint word3", "hint word4").view(2)
    assert noted(2, "F 1-2 word1; word2\nF 2-1 word3; word4  # a short one\nfirst card boat\n").scores == (
        1,
        1,
    )
    assert noted(0, "first hints ?; ?\n".join(["round 1\n", ""])).actor == 2


def test_what_the_writer_left_out_is_left_open_or_asked_for():
    assert noted(1, "round 1\nfirst hints word1\n").entries[0].value is None
    with pytest.raises(RecordError, match="'first hints' are known too"):
        noted(2, "round 1\nsecond guesses 1-2\n")
    with pytest.raises(RecordError, match="'first card' is known too"):
        noted(2, "F 1-2 word1; word2\nF 2-1 word3; word4\n")
    known = noted(2, "first card boat\nround 1\nfirst hints word1; word2\n")
    assert [entry.kind for entry in known.entries][-1] == "known"
    assert "first card boat" in write_sheet(known)


@pytest.mark.parametrize(
    ("body", "line", "said"),
    [
        ("first hints word1\n", 5, "expected 'round 1' before"),
        ("round 2\n", 5, "expected 'round 1'"),
        ("round 1\nround 2\nround 3\n", 7, "there are two rounds"),
        ("round 1\nfirst hints a; b; c\n", 6, "at most two hints"),
        ("round 1\nfirst hints a, b\n", 6, "two hints with ';' between them"),
        ("round 1\nfirst hints a; ;b\n", 6, "two hints with ';' between them"),  # one was forgotten
        ("round 1\nsecond guesses 1,2\n", 6, "a row like 1-2"),
        ("round 1\nfirst hints a; ?\n", 6, "known together"),
        ("round 1\nfirst hints a; a\n", 6, "said before"),
        ("round 1\nsecond guesses 3-1\n", 6, "a row like 1-2"),
        ("round 1\nsecond guesses 1-2\nsecond guesses 1-2\n", 7, "already"),
        ("round 1\nfirst hints a\nsecond guesses 1-2\n", 6, "expected two hints"),
        ("round 1\nfirst hints a; b\nround 2\nfirst hints c; d\n", 8, "not finished"),
        ("round 1\nfirst hnts a; b\n", 6, "did you mean 'hints'"),
        ("round 1\nfirst guesses 1-2\n", 6, "expected what first did"),
        ("round 1\nsecond\n", 6, "expected what second did"),
        ("thnk of boats\n", 5, "'think'"),
    ],
)
def test_slips_are_told_with_their_line(body, line, said):
    with pytest.raises(RecordError, match=said) as caught:
        noted(2, body)
    assert caught.value.line == line


def test_several_slips_are_told_together_each_with_a_right_line():
    with pytest.raises(RecordErrors) as caught:
        noted(2, "round 1\nfirst hnts a; b\nsecond guesses 9-9\n")
    assert [error.example for error in caught.value.errors] == [
        "first hints word1; word2",
        "second guesses 1-2",
    ]


def test_a_complete_record_hides_nothing():
    record = "game: hints\nplayers: 2\n\nfirst card ?\n"
    with pytest.raises(RecordError, match="hides nothing"):
        _ = read_sheet(GAME, read_record(record)).last
    early = "game: hints\nplayers: 2\n\nfirst card boat\nround 1\nsecond guesses 1-2\n"
    with pytest.raises(RecordError, match="too early or too late: 'first hints' with two hints in round 1"):
        _ = read_sheet(GAME, read_record(early)).last


def test_the_form_says_what_can_be_written_and_what_is_missing():
    form = sheet_form(GAME, ("Ann", "Bob"), "Bob", {})
    assert form.line("guesses second", {"guesses": ("1", "2")}) == "second guesses 1-2"
    assert form.line("card", {"team": ("first",), "words": ("boat",)}) == "first card boat"
    replay = read_sheet(GAME, read_record(HEAD.format(2) + "round 1\nfirst hints a; b\nthink of boats\n"))
    assert sheet_upcoming(replay).events == ("guesses second", "round")
    assert [made for made, _ in replay.lists.asides] == ["think of boats"]


class Judged(Hints):
    """The same, where thoughts are about a hint and a seat, and hints are given by tables of three alone."""

    headings = replace(
        Hints.headings,
        misplaced=lambda who, verb, number, setting: (
            "no hints for two"
            if verb == "hints" and len(setting.seats) == 2
            else "two rounds" * (number > 2)
        ),
        aside_slots={"think": {"hint": "hints", "whose": ("first 1", "second 1", "nobody")}},
    )


def test_what_no_table_like_this_can_note_is_not_tapped():
    game = Judged()
    asked = {
        players: sheet_form(game, ("Ann", "Bob", "Cid")[:players], "", {}).event("think")
        for players in (2, 3)
    }
    assert [field.name for field in asked[3].fields] == ["hint", "whose"]
    assert [len(event.fields[1].words) for event in asked.values()] == [1, 2]
    assert asked[3].line({"hint": ("boat",), "whose": ("nobody",)}) == "think boat; nobody"
    names = [event.name for event in sheet_form(game, ("Ann", "Bob"), "", {}).events]
    assert names == ["card", "round", "guesses second", "think"]
    head = "game: hints\nplayers: 3\nseat: 2\n\nround 1\n"
    none, some = (
        sheet_upcoming(read_sheet(game, read_record(head + more))) for more in ("", "first hints a; b\n")
    )
    assert ("think" in none.events, "think" in some.events) == (False, True)
    assert some.words == {"hint": ("a", "b")}


def test_a_secret_is_not_shown_before_it_is_there():
    class Early(Hints):
        def rules(self, t):
            t.show(EVERYBODY, Secret("card"))
            yield t.choose(1, ["a", "b"])

    with pytest.raises(RulesError, match="before it is dealt or chosen"):
        Early().new(players=2)


@pytest.mark.parametrize("more", [0, 1, 3])
def test_chances_beyond_those_shown_are_counted(more):
    number = SHOWN + more
    weights = {f"v{place}": number - place for place in range(number)}
    whole = sum(weights.values())
    said = str(_told({value: weight / whole for value, weight in weights.items()}))
    assert said.count("%") == SHOWN
    assert said.startswith(f"v0 {number / whole:.0%}, v1 ")
    assert (f"and {more} more" in said) is bool(more)
    assert ("more" in said) is bool(more)


def test_a_part_has_begun_where_a_line_of_it_stands_empty_that_counts_nothing():
    empty, full = SimpleNamespace(words=()), SimpleNamespace(words=("cat",))
    for given, counted, begun in (
        ({}, (), False),
        ({(1, "a"): full}, (), False),
        ({(1, "a"): empty}, (), True),
        ({(1, "a"): empty}, ((1, "a"),), False),
        ({(2, "a"): empty}, (), False),
        ({(1, "a"): full, (1, "b"): empty}, (), True),
    ):
        noted = SimpleNamespace(count=dict.fromkeys(counted, 2), lists=SimpleNamespace(given=given))
        assert _Noted._begun(noted, (1, "c")) is begun


LINES = [
    "first card boat",
    "round 1",
    "first hints word1; word2",
    "second guesses 1-2",
    "round 2",
    "first hints word3; word4",
    "second guesses 2-1",
]
MOVES = ("boat", "word1", "word2", "1-2", "word3", "word4", "2-1")
AFTER = {"first card": 1, "round": 0, "first hints": 2, "second guesses": 1}
"""So many moves does a line tell."""


def positions():
    states = [GAME.new(players=2)]
    for verb, move in zip(("card", "hint", "hint", "guess", "hint", "hint", "guess"), MOVES, strict=True):
        states.append(states[-1].play(f"{verb} {move}"))
    return states


def sheet(lines, seat):
    head = f"game: hints\nplayers: 2\n{'' if seat is None else f'seat: {seat}'}\n"
    return read_sheet(GAME, read_record(head + "".join(f"{line}\n" for line in lines)))


def seen(view):
    return (
        view.seat,
        view.actor,
        view.scores,
        view.table,
        view.entries,
        view.open_moves,
        view.at,
        view.moves,
    )


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_a_sheet_up_to_any_line_or_part_is_what_was_seen_then(seat):
    states, lines = positions(), LINES if seat != 2 else LINES[1:]
    replay, first, made, moments = sheet(lines, seat), 4, seat == 2, {"3": 0}
    for number, line in enumerate(lines, first):
        made += AFTER[" ".join(line.split()[: 1 if line.startswith("round") else 2])]
        moments |= {str(number): made, f"line {number}": made}
        if seat == 2 and made == 7:  # then the card is shown, and nobody noted which it was
            with pytest.raises(RecordError, match=f"line {number}.*add a line 'first card'"):
                replay.upto(str(number)).view()
            del moments[str(number)], moments[f"line {number}"]
    moments |= {"round 1": 4, " Round  1": 4}
    moments |= {"round 2": 7, lines[-1]: 7} if seat != 2 else {lines[-2]: 6}
    for until, count in moments.items():
        then, state = replay.upto(until), states[count]
        if until == "3":
            assert not then.lists.given
        elif seat is None:
            assert then.last == state
            for each in (1, 2):
                assert seen(then.view(each)) == seen(state.view(each))
            assert then.view().seat == (state.actor or 0)
        else:
            assert seen(then.view())[:-1] == seen(state.view(seat))[:-1], until
            assert (then.view().moves == ()) == (state.actor != seat)
    assert replay.upto(None) is replay
    for until in ("0", "12", "round 3", "first"):
        with pytest.raises(RecordError, match="line number"):
            replay.upto(until)


@pytest.mark.parametrize("seed", range(4))
def test_lines_of_a_part_may_stand_in_any_order(seed):
    rng, last = random.Random(seed), positions()[-1]
    first, second = rng.sample(LINES[2:4], 2), rng.sample([*LINES[5:], "think of it", LINES[0]], 4)
    replay = sheet(["round 1", *first, "round 2", *second], None)
    assert replay.last == last
    assert [said for said, _ in replay.lists.asides] == ["think of it"]
    assert replay.lists.parts == ["round 1", "round 2"]
    assert replay.to_dict()["unread"] == []
    notes = sheet(["round 1", *first, "round 2", *second], 2)
    assert notes.view().entries[-1].value == "boat"
    assert notes.view().scores == last.scores
    behind = sheet(["round 1", *first, "? what", *second], 2)
    assert [line.number for line, _ in behind.unread] == [7, 8, 9, 10, 11]
    assert [why for _, why in behind.unread][1:] == ["line 7 before it was not read"] * 4
    assert behind.to_dict()["unread"][0] == {"line": 7, "reason": behind.unread[0][1]}
    assert seen(behind.view())[:-1] == seen(positions()[4].view(2))[:-1]


def test_what_all_saw_is_not_left_out_where_more_is_noted():
    with pytest.raises(RecordError, match="'second guesses' is missing"):
        sheet([*LINES[1:3], "second guesses ?"], 1).view()
    with pytest.raises(RecordError, match="round 1 is not finished: 'second guesses' is missing"):
        sheet([*LINES[:3], *LINES[4:6]], 1).view()


CARD, GUESS = ["first card"], ("guesses second", "round")


@pytest.mark.parametrize(
    ("seat", "lines", "events", "asked"),
    [
        (1, 0, ("round",), CARD),  # one's own
        (1, 1, ("round",), []),
        (1, 2, ("hints first", *GUESS), []),
        (1, 3, GUESS, []),
        (1, 4, ("round",), []),
        (1, 5, ("hints first", "guesses second"), []),  # there are two rounds
        (1, 7, (), []),
        (2, 0, ("round",), []),
        (2, 7, (), CARD),  # the game is over, and what was hidden is told
        (None, 0, ("round",), CARD),
    ],
)
def test_what_a_sheet_lacks_comes_in_its_usual_order_and_what_is_of_the_whole_game_when_it_is_known(
    seat, lines, events, asked
):
    waiting = sheet_upcoming(sheet([line for line in LINES[:lines] if seat != 2 or line != LINES[0]], seat))
    assert waiting.events == events
    assert [event.line({"words": ("boat",)}) for event in waiting.asked] == [
        f"{each} boat" for each in asked
    ]


def test_a_sheet_says_how_many_play_and_is_its_writers():
    with pytest.raises(RecordError, match=r"expected a header line 'players: 4' \(2 to 3\)"):
        read_sheet(GAME, read_record("game: hints\nseat: 1\n\nround 1\n"))
    replay = sheet(LINES[:3], 1)
    with pytest.raises(RecordError) as caught:
        replay.view(2)
    assert (caught.value.line, caught.value.column) == (3, 1)
    assert replay.view(1) == replay.view()
    whole = sheet(LINES[:3], None)
    assert [whole.view(seat).seat for seat in (None, 0, 1, 2)] == [2, 0, 1, 2]


def test_only_values_that_are_alike_are_told_by_their_number():
    even = {f"v{k}": 1 / 8 for k in range(8)}
    assert _told(even) == "one of 8, all alike"
    assert _told({**even, "v0": 1 / 8 + 0.01, "v7": 1 / 8 - 0.01}).endswith(" and 2 more")
    assert (
        _told({key: even[key] * 8 / SHOWN for key in [*even][:SHOWN]}).count("%") == SHOWN
    )  # so few are named
    assert _told({"v": 1.0, "w": 0.0}) == "v"
    assert _told({"v": 0.25, "w": 0.75}) == "w 75%, v 25%"
