"""What is fixed in a game: the table of moves, the first position, names, equality; draws; typed positions."""

import itertools
import pickle
import random
import tomllib

import pytest
from beside_slow import fields, told
from shakespeare_tools import acting, dealt, do, new, texts, troupe, with_board
from slow_shakespeare import ACTS, COLOURS, DATA, PRICE, Slow

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.components.drawing import stage_text
from deduce_models.shakespeare.components.parts import Gain
from deduce_models.shakespeare.rules import menus, moves, phases, refusals, rehearsal, tracks
from deduce_models.shakespeare.rules.days import _begin_rest, display
from deduce_models.shakespeare.rules.effects import gained
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.objectives import next_objectives, pending
from deduce_models.shakespeare.rules.setup import EXTRA, OPTIONS, ROLES

REASON = 'provenance = "reconstructed"\nreason = "For a test."\n'


@pytest.fixture
def game_with(tmp_path):
    """A game with a data file of these lines."""

    def made(text, **options):
        path = tmp_path / "data.toml"
        path.write_text(text, encoding="utf-8")
        return new(data=path, **options)

    return made


# Moves.


def expected_moves(slow, players):
    """Every move that can be written, with what it is about, from the names on the table alone."""
    cards, spots, aims = list(slow.cards), list(slow.stage.name.values()), list(slow.aims)
    people = [*slow.printed, *cards, *(f"extra-{code}" for code in cards)]
    found = {}

    def add(kind, names, word, place=0, end="", first=0):
        for number, name in enumerate(names, first):
            found[f"{word} {name}{end}"] = (kind, number, place)

    orders = itertools.permutations(range(1, players + 1))
    add(moves.ORDER, [" ".join(map(str, order)) for order in orders], "order")
    for kind, name in ((moves.SET_DRAW, "set"), (moves.COSTUME_DRAW, "costume")):
        for colour, count in itertools.product(range(6), range(3 * max(players, 2) + 1)):
            found[f"offer {name} {COLOURS[colour]} {count}"] = (kind, colour, count)
    add(moves.CARD, cards, "card")
    for kind, word in ((moves.DRAFT, "draft"), (moves.RECRUIT, "recruit")):
        add(kind, cards, word)
        add(kind, cards, word, 1, " extra")
    add(moves.WAGER, range(6), "wager")
    for place, end in enumerate(("", " +3", " pounds", " objectives")):
        add(moves.ACTIVATE, people, "activate", place, end)
    found["pass"], found["done"] = (moves.PASS, 0, 0), (moves.DONE, 0, 0)
    for colour, word in enumerate(COLOURS, 1):
        for place, spot in enumerate(spots):
            found[f"set {word} {spot}"] = (moves.SET, colour, place)
        for place, code in enumerate(people):
            found[f"costume {word} {code}"] = (moves.COSTUME, colour, place)
    add(moves.QUILL, ACTS, "quill")
    add(moves.BACK, ACTS, "back")
    for kind, word in ((moves.OBJECTIVE, "objective"), (moves.KEEP, "keep"), (moves.UNDER, "under")):
        add(kind, aims, word)
    add(moves.AWAKE, people, "awake")
    return found


@pytest.mark.parametrize("players", range(1, 5))
def test_the_table_has_every_move_once_with_what_it_is_about(players):
    state = new(players=players, stage="B")
    table = state.setup.moves
    expected = expected_moves(Slow(players, "B"), players)
    assert {move.text: tuple(move[:3]) for move in table.all()} == expected
    assert len(table.all()) == len(expected)
    for text, move in state.setup.by_text.items():
        assert text == move.text.casefold()
        assert GAME.parse(move.text, state) is move
    # Lists by what moves are about hold those very moves.
    assert [str(table.orders[n]).split()[1:] for n in range(len(table.seatings))] == [
        [str(seat) for seat in seating] for seating in table.seatings
    ]
    assert table.draws[1][5][2].text == "offer costume yellow 2"
    assert table.sets[5][0].text == f"set yellow {state.setup.stage.cells[0].name}"


def test_what_is_no_move_of_the_game_is_refused():
    state = acting(2, 1)
    author = state.setup.person_ids["author"]
    for wrong in (Move(moves.PASS, 0, 0, "leave"), Move(moves.ACTIVATE, author, 1, "activate author")):
        with pytest.raises(IllegalMove, match="is no move of this game"):
            state.play(wrong)
    assert refusals.why(state, state.setup.moves.activations[author][0]) == ""


