"""What is published of The Initiative, or left open by it, beside what a mission is made of; chance, sayings in play."""

import dataclasses
import random
from collections import Counter

import pytest
from initiative_tools import dealt, do, play_out, with_hands

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError
from deduce_models.initiative import GAME
from deduce_models.initiative.components.mission import loads
from deduce_models.initiative.rules.abilities import (
    Escort,
    Reach,
    Reset,
    Scan,
    chosen_abilities,
    default_abilities,
)
from deduce_models.initiative.rules.moves import Menu, Move
from deduce_models.initiative.rules.phases import PHASES
from deduce_models.initiative.rules.saying import bounds as limits
from deduce_models.initiative.rules.setup import Options, check_injective
from deduce_models.initiative.rules.state import State, start

CARD = 'language = "en"\nalphabet = "{}"\nglyphs = "{}"\nphrase = "{}"\n'


def test_rules_of_their_own_are_those_of_the_game_where_nothing_is_chosen():
    given = {name: option.default for name, option in GAME.options.items()}
    for field in dataclasses.fields(Options):
        assert getattr(Options(), field.name) == given[field.name], field.name


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_position_before_the_deal_is_the_beginning(players):
    setup = GAME.new(players=players, mission="hard:3").setup
    state = start(setup, GAME.mission("hard:3").secret)
    bare = State(
        setup,
        state.secret,
        ((),) * players,
        tuple(range(36)),
        discard=(36, 37, 38, 39),
        fresh=(0,) * players,
        unseen=setup.copies,
        hidden=setup.stacks,
        faceup=((),) * len(setup.rooms),
        figures=(setup.entrance,) * players,
    )
    assert bare == state
    assert (state.action, state.room) == (-1, -1)
    assert (PHASES[state.phase], state.turn, state.turns, state.actor) == ("deal", 1, 1, CHANCE)
    assert (setup.deck.hand, setup.deck.loss, setup.deck.symbols[36:]) == (4, 3, (1, 1, 1, 2))
    assert (state.scores, state.sizes, state.left, state.seats) == (None, (0,) * players, 36, players)


def test_set_ups_are_told_apart():
    made = [(players, f"hard:{number}") for players in (1, 2, 3) for number in range(4)]
    setups = [GAME.new(players=players, mission=mission).setup for players, mission in made]
    assert len({hash(setup) for setup in setups}) == len(made)  # else every set of them would be slow
    assert all((one == other) is (one is other) for one in setups for other in setups)


def test_passages_between_rooms_are_counted_on_the_shortest_way():
    for number in range(4):
        setup = GAME.new(players=2, mission=f"hard:{number}").setup
        rooms = range(len(setup.rooms))
        steps = [[0 if a == b else 1 if b in setup.neighbours[a] else 99 for b in rooms] for a in rooms]
        for via in rooms:
            for a in rooms:
                for b in rooms:
                    steps[a][b] = min(steps[a][b], steps[a][via] + steps[via][b])
        assert [list(row) for row in setup.distance] == steps


def test_where_there_is_a_map():
    """A map with a room that holds nothing is one; a card alone shows its windows, and hands where some were told."""
    state = dealt(2, mission="hard:0")
    here = state.setup.stacks
    for stacks, mapped in ((here, True), ((0, *here[1:]), True), ((0,) * len(here), False)):
        setup = dataclasses.replace(state.setup, stacks=stacks)
        assert setup.mapped is mapped
        other = state._replace(setup=setup, hands=((), state.hands[1]))
        assert ("[" in str(other), "Intel" in str(other)) == (mapped, True)
        assert ("Intel" in str(other._replace(hands=((), ())))) == mapped


@pytest.mark.parametrize(
    ("alphabet", "glyphs", "phrase", "wrong"),
    [
        ("AB", "CD", "AB", ""),
        ("AB", "CD", "??", ""),
        ("AB", "CD", "A?", ""),
        ("AB", "CD", "AA", "one symbol behind two glyphs"),
        ("AB", "CC", "AA", ""),
        ("AB", "CDE", "???", "3 glyphs hide one symbol each, but the alphabet has 2"),
        ("AB", "C.=", "?AA", ""),
        ("AB", "CDE", "A-BA-A", "one symbol behind two glyphs"),
        ("AB", "CDE", "A-BA-B", ""),
        ("AB", "CDE", "AB-AB-A", ""),
    ],
)
def test_when_no_symbol_can_be_behind_two_glyphs(alphabet, glyphs, phrase, wrong):
    """Only windows of one symbol count, each glyph once; what nobody knows hides nothing twice."""
    mission = loads(CARD.format(alphabet, glyphs, phrase))
    if not wrong:
        check_injective(mission)
        return
    with pytest.raises(ProblemError, match=wrong):
        check_injective(mission)


