"""Plans of a day with a dress rehearsal see the rivals: their discs stand where complete costumes will bring them."""

from shakespeare_tools import acting, with_board

from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.rules import phases, rehearsal


def before_rehearsal():
    """The action phase of a day with a rehearsal: seats 2 and 3 have complete costumes that move discs."""
    state = acting(3, people=())
    state = state._replace(day=state.setup.parts.rehearsals[0], initiative=(2, 1, 3))
    powers = {person.name: person.power.quills for person in state.setup.people}
    for seat in (2, 3):
        person = next(
            number
            for number, each in enumerate(state.setup.people)
            if any(powers[each.name][:3]) and not powers[each.name][3] and number >= state.setup.printed
        )
        board = state.boards[seat - 1]
        state = with_board(
            state, seat, troupe=(*board.troupe, person), costumes=(*board.costumes, bytes((1, 2, 3)))
        )
    return state


def test_before_a_rehearsal_rivals_stand_where_their_costumes_will_bring_them():
    state = before_rehearsal()
    ended = rehearsal.begin(state)
    assert ended.spaces != state.spaces
    moved = state._replace(spaces=ended.spaces, ranking=ended.ranking)
    seen, plain = flat.position(state, 1), flat.position(moved._replace(day=1), 1)
    tracks = slice(flat.STILL, flat.TRACK_PRESTIGE)
    assert seen[tracks] == plain[tracks]
    assert seen[tracks] != flat.position(state._replace(day=1), 1)[tracks]
    # Seat 2 has had its own when seat 1 uses its quills, and nothing is ahead of anybody once it is scored.
    under_way = state._replace(phase=phases.REHEARSAL_QUILL, turn=1, worker=state.boards[0].troupe[0])
    gone = flat._foreseen(under_way, 1)[0]
    assert [row[1] for row in gone] == [row[1] for row in state.spaces]
    assert [row[2] for row in gone] == [row[2] for row in ended.spaces]
    assert flat._foreseen(state._replace(phase=phases.REST), 1)[0] == state.spaces
