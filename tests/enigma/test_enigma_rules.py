"""The rules case by case: effects, void parts, the Machine's round, missions, time-out, and a match."""

import json

import pytest
from positions import dealt_to, lying, play

from deduce.conformance.perft import playouts
from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError
from deduce.players import RandomPlayer
from deduce.rulebook import State
from deduce_models.enigma.components.parts import load, shipped
from deduce_models.enigma.game import GAME
from deduce_models.enigma.players.match import TriumphMatch, play_match
from deduce_models.enigma.rules.events import HIDDEN, Event, What

LAYOUT = ["Tome", "Phantom", "Radio", "Teamwork", "Machine", "Bombe", "Library", "Command", "Code"]
CARDS = ["Decrypter", "Ghost", "Messiah", "Medium", "Saboteur", "Wanderer", "Archivist"]


def dealt(players: int = 4, cards: list[str] | None = None, **options: object) -> State:
    return dealt_to(LAYOUT, cards or CARDS, players=players, **options)


def claim(state: State, at: int, room: str) -> State:
    return play(state, f"peek {at}", f"claim {room}", "trusted")


def test_the_nearest_clockwise_checks_and_a_truth_silences():
    state = play(dealt(), "peek 4", "claim Teamwork", "trust", "doubt", "doubt")
    assert state.silent == 1 << 3
    assert state.up == 1 << 3
    assert [str(move) for move in state.moves()] == [
        f"{v} P{s}" for v in ("view", "flip") for s in (2, 3, 4)
    ]


def test_a_caught_lie_ends_the_turn_and_stays_face_down():
    state = play(dealt(), "peek 4", "claim Bombe", "trust", "doubt", "trust")
    assert (state.turn, state.silent, state.up, state.keys) == (2, 1 << 1, 0, 0)
    assert state.view(3).log[-1].seen == shipped().room_names.index("Teamwork")
    assert state.view(2).log[-1].seen == -1


def test_silence_allows_a_look_only():
    state = play(dealt(), "peek 4", "claim Bombe", "doubt", "trust", "trust")
    while state.turn != 1:
        state = claim(state, 1, "Code") if state.phase == 1 else play(state, "end")
    assert {str(move) for move in state.moves()} == {f"peek {at}" for at in range(1, 10)}
    after = play(state, "peek 2")
    assert (after.turn, after.silent) == (2, 0)


def test_silenced_seats_do_not_declare():
    state = play(dealt(), "peek 4", "claim Teamwork", "doubt", "trust", "trust", "view P2", "end")
    # Seat 2, silenced, looks; then seat 3 claims, and all may doubt again.
    state = play(state, "peek 1", "peek 1", "claim Tome")
    assert state.actor == 4
    state = play(dealt(), "peek 4", "claim Teamwork", "trust", "trust", "doubt", "view P2", "end")
    state = play(state, "peek 1", "claim Tome", "trust")
    assert state.actor == 1


@pytest.mark.parametrize(("room", "chaos", "looks"), [("Code", 0, False), ("Command", 0, True)])
def test_code_and_command_look_by_chaos(room: str, chaos: int, looks: bool):
    state = claim(dealt(), 1, room)
    assert (state.phase == 6) == looks
    with_chaos = lying(dealt(), chaos=2)
    assert (claim(with_chaos, 1, room).phase == 6) != looks


def test_bombe_gives_decryption_or_takes_chaos():
    assert claim(dealt(), 1, "Bombe").keys == 2
    after = claim(lying(dealt(), chaos=2), 1, "Bombe")
    assert (after.keys, after.chaos) == (0, 0)
    assert claim(lying(dealt(), keys=2), 1, "Bombe").keys == 2


def test_library_gives_the_icon_once_and_nothing_for_itself():
    assert play(claim(dealt(), 1, "Library"), "look 2").keys == 2
    assert play(claim(dealt(), 2, "Library"), "look 1").chaos == 2
    nothing = play(claim(dealt(), 2, "Library"), "look 7")
    assert (nothing.keys, nothing.chaos) == (0, 0)
    held = play(claim(dealt(), 1, "Bombe"), "end")
    for _ in range(3):
        held = play(claim(held, 1, "Command"), "look 2", "end")
    held = play(claim(held, 1, "Library"), "look 2")
    assert (held.keys, held.log[-1].what, held.log[-1].more) == (2, 0, 2)


