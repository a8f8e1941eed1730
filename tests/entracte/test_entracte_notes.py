"""Notes as people write them: longer and other forms, all slips at once, and what cannot have been."""

from __future__ import annotations

import contextlib
import random

import pytest
from amount import amount
from entracte_tools import EXAMPLES

from deduce.games.log import Log
from deduce.ground.errors import RecordError, RecordErrors
from deduce.records.record import read_record
from deduce_models.entracte.game import GAME
from deduce_models.entracte.records.hurried import reader
from deduce_models.entracte.records.reading import parse

HEAD = (
    "game: entracte\nplayers: Ann Bob Cid Dee\nme: Ann\ncode: season reverse\n"
    "start: fall Wed off male young\n\n"
)
HAND = "hand: up spring Mon old on female c y ; up summer Fri adult off male a y ; left winter Sun adult off male b w"
WITH_HAND = HEAD.replace("start:", HAND + "\nstart:")


def entries(*lines: str, head: str = HEAD):
    return parse(read_record(head + "\n".join(lines))).evidence.entries


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Bob d, on", "Bob plays on type7=d"),
        ("Bob a on ; tokens Cid", "Bob plays on type7=a ; tokens Cid"),
        ("Bob y, winter", "Bob plays winter type8=y"),
        ("Bob a, winter", "Bob plays winter type7=a"),
    ],
)
def test_a_letter_before_a_value_is_one_too_and_no_verb(typed, plain):
    """Of a verb it could be the beginning: declares, agrees, yes."""
    head = HEAD.replace("game: entracte\n", "game: entracte\nmode: competitive\n").replace(
        "code: season reverse\n", ""
    )
    for before in (HEAD, head):
        assert entries("Ann passes", typed, head=before) == entries("Ann passes", plain, head=before)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Bob puts a winter", True),
        ("Bob plays A winter Sun, tokens Cid", True),
        ("Bob puts a winter c", False),
        ("Bob plays winter a", False),
    ],
)
def test_where_an_article_may_be_a_value_it_is_said_that_this_is_not_reckoned_with(line, told, tmp_path):
    text = HEAD + f"Ann passes\n{line}\n"
    said = "Not noted, and so not reckoned with:\n  line 8: type7, if the 'a' is its value: 'type7=a'"
    assert GAME.solve(read_record(text)).text.endswith(said) == told
    path = tmp_path / "notes.txt"
    path.write_text(text.removesuffix(f"{line}\n"))
    assert Log(GAME, path).add(line).text.endswith(said) == told


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Ann plays autumn tuesday light on", "Ann plays fall Tue on"),
        ("Ann: spring Monday, Bob and Cid signal", "Ann plays spring Mon ; tokens Bob Cid"),
        ("spring Tue woman", "Ann plays spring Tue female"),
        ("Ann played season spring, day=Thursday, tokens: Bob", "Ann plays spring Thu ; tokens Bob"),
        ("Ann puts winter Sun, nobody signals", "Ann plays winter Sun"),
        ("Ann wtr sn yg fml", "Ann plays winter Sun young female"),
        ("Ann plays winter Sun, Bob puts no token", "Ann plays winter Sun"),
        ("Ann plays winter Sun, no token from Bob, Cid puts a token", "Ann plays winter Sun ; tokens Cid"),
        ("Ann puts down up winter Sun, nothing", "Ann plays up winter Sun"),
        ("Ann winter Sun d - B C", "Ann plays winter Sun type7=d ; tokens Bob Cid"),
        ("Ann winter Sun d -> D?", "Ann plays winter Sun type7=d ; tokens Dee?"),
        ("Ann played winter Sun and got tokens from Bob and Cid", "Ann plays winter Sun ; tokens Bob Cid"),
        ("Ann played winter Sun without tokens", "Ann plays winter Sun"),
        ("and then Ann played winter Sun, no one reacted", "Ann plays winter Sun"),
        ("Ann plays winter Sun ; no tokens", "Ann plays winter Sun"),
        ("Ann plays winter Sun, token by Bob, Dee?", "Ann plays winter Sun ; tokens Bob Dee?"),
        ("Ann plays winter Sun tokens everybody", "Ann plays winter Sun ; tokens Bob Cid Dee"),
        ("Ann plays [season fwd, day backwards]", "Ann plays [season forward, day reverse]"),
        ("Ann plays [light alternating]", "Ann plays [light alternate]"),
        ("passes", "Ann passes"),
        ("Ann passed her turn", "Ann passes"),
        ("Ann swaps her hand, draws up / down / left", "Ann exchanges ; draws up / down / left"),
        ("Ann says Bob day same ; Cid both men", "Ann guesses Bob day repeat ; Cid both male"),
        ("[day repeat]", "Ann plays [day repeat]"),
        ("I play winter Sun, nobody", "Ann plays winter Sun"),
        ("me: winter Sun, none", "Ann plays winter Sun"),
        ("i puts winter Sun, no one", "Ann plays winter Sun"),
        ("Ann winter Sun - bob & cid token", "Ann plays winter Sun ; tokens Bob Cid"),
        ("ann: winter Sun (Bob, Cid)", "Ann plays winter Sun ; tokens Bob Cid"),
        ("ann winter Sun, everybody", "Ann plays winter Sun ; tokens Bob Cid Dee"),
        ("Ann winter Sun a, Cid puts a token", "Ann plays winter Sun a ; tokens Cid"),
        ("Ann winter Sun, Cid puts one", "Ann plays winter Sun ; tokens Cid"),
        ("Ann winter Sun, a token by Cid", "Ann plays winter Sun ; tokens Cid"),
        ("Ann winter Sun. nobody puts a token", "Ann plays winter Sun"),
        ("Ann winter Sun, Dee?", "Ann plays winter Sun ; tokens Dee?"),
        ("Ann plays winter mon adult on m w", "Ann plays winter Mon adult on male w"),
        ("Ann plays winter fri f", "Ann plays winter Fri female"),
        (
            "Ann winter Sun, Bob tokens; i draw spring Mon",
            "Ann plays winter Sun ; tokens Bob ; draws spring Mon",
        ),
        (
            "Ann winter Sun, Bob and Cid, I draw spring Mon",
            "Ann plays winter Sun ; tokens Bob Cid ; draws spring Mon",
        ),
        ("Ann winter Sun, nobody; draws spring Mon", "Ann plays winter Sun ; draws spring Mon"),
        ("Ann can't play", "Ann passes"),
        ("Ann winter Sun / no tokens", "Ann plays winter Sun"),
        ("Ann winter Sun, all three token", "Ann plays winter Sun ; tokens Bob Cid Dee"),
        ("Ann says stop", "Ann stops"),
        ("I put winter Sun -> Bob", "Ann plays winter Sun ; tokens Bob"),
        ("I say Bob is day repeat and Cid both male", "Ann guesses Bob day repeat ; Cid both male"),
        (
            "Ann's guess: Bob day repeat, Cid type 8 reverse",
            "Ann guesses Bob day repeat ; Cid type8 reverse",
        ),
        ("Ann: Bob day repeat; Cid both male", "Ann guesses Bob day repeat ; Cid both male"),
        ("I pass again", "Ann passes"),
        ("Ann wants to stop", "Ann stops"),
        ("Bob stops\nAnn ok", "Bob stops\nAnn agrees"),
        ("Bob stops\nAnn isn't", "Bob stops\nAnn refuses"),
        ("I guess bob day repeat, cid both male", "Ann guesses Bob day repeat ; Cid both male"),
        ("Ann guesses bob day repeat and Cid is both male", "Ann guesses Bob day repeat ; Cid both male"),
        ("Ann winter Sun, maybe a token by Dee", "Ann plays winter Sun ; tokens Dee?"),
        ("Ann winter Sun, not sure about Dee", "Ann plays winter Sun ; tokens Dee?"),
        ("Ann winter Sun, token on it from Cid", "Ann plays winter Sun ; tokens Cid"),
        ("Ann winter Sun (B, C)", "Ann plays winter Sun ; tokens Bob Cid"),
        ("my card is winter Sun and nobody has it", "Ann plays winter Sun"),
        ("Ann throws her hand away and draws three new ones", "Ann exchanges"),
    ],
)
def test_longer_and_other_forms(typed: str, plain: str) -> None:
    assert entries(typed) == entries(plain)


