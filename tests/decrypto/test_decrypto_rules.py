"""The engine against the rules: the worked example, endings and ties, first-round rules, legality, options."""

import pickle
import random

import pytest
from amount import amount

from deduce.conformance.check import check_game
from deduce.conformance.testing import conformance
from deduce.games import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError, RecordError
from deduce_models.decrypto import GAME, Clue, Guess, built_in
from deduce_models.decrypto.components.legality import check_clue, forms
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.components.wordlist import read_words
from deduce_models.decrypto.rules.endings import outcome
from deduce_models.decrypto.rules.moves import CODES, Deal, Draw, Name, read_code
from deduce_models.decrypto.rules.setup import Setup

CARDS = "anchor piano snow fox castle bread moon king".replace("anchor", "storm").split()
HALF = {"right": (1, 2, 3), "wrong": (1, 2, 4)}


def deal(state, words=CARDS):
    for word in words[: state.setup.keywords]:
        state = state.play(Deal(word))
    return state


def play_half(state, intercept=None, answer="right", team=None):
    """Answer the clues on the table; the code is always 1-2-3."""
    if state.phase == "intercept":
        state = state.play(Guess(HALF[intercept or "wrong"]))
    return state.play(Guess(HALF[answer]))


SERIAL = iter(range(10**9))


def write(state):
    """Draw codes and write clues for every team of this round; the texts are new each time."""
    while state.phase in ("draw", "clue"):
        state = state.play(
            Draw((1, 2, 3)) if state.phase == "draw" else Clue(f"text number {next(SERIAL)}x")
        )
    return state


def play_round(state, white=("wrong", "right"), black=("wrong", "right")):
    """One round: what each team's clues met with, as (interception, answer)."""
    state = write(state)
    state = play_half(state, *white)
    if state.phase in ("intercept", "answer"):
        state = play_half(state, *black)
    return state


def test_the_rulebooks_worked_example():
    state = deal(GAME.new(players=4))
    script = [
        # White's code, interception (None in round 1), answer; then Black's.
        ((4, 2, 1), None, (4, 2, 1), (4, 3, 2), None, (4, 3, 2)),
        ((3, 4, 2), (1, 4, 3), (3, 4, 1), (2, 3, 4), (2, 3, 4), (2, 3, 4)),
    ]
    serial = iter(range(100))
    for white, stolen, white_guess, black, stolen_too, black_guess in script:
        state = state.play(Draw(white)).play(Draw(black))
        for _ in range(6):
            state = state.play(Clue(f"remark {next(serial)}a"))
        for caught, answer in ((stolen, white_guess), (stolen_too, black_guess)):
            if caught:
                assert state.phase == "intercept"
                state = state.play(Guess(caught))
            state = state.play(Guess(answer))
    assert state.tokens == (1, 1, 0, 0)
    assert state.scores is None
    assert (state.round, state.actor) == (3, CHANCE)


def test_round_one_has_no_interception_but_errors_count():
    state = write(deal(GAME.new(players=4)))
    assert state.phase == "answer"
    state = play_half(play_half(state, answer="wrong"))
    assert state.tokens == (0, 1, 0, 0)
    state = write(state)
    assert state.phase == "intercept"
    early = write(deal(GAME.new(players=4, interception_from=1)))
    assert early.phase == "intercept"
    mild = play_round(deal(GAME.new(players=4, miscommunication_from=2)), white=("wrong", "wrong"))
    assert mild.tokens == (0, 0, 0, 0)