def test_effects_act_on_another_card_and_are_void_without_one():
    state = claim(dealt(), 1, "Radio")
    assert "open 1" not in [str(move) for move in state.moves()]
    alone = lying(dealt(), up=0b111111110)
    state = play(alone, "peek 1", "claim Tome", "trusted")
    assert (state.phase, state.time) == (5, 2)
    with pytest.raises(IllegalMove, match="another card"):
        claim(dealt(), 1, "Radio").play(claim(dealt(), 2, "Radio").moves()[0])


def test_time_runs_out_for_the_saboteur_or_for_chaos():
    late = lying(dealt(), time=4)
    over = claim(late, 1, "Tome")
    assert (over.actor, over.winner, over.scores) == (None, 0, (0.0, 0.0, 0.0, 0.0))
    held = lying(dealt(cards=["Saboteur", *[c for c in CARDS if c != "Saboteur"]]), time=4)
    assert claim(held, 1, "Tome").winner == 1
    silenced = dealt(cards=["Ghost", "Saboteur", *[c for c in CARDS if c not in ("Ghost", "Saboteur")]])
    assert claim(lying(silenced, time=4, silent=4), 1, "Tome").winner == 0


def test_phantom_flips_chaos_and_exchanges():
    state = claim(dealt(), 1, "Phantom")
    assert state.chaos == 2
    assert [str(move) for move in state.moves()] == ["keep", "swap P2", "swap P3", "swap P4"]
    after = play(state, "swap P3")
    assert after.held == (2, 1, 0, 3)
    assert dict(after.view(1).own) == {0: 0, 2: 1}
    assert dict(after.view(2).own) == {1: 5}


def test_phantom_of_two_players_renews_from_the_stack():
    state = claim(dealt(2), 1, "Phantom")
    assert [str(move) for move in state.moves()] == ["keep", "renew"]
    after = play(state, "renew")
    assert (after.held, after.stack) == ((2, 1), (3, 4, 5, 6))
    assert after.log[-1].what == GAME.new(players=2).setup.parts.character("Decrypter")


def test_the_ghost_lays_three_cards_and_is_replaced():
    cards = ["Ghost", *[card for card in CARDS if card != "Ghost"]]
    state = claim(dealt(cards=cards), 1, "Phantom")
    after = play(state, "ghost 6 8 9", "lay 8 9 6")
    rooms = shipped().room_names
    assert [rooms[after.cells[at]] for at in (5, 7, 8)] == ["Command", "Code", "Bombe"]
    assert after.held[0] == 4
    assert after.stack == (5, 6)
    assert all(event.seen == -1 for event in after.view(2).log[-2:])
    assert after.view(1).log[-1].seen >= 0


def test_the_machine_asks_me_first_then_clockwise():
    state = lying(dealt(), chaos=0b10100, time=2)
    state = claim(state, 1, "Machine")
    assert state.actor == 2
    assert play(state, "allow").actor == 4
    cancelled = play(state, "allow", "cancel")
    assert (cancelled.chaos, cancelled.time, cancelled.phase) == (0b100, 2, 5)
    mixing = play(state, "allow", "allow")
    assert (mixing.time, mixing.actor) == (1, 1)
    mixing = play(claim(lying(dealt(), chaos=0b10100, time=2, up=0b10), 1, "Machine"), "allow", "allow")
    state = play(mixing, "shuffle 2 3")
    assert state.actor is CHANCE
    after = play(state, "order 2 3 1")
    assert after.up == 0
    assert after.cells[:3] == tuple(state.cells[i] for i in (1, 2, 0))
    assert all(after.view(seat).log[-1].seen == -1 for seat in range(5))
    own = claim(lying(dealt(), chaos=2), 1, "Machine")
    assert own.actor == 1


def test_machine_never_goes_below_the_first_slot():
    assert claim(dealt(), 1, "Machine").time == 1