@pytest.mark.parametrize(
    "said",
    ["Cid, maybe Dee", "tokens Cid, maybe Bob and Dee", "so did no Cid", "Cid not all", "Cid or Dee", "not only Cid"],
)  # fmt: skip
def test_doubts_and_denials_of_several_are_refused(said: str) -> None:
    with pytest.raises(RecordError):
        entries(f"Ann plays winter Sun, {said}")


def test_what_a_bystander_did_not_note_stays_open_before_a_draw() -> None:
    head = HEAD.replace("me: Ann\ncode: season reverse\n", "")
    (said,) = entries("Ann winter Sun ; tokens Bob ? draws spring Mon", head=head)
    assert (said.tokens, said.unsure) == (0b00100, 0b11000)


def test_who_declares_too_declares() -> None:
    assert [each.kind for each in entries("Bob declares, Cid too", head=APART)] == ["declare", "declare"]


def test_a_card_put_down_may_lie_with_its_hand_down_or_not():
    """Neither is guessed, but of a whole card whose hand is told nowhere else."""
    with pytest.raises(
        RecordError, match="'puts down' may tell the hand or nothing: write 'plays down', or 'plays'"
    ):
        entries("Ann puts down winter Sun")


APART = HEAD.replace("me: Ann", "me: Ann\nmode: competitive").replace("reverse", "reverse ; day repeat")


