"""What rules say of hidden quantities: that they are there, how chance decides them, and who is told what of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from math import inf, isclose
from types import MappingProxyType
from typing import Any, TypeVar

from deduce.ground.errors import nearest
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact
from deduce.language.variables import Family, Variable, is_number
from deduce.rulebook.asks import DONE, Ask, Change, Deal, Roll, Row, Sense
from deduce.rulebook.audience import ALL, EVERYBODY, NOBODY, Who, audience
from deduce.rulebook.faults import RulesError, Untold, where
from deduce.rulebook.heard import UNNOTED, UNSHOWN, Event, Unsure
from deduce.rulebook.secrets import Secret
from deduce.rulebook.zoning import Zoning

K = TypeVar("K", bound=Hashable)


def checked_chances(what: str, given: Any, values: Iterable[Any], *, every: bool = False) -> None:
    """Raise `RulesError` where `given` are no chances of these values: with `every`, one above 0 for each of them."""
    allowed = list(values)
    if not isinstance(given, Mapping):
        raise RulesError(f"{what}: expected {{value: chance}}, not {given!r}", where())
    other = [value for value in given if value not in allowed]
    if other:
        raise RulesError(f"{what}: {other[0]!r} is no value of it: {nearest(other[0], allowed)}", where())
    for value in allowed if every else given:
        chance = given.get(value)
        possible = is_number(chance) and (0 < chance < inf or (chance == 0 and not every))  # type: ignore[operator]
        if not possible:
            raise RulesError(
                f"{what}: the chance of {value!r} is {chance!r}; it must be a number "
                f"{'above 0' if every else 'from 0 on'}",
                where(),
            )
    if not any(given.values()):
        raise RulesError(f"{what}: no value has a chance above 0", where())


class Hidden(Zoning):
    """The part of a `Table` that has hidden quantities."""

    __slots__ = ()

    def variable(self, name: str, domain: Iterable[Hashable]) -> Variable:
        """One hidden quantity; see `variables`."""
        made = self.setting.variable(name, domain)
        self._declare(name, (made,))
        self.declared.append(made)
        return made

    def variables(
        self,
        name: str,
        keys: Iterable[K],
        domain: Iterable[Hashable] | Callable[[K], Iterable[Hashable]],
        *,
        whose: int | None = None,
    ) -> Family[K]:
        """Hidden quantities ``name[key]``, as `Problem.variables` makes them. Raises `RulesError`.

        Where `keys` is `t.seats` itself, a member is called by its player's name: ``card[Ann]``. Where keys are tuples,
        `whose` is the place in them, from 0, of the seat that is called so: ``die[Ann,1]`` for ``(1, 1)``.
        """
        made = self.setting.family(name, keys, domain, seated=keys is self.seats, whose=whose)
        self._declare(name, tuple(made.values()))
        self.declared.append(made)
        return made

    def recall(self, name: str) -> Any:
        """The variable or family that was declared by this name: for methods to which rules have handed on.

        Raises `RulesError` where there is none.
        """
        for made in self.declared:
            if made.name == name:
                return made
        raise RulesError(f"recall: no variable {name!r} has been declared", where())

    def secret(self, name: str, values: Mapping[K, Any], domain: Iterable[Hashable]) -> Family[K]:
        """Hidden quantities whose values stand in the components, not to be dealt: what is behind a window.

        A live run has the values, or those that the world behind a seat's eyes gives them; nobody is told any.
        """
        made = self.setting.family(name, tuple(values), domain)
        self._declare(name, tuple(made.values()))
        self.declared.append(made)
        self.undealt.difference_update(made.values())
        self.secrets += [variable.name for variable in made.values()]
        if self.seat is None:
            for key, value in values.items():
                variable = made[key]
                self.world[variable] = self.given.get(variable.name, value)
                self.deeds.append((variable, self.world[variable]))
        return made

    def require(self, constraint: Constraint, sentence: str) -> None:
        """What is always true of hidden quantities, with the sentence that explanations quote."""
        if self.left:
            return
        if not isinstance(constraint, Constraint):
            raise RulesError(f"require: expected a constraint, not {constraint!r}", where())
        decided = self.seat is None and all(variable in self.world for variable in constraint.scope)
        if decided and not self.truth(constraint):
            raise RulesError(
                f"require: {sentence!r} is not so in the game at hand; it is said before t.deal", where()
            )
        self.rules.append(self.setting.rule(constraint, sentence))

    # What chance decides.

    def deal(
        self,
        variables: Variable | Iterable[Variable] | Mapping[Any, Variable],
        weights: Mapping[Any, float] | None = None,
    ) -> Any:
        """To be yielded: chance decides the variables one by one, by the worlds that are left.

        `weights` are chances of values (of any size; only their proportions matter), for each of the variables; a value
        that is not named does not come.
        """
        given: Any = variables.values() if isinstance(variables, Mapping) else variables
        group: tuple[Variable, ...] = (variables,) if isinstance(variables, Variable) else tuple(given)
        if weights is not None and not self.left:
            for variable in group:
                checked_chances(f"weights of {variable}", weights, variable.domain)
        if isinstance(variables, Variable):
            return self.owe(self._deal_of(variables, weights))
        return self.owe(self._in_turn([self._deal_of(variable, weights, group) for variable in group]))

    def _in_turn(self, deals: Sequence[Deal]) -> Iterator[Ask]:
        for deal in deals:
            yield DONE if self.left else deal

    def _deal_of(
        self, variable: Variable, weights: Mapping[Any, float] | None, group: tuple[Variable, ...] = ()
    ) -> Deal:
        if variable not in self.undealt and not self.left:
            self._own(variable)
            raise RulesError(f"{variable} is dealt twice", where())
        return Deal(variable, weights, group)

    def roll(self, name: str, outcomes: Any, seen_by: Who = EVERYBODY, *, row: Row | None = None) -> Roll:
        """To be yielded: chance in the open; `outcomes` are values, or ``{value: weight}``: they come in proportion.

        A value that is listed twice comes twice as often. Rolls of one `row` are told in one line of notes.
        """
        if self.left:
            self.choices += audience(seen_by, self.seats) != ALL
            return DONE  # type: ignore[return-value]
        if isinstance(outcomes, str) or not isinstance(outcomes, Iterable):
            raise RulesError(
                f"roll {name!r}: outcomes are values or {{value: weight}}, not {outcomes!r}", where()
            )
        weights = outcomes if isinstance(outcomes, Mapping) else Counter(outcomes)
        right = all(is_number(each) and 0 <= each < inf for each in weights.values())
        total = sum(weights.values()) if right else 0
        chances = {value: each / total for value, each in weights.items() if each > 0} if total else {}
        if not chances:
            raise RulesError(f"roll {name!r}: outcomes need chances above 0", where())
        if len(kinds := {*map(type, chances)}) > 1 or not kinds <= {str, int}:
            twice = [text for text, count in Counter(map(str, chances)).items() if count > 1]
            if twice:
                raise RulesError(f"roll {name!r}: two outcomes are called {twice[0]!r}", where())
        mask = audience(seen_by, self.seats)
        variable = None
        if mask != ALL:
            self.choices += 1
            variable = self._handle(f"{name} ({self.choices})", list(weights))
            self.weigh(variable, weights)
        return self.owe(Roll(name, chances, mask, variable, row))

    def sense(
        self,
        who: Who,
        variable: Variable,
        chances: Mapping[Any, Mapping[Any, float]],
        sentence: str,
        *,
        weighs: bool = True,
    ) -> Sense:
        """To be yielded: `who` learns an outcome whose chances hang on a hidden value.

        Where the chances only stand for what is not known of the components it does not weigh, and only tells what is
        possible.
        """
        if self.left:
            return DONE  # type: ignore[return-value]
        for value in variable.domain:
            row = chances.get(value) if isinstance(chances, Mapping) else None
            sound = isinstance(row, Mapping) and all(is_number(each) and each >= 0 for each in row.values())
            if row is None or not sound or (weighs and not isclose(sum(row.values()), 1.0)):
                raise RulesError(
                    f"sense {sentence!r}: where {variable} is {value!r} its outcomes need chances that sum to 1, not "
                    f"{row!r}",
                    where(),
                )
        return self.owe(Sense(audience(who, self.seats), variable, chances, sentence, weighs))

    def shuffle(
        self,
        variables: Iterable[Variable] | Mapping[Any, Variable],
        seen_by: Who = NOBODY,
        text: str = "shuffle {}",
    ) -> Change:
        """To be yielded: chance lays the values of the variables anew, in an order seen by `seen_by` (nobody).

        `text` is how a complete record writes the order.
        """
        cells = tuple(variables.values() if isinstance(variables, Mapping) else variables)
        name = f"{', '.join(v.name for v in cells)} are shuffled"
        return self.owe(Change(0, cells, audience(seen_by, self.seats), text, name))

    def rearrange(
        self,
        seat: int,
        variables: Iterable[Variable] | Mapping[Any, Variable],
        text: str = "lay {}",
        seen_by: Who | None = None,
    ) -> Change:
        """To be yielded: a seat lays the values of the variables anew, in an order that `seen_by` see (itself alone)."""
        cells = tuple(variables.values() if isinstance(variables, Mapping) else variables)
        name = f"{self.name(seat)} lays {', '.join(v.name for v in cells)} anew"
        mask = (audience(seen_by, self.seats) if seen_by is not None else 0) | 1 << seat
        return self.owe(Change(seat, cells, mask, text, name))

    # What seats are told.

    def show(
        self,
        who: Who,
        variable: Variable | Secret,
        when: Fact | None = None,
        *,
        name: str = "",
        needed: bool = False,
        optional: bool = False,
        unsaid: Any = None,
    ) -> Any:
        """`who` learns the value of a variable (a secret, a choice not seen); with `when`, only where that is true.

        Notes may leave out a secret that was shown; then rules get None, unless it is `needed`. Of a variable they may
        where it is `optional`: what one seat saw, and did not write down; `unsaid` is what they else mean.

        Gives the value where everybody was told, else something that rules cannot look at.
        """
        if self.left:
            return self._given_again()
        if type(variable) is Secret and when is None:
            return self._shown(audience(who, self.seats), variable, needed)
        unsaid = UNNOTED if optional else unsaid
        return self._told("show", who, variable.name, variable, when, unsaid, name)

    def _shown(self, mask: int, secret: Secret, needed: bool) -> Any:
        """A secret is shown. Notes may leave it out; then what the rules get is None."""
        world: dict[Any, Any] = self.world
        if self.seat is None:
            if secret not in world:
                raise RulesError(f"{secret} is shown before it is dealt or chosen", where())
            value = world[secret]
        elif self.hears(mask):
            value = self.heard("show", secret, secret, unsaid=needed).value
            if value is not None:
                self.settle(secret, value)
        else:
            self.tape.append(Untold(secret))
            return self.tape[-1]
        self.note(Event(mask, "show", 0, secret, value, secret))
        self.tape.append(value if mask == ALL else Untold(secret))
        return self.tape[-1]

    def _told(
        self,
        kind: str,
        who: Who,
        said: str,
        about: Any,
        when: Fact | None,
        unsaid: Any,
        name: str,
    ) -> Any:
        """Tell something, and give it to the rules where everybody hears it."""
        mask = audience(who, self.seats)
        if self.seat is None:
            simple = when is None and kind != "which"
            value = self.value(about) if simple else self.tells(kind, about, when)
        elif self.hears(mask):
            value = self.heard(kind, said, about, when=when, unsaid=unsaid, name=name).value
        else:
            event = Event(mask, kind, 0, said, None, about, when=when, unsaid=unsaid, name=name)
            self.unheard.append((len(self.log), event))
            self.tape.append(Untold(said))
            return self.tape[-1]
        self.note(Event(mask, kind, 0, said, value, about, when=when, unsaid=unsaid, name=name))
        given = Untold(said) if mask != ALL else None if value is UNSHOWN else value
        if value is UNNOTED:
            self.unnoted = True
        elif self._masks is not None:
            self._masks.heard(kind, about, value, when)
            if kind == "which" and any(type(key) is Unsure for key in value):
                given = Untold(said)  # notes leave it open, so the rules may not hang on it
        self.tape.append(given)
        return given

    def _given_again(self) -> Any:
        self.retold += 1
        return self.tape[self.retold - 1]

    def tell(
        self,
        who: Who,
        what: Any,
        sentence: str,
        *,
        unsaid: Any = None,
        when: Fact | None = None,
        name: str = "",
    ) -> Any:
        """`who` learns whether a fact is true, or the value of an expression; with `when`, only where that is true.

        Args:
            who: Who is told.
            what: A fact or an expression over hidden quantities.
            sentence: What it is about, as notes and explanations say it.
            unsaid: What is meant by notes that do not mention it.
            when: A fact; where it is false nothing is told but that.
            name: What beliefs and words call it; the sentence where empty.

        Gives the value where everybody was told, else something that rules cannot look at.
        """
        if self.left:
            return self._given_again()
        if not isinstance(sentence, str) or not sentence.strip():
            raise RulesError(f"tell: expected a sentence that says what is told, not {sentence!r}", where())
        return self._told("tell", who, sentence, what, when, unsaid, name)

    def which(
        self, who: Who, facts: Mapping[Any, Fact], sentence: str, *, unsaid: Any = None, name: str = ""
    ) -> Any:
        """`who` learns which of the facts are true: one told set, as a tuple of their keys in order.

        Notes that do not mention it mean the keys in `unsaid`; None where notes must say.
        """
        if self.left:
            return self._given_again()
        return self._told("which", who, sentence, MappingProxyType(dict(facts)), None, unsaid, name)

    def announce(self, sentence: str, value: Any = None, *, seat: int = 0, row: str = "") -> None:
        """Everybody hears what they could tell from the table: where a marker stands now, that somebody is out.

        Notes may say it, rightly or not at all; nothing hidden is known by it. In a `row` of rolls it is what came of
        itself.
        """
        if self.left:
            return
        if self.seat is not None:
            self.heard("say", sentence, value, when=seat)
        self.note(Event(ALL, "say", seat, sentence, value, row=row))