def test_decryption_gained_this_turn_waits():
    state = claim(dealt(), 1, "Bombe")
    assert "spend" not in [str(move) for move in state.moves()]
    begun = lying(dealt(), keys=2, stage=4)
    spent = play(begun, "spend")
    assert spent.keys == 0
    assert "mission" not in [str(move) for move in spent.moves()]
    named = play(spent, "peek 1", "claim Code", "trusted")
    assert named.phase == 1
    assert "spend" not in [str(move) for move in named.moves()]


def test_missions_need_their_tokens_and_end_at_the_first_error():
    assert "mission" not in [str(move) for move in dealt().moves()]
    state = play(lying(dealt(), keys=2), "mission", "reveal 8")
    assert play(state, "reveal 9").winner == 1
    failed = play(state, "reveal 1")
    assert (failed.out, failed.keys, failed.turn, failed.up) == (2, 0, 2, 0b10000001)
    order = play(lying(dealt(), keys=2), "mission", "reveal 9", "reveal 8")
    assert order.winner == 1


def test_the_archivist_calls_four_cards():
    cards = ["Archivist", *[card for card in CARDS if card != "Archivist"]]
    state = play(dealt(cards=cards), "mission", "reveal 7")
    assert play(state, "call 1 Tome", "call 2 Phantom", "call 3 Radio", "call 4 Teamwork").winner == 1
    assert play(state, "call 1 Tome", "call 2 Radio").out == 2
    few = lying(dealt(cards=cards), up=0b001111111)
    assert play(few, "mission", "call 8 Command", "call 9 Code").winner == 1


def test_the_medium_names_a_character_with_chaos():
    cards = ["Medium", *[card for card in CARDS if card != "Medium"]]
    assert "mission" not in [str(move) for move in dealt(cards=cards).moves()]
    state = play(lying(dealt(cards=cards), chaos=8), "mission", "reveal 2")
    assert {str(move).rpartition(" ")[0] for move in state.moves()} == {"accuse P3"}
    assert play(state, "accuse P3 Ghost").winner == 1
    wrong = play(state, "accuse P3 Decrypter")
    assert wrong.out == 2
    assert "mission" not in [str(m) for m in lying(dealt(cards=cards), chaos=8, out=8).moves()]
    every = play(lying(dealt(cards=cards), chaos=0b11100), "mission", "reveal 2")
    assert {str(move).split()[1] for move in every.moves()} == {"P2", "P3", "P4"}


def test_an_eliminated_time_keeper_keeps_the_duty():
    state = play(lying(dealt(), keys=2), "mission", "reveal 1")
    before = state.time
    for _ in range(3):
        state = play(claim(state, 5, "Code"), "end")
    assert (state.turn, state.time) == (2, before + 1)


def test_claims_of_rooms_that_lie_open_are_refused_unless_the_option_says_so():
    state = play(lying(dealt(), up=1), "peek 2")
    assert "claim Tome" not in [str(move) for move in state.moves()]
    with pytest.raises(IllegalMove, match="claim_face_up"):
        state.play("claim Tome")
    free = play(lying(dealt(claim_face_up=True), up=1), "peek 2")
    assert "claim Tome" in [str(move) for move in free.moves()]


def test_counts_of_sequences_pin_the_rules():
    assert playouts(GAME, 3, players=2, seed=1) == (1, 9, 81, 162)


def test_a_match_keeps_triumphs_to_three():
    match = play_match([RandomPlayer(), RandomPlayer(), RandomPlayer()], rng=4)
    assert max(match.triumphs) == 3
    assert sum(winner != 0 for winner in match.winners) == sum(match.triumphs)
    assert match.winner == match.winners[-1]
    with pytest.raises(ProblemError, match="until it is won"):
        match.after(dealt(3))
    assert TriumphMatch.new(3).keeper == 1


def test_a_match_as_values_is_what_was_won_and_by_whom():
    won, none = TriumphMatch(3, (1, 3, 0), (2, 1, 0, 2, 2)), TriumphMatch.new(2)
    assert json.loads(json.dumps(won.to_dict())) == {
        "triumphs": [1, 3, 0],
        "winners": [2, 1, 0, 2, 2],
        "winner": 2,
    }
    assert none.to_dict() == {"triumphs": [0, 0], "winners": [], "winner": 0}