@pytest.mark.parametrize(
    "said",
    ["two tokens", "one token", "a token", "token", "tokens from both", "tokens two", "tokens by", "tokens under it",
     "two tokens by Bob", "one token, Bob and Cid", "tokens all two", "both tokens, Bob Cid Dee"],
)  # fmt: skip
@pytest.mark.parametrize("head", [HEAD, APART])
def test_tokens_without_those_who_put_them_are_no_tokens_of_nobody(said: str, head: str) -> None:
    with pytest.raises(RecordError, match=r"expected who put a token: names|say who put each token"):
        entries(f"Ann plays winter Sun, {said}", head=head)


@pytest.mark.parametrize(
    ("head", "typed", "plain"),
    [
        (HEAD, "my token", "tokens Ann"),
        (APART, "my token", "tokens Ann"),
        (APART, "his token", "tokens Bob"),
        (APART, "her own token", "tokens Bob"),
        (APART, "my token, Cid's", "tokens Ann Cid"),
        (HEAD, "three tokens", "tokens Ann Cid Dee"),
        (HEAD, "two tokens, Ann and Cid", "tokens Ann Cid"),
        (HEAD, "two tokens, Ann and Cid?", "tokens Ann Cid?"),
        (HEAD, "one token by Cid", "tokens Cid"),
    ],
)
def test_whose_token_it_is_and_how_many_there_are(head: str, typed: str, plain: str) -> None:
    before = "Ann plays spring Mon"
    assert entries(before, f"Bob plays winter Sun, {typed}", head=head) == entries(
        before, f"Bob plays winter Sun ; {plain}", head=head
    )


def test_his_token_is_none_where_who_plays_puts_none() -> None:
    with pytest.raises(RecordError, match="Ann plays and puts no token"):
        entries("Ann plays winter Sun, my token")
    with pytest.raises(RecordError, match="Ann plays and puts no token"):
        entries("Ann plays winter Sun, his token")


