"""Entracte as a constraint problem: from evidence to `Knowledge`.

**Cooperative**: one variable ``code[player]`` for each player over all codes, all different.

**Competitive**: one variable ``holder[code]`` for each code over the players and "nobody", with exactly two
codes for each player. The other viewpoint, "which pair of codes has this player", is a thousand times wider as
a decision diagram (over a million arcs for three opponents against about a thousand): there every pair of
players has to be kept disjoint, while here a world is disjoint by itself and only small counters travel along
the codes. A token is then "at least one of these codes is held by Bob".

Every piece of evidence is one statement with a sentence and the line it was noted on:

* a token, or its absence, for each seat by itself (the active seat has one in the competitive game only);
* the active seat's own restriction: the card played matches none of its codes (cooperative);
* a pass (cooperative): every card of the hand was blocked. Where the deck is known that is a fact about the hand, and
  where the cards are is told too (`hands`), so chances are exact. Else two things follow for sure: after that last card
  the code must be matched by as many cards not seen elsewhere as the hand holds; and the card played in the next turn,
  unless the hand was exchanged, was in that hand and so was blocked (`passes`);
* "I am sure of k codes": the speaker's code leaves at least k other codes determined, given what is public.

Each kind has its own chance of a slip: a token is more easily overlooked than invented.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from deduce.evidence import Statement
from deduce.games.base import CHANCE
from deduce.ground.errors import Contradiction, ProblemError, TooLarge
from deduce.ground.wording import as_is, listing, run, say
from deduce.knowledge import Knowledge
from deduce.language.constraints import AllDifferent, AtLeast, Constraint, Exactly
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.knowledge.evidence import Evidence, Noted, TableStep, evidence_of
from deduce_models.entracte.knowledge.passes import codes_of_hands, passes_of, told_by_hands
from deduce_models.entracte.rules.setup import Setup

if TYPE_CHECKING:
    from deduce.rulebook import State, View
    from deduce.worlds.base import Worlds
    from deduce_models.entracte.knowledge.hands import Hands

NOBODY = "nobody"

SLIPS = {
    "token": 0.01,
    "no token": 0.03,
    "card": 0.005,
    "pass": 0.005,
    "sure": 0.03,
    "own": 0.002,
    "revealed": 0.001,
}
"""The chance that a note of each kind is wrong, of people in general: estimates of ours, to rank repairs."""


def problem_of(setup: Setup, names: Sequence[str]) -> Problem:
    """The deal alone: who may hold what before anything is seen."""
    problem = Problem("entracte")
    codes = [code.name for code in setup.parts.codes]
    if setup.competitive:
        holder = problem.variables("holder", codes, domain=[*names, NOBODY])
        for name in names:
            problem.require(Exactly(2, holder, name), say("{who} holds two codes", who=as_is(name)))
    else:
        code = problem.variables("code", names, domain=codes)
        problem.require(AllDifferent(code), "each code is held once at most")
    return problem


def knowledge_of(told: Evidence) -> Knowledge:
    """What follows from the evidence; of ``told.seen_by(0)`` what a bystander at the same table would know.

    Its worlds say who holds which code and, where hands are counted (`hands`), where each card is; `codes_of` gives the
    variables of the codes alone.
    """
    counted = counted_hands(told)
    if counted is not None:
        return counted[1]
    model = _Model(told)
    return Knowledge(model.problem).learn(*model.own(), *model.statements())


def knowledge(view: View) -> Knowledge:
    """What the seat of a view, a game's or a record's, knows, from hard evidence only."""
    getattr(view, "seen_face", None)  # refuses a whole position
    return knowledge_of(evidence_of(view))


def counted_hands(told: Evidence) -> tuple[Hands, Knowledge] | None:
    """The hands of an evening and what is known with them; None where nobody else passed or they cannot be counted."""
    return _counted(told, (told.codes_at, *told.places)) if told_by_hands(told) else None


@lru_cache(maxsize=16)
def _counted(told: Evidence, places: tuple[str, ...]) -> tuple[Hands, Knowledge] | None:
    # Evidence is equal wherever it was noted, and what is quoted names its lines: they are part of the key.
    del places
    from deduce_models.entracte.knowledge.hands import MOST_BYTES, Hands

    hands = Hands(told)
    model = _Model(told, hands)
    known = Knowledge(model.problem, max_bytes=MOST_BYTES, worlds=hands.worlds)
    known = known.learn(*model.own(), *model.statements())
    try:
        known.count()
    except TooLarge:
        return None
    except Contradiction:
        pass
    return hands, known


def codes_of(knowledge: Knowledge) -> tuple[Variable, ...]:
    """The variables of the codes, without those of the cards."""
    family: Any = knowledge.problem.get("holder") or knowledge.problem["code"]
    return tuple(family.values())


def codes_left(knowledge: Knowledge) -> Worlds:
    """Who may hold what, with chances: the worlds without where cards are."""
    codes = codes_of(knowledge)
    worlds = knowledge.worlds
    return worlds if len(codes) == len(knowledge.scope) else worlds.project(codes)


def masks_of(told: Evidence) -> tuple[int, ...]:
    """For each seat of cooperative evidence the codes that what is said of it leaves, without all-different.

    Of passes it says what follows for one seat at a time.
    """
    model = _Model(told)
    masks = [model.parts.all_codes] * len(model.names)
    if model.me and told.codes[model.me - 1]:
        masks[model.me - 1] = told.codes[model.me - 1]
    seats = {model.problem["code"][name]: seat for seat, name in enumerate(model.names)}
    for statement in model.statements():
        constraint = statement.content
        if not isinstance(constraint, Constraint) or len(constraint.scope) != 1:
            raise ProblemError("the evidence of this record is not about one seat at a time")
        support = constraint.support(constraint.scope[0])
        masks[seats[constraint.scope[0]]] &= support if support is not None else -1
    return tuple(masks)


def truth(state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
    """Who holds what in a position, as far as the codes are dealt; where hands are counted also where each card is."""
    from deduce_models.entracte.knowledge.hands import where_cards_are

    face, names = state.face, state.setting.names
    made = face.setup
    if not made.competitive:
        codes = {
            knowledge.problem["code"][names[seat]]: made.parts.codes[mask.bit_length() - 1].name
            for seat, mask in enumerate(face.codes)
            if mask
        }
        # Knowledge tells of the cards when all draws of a turn are made; in the midst of them only codes are there.
        return codes if state.actor is CHANCE else codes | where_cards_are(state, knowledge.problem)
    if any(mask.bit_count() < made.per_seat for mask in face.codes):
        return {}
    holders = {code: names[seat] for seat, mask in enumerate(face.codes) for code in bits(mask)}
    holder = knowledge.problem["holder"]
    return {holder[code.name]: holders.get(index, NOBODY) for index, code in enumerate(made.parts.codes)}


class _Model:
    """Turns entries into statements, one at a time."""

    def __init__(self, told: Evidence, hands: Hands | None = None) -> None:
        self.told, self.setup, self.names = told, told.setup, told.names
        self.parts, self.me, self.hands = told.setup.parts, told.me, hands
        self.problem = problem_of(self.setup, self.names) if hands is None else hands.problem
        self.codes = [code.name for code in self.parts.codes]
        self.family = dict(self.problem["holder" if self.setup.competitive else "code"])

    # The two viewpoints.

    def holds(self, seat: int, code: int) -> Fact:
        """The fact that a seat holds a code."""
        name, player = self.codes[code], self.names[seat - 1]
        fact: Fact = self.family[name] == player if self.setup.competitive else self.family[player] == name
        return fact

    def some(self, seat: int, mask: int) -> Any:
        """A constraint: the seat holds at least one code of the mask."""
        names = self._named(mask)
        if not self.setup.competitive:
            return self.family[self.names[seat - 1]].is_in(set(names))
        if not names:
            # No code fits: said of any code, "held by this seat and not" is the contradiction wanted.
            fact = self.holds(seat, 0)
            return fact & ~fact
        return AtLeast(1, [self.family[name] for name in names], self.names[seat - 1])

    def none(self, seat: int, mask: int) -> Any:
        """A constraint: the seat holds no code of the mask (which is not empty)."""
        names = self._named(mask)
        if not self.setup.competitive:
            return ~self.family[self.names[seat - 1]].is_in(set(names))
        return reduce(and_, [self.family[name] != self.names[seat - 1] for name in names])

    def _named(self, mask: int) -> list[str]:
        return [name for code, name in enumerate(self.codes) if mask >> code & 1]

    def _codes(self, mask: int, joint: str) -> str:
        names = self._named(mask)
        if len(names) < 2:
            return names[0] if names else "none there is"
        return run(listing(names[:-1], ","), say(" and " if joint == "and" else " or "), names[-1])

    # The evidence.

    def own(self) -> list[Statement]:
        """The codes that the writer noted of itself: a note like others, for a hand slips there too."""
        if not self.me or not self.told.codes[self.me - 1]:
            return []
        return [self._held(self.me, "{who}'s own: {codes}", self.told.codes_at, "own")]

    def _held(self, seat: int, key: str, place: str, kind: str) -> Statement:
        """That a seat holds all of its codes that are told."""
        mask = self.told.codes[seat - 1]
        text = say(key, who=as_is(self.names[seat - 1]), codes=self._codes(mask, "and"))
        return self._note(reduce(and_, [self.holds(seat, code) for code in bits(mask)]), text, place, kind)

    def statements(self) -> list[Statement]:
        """All evidence, in the order of the entries."""
        found: list[Statement] = []
        cooperative = not self.setup.competitive
        passes = (
            {step.number: (count, hand) for step, count, hand in passes_of(self.told)}
            if cooperative and self.hands is None
            else {}
        )
        places = [self.told.place(index) for index in range(len(self.told.entries))]
        for step in self.told.steps[:-1]:
            place = places[step.number]
            if step.entry.kind == "play":
                found += self._play(step, place)
            elif step.entry.kind == "pass" and self.hands is not None:
                who = as_is(self.names[step.entry.seat - 1])
                text = say("{who} passed, so every card in that hand was blocked", who=who)
                found += self._of_hands(step, self.hands.blocked, text, place, "pass")
            elif step.number in passes:
                found += self._pass(step.entry, *passes[step.number], place)
            elif step.entry.kind == "sure":
                found += self._sure(step, place)
            elif step.entry.kind == "guess":
                found += self._guess(step.entry, place)
        if cooperative and self.hands is None:
            found += self._together(passes)
        return found + self._revealed()

    def _of_hands(
        self, step: TableStep, facts: Mapping[int, Any], text: str, place: str, kind: str
    ) -> list[Statement]:
        """What an entry says of the hands; nothing where it goes without saying."""
        fact = facts.get(step.number, True)
        if fact is False:
            fact = self.holds(step.entry.seat, 0) & ~self.holds(step.entry.seat, 0)
        return [] if fact is True else [self._note(fact, text, place, kind)]

    def _together(self, passes: Mapping[int, tuple[int, int]]) -> list[Statement]:
        """What the passes of a seat say only together; each by itself is told at its line."""
        found = []
        for seat, codes in codes_of_hands(self.told).items():
            own = [index for index in passes if self.told.entries[index].seat == seat]
            alone = reduce(and_, (mask for index in own for mask in passes[index]))
            if alone & ~codes:
                name, places = self.names[seat - 1], [self.told.place(index) for index in own]
                text = say(
                    "{who} was blocked with the cards kept in hand at every pass ({places}), so {who} holds {codes}",
                    who=as_is(name),
                    places=listing(places, ","),
                    codes=self._codes(codes, "or"),
                )
                found.append(self._note(self.some(seat, codes), text, places[-1], "pass"))
        return found

    def _note(self, constraint: Any, text: str, place: str, kind: str, seat: int = 0) -> Statement:
        chance = SLIPS[kind]
        if seat and self.told.slips:
            forgets, invents = self.told.slips[seat - 1]
            chance = forgets if kind == "no token" else invents
        return Statement(constraint, text, "observation", place, chance)

    def _play(self, step: TableStep, place: str) -> list[Statement]:
        found: list[Statement] = []
        entry, player = step.entry, self.names[step.entry.seat - 1]
        if step.barred:
            barred = self._codes(step.barred, "or")
            said = "{who} played this card, so {whose}'s code is not {codes}"
            text = say(said, who=as_is(player), whose=as_is(player), codes=barred)
            found.append(self._note(self.none(entry.seat, step.barred), text, place, "card"))
        if self.hands is not None:
            text = say("{who} played this card, so it was in that hand", who=as_is(player))
            found += self._of_hands(step, self.hands.held, text, place, "card")
        for seat, name in enumerate(self.names, 1):
            if (seat == entry.seat and not self.setup.competitive) or entry.unsure >> seat & 1:
                continue
            if entry.tokens >> seat & 1:
                fits = step.matched | step.open
                if fits != self.parts.all_codes:
                    text = say(
                        "{who} put a token under {whose}'s card, so {who} holds {codes}",
                        who=as_is(name),
                        whose=as_is(player),
                        codes=self._codes(fits, "or"),
                    )
                    found.append(self._note(self.some(seat, fits), text, place, "token", seat))
            elif step.matched:
                text = say(
                    "{who} put no token under {whose}'s card, so {who} does not hold {codes}",
                    who=as_is(name),
                    whose=as_is(player),
                    codes=self._codes(step.matched, "or"),
                )
                found.append(self._note(self.none(seat, step.matched), text, place, "no token", seat))
        return found

    def _pass(self, entry: Noted, count: int, hand: int, place: str) -> list[Statement]:
        player = self.names[entry.seat - 1]
        found = []
        if count != self.parts.all_codes:
            text = say(
                "{who} passed, and too few unseen cards are blocked by some codes: {who} does not hold {codes}",
                who=as_is(player),
                codes=self._codes(self.parts.all_codes & ~count, "or"),
            )
            found.append(self._note(self.some(entry.seat, count), text, place, "pass"))
        if hand != self.parts.all_codes:
            text = say(
                "{who} passed with the next card played in hand, so {who} holds {codes}",
                who=as_is(player),
                codes=self._codes(hand, "or"),
            )
            found.append(self._note(self.some(entry.seat, hand), text, place, "pass"))
        return found

    def _guess(self, entry: Noted, place: str) -> list[Statement]:
        """Nobody guesses a code of one's own; that is all a guess proves."""
        if entry.seat == self.me:
            return []
        name, mask = self.names[entry.seat - 1], 0
        for _, code in entry.guesses:
            mask |= 1 << code
        text = say(
            "{who} guessed {guessed} of others, so {who} does not hold {codes}",
            who=as_is(name),
            guessed=self._codes(mask, "and"),
            codes=self._codes(mask, "or"),
        )
        return [self._note(self.none(entry.seat, mask), text, place, "card")]

    def _sure(self, step: TableStep, place: str) -> list[Statement]:
        entry, before = step.entry, self.told.first(step.number)
        if self.setup.competitive or entry.seat == self.me or any(e.kind == "pass" for e in before.entries):
            # After a pass the speaker may know more from the own hand than everybody can follow.
            return []
        heard = knowledge_of(before.seen_by(0))
        fits = 0
        for code in range(len(self.parts.codes)):
            mine = heard.problem["code"][self.names[entry.seat - 1]]
            try:
                sure = heard.observe(mine == self.parts.codes[code].name).certain()
            except Contradiction:
                continue
            if len(sure) - 1 >= entry.sure:
                fits |= 1 << code
        name = self.names[entry.seat - 1]
        text = say(
            "{who} is sure of {number:code}, so {who} holds {codes}"
            if fits
            else "{who} is sure of {number:code}, which no code would allow",
            who=as_is(name),
            number=entry.sure,
            codes=self._codes(fits, "or"),
        )
        return (
            []
            if fits == self.parts.all_codes
            else [self._note(self.some(entry.seat, fits), text, place, "sure")]
        )

    def _revealed(self) -> list[Statement]:
        return [
            self._held(seat, "{who} showed {codes}", say("the end"), "revealed")
            for seat, mask in enumerate(self.told.codes, 1)
            if mask and seat != self.me
        ]