def test_an_answer_that_the_file_does_not_hold_is_compared_with_nothing(tmp_path):
    path = tmp_path / "m.toml"
    for phrase, known in (("AB AB", True), ("AB ?B", False), ("A? AB", False), ("?? ??", False)):
        path.write_text(CARD.format("AB", "CD EF", phrase))
        state = GAME.new(players=2, mission=str(path)).face._replace(phase=PHASES.index("action"))
        voted = state.play(Move("answer", ("AB", "AB")))
        assert (voted.actor, voted.proposal) == (2, ("AB", "AB"))
        if known:
            assert do(voted, "agree").result == 1
            continue
        with pytest.raises(IllegalMove, match="this mission file does not hold it"):
            do(voted, "agree")


@pytest.mark.parametrize("asked", [1, 2, 3])
def test_only_the_windows_of_the_words_asked_for_are_needed(tmp_path, asked):
    """The answer is certain, and listed, once they are open, whatever else the card hides."""
    path, glyphs = tmp_path / "m.toml", ("AC", "EG", "HA")
    path.write_text(CARD.format("ABC", " ".join(glyphs), "AB BC CA") + f"answer = [{asked}]\n")
    state = GAME.new(players=1, mission=str(path)).face._replace(phase=PHASES.index("action"))
    ids = state.setup.ids
    for mask in range(32):
        seen = {glyph for place, glyph in enumerate("ACEGH") if mask >> place & 1}
        now = state._replace(opened=sum(1 << ids[glyph] for glyph in seen))
        answers = [move.words for move in now.moves() if move.verb == "answer"]
        sure = set(glyphs[asked - 1]) <= seen
        assert answers == ([(("AB", "BC", "CA")[asked - 1],)] if sure else [])


def test_menus_hold_what_they_list_and_answers_that_fit():
    menu = Menu([Move("done")], lambda words: words == ("AB",))
    assert Move("done") in menu
    assert Move("answer", ("AB",)) in menu
    for other in (Move("answer", ("AA",)), Move("room", ("AB",)), ("answer", ("AB",)), "done", None):
        assert other not in menu
    assert Move("answer", ("AB",)) not in Menu([Move("done")])


class At(random.Random):
    """Chance that falls where it is told."""

    def __init__(self, share):
        super().__init__(1)
        self.share = share

    def random(self):
        return self.share


def test_every_draw_comes_as_often_as_its_chance():
    phases = set()
    for seed in range(6):
        for state in play_out(GAME.new(players=2 + seed % 2, mission=f"hard:{seed}"), seed)[::7]:
            if state.actor is not CHANCE:
                assert state.outcomes() == []
                continue
            phases.add(PHASES[state.phase])
            assert list(state.moves()) == []
            outcomes = dict(state.outcomes())
            parts = (
                round(1 / min(outcomes.values())) if len(set(outcomes.values())) == 1 else sum(state.unseen)
            )
            found = Counter(state.draw(At((part + 0.5) / parts)) for part in range(parts))
            assert list(found) == list(outcomes)  # in their order, so that a seed deals as it did
            assert {move: number / parts for move, number in found.items()} == pytest.approx(outcomes)
    assert phases >= {"deal", "reveal", "card"}