def test_a_card_drawn_may_stand_on_a_line_of_its_own() -> None:
    apart = parse(read_record(HEAD + "Ann spring Mon\ndraw winter Sun\nBob winter Tue"))
    joined = parse(read_record(HEAD + "Ann spring Mon ; draws winter Sun\nBob winter Tue"))
    assert apart.evidence.entries == joined.evidence.entries
    assert [line.number for line in apart.lines] == [7, 9]
    with pytest.raises(RecordError, match="line 8, column 6: expected a value of a card, not 'winer'"):
        entries("Ann spring Mon", "draw winer Sun")
    with pytest.raises(RecordError, match="line 9, column 1: no play is waiting for a card drawn"):
        entries("Ann spring Mon", "draw winter Sun", "Ann drew up")


LATE = [
    *(("Ann plays spring Mon", between) for between in ([], ["Bob passes"], ["Bob sure 1", "Bob ?", "Cid passes"])),
    *(("Ann exchanges", between) for between in ([], ["Bob sure 1"], ["Dee stops", "Cid sure 0"])),
]  # fmt: skip


@pytest.mark.parametrize(("done", "between"), LATE)
def test_cards_drawn_may_be_noted_late(done: str, between: list[str]) -> None:
    """Whatever was noted since: they are the writer's, and belong to what the writer did last."""
    cards = "up fall / down / left Sun young" if done == "Ann exchanges" else "up fall"
    apart = entries(done, *between, f"draws {cards}", "Dee sure 2")
    assert apart == entries(f"{done} ; draws {cards}", *between, "Dee sure 2")
    assert len(apart[0].drawn) == cards.count("/") + 1
    with pytest.raises(RecordError, match="no play is waiting for a card drawn"):
        entries(f"{done} ; draws {cards}", *between, f"draws {cards}")


def test_a_vote_on_nothing_is_not_read_as_something_else() -> None:
    """What is one thing in the words of the game is never another typed in a hurry."""
    for said in ("I a to stop", "Ann agrees to stop"):
        with pytest.raises(RecordError, match="nobody wants to stop, so nobody agrees"):
            entries(said)


def test_several_may_agree_on_one_line() -> None:
    assert entries("Ann stops", "bob and Cid agree", "Dee agrees") == entries(
        "Ann stops", "Bob agrees", "Cid agrees", "Dee agrees"
    )


def test_a_player_may_be_called_by_a_word_that_says_nothing() -> None:
    head = HEAD.replace("Ann Bob Cid Dee", "Ann One Two Now")
    typed = entries("Ann winter Sun, One and two", "one spring Mon, Now puts a token", head=head)
    assert typed == entries("Ann plays winter Sun ; tokens Bob Cid", "Bob plays spring Mon ; tokens Dee")


ODD = ("I", "i", "me", ",", ";", ".", "-", "/", "now", "type", "8", "draw", "nobody", "no", "one", "puts", "a", "token",
       "Ann", "Bob's", "and", "agree", "guesses", "[", "]", "spring", "?", "says", "stop")  # fmt: skip


def test_no_line_of_odd_words_is_more_than_refused() -> None:
    rng = random.Random(5)
    for words in [(word,) for word in ODD] + [
        rng.choices(ODD, k=rng.randint(2, 5)) for _ in range(amount(60, 5_000))
    ]:
        with contextlib.suppress(RecordError):
            entries(" ".join(words))


def test_two_letters_for_the_same_type_stay_refused() -> None:
    with pytest.raises(RecordError, match="'m' could be day=Mon or sex=male: write that"):
        entries("Ann plays winter adult m")


def test_a_bystander_has_no_first_person() -> None:
    with pytest.raises(RecordError, match="expected a player's name, not 'I'"):
        entries("I play spring", head=HEAD.replace("me: Ann\ncode: season reverse\n", ""))


def test_a_line_without_a_name_is_of_whom_it_can_only_be() -> None:
    assert [
        entry.seat for entry in entries("spring", "winter", "Cid exchanges", "passes", "?", "fall")
    ] == [
        1,
        2,
        3,
        3,
        4,
        1,
    ]
    competitive = HEAD.replace("me: Ann", "me: Ann\nmode: competitive").replace(
        "season reverse", "season reverse ; day repeat"
    )
    lines = ("spring", "winter", "Bob declares", "fall", "summer", "spring", "fall")
    found = entries(*lines, head=competitive)
    assert [entry.seat for entry in found if entry.kind == "play"] == [1, 2, 3, 4, 1, 3]
    with pytest.raises(RecordError, match="expected a player's name, not 'Zoe'"):
        entries("Zoe spring")