def test_tokens_are_looked_at_when_the_round_is_over():
    # White is caught in rounds 2 and 3; Black still answers its own half of round 3.
    state = play_round(deal(GAME.new(players=4)))
    state = play_round(state, white=("right", "right"))
    state = write(state)
    state = play_half(state, "right")
    assert state.tokens == (0, 0, 2, 0)
    assert state.phase == "intercept"
    state = play_half(state)
    assert state.scores == (0.0, 1.0, 0.0, 1.0)
    hasty = play_round(deal(GAME.new(players=4, end_test="at once")))
    hasty = play_round(hasty, white=("right", "right"))
    hasty = play_half(write(hasty), "right")
    assert hasty.scores == (0.0, 1.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("tokens", "last", "expected"),
    [
        ((0, 0, 0, 0), False, None),
        ((1, 1, 1, 1), False, None),
        ((2, 0, 0, 0), False, (1.0, 0.0)),
        ((0, 2, 0, 0), False, (0.0, 1.0)),
        ((2, 0, 0, 2), False, (1.0, 0.0)),  # won and the other lost: no conflict
        ((2, 2, 0, 0), False, "name"),  # a: one team has both
        ((2, 2, 1, 0), False, (0.0, 1.0)),
        ((2, 2, 0, 1), False, (1.0, 0.0)),
        ((2, 0, 2, 0), False, "name"),  # b: both win
        ((2, 0, 2, 1), False, (1.0, 0.0)),
        ((0, 2, 0, 2), False, "name"),  # c: both lose
        ((0, 2, 1, 2), False, (0.0, 1.0)),
        ((1, 0, 0, 0), True, (1.0, 0.0)),  # d: nobody decided at the end
        ((1, 1, 0, 0), True, "name"),
        ((0, 1, 1, 1), True, (0.0, 1.0)),
    ],
)
def test_every_ending(tokens, last, expected):
    assert outcome(tokens, Setup(4, Rules(), built_in()), last=last) == expected


@pytest.mark.parametrize(
    ("tie_break", "tokens", "expected"),
    [
        ("difference", (2, 0, 2, 0), (0.5, 0.5)),
        ("difference", (2, 1, 2, 0), (0.0, 1.0)),
        ("interceptions", (1, 1, 0, 0), (1.0, 0.0)),
        ("interceptions", (0, 2, 0, 2), (0.5, 0.5)),
        ("none", (1, 0, 0, 1), (0.5, 0.5)),
    ],
)
def test_shallower_tie_breaks(tie_break, tokens, expected):
    assert outcome(tokens, Setup(4, Rules(tie_break=tie_break), built_in()), last=True) == expected


def to_naming():
    state = deal(GAME.new(players=4, rounds=1))
    return play_round(state)


@pytest.mark.parametrize(
    ("white", "black", "scores"),
    [
        (CARDS[4:], ["sun", "egg", "bed", "key"], (1.0, 0.0, 1.0, 0.0)),
        (["sun", "egg", "bed", "key"], [*CARDS[:1], "egg", "bed", "key"], (0.0, 1.0, 0.0, 1.0)),
        (["sun", "egg", "bed", "key"], ["sun", "egg", "bed", "key"], (0.5, 0.5, 0.5, 0.5)),
        # Right words in wrong slots count for nothing.
        ([CARDS[5], CARDS[4], "bed", "key"], ["sun", "egg", "bed", "key"], (0.5, 0.5, 0.5, 0.5)),
    ],
)
def test_naming_the_keywords(white, black, scores):
    state = to_naming()
    assert state.phase == "name"
    for word in (*white, *black):
        state = state.play(Name(word))
    assert state.scores == scores


def test_naming_is_hidden_until_both_have_named():
    state = to_naming().play(Name("sun"))
    assert state.view(1).names == ("sun",)
    assert state.view(2).names == state.view(0).names == ()
    with pytest.raises(IllegalMove, match="own keyword"):
        state.play(Name(CARDS[0]))
    with pytest.raises(IllegalMove, match="already"):
        state.play(Name("sun"))


def trio(**options):
    return deal(GAME.new(players=3, **options))


def test_three_players():
    state = play_round(trio(), white=(None, "wrong"))
    assert state.tokens == (0, 0, 1, 0)  # an error pays the Interceptor, in round 1 too
    state = play_round(state, white=("right", "right"))
    assert state.scores == (0.0, 0.0, 1.0)
    calm = trio()
    for _ in range(5):
        calm = play_round(calm)
    assert calm.scores == (1.0, 1.0, 0.0)
    assert play_round(trio(trio_first_round_pays=False), white=(None, "wrong")).tokens == (0, 0, 0, 0)
    state = play_round(trio(trio_miss_pays=False), white=(None, "wrong"))
    assert play_round(state, white=("wrong", "wrong")).tokens == (0, 0, 0, 0)


