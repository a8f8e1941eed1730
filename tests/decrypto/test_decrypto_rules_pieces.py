"""The pieces of the rules by themselves: codes as text, lists of clues beside plain lists, refusals, and the start."""

import itertools
import random

import pytest
from options import published

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, RecordError
from deduce.rulebook.pools import Pool
from deduce_models.decrypto import GAME, Clue, Guess
from deduce_models.decrypto.components.legality import check_clue
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.components.wordlist import read_words
from deduce_models.decrypto.game import start
from deduce_models.decrypto.rules.endings import compare_names, named_right
from deduce_models.decrypto.rules.moves import Deal, Draw, Name, move_of, read_code
from deduce_models.decrypto.rules.setup import Half
from deduce_models.decrypto.rules.views import names_left, used_clues

CARDS = ["storm", "piano", "snow", "fox", "castle", "bread", "moon", "king"]
TEN = "anvil bridge cloud drum eagle fern glove hut inkwell jar"
SMALL = read_words("".join(f"= {word}\n" for word in TEN.split()))
"""Ten words, each a keyword and a clue."""


def dealt(players=4, cards=CARDS, **options):
    state = GAME.new(players=players, **options)
    for word in cards[: state.setup.keywords]:
        state = state.play(Deal(word))
    return state


def play(state, *texts):
    for text in texts:
        state = state.play(GAME.parse(text, state))
    return state


def test_every_code_is_read_as_it_is_written():
    for three in itertools.permutations((1, 2, 3, 4), 3):
        digits = list(map(str, three))
        for between in ("-", "", " ", ", "):
            assert read_code(between.join(digits)) == three
        assert str(Draw(three)) == f"code {'-'.join(digits)}"
        assert str(Guess(three)) == f"guess {'-'.join(digits)}"


@pytest.mark.parametrize(
    "text",
    ["1-2-3-4", "1-2-3-3", "1-2", "1-1-2", "1-2-5", "0-1-2", "12a", "1-2-3x", "x123", "one", "", "- -"],
)
def test_what_is_no_code_is_refused(text):
    with pytest.raises(RecordError, match="three different digits from 1 to 4, like 4-2-1"):
        read_code(text)


def why_not(text):
    return None if text.startswith("nice ") else "not nice"


def pool(barred, late, why=why_not):
    listed = (*SMALL.vocabulary, "-") if late else SMALL.vocabulary
    free = {f"clue {word}" for place, word in enumerate(listed) if place not in barred}
    return Pool(
        "clue",
        listed,
        frozenset(barred),
        lambda text: None if f"clue {text}" in free else why(text),
        move_of,
    )


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("barred", [(), (0,), (9,), (0, 1, 2), (3, 4, 8), (0, 5, 9), tuple(range(10))])
def test_clues_that_may_be_given_beside_a_plain_list(late, barred):
    words = TEN.split()
    expected = [Clue(word) for place, word in enumerate(words) if place not in barred]
    expected += [Clue("-")] * late
    moves = pool(barred, late)
    assert list(SMALL.vocabulary) == words
    assert list(moves) == expected
    assert len(moves) == len(expected)
    size = len(expected)
    assert [moves[at] for at in range(-size, size)] == expected + expected
    for at in (size, -size - 1):
        with pytest.raises(IndexError):
            moves[at]
    for begin, end, step in itertools.product((None, 0, 2, -3), (None, 1, 7, -1), (None, 2, -1)):
        assert moves[begin:end:step] == tuple(expected[begin:end:step])
    assert moves == expected
    assert moves == tuple(expected)
    assert moves != [*expected, Clue("more")]
    assert moves != 3
    assert moves != len(expected)
    for clue in [Clue(word) for word in (*words, "-", "unlisted", "Anvil")]:
        assert (clue in moves) == (clue in expected), clue
    assert Clue("nice weather") in moves
    for other in (Guess((1, 2, 3)), Name("bridge"), "bridge", "clue bridge", None):
        assert other not in moves
    assert len({moves, pool(barred, late)}) == 1
    assert repr(moves).startswith(f"<{size} listed, ")


def test_a_word_that_is_barred_may_still_be_legal():
    """What is listed is sure; what is not is judged."""
    assert Clue("cloud") in pool({2}, False, lambda text: None if text == "cloud" else "no")
    assert Clue("cloud") not in pool({2}, False)


def test_the_words_barred_by_a_keyword_are_those_that_the_judge_refuses():
    """Word by word: forms, phrases and forms of phrases, and a first letter, which is spelling."""
    listed = {
        "snow": "cold snowing snow_storm snowman snows s n w",
        "ice cream": "cone ice ice_cream_van ice_creams cream creams my_ice_cream i c",
        "snow white": "seven white snow snow_whites apple_pie",
        "ox": "ox_cart oxen box o",
        **dict.fromkeys(("king", "cat", "bridge", "drum"), ""),
    }
    words = read_words(
        "".join(f"= {keyword}\n{clues and f'a: {clues}'}\n" for keyword, clues in listed.items())
    )
    for keyword in listed:
        refused = {n for n, word in enumerate(words.vocabulary) if check_clue(word, (keyword,)) is not None}
        assert words.barred(keyword) == refused
    phrase = {words.vocabulary[n] for n in words.barred("ice cream")}
    assert phrase >= {"ice cream", "ice creams", "ice cream van", "my ice cream"}
    assert not phrase & {"ice", "cream", "cone"}