def test_what_was_said_of_hands_follows_the_cards_of_a_whole_mission():
    """A card of the kind that is given up, wherever to, lowers both bounds; one drawn unseen may be of the kind."""
    moved = set()
    for seed in range(8):
        rng = random.Random(seed)
        state = dealt(3, mission=f"hard:{seed}", seed=seed)
        deck, bounds = state.setup.deck, {}
        kinds = {"low": range(1, 5), "middle": range(5, 9), "high": range(9, 13)}
        for seat in (1, 2, 3):
            for kind in rng.sample(list(kinds), 2):
                meant = limits(4, "most" if seat == 2 else "some")
                state = state._replace(told=(*state.told, (seat, kind, *meant)))
                bounds[seat, kind] = (2 if seat == 2 else 1, 4)
        while state.actor is not None:
            assert {(seat, kind): (low, high) for seat, kind, low, high in state.told} == bounds
            assert all(state.view(seat).told == state.told for seat in range(4))
            move = state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves()))
            after = state.play(move)
            for (seat, kind), (low, high) in bounds.items():
                old, new = state.hands[seat - 1], after.hands[seat - 1]
                gone = sum(deck.values[card] in kinds[kind] for card in set(old) - set(new))
                come = len(set(new) - set(old))
                bounds[seat, kind] = (max(0, low - gone), max(0, high - gone) + come)
                moved |= {move.verb} if gone or come else set()
            state = after
    assert moved >= {"play", "special", "card", "gas"}


def test_special_actions_as_the_data_file_tells_them(tmp_path):
    shipped = default_abilities()
    assert shipped == {
        "scout": Scan("scout"), "driver": Escort("driver", 2), "handler": Reach("handler"),
        "fixer": Reset("fixer", ("Intel", "Run", "Gather")),
    }  # fmt: skip
    assert (Escort("driver"), Reset("fixer")) == (shipped["driver"], shipped["fixer"])
    path = tmp_path / "abilities.toml"
    told = '\nprovenance = "reconstructed"\nreason = "a test"\n'
    path.write_text(f'[guide]\nkind = "escort"{told}[runner]\nkind = "escort"\nsteps = 5{told}')
    own = default_abilities(path)
    assert own == {"guide": Escort("guide", 2), "runner": Escort("runner", 5)}
    for wrong, message in (
        ('kind = "escrt"', "did you mean 'escort'"),
        ('kind = "reset"\npiles = ["Rum"]', "did you mean 'Run'"),
        ('kind = "reset"\npiles = ["Run", "Intle"]', "did you mean 'Intel'"),
    ):
        path = tmp_path / f"{len(message)}{len(wrong)}.toml"
        path.write_text(f"[guide]\n{wrong}{told}")
        with pytest.raises(ProblemError, match=message):
            default_abilities(path)
    path = tmp_path / "untold.toml"
    path.write_text('[guide]\nkind = "scan"\n')
    with pytest.raises(ProblemError, match=r"guide\.reason: is missing"):
        default_abilities(path)


def test_so_many_characters_as_players_at_least():
    names = ["scout", "driver", "handler", "fixer"]
    for players in range(1, 5):
        for given in range(1, 5):
            text = " , ".join(names[:given])
            if given >= players:
                found = chosen_abilities(text, players)
                assert [ability.name for ability in found] == names[:players]
                continue
            with pytest.raises(ProblemError, match=f"expected at least {players} different characters"):
                chosen_abilities(text, players)
    with pytest.raises(ProblemError, match="different characters"):
        chosen_abilities("scout,driver,scout", 2)


def test_a_special_action_is_done_once():
    state = with_hands(dealt(2, mission="hard:0"), "g1 g2 g3 g4", "y1 y2 y3 y4", Run="b8")
    glyph = state.setup.ids[state.setup.front.glyphs[0]]
    faceup = tuple((glyph,) for _ in state.setup.rooms)
    state = state._replace(faceup=faceup)
    assert len(Reach("reach").moves(state)) == 1 + len(state.setup.neighbours[state.figures[0]])
    assert Reach("reach").moves(state._replace(used=(0,))) == []
    piled = state._replace(piles=((0,), (1,), (2,), ()))
    assert Reset("clear", ("Run",)).moves(piled._replace(used=())) == [Move("clear", ("Run",))]


def test_the_same_card_twice_is_no_special_action():
    state = with_hands(dealt(1, mission="hard:0"), "g1 g2 g3 g4")
    for words in (("g1", "g1"), ("g2", "g1"), ("g4", "g3")):
        with pytest.raises(IllegalMove, match="not among the choices now"):
            state.play(Move("special", words))
    with pytest.raises(IllegalMove, match="not among the choices now"):
        state.play(Move("special", ("g1", "g5")))