def test_encryptors_take_turns_and_who_speaks():
    for players, expected in ((4, [1, 3, 1]), (5, [1, 3, 5, 1]), (3, [1, 2, 1])):
        setup = Setup(players, Rules(), built_in())
        assert [setup.encryptor(number, 0) for number in range(1, len(expected) + 1)] == expected
    setup = Setup(6, Rules(), built_in())
    assert setup.answerer(1, 0) == 3
    assert setup.interceptor(1, 1) == setup.encryptor(1, 1) == 2
    assert Setup(6, Rules(encryptor_intercepts=False), built_in()).interceptor(1, 1) == 4
    alternate = Setup(4, Rules(encryption="alternate"), built_in())
    assert [alternate.encrypting(number) for number in (1, 2, 3)] == [(0,), (1,), (0,)]
    assert [alternate.encryptor(number, 0) for number in (1, 3, 5)] == [1, 3, 1]


def test_codes_return_to_their_deck_unless_told_otherwise():
    state = play_round(deal(GAME.new(players=4)))
    assert len(state.outcomes()) == 24
    spent = play_round(deal(GAME.new(players=4, codes="used up")))
    assert len(spent.outcomes()) == 23
    with pytest.raises(IllegalMove, match="used up"):
        spent.play(Draw((1, 2, 3)))


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("?!", "empty"),
        ("a;b", "writable"),
        ("a # b", "writable"),
        ("-", "late"),
        ("3", "code"),
        ("four", "code"),
        ("4-2-1", "code"),
        ("421", "code"),
        ("five letters", "letters"),
        ("7 letter word", "letters"),
        ("starts with p", "spelling"),
        ("rhymes with box", "sound"),
        ("Piano", "keyword"),
        ("grand  PIANO", "keyword"),
        ("foxes", "inflection"),
        ("snowed in", "inflection"),
        ("THUNDER ", "repeated"),
    ],
)
def test_illegal_clues_name_their_rule(text, rule):
    found = check_clue(text, CARDS[:4], ["thunder"])
    assert found is not None
    assert found.rule == rule
    assert f"rule '{rule}'" in str(found)


@pytest.mark.parametrize(
    "text",
    [
        "1984",
        "fantastic four",
        "white",
        "letter",
        "second",
        "first",
        "I",
        "IV",
        "pianist",
        "king",
        "end of the day",
    ],
)
def test_legal_clues(text):
    assert check_clue(text, CARDS[:4], ["thunder"]) is None


@pytest.mark.parametrize(
    ("keyword", "others"),
    [
        ("car", "carry caring cared career"),
        ("corn", "corner corny"),
        ("moth", "mother"),
        ("flower", "flow"),
        ("flow", "flower"),
        ("ham", "hammer"),
        ("pen", "penny"),
        ("bee", "beer beed"),
        ("fee", "feed"),
        ("star", "staring stared"),
        ("glass", "glas"),
        ("snow", "snowy"),
        ("inn", "inning"),
        ("princess", "prince princes"),
        ("ice cream", "nice cream"),
    ],
)
def test_other_words_are_no_forms(keyword, others):
    for clue in [others] if " " in keyword else others.split():
        assert check_clue(clue, (keyword,)) is None, clue


@pytest.mark.parametrize(
    ("keyword", "others"),
    [
        ("car", "cars car's cars'"),
        ("ice", "iced icing ices"),
        ("tie", "tying tied ties"),
        ("teach", "taught teaches teaching"),
        ("run", "ran running runs"),
        ("berry", "berries berried"),
        ("box", "boxes boxed boxing"),
        ("star", "starring starred stars"),
        ("see", "seeing sees"),
        ("hero", "heroes"),
        ("travel", "travelled traveled"),
        ("cold", "colder coldest"),
        ("scissors", "scissor"),
    ],
)
def test_sure_forms_are_refused(keyword, others):
    for clue in others.split():
        found = check_clue(f"big {clue}", (keyword,))
        assert found is not None, clue
        assert found.rule in ("inflection", "keyword")