@pytest.mark.parametrize(
    ("phase", "move", "said"),
    [
        (phases.OVER, "pass", "nobody can pass now; the game is over"),
        (phases.WAGER, "wager 0", "a wager is 1 to 5 cylinders"),
        (phases.WAGER, "wager 5", ""),
        (phases.AMBIANCE_BACK, "back I", ""),
        (phases.AMBIANCE_BACK, "back II", "the disc of act II cannot go back"),
    ],
)
def test_what_forbids_a_move_is_said_and_nothing_of_a_legal_one(phase, move, said):
    state = acting(2, 1)._replace(phase=phase, spaces=((2, 1), (1, 1), (1, 1)))
    assert refusals.why(state, GAME.parse(move, state)) == said


# The first position and the frame.


@pytest.mark.parametrize("players", range(1, 5))
def test_before_anything_is_drawn(players):
    state = new(players=players)
    slow = Slow(players)
    next(slow.play())
    assert fields(state) == told(slow)
    assert (state.worker, state.budget, state.before, state.quills) == (-1, 0, b"", 0)
    assert (state.choices, state.dealings, state.seats) == ((0,) * players, (), players)
    assert state.actor is CHANCE
    setup = state.setup
    assert setup.solo == (players == 1)
    assert (setup.discs, setup.shown, setup.drawn) == (
        max(2, players),
        max(2, players) + 2,
        3 * max(2, players),
    )
    assert len(state.ranking) == len(state.spaces) == 3
    assert setup.everybody == tuple(range(1, players + 1))
    assert repr(setup) == f"Setup(seats={players}, stage='I')"


@pytest.mark.parametrize(
    ("neutral", "ahead", "ranking"),
    [(4, True, (2, 1)), (4, False, (2, 1)), (2, False, (2, 1)), (1, True, (2, 1)), (1, False, (1, 2))],
)
def test_alone_the_neutral_disc_is_ahead_where_it_stands_higher_or_lies_lower(
    game_with, neutral, ahead, ranking
):
    text = f"[solo]\nneutral = [{neutral}, 8]\nbonus = [1, 2]\n{REASON}"
    state = game_with(text, players=1, neutral_ahead=ahead)
    assert state.ranking == (ranking,) * 3
    assert state.spaces == ((1, neutral),) * 3


def test_frames_are_equal_where_components_seats_and_options_are(game_with):
    pounds = (
        "[box]\nprestige = 5\nambiance = 2\ncylinders = 5\nplus3 = 8\ndays = 6\n"
        f"rehearsals = [4, 6]\nqueen_pounds = 5\nunpaid = -2\n{REASON}"
    )
    made = [
        lambda: new(players=2),
        lambda: new(players=3),
        lambda: new(players=2, payment="forced"),
        lambda: new(players=2, stage="A"),
        lambda: new(players=2, act3_length=10),
        lambda: game_with(pounds, players=2),
    ]
    setups, again = [make().setup for make in made], [make().setup for make in made]
    for i, one in enumerate(setups):
        for j, other in enumerate(again):
            assert (one == other) == (i == j)
        assert hash(one) == hash(again[i])
        assert pickle.loads(pickle.dumps(one)) == one
        assert one != "a setup"
    assert setups[0] is again[0]
    assert len({hash(setup) for setup in setups[:4]}) == 4


def test_persons_are_numbered_from_the_board_to_cards_to_extras():
    setup = dealt(2).setup
    for person, code in enumerate(setup.codes):
        card = -1 if person < 4 else (person - 4) % 30
        assert setup.card(person) == card
        assert setup.person_ids[code] == person
        character = setup.people[person]
        assert ROLES[setup.roles[person]] == character.kind
        assert setup.wears[person] == (character.kind in ("actor", "extra"))
        if card >= 0:
            extra = person >= 34
            assert setup.person(card, int(extra)) == person
            assert (setup.roles[person] == EXTRA) == extra
            assert code == ("extra-" if extra else "") + setup.parts.codes[card]
    assert setup.candles == tuple(
        cell.name in {"3L1", "3C", "3R1", "4L2", "4R2"} for cell in setup.stage.cells
    )
    assert setup.all_objectives == tuple(range(10))
    bought = {budget: {c for c in range(1, 7) if setup.affordable[budget] >> c & 1} for budget in range(30)}
    cheap = {b: {n for n, price in enumerate(PRICE.values(), 1) if price <= b} for b in range(30)}
    assert bought == cheap
    assert all(mask % 2 == 0 for mask in setup.affordable)