def test_options_that_nobody_chose_are_the_defaults():
    assert Rules() == GAME.new(players=4).setup.rules


def test_options_are_those_that_are_published():
    listed, found = published("decrypto")
    assert found == listed


def test_the_position_before_the_first_card():
    state = GAME.new(players=4)
    assert (state.phase, state.round, state.turn, state.tokens) == ("deal", 1, 0, (0, 0, 0, 0))
    assert (state.keywords, state.past, state.names, state.written) == ((), (), (), None)
    assert (state.codes, state.clues, state.result) == ((None, None), ((), ()), None)
    assert state == start(state.setup)
    assert hash(state) == hash(start(state.setup))


def test_positions_are_equal_where_the_same_was_played():
    state = dealt()
    again = start(state.setup)
    for word in CARDS:
        assert again != state
        again = again.play(Deal(word))
    assert again == state
    assert hash(again) == hash(state)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (Deal("Rain"), "lower case, one line"),
        (Deal(" rain"), "lower case, one line"),
        (Deal("rain#"), "lower case, one line"),
        (Deal("rain;"), "lower case, one line"),
        (Deal(""), "lower case, one line"),
        (Deal("storm"), "'storm' has been dealt; every keyword is there once"),
    ],
)
def test_cards_that_cannot_be_dealt(move, said):
    state = GAME.new(players=4).play(Deal("storm"))
    with pytest.raises(IllegalMove, match=said):
        state.play(move)
    assert state.play(Deal("a card of our own")).keywords == ("storm", "a card of our own")


def test_cards_and_guesses_that_are_no_codes():
    state = dealt(codes="used up")
    for code in ((1, 1, 2), (1, 2, 5), (0, 1, 2), (1, 2, 3, 4)):
        with pytest.raises(IllegalMove, match="cannot be drawn: there is no such card"):
            state.play(Draw(code))
    state = play(state, "code 1-2-3", "code 1-2-3", *(f"clue text {n}x" for n in range(6)))
    for code in ((1, 1, 2), (1, 2, 5), (0, 1, 2), (1, 2, 3, 4)):
        with pytest.raises(IllegalMove, match="not among the choices now"):
            state.play(Guess(code))
    state = play(state, "guess 1-2-3", "guess 1-2-3")
    with pytest.raises(IllegalMove, match="cannot be drawn: it has been used up"):
        state.play(Draw((1, 2, 3)))
    assert state.play(Draw((1, 2, 4))).codes == ((1, 2, 4), None)


def test_what_is_used_up_is_so_for_its_team_alone():
    state = play(dealt(codes="used up"), "code 1-2-3", "code 4-3-2", *(f"clue text {n}x" for n in range(6)))
    state = play(state, "guess 1-2-3", "guess 1-2-3")
    white = {move.code for move, _ in state.outcomes()}
    black = {move.code for move, _ in play(state, "code 4-3-2").outcomes()}
    assert len(white) == len(black) == 23
    assert (1, 2, 3) not in white
    assert (4, 3, 2) not in black


@pytest.mark.parametrize("players", range(3, 9))
def test_cards_are_dealt_white_first_four_a_team(players):
    state = GAME.new(players=players)
    teams = [0] * 4 if players == 3 else [0] * 4 + [1] * 4
    for number, team in enumerate(teams):
        assert (state.phase, state.turn, state.actor) == ("deal", team, CHANCE)
        assert len(state.outcomes()) == len(state.setup.words.keywords) - number
        for seat in range(players + 1):
            mine = state.setup.team(seat)
            cards = CARDS[:number]
            assert state.view(seat).keywords == tuple(
                tuple(cards[4 * side : 4 * side + 4]) if side == mine else () for side in (0, 1)
            )
        state = state.play(Deal(CARDS[number]))
    assert (state.phase, state.turn, state.round) == ("draw", 0, 1)
    assert state.keywords == tuple(CARDS[: len(teams)])


@pytest.mark.parametrize("rule", ["team", "both", "free"])
@pytest.mark.parametrize("team", [0, 1])
def test_clues_that_were_given_by_rule_and_team(rule, team):
    setup = GAME.new(players=4, repeated_clues=rule, late_clues=True).setup
    past = [
        Half(1, 0, (1, 2, 3), ("loud", "-", "cold"), None, (1, 2, 3)),
        Half(1, 1, (1, 2, 3), ("stone", "toast", "night"), None, (1, 2, 3)),
    ]
    given = {0: {"loud", "cold"}, 1: {"stone", "toast", "night"}}
    expected = {
        "team": {"warm"} | given[team],
        "both": {"warm"} | given[0] | given[1],
        "free": set(),
    }[rule]
    assert set(used_clues(setup, past, ("warm", "-"), team)) == expected