def test_players_may_let_a_clue_pass():
    for clue in ("snowing", "foxes", "four", "thunder", "rhymes with box"):
        assert check_clue(clue, CARDS[:4], ["thunder"]) is not None
        assert check_clue(clue, CARDS[:4], ["thunder"], lenient=True) is None
    for clue, rule in (("snow", "keyword"), ("a snow day", "keyword"), ("", "empty"), ("-", "late")):
        assert check_clue(clue, CARDS[:4], lenient=True).rule == rule
    state = deal(GAME.new(players=4)).play(Draw((1, 2, 3))).play(Draw((1, 2, 3)))
    with pytest.raises(IllegalMove, match="clue_check: players"):
        state.play(Clue("snowing"))
    state = deal(GAME.new(players=4, clue_check="players")).play(Draw((1, 2, 3))).play(Draw((1, 2, 3)))
    assert state.play(Clue("snowing")).clues[0] == ("snowing",)
    # Where no option lets a clue pass, the refusal ends with the rule.
    for clue in ("snow", "a snow day", "-"):
        with pytest.raises(IllegalMove) as refused:
            state.play(Clue(clue))
        assert str(refused.value).endswith(str(check_clue(clue, CARDS[:4], lenient=True)))


def test_forms():
    assert {"mice", "mouses"} <= forms("mouse")
    assert {"knives", "knifes"} <= forms("knife")
    assert {"babies", "dropped", "baked"} <= forms("baby") | forms("drop") | forms("bake")


def test_clues_are_used_once_by_team_by_both_or_freely():
    def after(**options):
        state = deal(GAME.new(players=4, **options)).play(Draw((1, 2, 3))).play(Draw((1, 2, 3)))
        for text in ("loud", "grand", "cold", "stone", "toast", "night"):
            state = state.play(Clue(text))
        return play_half(play_half(state)).play(Draw((1, 2, 3))).play(Draw((1, 2, 3)))

    team, both, free = (after(repeated_clues=rule) for rule in ("team", "both", "free"))
    for text, state, legal in (
        ("loud", team, False),
        ("stone", team, True),
        ("Stone ", both, False),
        ("loud", free, True),
    ):
        assert (Clue(text) in state.moves()) == (legal and text == text.strip().lower())
        if legal:
            state.play(Clue(text))
        else:
            with pytest.raises(IllegalMove, match="rule 'repeated'"):
                state.play(Clue(text))


def test_a_missing_clue_needs_the_timer():
    state = deal(GAME.new(players=4)).play(Draw((1, 2, 3))).play(Draw((1, 2, 3)))
    with pytest.raises(IllegalMove, match="rule 'late'"):
        state.play(Clue("-"))
    timed = deal(GAME.new(players=4, late_clues=True)).play(Draw((1, 2, 3))).play(Draw((1, 2, 3)))
    assert Clue("-") in timed.moves()
    assert timed.moves()[-1] == Clue("-")
    timed = timed.play(Clue("-")).play(Clue("-")).play(Clue("ice"))
    assert timed.clues[0] == ("-", "-", "ice")


def test_clue_moves_are_lazy_and_consistent():
    state = deal(GAME.new(players=4)).play(Draw((1, 2, 3))).play(Draw((1, 2, 3))).play(Clue("loud"))
    moves = state.moves()
    listed = list(moves)
    assert len(listed) == len(moves) == len(set(listed))
    assert [moves[n] for n in range(len(moves))] == listed
    assert moves[-1] == listed[-1]
    assert moves[3:5] == tuple(listed[3:5])
    assert Clue("loud") not in moves
    assert Clue("storm") not in moves
    assert all(move in moves for move in listed[::97])
    with pytest.raises(IndexError):
        moves[len(moves)]