def test_printed_characters_that_are_cards_too_have_names_of_their_own(game_with):
    names = ["Hamlet", "Handyman", "Hamlet", "Assistant", "Hamlet", "Queen", "Queen"]
    state = game_with(f"[start]\ncharacters = {names}\n{REASON}".replace("'", '"'), players=2)
    codes = state.setup.codes[: len(names)]
    assert codes == ("hamlet.0", "handyman", "hamlet.01", "assistant", "hamlet.02", "queen", "queen.01")
    assert len(set(state.setup.codes)) == len(state.setup.codes)


def test_what_a_craft_can_spend():
    setup = dealt(2).setup
    ids = setup.person_ids
    helpers = tuple(ids[f"assistant.{n}"] for n in (1, 2, 3))
    for code, value in (("handyman", 4), ("mistress-8.1", 8), ("dresser-6.2", 6)):
        for number, token in itertools.product(range(4), (False, True)):
            people = (*range(4), ids[code], *helpers[:number])
            assert setup.budget(people, ids[code], token=token) == value + number + 3 * token
            assert setup.budget(people, ids["jeweler.1"], token=False) == 0


def cards(number):
    """A data file with so many cards, all actors, and a queen and an author for the board."""
    people = [("Author", "actor", 0), ("Queen", "queen", 0), ("Player", "actor", number)]
    shipped = tomllib.loads((DATA / "characters.toml").read_text(encoding="utf-8"))["character"]
    names = {name for name, *_ in people}
    people += [(each["name"], each["kind"], 0) for each in shipped if each["name"] not in names]
    found = f'[start]\ncharacters = ["Author", "Queen"]\n{REASON}'
    for name, kind, copies in people:
        found += f'\n[[character]]\nname = "{name}"\nkind = "{kind}"\ncopies = {copies}\ncost = 1\n{REASON}'
    return found


@pytest.mark.parametrize(("players", "need"), [(1, 6 + 4), (2, 12 + 4), (3, 18 + 5), (4, 24 + 6)])
def test_there_are_cards_enough_for_the_last_display(game_with, players, need):
    with pytest.raises(
        ProblemError, match=f"{players} players need at least {need} character cards, not {need - 1}"
    ):
        game_with(cards(need - 1), players=players)
    rng = random.Random(1)
    state = game_with(cards(need), players=players)
    while state.actor is not None:
        if state.phase == phases.WAGER:
            assert len(state.display) == state.setup.shown
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
    assert state.day == 6


THIRD = "[acts]\npenalty_spaces = 3\npenalty = -1\n" + REASON


def acts(length, prizes):
    found = THIRD
    for name in ACTS:
        found += f"\n[acts.{name}]\nlength = {length if name == 'III' else 9}\n{REASON}"
        found += f"prestige = {prizes}\n" if name == "III" and prizes else ""
    return found


def test_the_longer_third_act(game_with):
    assert new(players=2).setup.acts[2].prestige == ((6, 1), (8, 2), (9, 3))
    longer = new(players=2, act3_length=10).setup
    assert (longer.acts[2].length, longer.acts[2].prestige) == (10, ((6, 1), (8, 2), (10, 3)))
    assert longer.acts[:2] == new(players=2).setup.acts[:2]
    assert game_with(acts(8, "{}"), players=2, act3_length=10).setup.acts[2].prestige == ()
    ten = game_with(acts(10, "{ 7 = 5, 9 = 6 }"), players=2, act3_length=10).setup.acts[2]
    assert (ten.length, ten.prestige) == (10, ((7, 5), (10, 6)))
    assert game_with(acts(11, "{ 7 = 5 }"), players=2).setup.acts[2].length == 11
    with pytest.raises(
        ProblemError, match=r"data\.toml: option act3_length=10, but acts\.III\.length is 11"
    ):
        game_with(acts(11, "{ 7 = 5 }"), players=2, act3_length=10)