def test_a_card_of_my_own_hand_is_completed() -> None:
    (mine, *_) = entries("Ann plays summer", "Bob plays summer", head=WITH_HAND)
    (whole, *_) = entries("Ann plays up summer Fri adult off male a y", head=WITH_HAND)
    assert mine == whole
    (open_, *_) = entries("Ann plays up", head=WITH_HAND)
    assert None in open_.card  # two cards of the hand fit
    (of_bob,) = entries("Bob plays down winter Thu young", head=WITH_HAND)
    assert None in of_bob.card  # which cards there are is not known


def test_a_card_is_completed_from_a_deck_that_the_record_names(tmp_path) -> None:
    rows = ["red one", "green one", "blue one", "red two", "green two", "blue two"]
    (tmp_path / "mine.toml").write_text(
        '[[types]]\nname = "hat"\nkind = "ordered"\nvalues = ["red", "green", "blue"]\nloops = true\n'
        '[[types]]\nname = "shoe"\nkind = "binary"\nvalues = ["one", "two"]\n'
        f"[deck]\nprovenance = 'rulebook'\nreason = 'a test'\ncards = {rows[:5]}\n"
    )
    file = tmp_path / "evening.txt"
    file.write_text("game: entracte\nplayers: Ann Bob\ndata: mine.toml\n\nAnn plays blue\nBob plays red\n")
    blue, red = parse(read_record(file)).evidence.entries
    assert blue.card == (2, 0)
    assert red.card == (0, None)


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (
            "Ann plays up summer Fri adult off male a y\nBob plays up summer Fri adult off male a y",
            9,
            "lies in the row already: Ann played it on line 8",
        ),
        ("Ann passes\nBob plays up summer Fri adult off male a y", 9, "is in the hand noted for Ann"),
        ("Ann plays down fall", 8, "not in the hand noted for Ann: up spring Mon"),
        (
            "Ann plays summer ; draws down fall Thu young on male b x\nBob passes\nCid passes\nDee passes\n"
            "Ann plays summer",
            12,
            "not in the hand noted for Ann",
        ),
        ("Ann plays summer ; draws left winter Sun adult off male b w", 8, "is in the hand noted already"),
        # Behind "puts" only "down" may be passed over.
        ("Ann puts xyz", 8, "expected a value of a card, not 'xyz'"),
        ("Ann puts down up xyz", 8, "expected a value of a card, not 'xyz'"),
        # What stands behind a card is called by the words of records.
        ("Ann plays up ; drwas down", 8, "not 'drwas': did you mean 'draws'[?] allowed: tokens, draws\\n"),
    ],
)
def test_impossible_notes_are_found(lines: str, line: int, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        entries(*lines.split("\n"), head=WITH_HAND)
    assert caught.value.line == line


def test_after_an_exchange_my_cards_may_be_drawn_by_others() -> None:
    found = entries(
        "Ann exchanges", "Ann passes", "Bob plays up summer Fri adult off male a y", head=WITH_HAND
    )
    assert len(found) == 3


def test_all_slips_at_once_each_with_a_right_line() -> None:
    text = HEAD.replace("season reverse", "saison reverse").replace("me: Ann", "me: Anna")
    text += (
        "Ann plays sprng Tue\nBob passes\nCid exchnges\nBob plays fall ; tokens Den\nCid ?\nBob passes\n"
    )
    with pytest.raises(RecordErrors) as caught:
        parse(read_record(text))
    assert [(error.line, error.column) for error in caught.value.errors] == [
        (3, 5),
        (4, 7),
        (7, 11),
        (9, 5),
        (10, 25),
        (12, 1),
    ]
    by_line = {error.line: error for error in caught.value.errors}
    assert by_line[7].example.startswith("Ann plays ")
    assert by_line[10].example.startswith("Bob plays ")
    assert "did you mean 'Dee'" in by_line[10].message
    assert by_line[12].message.startswith("it is Dee's turn")


@pytest.mark.parametrize(
    "kind", ["Ann plays", "Ann sure", "Ann guesses Bob", "Ann exchanges ; draws up", "Ann sure many"]
)
def test_the_right_line_shown_is_right(kind: str) -> None:
    with pytest.raises(RecordError) as caught:
        entries(kind)
    assert caught.value.example
    assert len(entries(caught.value.example)) == 1


def test_the_shipped_evening_in_full_words() -> None:
    """The whole evening with days, seasons and codes written out and cards without names of players."""
    text = (EXAMPLES / "evening.txt").read_text()
    longer = {"Sat": "Saturday", "Mon": "monday", "fall": "Autumn", "Wed": "Wednesday", "plays": "played"}
    changed = text
    for short, full in longer.items():
        changed = changed.replace(f" {short} ", f" {full} ")
    assert changed != text
    assert GAME.solve(read_record(changed)).text == GAME.solve(read_record(text)).text


HURRIED = """\
I play down spring sat young off fem c y, nobody
draw down summer fri young off f a w
bob: down spring sun adult off fem a y - ann & cid token
cid right summer mon adult on m b w, none
i play down summer fri young off fem a w. drew left winter mon old on male d z
Bob right winter fri adult on f a y, cid puts a token
cid plays right spring thursday young off male d x, token from me
left winter mon old on male d z, bob tokens; i draw left spring fri adult on male d y
Bob plays right wint wed old off fem a w no token
cid can't play
Ann plays left spring fri adult on male d y, no one; draws left spring thu adult off male d y
bob plays down summer wed young off woman d z
cid passes again
me: up spring fri old off male c x, Bob signals, draw right spring sat young on female d z
bob wants to stop
cid ok
ann agrees
I guess bob season reverse, cid both female
bob guesses ann hand repeat and cid both female
cid says ann hand repeat, bob season reverse"""
PLAIN = """\
ann plays down spring Sat young off female c y ; draws down summer Fri young off female a w
bob plays down spring Sun adult off female a y ; tokens ann cid
cid plays right summer Mon adult on male b w
ann plays down summer Fri young off female a w ; draws left winter Mon old on male d z
bob plays right winter Fri adult on female a y ; tokens cid
cid plays right spring Thu young off male d x ; tokens ann
ann plays left winter Mon old on male d z ; tokens bob ; draws left spring Fri adult on male d y
bob plays right winter Wed old off female a w
cid passes
ann plays left spring Fri adult on male d y ; draws left spring Thu adult off male d y
bob plays down summer Wed young off female d z
cid passes
ann plays up spring Fri old off male c x ; tokens bob ; draws right spring Sat young on female d z
bob stops
cid agrees
ann agrees
ann guesses bob season reverse ; cid both female
bob guesses ann hand repeat ; cid both female
cid guesses ann hand repeat ; bob season reverse"""


TABLE = (
    "game: entracte\nplayers: ann bob cid\nme: ann\ncode: hand repeat\nstart: up spring mon old on male b x\n"
    "hand: down spring sat young off fem c y; up spring fri old off male c x; up spring mon old on female c y\n\n"
)


def test_an_evening_typed_in_a_hurry() -> None:
    """The lines of somebody who had read the page of notes alone, as they were first typed."""
    hurried, plain = (parse(read_record(TABLE + text)) for text in (HURRIED, PLAIN))
    assert hurried.evidence.entries == plain.evidence.entries
    assert hurried.view().face == plain.view().face  # nothing is left open, the hand neither


@pytest.mark.parametrize(("said", "whole"), [("ann passes", True), ("ann ?", False)])
def test_a_card_is_completed_from_the_hand_while_that_is_known(said: str, whole: bool) -> None:
    others = "bob plays down spring sun adult off female a y\ncid passes"
    last = parse(read_record(f"{TABLE}{said}\n{others}\nann plays up fri")).evidence.entries[-1]
    assert (None not in last.card) is whole


def test_others_agree_on_the_same_line_and_me_too():
    one = entries("Ann winter Sun", "Bob wants to stop, Cid and Dee agree", "me too")
    plain = entries("Ann winter Sun", "Bob stops", "Cid agrees", "Dee agrees", "Ann agrees")
    assert one == plain == entries("Ann winter Sun", "Bob wanted to stop, all agreed")


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Ann swaps cards, plays left spring", ["Ann exchanges\nAnn plays left spring"]),
        ("Ann exchanges, then plays left", ["Ann exchanges\nAnn plays left"]),
        # Only who exchanged plays on the same turn.
        ("Ann passes, plays left", []),
        ("Ann plays left spring and plays down summer", []),
        # What is not known of a token or a card, and what is refused.
        ("Bob plays up fall, dunno about Cid", ["Bob plays up fall ; tokens Cid?"]),
        ("Bob plays up fall, not sure about Cid", ["Bob plays up fall ; tokens Cid?"]),
        ("Bob plays up fall, sure about Cid", []),
        ("Bob plays up fall, not sure, Cid", []),  # who put a token, or of whom nobody is sure
        ("Bob plays up fall, Cid dunno", []),
        ("Bob plays up fall, do not know who put tokens", ["Bob plays up fall ; tokens ?"]),
        ("Bob plays up fall, know who put tokens", []),
        ("Bob plays up fall, his own token", ["Bob plays up fall ; tokens Bob"]),
        ("Bob plays up fall, Ann his own", []),
        ("Bob plays up fall, nobody signals and nobody", []),
        ("Bob: did not notice", ["Bob ?"]),
        ("Bob noticed", []),
        ("Ann wants to stop, Bob no", ["Ann stops\nBob refuses"]),
        # Who knows all declares; what another one knows is no line.
        ("Ann tells everyone she knows everything", ["Ann declares"]),
        ("Ann knows them all", ["Ann declares"]),
        ("Ann knows all", ["Ann declares"]),
        ("Ann declares to all", ["Ann declares"]),
        ("Ann declares to Bob", []),
        ("Ann tells Bob he knows everything", []),
    ],
)
def test_a_turn_or_a_declaration_in_clauses_is_one_plain_line(typed: str, plain: list[str]) -> None:
    found = reader(GAME.new(players=3).setup.parts).readings(typed, ("Ann", "Bob", "Cid"), "Ann")
    assert found == ([plain] if plain else [])