def test_what_each_seat_sees():
    state = deal(GAME.new(players=4)).play(Draw((4, 2, 1))).play(Draw((3, 1, 2))).play(Clue("loud"))
    assert state.view(1).codes == ((4, 2, 1), None)
    assert state.view(1).clues[0] == ("loud",)
    for seat in (0, 2, 3, 4):
        view = state.view(seat)
        assert view.clues == ((), ())
        assert view.counts == (1, 0)
        assert view.codes[0] is None
    assert state.view(3).keywords == (tuple(CARDS[:4]), ())
    assert state.view(0).keywords == ((), ())
    for text in ("grand", "cold", "stone", "toast", "night"):
        state = state.play(Clue(text))
    assert state.view(2).clues == (("loud", "grand", "cold"), ("stone", "toast", "night"))
    assert state.view(1).clues == (("loud", "grand", "cold"), ())
    state = play_half(state)
    assert state.view(1).clues == ((), ("stone", "toast", "night"))
    assert state.view(4).columns(0) == (("cold",), ("grand",), (), ("loud",))


def test_views_say_what_to_do():
    state = deal(GAME.new(players=4)).play(Draw((4, 2, 1))).play(Draw((3, 1, 2)))
    assert f"clue 1 of 3, for {CARDS[3]!r} in column 4" in str(state.view(1))
    assert "of 3" not in str(state.view(2))
    state = write(play_round(deal(GAME.new(players=4))))
    assert "the rivals' code" in str(state.view(state.actor))
    state = state.play(Guess((1, 2, 3)))
    assert "your own team's code" in str(state.view(state.actor))
    assert "column 1: any word" in str(to_naming().view(1))


def test_an_interception_on_paper_is_seen_by_its_team_only():
    state = write(play_round(deal(GAME.new(players=4))))
    state = state.play(Guess((2, 3, 4)))
    assert state.phase == "answer"
    assert state.view(2).written == state.view(4).written == (2, 3, 4)
    assert state.view(1).written is state.view(0).written is None


def test_refusals_and_errors_say_what_is_allowed():
    with pytest.raises(ProblemError, match="3 to 8"):
        GAME.new(players=9)
    with pytest.raises(ProblemError, match="tie_break"):
        GAME.new(players=4, tiebreak="none")
    with pytest.raises(ProblemError, match="difference"):
        GAME.new(players=4, tie_break="diference")
    state = GAME.new(players=4)
    with pytest.raises(IllegalMove, match="keyword card"):
        state.play(Guess((1, 2, 3)))
    with pytest.raises(IllegalMove, match="once"):
        state.play(Deal("storm")).play(Deal("storm"))
    for text in ("1-2-2", "1-2", "1-2-5", "abc", ""):
        with pytest.raises(RecordError, match="4-2-1"):
            read_code(text)


def test_own_word_lists(tmp_path):
    file = tmp_path / "mine.txt"
    many = " ".join(f"clue{n}/5 other_{n}x" for n in range(75))
    file.write_text("".join(f"= word{n}\n" for n in range(8)) + f"side: {many}\n", encoding="utf-8")
    state = GAME.new(players=4, data=file, seed=1)
    assert set(state.keywords) == {f"word{n}" for n in range(8)}
    assert state.setup == GAME.new(players=4, data=str(file)).setup
    assert pickle.loads(pickle.dumps(state)) == state
    for text, complaint in (
        ("= a\nside: x/6\n", "line 2, column 7"),
        ("side: x\n= a\n", "before any clue"),
        ("= a\n= a\n", "line 2"),
        ("= a\nside x\n", "facet:"),
        ("= a\ns: x x\n", "twice"),
    ):
        with pytest.raises(RecordError, match=complaint):
            read_words(text)
    file.write_text("".join(f"= word{n}\n" for n in range(8)), encoding="utf-8")
    with pytest.raises(ProblemError, match="needs 150"):
        GAME.new(players=4, data=file)
    with pytest.raises(ProblemError, match="need 8"):
        read_words("= a\n")
    with pytest.raises(RecordError, match="cannot be read"):
        GAME.new(players=4, data=tmp_path / "none.txt")


