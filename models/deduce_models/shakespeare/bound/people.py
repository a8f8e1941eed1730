"""The people of a solo game in a CP-SAT model: who is recruited, who acts on which day, what crafts can take.

Persons come in slots: those printed on the board, the drafted card, and one slot a day for the card recruited. A
slot holds one of its candidates (the characters of the draft or of the day) or an Extra, so a day's choice costs
a handful of Booleans however many cards a deck has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.bound.beginning import Beginning
from deduce_models.shakespeare.bound.ledger import Expression, Ledger
from deduce_models.shakespeare.components.elements import EFFECTS, PRICES, YELLOW
from deduce_models.shakespeare.components.parts import CRAFTS, TOKEN_VALUE, Character, Gain
from deduce_models.shakespeare.rules.setup import Setup

EVERY_COLOUR = range(1, YELLOW + 1)

WORKERS = {"set": ("dresser", "handyman"), "costume": ("mistress", "handyman")}
"""The crafts that take elements of each kind."""


@dataclass
class Candidate:
    """One character that a slot can hold: whether it does, and on which days it is activated."""

    character: Character
    chosen: Expression
    active: dict[int, Expression] = field(default_factory=dict)


@dataclass
class Slot:
    """A place for a person: free until its first day, then one candidate or an Extra."""

    first: int
    recruited: bool
    candidates: list[Candidate]
    extra: Expression = 0

    def kind(self, *kinds: str) -> list[Candidate]:
        """The candidates of these kinds."""
        return [candidate for candidate in self.candidates if candidate.character.kind in kinds]

    def active(self, day: int, *kinds: str) -> Expression:
        """1 when the person is activated on `day` (and is of one of these kinds)."""
        chosen = self.kind(*kinds) if kinds else self.candidates
        return sum(candidate.active.get(day, 0) for candidate in chosen)


class Company:
    """Who is there, who acts, and what is taken from the offers.

    Attributes:
        slots: All persons.
        takes: The number of elements taken: (kind, slot, day, colour), kind ``set`` or ``costume``.
        tokens: Whether a "+3" token is spent: (slot, day).
        cast: The number of the first variable that is not about who comes and acts when.
    """

    def __init__(self, setup: Setup, beginning: Beginning, ledger: Ledger) -> None:
        takers = [person.name for person in setup.people if person.trade]
        if takers:
            raise ProblemError(f"the bound knows no actors who take elements, such as {takers[0]}")
        self.setup, self.parts, self.script = setup, setup.parts, beginning.script
        self.beginning, self.ledger, self.model = beginning, ledger, ledger.model
        self.days = range(beginning.day, self.parts.days + 1)
        self.slots = self._people()
        self.cast = ledger.count
        self.takes: dict[tuple[str, int, int, int], Expression] = {}
        self.tokens: dict[tuple[int, int], Expression] = {}
        self._crafts()

    # Persons, cylinders and rest.

    def _people(self) -> list[Slot]:
        begun, script = self.beginning, self.script
        slots = [self._there(person) for person in begun.board.troupe]
        if begun.drafting:
            slots.append(self._coming(0, script.draft))
        slots += [
            self._coming(day, script.displays[day - 1]) for day in self.days if day >= begun.recruiting
        ]
        for number, slot in enumerate(slots):
            out = begun.used | begun.resting
            for candidate in slot.candidates:
                if candidate.character.kind == "assistant":
                    continue
                for day in self.days:
                    if day < slot.first or (day == begun.day and (begun.passed or number in out)):
                        continue
                    active = candidate.active[day] = self.ledger.boolean(
                        f"{candidate.character.name} {day}"
                    )
                    self.model.add(active <= candidate.chosen)
        for day in self.days:
            first = day == begun.day
            more = sum(slot.active(day) for slot in slots)
            self.model.add(more <= (begun.board.cylinders if first else self.parts.cylinders))
            self._bonus(day, more + (len(begun.used) if first else 0))
            if day < self.parts.days:
                self._rest(day, slots)
        return slots

    def _there(self, person: int) -> Slot:
        """The slot of somebody who has come already."""
        character, recruited = self.setup.people[person], person >= self.setup.printed
        if character.kind == "extra":
            return Slot(self.beginning.day, recruited, [], 1)
        return Slot(self.beginning.day, recruited, [Candidate(character, 1)])

    def _coming(self, day: int, cards: Sequence[int]) -> Slot:
        """The slot of the card recruited on a day (0: of the draft)."""
        # Copies of one character on one day are one choice.
        known = dict.fromkeys(self.parts.deck[card] for card in cards)
        slot = Slot(
            max(1, day), True, [Candidate(person, self.ledger.boolean(person.name)) for person in known]
        )
        if day or self.setup.options.draft_extras:
            slot.extra = self.ledger.boolean("extra")
        total = sum(candidate.chosen for candidate in slot.candidates) + slot.extra
        if day and self.setup.options.pass_before_recruiting:
            self.model.add(total <= 1)
        elif slot.candidates:
            self.model.add(total == 1)
        return slot

    def _rest(self, day: int, slots: list[Slot]) -> None:
        """All but one of those activated on `day` rest on the next day."""
        awake = []
        before = self.beginning.used if day == self.beginning.day else frozenset[int]()
        for number, slot in enumerate(slots):
            for candidate in slot.candidates:
                today = 1 if number in before else candidate.active.get(day)
                tomorrow = candidate.active.get(day + 1)
                if today is not None and tomorrow is not None:
                    again = self.ledger.boolean(f"again {day}")
                    self.model.add(today + tomorrow <= candidate.chosen + again)
                    awake.append(again)
        self.model.add(sum(awake) <= 1)

    def _bonus(self, day: int, used: Expression) -> None:
        counts = [count for count in self.parts.bonus if count <= self.parts.cylinders]
        exact = [self.ledger.boolean(f"bonus {day} {count}") for count in counts]
        for count, reached in zip(counts, exact, strict=True):
            self.model.add(used == count).only_enforce_if(reached)
        if exact:
            self.model.add_at_most_one(exact)
            # The same without conditions, for the linear relaxation.
            self.model.add(used >= sum(c * e for c, e in zip(counts, exact, strict=True)))
            cylinders = self.parts.cylinders
            self.model.add(
                used <= cylinders - sum((cylinders - c) * e for c, e in zip(counts, exact, strict=True))
            )
            self.ledger.points.append(sum(exact))

    def activations(self, *kinds: str) -> Iterator[tuple[Candidate, int, Expression]]:
        """Every activation that could happen of these kinds: (who, day, whether it does)."""
        for slot in self.slots:
            for candidate in slot.kind(*kinds):
                for day, active in candidate.active.items():
                    yield candidate, day, active

    def gains(self, what: Callable[[Gain], int], day: int) -> Expression:
        """What all actors activated on `day` bring."""
        return sum(
            what(candidate.character.activation) * active
            for candidate, at, active in self.activations("actor")
            if at == day
        )

    # Crafts: what is taken with which budget.

    def _crafts(self) -> None:
        assistants = {
            day: sum(
                candidate.chosen
                for slot in self.slots
                for candidate in slot.kind("assistant")
                if slot.first <= day
            )
            for day in self.days
        }
        for number, slot in enumerate(self.slots):
            for day in self.until(self.parts.days, slot.first):
                self._craft(number, slot, day, assistants[day])
        for day in self.days:
            for kind, offer in (("set", self.script.sets), ("costume", self.script.costumes)):
                for colour in EVERY_COLOUR:
                    taken = self.taken(kind, day, colour)
                    if not isinstance(taken, int):
                        self.model.add(taken <= offer[day - 1][colour - 1])
        self._token_balance()

    def _craft(self, number: int, slot: Slot, day: int, assistants: Expression) -> None:
        works = {kind: slot.active(day, *crafts) for kind, crafts in WORKERS.items()}
        jeweler = slot.active(day, "jeweler")
        spent: Expression = 0
        jewels: Expression = 0
        for kind, offers in (("set", self.script.sets), ("costume", self.script.costumes)):
            for colour in EVERY_COLOUR:
                there, allowed = offers[day - 1][colour - 1], works[kind]
                if colour == YELLOW:
                    there, allowed = min(there, 1), jeweler
                if not there or isinstance(allowed, int):
                    continue
                take = self.takes[kind, number, day, colour] = self.ledger.integer(0, there)
                self.model.add(take <= there * allowed)
                if colour == YELLOW:
                    jewels += take
                else:
                    spent += PRICES[colour] * take
        if not isinstance(jewels, int):
            self.model.add(jewels <= jeweler)
        craft = slot.active(day, *CRAFTS)
        if isinstance(craft, int) or isinstance(spent, int):
            return
        value = sum(candidate.character.value * candidate.active[day] for candidate in slot.kind(*CRAFTS))
        token = self.tokens[number, day] = self.ledger.boolean(f"token {number} {day}")
        self.model.add(token <= craft)
        helped: Expression = 0
        most = sum(any(slot.kind("assistant")) for slot in self.slots)
        if most:
            helped = self.ledger.integer(0, most)
            self.model.add(helped <= assistants)
            self.model.add(helped <= most * craft)
        self.model.add(spent <= value + helped + TOKEN_VALUE * token)

    def until(self, day: int, first: int = 1) -> range:
        """The days of the model from `first` up to `day`."""
        return range(max(first, self.beginning.day), day + 1)

    def taken(self, kind: str, day: int, colour: int) -> Expression:
        """How many elements of a kind and colour are taken on a day."""
        return sum(
            take
            for (what, _, at, which), take in self.takes.items()
            if (what, at, which) == (kind, day, colour)
        )

    def gained(self, name: str, day: int) -> Expression:
        """What the pieces of the set placed on `day` bring of ``pounds``, ``ambiance`` or ``tokens``."""
        return sum(
            getattr(EFFECTS[colour], name) * self.taken("set", day, colour)
            for colour in EVERY_COLOUR
            if getattr(EFFECTS[colour], name)
        )

    def _tokens(self, day: int) -> Expression:
        """All "+3" tokens that there have been by the end of `day`."""
        return self.beginning.board.tokens + sum(self.gained("tokens", at) for at in self.until(day))

    def _token_balance(self) -> None:
        """A token is gained before it is spent, in another activation."""
        for (number, day), token in self.tokens.items():
            gained = self._tokens(day)
            own = sum(
                EFFECTS[colour].tokens * self.takes.get(("set", number, day, colour), 0)
                for colour in EVERY_COLOUR
            )
            spent = sum(other for (_, at), other in self.tokens.items() if at < day)
            self.model.add(token + spent <= gained - own).only_enforce_if(token)
        for day in self.days:
            gained = self._tokens(day)
            self.model.add(sum(t for (_, at), t in self.tokens.items() if at <= day) <= gained)