def test_data_errors_name_the_key(tmp_path):
    path = tmp_path / "rooms.toml"
    path.write_text('[[rooms]]\nname = "Kitchen"\n', encoding="utf-8")
    with pytest.raises(ProblemError, match="Kitchen"):
        load(path)
    with pytest.raises(ProblemError, match="cannot be read"):
        GAME.new(players=2, data=tmp_path / "none.toml")
    with pytest.raises(ProblemError, match="3"):
        GAME.new(players=2, keeper=3)


def test_every_datum_says_where_it_comes_from():
    data = GAME.describe().data["data"]
    assert {note["provenance"] for note in data} <= {"rulebook", "deduced", "reconstructed"}
    assert all(note["reason"] for note in data)
    assert len(data) == 9 + 7 + 1
    icons = [room.icon for room in shipped().rooms]
    assert (icons.count(1), icons.count(2)) == (4, 4)


def test_views_show_own_looks_where_the_cards_lie():
    state = play(claim(dealt(), 1, "Code"), "end")
    assert str(state.view(1)).startswith("1 Tome        2 ?           3 ?\n")
    assert "Tome" not in str(state.view(2))


def test_the_ghost_lays_before_it_sees_its_new_character():
    cards = ["Ghost", *[card for card in CARDS if card != "Ghost"]]
    state = play(claim(dealt(cards=cards), 1, "Phantom"), "ghost 6 8 9")
    assert (state.held, state.stack) == ((0, 1, 2, 3), (4, 5, 6))
    assert dict(state.view(1).own) == {0: shipped().character("Ghost")}
    before = GAME.knowledge(state.view(1))
    # Position 1 has been looked at, so three of eight rooms are seen now.
    assert before.count() == GAME.knowledge(claim(dealt(cards=cards), 1, "Phantom").view(1)).count() // (
        8 * 7 * 6
    )
    after = play(state, "lay 6 8 9")
    assert dict(after.view(1).own) == {0: shipped().character("Ghost"), 4: state.cards[4]}
    assert all(4 not in dict(after.view(seat).own) for seat in (0, 2, 3, 4))
    assert after.character(1) == state.cards[4]


@pytest.mark.parametrize("face_up", [False, True])
def test_decryption_names_face_down_cards_only_unless_the_option_says_otherwise(face_up):
    state = lying(dealt(extra_face_up=face_up), up=0b11, keys=0b10, stage=4)
    names = {str(move) for move in play(state, "spend").moves()}
    assert ({"name 1", "name 2"} <= names) == face_up
    assert "peek 3" in names
    everything = lying(state, up=state.setup.all_cells)
    assert ("spend" in map(str, everything.moves())) == face_up


def test_a_lie_found_out_is_seen_by_its_checker_alone():
    """Whoever doubted, seat 1 or not; a truth lies face up for everybody."""
    for doubters in (0b0010, 0b0100, 0b1110, 0b0110):
        checker = (doubters & -doubters).bit_length() - 1
        lie = Event(What.VERDICT, checker, 4, 1, doubters, seen=3)
        truth = lie._replace(more=doubters | 1, seen=1)
        for seat in range(5):
            assert lie.masked(seat).seen == (3 if seat == checker else HIDDEN)
            assert truth.masked(seat) == truth


def test_what_is_told_of_a_verdict_and_who_is_asked():
    def told(*claim):
        state = play(dealt(), *claim)
        with pytest.raises(IllegalMove, match="P2 declares now whether it is doubted"):
            state.play("peek 5")
        while state.actor and "doubt" in [str(move) for move in state.moves()]:
            before, move = state, GAME.parse("doubt", state)
            state = before.play(move)
        return [
            " ".join(GAME.happened(before.view(seat), state.view(seat), before.actor, move))
            for seat in range(1, 5)
        ]

    lie, truth = told("peek 5", "claim Library"), told("peek 5", "claim Machine")
    assert [", at 5 lies Machine" in line for line in lie] == [False, True, False, False]
    assert all("which lies face up at 5 now; Silence for" in line for line in truth)
    assert truth[1].startswith("You, seat 3 and seat 4 doubt. You check: it is Machine")
    assert truth[2].startswith("Seat 2, you and seat 4 doubt. Seat 2 checks: it is Machine")