def test_the_built_in_list_is_as_promised():
    words = built_in()
    assert len(words.keywords) >= 150
    assert words.licence.startswith("MIT")
    assert "written for this project" in words.provenance
    owners = {}
    for keyword, items in words.associations.items():
        assert len(items) >= 15, keyword
        assert len({item.facet for item in items}) >= 3, keyword
        for item in items:
            assert 1 <= item.grade <= 5
            assert check_clue(item.clue, [keyword]) is None, (keyword, item.clue)
            owners.setdefault(item.clue, set()).add(keyword)
    # Decoys exist: of the associations, most belong to clues that several keywords share.
    shared = sum(len(those) for those in owners.values() if len(those) > 1)
    assert shared / sum(map(len, owners.values())) > 0.6
    assert sum(len(those) >= 5 for those in owners.values()) >= 200


def test_describe_states_provenance_and_licence():
    report = GAME.describe()
    assert "MIT" in report.text
    assert "reconstructed" in report.text
    assert report.data["words"]["keywords"] == len(built_in().keywords)
    assert set(report.data["sources"]) == set(GAME.options)


def test_found_by_a_campaign_between_two_draws_one_team_has_its_code():
    """States drawn then had no code for the team that had drawn, and could not be played on."""
    parts = ["resample", "knowledge", "agreement"]
    state = GAME.new(players=6)
    for word in ("ant", "bat", "cod", "dew", "elm", "fir", "gem", "hay"):
        state = state.play(Deal(word))
    first = state.play(Draw((2, 1, 4)))
    assert first.actor is CHANCE
    rng = random.Random(5)
    for seat in range(7):
        view = first.view(seat)
        drawn = [GAME.resample(view, rng) for _ in range(40)]
        assert all(other.view(seat) == view and other.codes[1] is None for other in drawn)
        found = {other.codes[0] for other in drawn}
        assert found == {(2, 1, 4)} if seat == 1 else len(found) > 8
    done = check_game(GAME, players=6, playouts=3, decisions=2, parts=parts, at_chance=True, thin=True)
    assert done.minds == 6


def test_it_keeps_the_contract():
    found = check_game(GAME, players=[3, 4], playouts=1, decisions=2)
    assert found.positions > 30
    odd = {"end_test": "at once", "codes": "used up", "repeated_clues": "both", "late_clues": True}
    check_game(GAME, players=5, playouts=1, decisions=1, options=odd)


test_histories = conformance(
    GAME,
    parts=("rules", "text", "chance", "views", "resample"),
    max_moves=45,
    playouts=amount(6, 5_000),
)


def test_random_games_end_by_round_eight():
    for seed in range(20):
        rng = random.Random(seed)
        state = GAME.new(players=rng.randrange(3, 9), seed=seed)
        while state.actor is not None:
            drawn = state.actor is CHANCE
            state = state.play(state.draw(rng) if drawn else rng.choice(state.moves()))
        assert state.round <= state.setup.rounds
        assert sum(state.scores) in (
            state.seats / 2,
            len(state.setup.members(0)),
            len(state.setup.members(1)),
        )
    assert len(CODES) == 24


def test_a_letter_of_a_keyword_is_spelling():
    found = check_clue("C", ("cow", "storm"))
    assert found is not None
    assert found.rule == "spelling"
    assert "'cow'" in found.text
    assert check_clue("x", ("cow", "storm")) is None
    assert check_clue("C", ("cow", "storm"), lenient=True) is None
    state = GAME.new(players=4, seed=1)
    with pytest.raises(IllegalMove, match="spelling"):
        state.play(Clue(state.keywords[0][0].upper()))


def test_unlimited_rounds_end_by_tokens_alone():
    state = GAME.new(players=4, seed=2, rounds="unlimited")
    while state.round < 15:
        if state.actor is CHANCE:
            state = state.play(state.outcomes()[0][0])
        elif state.phase == "clue":
            state = state.play(state.moves()[0])
        elif state.phase == "answer":
            state = state.play(Guess(state.codes[state.turn]))
        else:
            state = state.play(Guess(CODES[(CODES.index(state.codes[state.turn]) + 1) % 24]))
    assert state.scores is None
    assert [option for option in GAME.options["rounds"].allowed if isinstance(option, str)] == ["unlimited"]


def test_what_no_machine_can_check_is_listed_by_name():
    report = GAME.describe()
    assert set(report.data["left_to_players"]) >= {"meaning", "public", "translation"}
    assert "translate a keyword" in report.text