@pytest.mark.parametrize("rule", ["team", "both", "free"])
def test_listed_and_unlisted_clues_are_refused_again_alike(rule):
    """In a round and in later ones, by either team, as they were written or otherwise."""
    first = {0: ["quiet", "something long", "-"], 1: ["hot", "another remark", "rare"]}
    options = {"repeated_clues": rule, "late_clues": True}
    state = play(dealt(**options), "code 1-2-3", "code 1-2-3", "clue quiet")
    again = {Clue(text): rule != "free" for text in ("quiet", "Quiet", " quiet ", "QUIET")}
    assert_refused(state, again)
    state = play(state, *(f"clue {text}" for text in first[0][1:] + first[1]))
    # Nothing of White's is known to Black before it is read, and nothing is barred for it.
    state = play(state, "guess 1-2-3", "guess 1-2-3", "code 1-2-3", "code 1-2-3")
    for team in (0, 1):
        assert state.turn == team
        own, others = first[team], first[1 - team]
        assert_refused(state, {Clue(text): rule != "free" for text in own if text != "-"})
        assert_refused(state, {Clue(text): rule == "both" for text in others if text != "-"})
        assert_refused(state, {Clue("-"): False, Clue("brand new remark"): False, Clue("green"): False})
        state = play(state, "clue first", "clue strange thing", "clue -")


def assert_refused(state, expected):
    for clue, refused in expected.items():
        if refused:
            with pytest.raises(IllegalMove, match="rule 'repeated'"):
                state.play(clue)
        else:
            team = state.turn
            assert state.play(clue).clues[team][-1] == clue.text
        assert (clue in state.moves()) is not refused, clue
        assert (clue in state.view(state.actor).moves) is not refused, clue


def test_what_may_be_given_is_what_the_judge_of_clues_lets_pass():
    """Every word of the list, and some that are not, for both teams and in every way of repeating clues."""
    rng = random.Random(4)
    for rule in ("team", "both", "free"):
        state = play(dealt(repeated_clues=rule), "code 1-2-3", "code 1-2-3")
        given = {0: [], 1: []}
        while state.phase == "clue":
            team = state.turn
            listed = {move.text for move in state.moves()}
            used = given[team] if rule != "free" else []
            cards = CARDS[4 * team : 4 * team + 4]
            some = rng.sample(state.setup.words.vocabulary, 60)
            for text in (*some, *given[team], *cards, "snowy day", "two words", "Piano!", "foxes", "4"):
                verdict = check_clue(text, cards, used)
                assert (Clue(text) in state.moves()) == (verdict is None), text
                if text in state.setup.words.word_index:
                    assert (text in listed) == (verdict is None), text
            text = rng.choice(sorted(listed))
            given[team].append(text)
            state = state.play(Clue(text))
    assert len(given[0]) == len(given[1]) == 3


def test_names_that_are_left():
    setup = GAME.new(players=4).setup
    words = setup.words.keywords
    own, named = words[3:7], words[10:12]
    left = [name.word for name in names_left(setup, own, named)]
    assert left == [word for word in words if word not in own + named]


def test_names_are_counted_in_their_slots_however_they_are_written():
    assert named_right(["Storm", " snow", "piano", "fox"], CARDS[:4]) == 2
    white, black = CARDS[4:], CARDS[:4]
    for hits, others in itertools.product(range(5), repeat=2):
        names = [*white[:hits], *["x"] * (4 - hits), *black[:others], *["x"] * (4 - others)]
        expected = (0.5, 0.5) if hits == others else (1.0, 0.0) if hits > others else (0.0, 1.0)
        assert compare_names(names, CARDS) == expected


def test_a_team_may_name_what_the_other_holds_and_not_its_own():
    state = play(dealt(rounds=1), "code 1-2-3", "code 1-2-3", *(f"clue text {n}x" for n in range(6)))
    state = play(state, "guess 1-2-3", "guess 1-2-3")
    assert (state.phase, state.turn, state.actor) == ("name", 0, 1)
    assert state.view(1).names == ()
    white = play(state, *(f"name {word}" for word in ("castle", "bread", "sun", "egg")))
    assert (white.phase, white.turn, white.actor, white.round) == ("name", 1, 2, 1)
    with pytest.raises(IllegalMove, match="'castle' is your own keyword"):
        white.play(Name("castle"))
    with pytest.raises(IllegalMove, match="you have named 'sun' already"):
        play(white, "name sun").play(Name("sun"))
    end = play(white, *(f"name {word}" for word in ("storm", "sun", "egg", "fox")))
    # White named two in their slots, Black two as well.
    assert (end.phase, end.turn, end.scores) == ("over", 0, (0.5,) * 4)
    assert end.view(0).names == ("castle", "bread", "sun", "egg", "storm", "sun", "egg", "fox")
    with pytest.raises(IllegalMove, match="the game is over"):
        end.play(Name("sun"))


def test_what_was_intercepted_and_missed():
    codes = list(itertools.permutations((1, 2, 3, 4), 3))[:3]
    for code, interception, answer in itertools.product(codes, [None, *codes], codes):
        half = Half(2, 0, code, ("a", "b", "c"), interception, answer)
        assert half.intercepted is (interception == code)
        assert half.missed is (answer != code)
