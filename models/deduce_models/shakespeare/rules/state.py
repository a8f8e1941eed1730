"""The position of a game: a flat frozen tuple, with one board a seat (`views.Lying`), and how it goes on."""

from __future__ import annotations

from deduce_models.shakespeare.rules import chance, days, menus, phases, views
from deduce_models.shakespeare.rules import play as rules
from deduce_models.shakespeare.rules.scoring import scores
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.views import Board, Dealing, Lying, View

__all__ = ["Board", "Dealing", "State", "start"]


class State(Lying):
    """A complete position."""

    __slots__ = ()

    @property
    def scores(self) -> tuple[float, ...] | None:
        """See `scoring.scores`; None while the game is under way."""
        return scores(self.setup, self.boards, self.order) if self.phase == phases.OVER else None

    @classmethod
    def restored(cls, view: View, choices: tuple[int, ...], dealings: tuple[Dealing, ...]) -> State:
        """The position with this view and the given hidden parts."""
        kept = {name: getattr(view, name) for name in cls._fields}  # of any view, one of the rulebook too
        return cls(**kept | {"choices": choices, "dealings": dealings, "looker": -1})

    moves = menus.menu
    outcomes = chance.outcomes
    draw = chance.draw
    play = rules.play
    view = views.view


def start(setup: Setup) -> State:
    """The position before anything is drawn."""
    parts = setup.parts
    people = tuple(range(setup.printed))
    board = Board(
        prestige=parts.prestige,
        pounds=0,
        ambiance=parts.start_ambiance,
        tokens=0,
        stage=setup.empty,
        troupe=people,
        costumes=(b"",) * len(people),
        cylinders=0,
        used=0,
        resting=0,
        recruited=False,
    )
    none = (0,) * len(setup.bag)
    spaces: tuple[int, ...] = (1,) * setup.seats
    ranking = setup.everybody
    if setup.solo:
        neutral = parts.neutral[0]
        spaces = (1, neutral)
        ranking = (2, 1) if neutral > 1 or setup.options.neutral_ahead else (1, 2)
    state = State(
        setup=setup,
        phase=phases.ORDER,
        day=0,
        boards=(board,) * setup.seats,
        order=(1,) if setup.solo else (),
        initiative=(1,) if setup.solo else (),
        turn=0,
        out=0,
        display=(),
        deck=tuple(range(setup.cards)),
        discard=(),
        set_offer=none,
        costume_offer=none,
        set_bag=setup.bag,
        costume_bag=setup.bag,
        spaces=(spaces,) * 3,
        ranking=(ranking,) * 3,
        choices=(0,) * setup.seats,
    )
    return days.draw_set(state) if setup.solo else state