@pytest.mark.parametrize(
    ("wrong", "shown"),
    [
        ("start: fall Wed nowhere", "start"),
        ("code: season sideways", "code"),
        ("hand: up spring Mon ; up summer", ""),
    ],
)
def test_a_wrong_line_of_the_header_is_shown_a_right_one_of_its_own(wrong: str, shown: str) -> None:
    key = wrong.partition(":")[0]
    lines = [line for line in WITH_HAND.split("\n") if not line.startswith(key)]

    def refused(line: str) -> RecordError | None:
        try:
            parse(read_record("\n".join([*lines[:3], line, *lines[3:]])))
        except RecordError as error:
            return error
        return None

    error = refused(wrong)
    assert error is not None
    assert error.example.partition(":")[0] == shown
    assert not shown or refused(error.example) is None


def test_two_codes_of_one_player_are_parted_where_that_can_be_done_in_one_way():
    head = HEAD.replace("game: entracte", "game: entracte\nmode: competitive").replace(
        "season reverse", "season reverse ; both on"
    )
    said = entries("Bob guesses Ann both off and type8 repeat", head=head)
    assert said == entries("Bob guesses Ann both off ; Ann type8 repeat", head=head)
    assert entries("Dee knows it all", head=head)[0].kind == "declare"
    with pytest.raises(RecordError, match="no code is called"):
        entries("Bob guesses Ann both off and type8 repeat")


def test_four_letters_that_leave_letters_out_are_a_slip():
    with pytest.raises(RecordError, match="not 'wntr': did you mean 'winter'"):
        entries("Ann plays wntr Sun")
