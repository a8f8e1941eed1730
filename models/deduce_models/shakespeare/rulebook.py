"""The rules of Shakespeare, as its rulebook reads; what is known, told, written and tapped follows from them.

What lies on the table (`t.open`) is called as in the search form (`rules.state.State`), and means the same. Persons,
cards, colours and acts are numbered as in `Setup`; open points of the rules are options (data/options.toml).
How the table is laid stands in `rules.table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from deduce.rulebook import EVERYBODY, Table
from deduce_models.shakespeare.components.elements import PRICES, PURPLE
from deduce_models.shakespeare.components.parts import DRAWN_OBJECTIVES, SLOTS
from deduce_models.shakespeare.rules import moves as kinds
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.effects import (
    activated,
    dressed,
    joined,
    less,
    placed,
    rested,
    spoiled,
    wagered,
)
from deduce_models.shakespeare.rules.menus import actions, elements
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.scoring import ended, scored, scores
from deduce_models.shakespeare.rules.setup import ACTOR, JEWELER
from deduce_models.shakespeare.rules.state import Dealing, State, start
from deduce_models.shakespeare.rules.table import Going, Stagehand, lay
from deduce_models.shakespeare.rules.tracks import retreats


def rules(t: Table) -> Going:
    """The whole game: the set-up and the draft, then day by day; or from a position typed in."""
    typed: State | None = getattr(t.setting.path, "state", None)
    lay(t, typed or start(t.data))
    theatre = Theatre(t)
    if typed is None:
        yield theatre.opening()
        return Theatre.next_day
    yield theatre.holding([dealing[0] for dealing in typed.dealings])
    t.open.phase, t.open.turn = typed.phase, typed.turn
    if typed.phase == phases.ACTION:
        return Theatre.next_turn
    t.open.day -= 1
    return Theatre.next_day


class Theatre(Stagehand):
    """A game under way."""

    # From day to day.

    def opening(self) -> Going:
        """The order of play, the first offers, and a card for each seat, from the last to the first."""
        o, setup = self.o, self.setup
        if not setup.solo:
            seatings = {" ".join(map(str, seats)): 1.0 for seats in setup.moves.seatings}
            order = tuple(map(int, (yield self.t.roll("order", seatings)).split()))
            o.order = o.initiative = order
            o.ranking = (order,) * 3
        yield self.offers()
        o.phase = phases.DRAFT_DEAL
        yield self.cards(setup.shown)
        o.phase = phases.DRAFT
        for seat in reversed(o.order):
            o.turn = seat
            move = yield self.choose(move for card in o.display for move in setup.taken[card])
            self.recruit(move)
        yield self.display()

    @staticmethod
    def next_day(t: Table) -> Going:
        """The wagers, and the first action."""
        return Theatre(t).begin()

    @staticmethod
    def next_turn(t: Table) -> Going:
        """One action; then the next seat's, or the evening."""
        return Theatre(t).one_turn()

    def begin(self) -> Going:
        """A day begins with the wagers; alone there is nobody to wager against."""
        o, setup = self.o, self.setup
        o.day += 1
        if setup.solo:
            o.boards = (o.boards[0]._replace(cylinders=self.parts.cylinders),)
        else:
            o.phase = phases.WAGER
            menu = self.one_of(setup.moves.wagers[1:])
            chosen = yield self.t.together(
                dict.fromkeys(self.t.seats, menu), name=f"wager {o.day}", row="wagers"
            )
            wagers = [chosen[seat].item for seat in self.t.seats]
            o.order, o.boards = wagered(o.boards, wagers, o.initiative)
        o.initiative, o.turn, o.out, o.phase = (), o.order[0], 0, phases.ACTION
        return Theatre.next_turn

    def evening(self) -> Going:
        """The ambiance, the rehearsal, then what is laid out anew for the next day, and rest."""
        o = self.o
        yield self.ambiance()
        if o.day in self.parts.rehearsals:
            yield self.rehearsal()
        if o.day == self.parts.days:
            return self.over()
        yield self.display()
        yield self.offers()
        yield self.rest()
        return Theatre.next_day

    def rest(self) -> Going:
        """Of those who were activated one may stay awake; the others rest on the next day."""
        o, strategic = self.o, self.options.rest == "strategic"
        o.boards = tuple([board._replace(resting=0) for board in o.boards])
        o.phase = phases.REST
        menus = {}
        for seat in o.initiative if strategic else self.t.seats:
            board = self.board(seat)
            active = [person for place, person in enumerate(board.troupe) if board.used >> place & 1]
            if len(active) > 1:
                menus[seat] = self.one_of(self.setup.moves.awakes[person] for person in active)
        if strategic:
            for seat, menu in menus.items():
                o.turn = seat
                move = yield self.t.choose(seat, menu)
                o.awake = (*o.awake[: seat - 1], move.item + 1, *o.awake[seat:])
        else:
            chosen = yield self.t.together(menus, name=f"awake {o.day}", row="awakes")
            o.awake = tuple([chosen[seat].item + 1 if seat in chosen else 0 for seat in self.t.seats])
        o.boards = tuple([rested(board, awake) for board, awake in zip(o.boards, o.awake, strict=True)])
        o.awake = (0,) * len(self.t.seats)

    # The action phase.

    def one_turn(self) -> Going:
        """One action of the seat at turn; who has nothing left to do leaves the phase."""
        o, seat = self.o, self.o.turn
        menu = actions(self.setup, self.board(), o.display, len(self.keep.objectives))
        move = yield self.choose(menu)
        if move.kind == kinds.RECRUIT:
            self.recruit(move)
            self.put(self.board()._replace(recruited=True))
        elif move.kind == kinds.ACTIVATE:
            yield self.activate(move.item, move.place)
        board = self.board(seat)
        if move.kind == kinds.PASS or (board.recruited and not board.cylinders):
            o.out |= 1 << seat - 1
        o.worker, o.budget, o.before = -1, 0, b""
        place = o.order.index(seat)
        for other in o.order[place + 1 :] + o.order[: place + 1]:
            if not o.out >> other - 1 & 1:
                o.turn, o.phase = other, phases.ACTION
                return Theatre.next_turn
        o.out = 0
        if self.setup.solo and board.used.bit_count() in self.parts.bonus:
            o.boards = (board._replace(prestige=1 + board.prestige),)
        o.initiative += tuple([each for each in o.order if each not in o.initiative])
        return (yield self.evening())

    def recruit(self, move: Move) -> None:
        """A card of the display joins the troupe, as its character or as an Extra."""
        self.put(joined(self.setup, self.board(), move))
        self.o.display = tuple([card for card in self.o.display if card != move.item])

    def activate(self, person: int, way: int) -> Going:
        """A cylinder goes on a character, which acts at once or begins to work; an actor can do both."""
        o, setup, seat = self.o, self.setup, self.o.turn
        self.put(activated(setup, self.board(), person, way))
        o.worker = person
        role = setup.roles[person]
        if role == ACTOR:
            if seat not in o.initiative:
                o.initiative = (*o.initiative, seat)
            yield self.gain(setup.people[person].activation, phases.QUILL)
        elif way == kinds.OBJECTIVES:
            yield self.queen()
        if setup.trades[person] >= 0:
            o.budget = setup.budget(self.board().troupe, person, token=way == kinds.TOKEN)
            yield self.craft(setup.trades[person])

    def queen(self) -> Going:
        """Three objectives are drawn; one is kept, the others go under the deck, in an order that nobody else sees."""
        t, o, seat = self.t, self.o, self.o.turn
        deck, hand = self.keep.objectives, self.keep.drawn[seat]
        o.phase, o.need = phases.OBJECTIVE, min(DRAWN_OBJECTIVES, len(deck))
        o.asked += 1
        while o.need:
            yield t.draw(deck, to=hand, text="objective {}")
            o.need -= 1
        o.phase = phases.KEEP
        called = f"keep {1 + len(self.keep.kept[seat])} of {t.name(seat)}"
        kept = yield t.choose(seat, t.option("keep {card}", card=hand), seat, name=called)
        self.keep.kept[seat] += (t.take(hand, kept),)
        o.phase = phases.UNDER
        while len(hand) > 1:
            called = f"under {o.asked}.{len(hand) - 1}"
            lower = yield t.choose(seat, t.option("under {card}", card=hand), seat, name=called)
            t.move(lower, hand, deck, under=True)
        if len(hand):
            t.bury(hand, deck)

    def holding(self, seats: Sequence[int]) -> Going:
        """These seats hold objectives at the beginning."""
        t, o, known = self.t, self.o, self.keep.known
        for seat in seats:
            if seat not in known:
                known[seat] = t.zone(f"objectives held by {t.name(seat)}", seat)
            o.phase, o.turn = phases.OBJECTIVE, seat
            yield t.draw(self.keep.objectives, to=known[seat], text="objective {}")
            o.held = (*o.held, seat)

    # The crafts.

    def craft(self, role: int) -> Going:
        """Elements are taken from the offers, one at a time, and placed at once; a Jeweler takes one."""
        o, setup, done = self.o, self.setup, self.setup.moves.done
        o.phase, o.before = phases.CRAFT, self.board().stage
        while True:
            offers = o.set_offer, o.costume_offer
            menu = elements(setup, self.board(), role, o.budget, o.before, *offers)
            move = yield self.choose((*menu, done))
            if move is done:
                return
            o.budget = max(0, o.budget - PRICES[move.item])
            if move.kind == kinds.SET:
                o.set_offer = less(o.set_offer, move.item)
                o.boards = placed(setup, o.boards, o.turn, move.item, move.place)
            else:
                o.costume_offer = less(o.costume_offer, move.item)
                self.put(dressed(setup, self.board(), move.item, move.place))
            if role == JEWELER:
                return

    # The evening.

    def ambiance(self) -> Going:
        """Purple elements left on offer spoil it; then every seat gets what its space says."""
        o = self.o
        o.boards = spoiled(o.boards, o.set_offer[PURPLE - 1])
        for seat in o.order:
            o.turn = seat
            space = self.board().ambiance
            gain = self.parts.ambiance[space]
            yield self.gain(gain, phases.AMBIANCE_QUILL)
            if not gain.quills[3]:
                yield self.grey(self.parts.grey[space])
        start = self.parts.start_ambiance
        o.boards = tuple([board._replace(ambiance=start) for board in o.boards])
        o.turn = 0

    def grey(self, quills: int) -> Going:
        """Each grey quill takes one of the discs back, on top of the pile there; where none can go back it is lost."""
        o, setup = self.o, self.setup
        while quills and (able := retreats(setup, o.spaces, o.turn)):
            o.phase, o.quills = phases.AMBIANCE_BACK, quills
            act = (yield self.choose(setup.moves.backs[act] for act in able)).item
            self.advance(act, -1)
            quills -= 1
        o.quills = 0

    def rehearsal(self) -> Going:
        """Complete costumes have their power, then the acts are scored; alone the neutral discs go ahead once."""
        o, setup = self.o, self.setup
        for seat in o.initiative:
            o.turn = seat
            board = self.board()
            for o.worker, costume in zip(board.troupe, board.costumes, strict=True):
                if len(costume) == SLOTS:
                    yield self.gain(setup.people[o.worker].power, phases.REHEARSAL_QUILL)
        o.turn, o.worker = 0, -1
        o.boards, o.spaces, o.ranking = scored(setup, o.day, o.boards, o.spaces, o.ranking)

    # The end.

    def over(self) -> list[float]:
        """Objectives, yellow elements, pay; most prestige wins, then most pounds."""
        t, o, setup = self.t, self.o, self.setup
        items = setup.objective_ids
        held: list[Dealing] = []
        for seat in t.seats:
            known = t.reveal(EVERYBODY, self.keep.known[seat]) if seat in self.keep.known else ()
            shown = [t.show(EVERYBODY, kept) for kept in self.keep.kept[seat]]
            held += [(seat, (), items[code], ()) for code in (*known, *shown)]
        o.boards = ended(SimpleNamespace(**vars(o), setup=setup, dealings=held))
        o.phase, o.turn = phases.OVER, 0
        return list(scores(setup, o.boards, o.order))