def test_options_are_those_of_the_data_file():
    shipped = tomllib.loads((DATA / "options.toml").read_text(encoding="utf-8"))
    assert list(OPTIONS) == list(shipped)
    for name, option in OPTIONS.items():
        told = shipped[name]
        assert (option.default, list(option.allowed)) == (told["default"], told["allowed"])
        assert (option.doc, option.provenance) == (told["doc"], told["provenance"])


# Chance.


class Point(random.Random):
    """Chance at one point of its range."""

    def __init__(self, at):
        super().__init__(1)
        self.at = at

    def random(self):
        return self.at


@pytest.mark.parametrize("players", [1, 3])
def test_draws_come_as_often_as_their_chances_say(players):
    state, rng, met = new(players=players), random.Random(players), set()
    while state.actor is not None:
        if state.actor is CHANCE:
            if len(state.outcomes()) > 1 and state.phase not in met:
                met.add(state.phase)
                points = [state.draw(Point((n + 0.5) / 600)) for n in range(600)]
                for move, chance in state.outcomes():
                    assert points.count(move) == pytest.approx(600 * chance, abs=1.01)
            state = state.play(state.draw(rng))
        else:
            wanted = [move for move in state.moves() if str(move) == "activate queen objectives"]
            state = state.play(rng.choice(wanted or list(state.moves())))
    assert phases.CHANCES - met <= ({phases.ORDER} if players == 1 else set())


def test_what_rounding_leaves_over_is_the_last_outcome():
    """The chances of one draw may add up to a hair less than one."""
    state = new(players=3)
    state = state.play(state.draw(random.Random(1)))
    assert state.phase == phases.SET_DRAW
    assert state.draw(Point(1.0)) == state.outcomes()[-1][0]


# Positions that are typed, not met in play.


def test_where_nobody_is_left_the_day_goes_on_without_a_display():
    state = dealt(2)._replace(display=(), deck=(), discard=())
    after = display(state)
    assert (after.phase, after.display, after.need) == (phases.SET_DRAW, (), 6)
    few = display(state._replace(discard=(3, 8), display=(5,)))
    assert (few.phase, few.deck, few.discard, few.need) == (phases.DEAL, (3, 5, 8), (), 3)
    more = display(state._replace(deck=(1, 2), discard=(9,), display=(7,)))
    assert (more.phase, more.deck, more.discard, more.need) == (phases.DEAL, (1, 2), (7, 9), 4)


def test_who_has_nobody_to_recruit_may_pass():
    state = acting(2, 1)
    assert "pass" not in texts(state)
    with pytest.raises(IllegalMove, match="every player recruits once a day"):
        do(state, "pass")
    alone = state._replace(display=())
    assert "pass" in texts(alone)
    assert do(alone, "pass").turn == 2


def test_objectives_on_the_table_and_in_the_deck():
    state = acting(2, 1)
    assert pending(state) == ()
    assert next_objectives(state.setup, ()) == tuple(range(10))
    drawn = do(state, "activate queen objectives", "objective gold-thread", "objective wardrobe")
    assert drawn.phase == phases.OBJECTIVE
    code = drawn.setup.objective_codes
    gold, wardrobe, purse = map(code.index, ("gold-thread", "wardrobe", "full-purse"))
    kept = do(drawn, "objective full-purse", "keep full-purse")
    assert kept.dealings == ((1, (gold, wardrobe, purse), purse, ()),)
    assert pending(kept) == tuple(sorted((gold, wardrobe)))
    with pytest.raises(IllegalMove, match="not among those"):
        do(kept, "under full-purse")
    assert do(kept, "under gold-thread").dealings == (
        (1, (gold, wardrobe, purse), purse, (gold, wardrobe)),
    )
    # Nothing fresh is left: what went under first comes first.
    dealings = ((1, tuple(range(10)), 4, (7, 2, 0, 1, 3, 5, 6, 8, 9)),)
    assert next_objectives(state.setup, dealings) == (7,)
    again = (*dealings, (2, (7, 2, 0), 2, (0, 7)))
    assert next_objectives(state.setup, again) == (1,)
    everything = ((1, tuple(range(10)), 4, ()),)
    assert next_objectives(state.setup, everything) == ()


@pytest.mark.parametrize(("short", "left"), [("rest", range(10, -2, -1)), ("none", range(8, -4, -1))])
def test_how_often_objectives_can_still_be_asked_for(short, left):
    state = acting(2, 1, short_objectives=short)
    for number, more in zip(range(12), left, strict=False):
        here = state._replace(dealings=tuple((1, (n,), n, ()) for n in range(number)))
        assert menus.draws_left(here) == max(0, more)
        assert menus.objectives_offered(here.setup, len(here.setup.all_objectives) - number) == (more > 0)
        assert ("activate queen objectives" in texts(here)) == (more > 0)
        if more <= 0:
            with pytest.raises(IllegalMove, match="too few objectives"):
                do(here, "activate queen objectives")


def test_the_turn_goes_to_the_next_seat_that_has_not_left():
    before = acting(4, 1)
    for order in itertools.permutations(range(1, 5)):
        for seat, out in itertools.product(order, range(16)):
            if out >> seat - 1 & 1:
                continue
            state = before._replace(order=order, turn=seat, out=out)
            after = do(state, "activate queen pounds")
            place = order.index(seat)
            rest = [each for each in order[place + 1 :] + order[: place + 1] if not out >> each - 1 & 1]
            assert (after.turn, after.out) == (rest[0], out)


def test_who_rested_and_did_little_is_rested_no_more():
    state = acting(3, 1)._replace(phase=phases.ACTION, order=(1, 2, 3), initiative=(3, 1, 2))
    for seat, used, resting in ((1, 0b1, 0b110), (2, 0, 0b1), (3, 0b1010, 0b101)):
        state = with_board(state, seat, used=used, resting=resting, cylinders=2, recruited=True)
    begun = _begin_rest(state)
    assert (begun.phase, begun.turn, texts(begun)) == (phases.REST, 3, ["awake falstaff", "awake queen"])
    after = do(begun, "awake queen")
    assert [board.resting for board in after.boards] == [0, 0, 0b10]
    assert [(b.used, b.cylinders, b.recruited) for b in after.boards] == [(0, 0, False)] * 3
    assert (after.phase, after.turn, after.day, after.choices) == (
        phases.WAGER,
        1,
        state.day + 1,
        (0, 0, 0),
    )


def test_costumes_have_their_power_from_the_first_seat_and_the_first_person_on():
    """Author and Falstaff are the first of every troupe, and the first on the Initiative track comes first."""
    state = acting(2, 1)._replace(day=4, initiative=(2, 1), spaces=((4, 4),) * 3, ranking=((1, 2),) * 3)
    worn = (b"\1\1\1", b"\1\1\1", b"", b"", b"")
    for seat in (1, 2):
        state = with_board(state, seat, costumes=worn, troupe=state.boards[seat - 1].troupe[:5])
    after = rehearsal.begin(state)
    assert after.spaces[:2] == ((5, 5), (5, 5))
    assert after.ranking[:2] == ((2, 1), (2, 1))
    assert after.phase in (phases.DEAL, phases.WAGER)
    quiet = rehearsal.begin(state._replace(day=5))
    assert quiet.spaces == state.spaces


def test_tokens_are_taken_while_there_are_any():
    for others, limit, taken in ((7, True, 1), (8, True, 0), (8, False, 1), (0, True, 1)):
        state = acting(2, 1, set_offer=(0, 0, 0, 0, 2, 0), people=["dresser-8.1"], plus3_limit=limit)
        state = with_board(state, 2, tokens=others)
        after = do(state, "activate dresser-8.1", "set green 1C")
        assert [board.tokens for board in after.boards] == [taken, others]


def test_steps_back_and_ends_of_tracks():
    state = acting(3, 1)
    for space in range(1, 10):
        here = state._replace(spaces=((space, 1, 1), (1, space, 1), (9, 9, 9)))
        assert tracks.retreats(here.setup, here.spaces, 1) == ([0] if space > 1 else []) + [2]
        assert tracks.retreats(here.setup, here.spaces, 2) == ([1] if space > 1 else []) + [2]
        strict = acting(3, 1, grey_into_penalty=False)._replace(spaces=here.spaces)
        assert tracks.retreats(strict.setup, strict.spaces, 1) == ([0] if space > 4 else []) + [2]
    setup = state.setup
    spaces, ranking = ((8, 9, 9),) * 3, ((2, 3, 1),) * 3
    for steps in (1, 2, 5):
        found = tracks.advanced(setup, spaces, ranking, 1, 1, steps)
        assert found == (((8, 9, 9), (9, 9, 9), (8, 9, 9)), ((2, 3, 1), (2, 3, 1), (2, 3, 1)))
    assert tracks.advanced(setup, spaces, ranking, 1, 2, 1) == (spaces, ranking)
    over = acting(3, 1, blocked_reorders=True).setup
    assert tracks.advanced(over, spaces, ranking, 1, 2, 1) == (
        spaces,
        ((2, 3, 1), (3, 2, 1), (2, 3, 1)),
    )


def test_the_end_with_equal_prestige_and_pounds():
    for tie, ahead in (("shared", 0), ("order", 1)):
        state = acting(3, 1, final_tie=tie)._replace(order=(2, 3, 1), phase=phases.OVER, turn=0)
        for seat in (1, 2, 3):
            state = with_board(state, seat, prestige=20, pounds=7, **troupe(state))
        first, second, third = state.scores
        assert first == 20 + 7 / 1000
        assert second == 20 + 7 / 1000 + 2 * ahead / 1_000_000
        assert third == 20 + 7 / 1000 + ahead / 1_000_000
    solo = dealt(1)._replace(phase=phases.OVER, turn=0)
    assert with_board(solo, 1, prestige=31, pounds=9).scores == (31.0,)
    assert solo.view(0).board == solo.view(1).board == solo.boards[0]


def test_a_position_shows_stages_with_a_piece_and_the_own():
    state = acting(3, 1, set_offer=(3, 0, 0, 0, 0, 0))
    state = do(state, "activate handyman", "set black 1C")
    drawn = stage_text(state.setup.stage, state.boards[0].stage).split("\n\n")[0].split("\n")
    empty = stage_text(state.setup.stage, state.setup.empty).split("\n\n")[0].split("\n")
    for seat, own in ((0, 0), (1, 0), (2, 1), (3, 1)):
        lines = str(state.view(seat)).split("\n")
        assert lines.count(f"  {drawn[-1]}") == 1
        assert lines.count(f"  {empty[-1]}") == own
    assert str(state).split("\n").count(f"  {empty[-1]}") == 2


def test_bystanders_and_players_draw_pictures_and_plain_values():
    state = dealt(2)
    assert "seat 1" in repr(state)
    for seat in range(3):
        view = state.view(seat)
        assert view.to_dict()["boards"][0]["prestige"] == state.boards[0].prestige
        assert view._repr_svg_().startswith("<svg")
        assert view.objectives == ()
    hiding = do(acting(2, 1), "activate queen objectives", "objective wardrobe", "objective gold-thread")
    assert hiding.view(2).to_dict()["dealings"] == [[1, [-2, -2], -1, []]]
    kept = do(hiding, "objective full-purse", "keep wardrobe")
    assert kept.view(2).to_dict()["dealings"] == [[1, [-2, -2, -2], -2, []]]
    assert state._repr_svg_().startswith("<svg")


def test_no_chance_is_had_at_a_turn_and_no_turn_at_chance():
    state = dealt(2)
    assert state.outcomes() == ()
    assert refusals.why(state, state.setup.moves.cards[0]).startswith("nothing is drawn")
    drawing = new(players=2)
    assert drawing.moves() == ()
    with pytest.raises(IllegalMove, match="is not possible; now to be decided: the order of play is drawn"):
        drawing.play(drawing.setup.moves.passing)


def test_what_is_gained_is_added_and_the_ambiance_ends_at_its_best_space():
    state = acting(2, 1)
    best = len(state.setup.parts.ambiance) - 1
    for level, steps, pounds, prestige in itertools.product(range(best + 1), range(3), (0, 2), (0, 3)):
        board = state.boards[0]._replace(ambiance=level)
        found = gained(state.setup, board, Gain((0, 1, 0, 2), steps, pounds, prestige))
        expected = board
        for _ in range(steps):
            if expected.ambiance < best:
                expected = expected._replace(ambiance=expected.ambiance + 1)
        assert found == expected._replace(pounds=board.pounds + pounds, prestige=board.prestige + prestige)
