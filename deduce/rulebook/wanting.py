"""What notes still have to say: a question that the rules put, and what its answer may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce.ground.wording import as_is, listing, run, say
from deduce.language.expressions import Expression
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.rulebook.asks import Ask, Change, Choose, Sense
from deduce.rulebook.audience import ALL
from deduce.rulebook.cards import may_lie, offered
from deduce.rulebook.drawing import Draw
from deduce.rulebook.heard import Event
from deduce.rulebook.table import Table
from deduce.rulebook.zones import Amount

if TYPE_CHECKING:
    from deduce.rulebook.reading import Reader


@dataclass(frozen=True, slots=True)
class Question:
    """What the rules wait for in the middle of a line: something told that the line did not say.

    `open` says that it is not known where notes are silent about it.
    """

    kind: str
    said: str
    about: Any
    name: str = ""
    open: bool = False

    def event(self, value: Any) -> Event:
        """What would be heard if that were the answer."""
        return Event(ALL, self.kind, 0, self.said, value, self.about, name=self.name)

    def wanted(self, table: Table, there: Iterable[Any] | None = None) -> str:
        """What may be said, for an error or a hint; `there` are the cards that can be drawn, where they are known."""
        if self.kind == "show":
            return asked(self.said, map(self.about.spelt, self.about.domain))
        if self.kind == "tell":
            values = values_of(self.about)
            told = say("yes or no") if values is None else listed(values)
            return run(as_is(f"'{self.said}'"), ": ", told)
        if self.kind == "which":
            keys = [key_text(key, table) for key in self.about]
            said = as_is(f"'{self.said.replace('{}', '...').strip()}'")
            return run(said, ": ", listed(keys), ", ", say("or nobody"))
        if self.kind == "draw":
            cards = listed(drawable(self.about, table) if there is None else there)
            if self.about.form:
                text = as_is(f"'{self.about.text('CARD')}'")
                return say("{text}, a card being {cards}", text=text, cards=cards)
            return say("which card is drawn {said}: {cards}", said=as_is(self.said), cards=cards)
        if self.kind == "reveal":
            return say(
                "what lies in {place}: {number} of {cards}",
                place=as_is(self.said), number=len(self.about), cards=listed(self.about.copies),
            )  # fmt: skip
        there = self.about.every if isinstance(self.about, Sense) else getattr(self.about, "chances", ())
        return run(as_is(self.said), ": ", listed(there))


def drawable(draw: Draw, table: Table) -> Sequence[Any]:
    """The cards that may be drawn, as far as the table's seat knows where they lie."""
    deck = draw.deck
    there = [card for card in deck.copies if may_lie(card, deck, deck.snapshot(), table)]
    return there or tuple(deck.copies)


def offers(ask: Choose, texts: Sequence[str], table: Table) -> Sequence[str]:
    """Of the texts of what may be chosen those that are offered: of another seat's cards such as it may have."""
    if table.seat in (None, ask.seat) or not ask.menu.cards:
        return texts
    return offered(texts, ask.menu.cards, table)


def asked(name: str, values: Iterable[Any]) -> str:
    """What a variable is, and what it can be."""
    return say("what {thing} is: {values}", thing=as_is(spoken(name)), values=listed(values))


def choosing(who: str, values: Iterable[Any]) -> str:
    """Who has to choose, and what can be chosen."""
    return say("{who} to choose: {values}", who=as_is(who), values=listed(values))


def values_of(what: Any) -> tuple[Any, ...] | None:
    """What an expression, a variable or an amount of cards can be; None for a fact, which is true or not."""
    if isinstance(what, Fact):
        return None
    if isinstance(what, Variable):
        return what.domain
    if isinstance(what, Expression):
        return tuple(range(what.low, what.high + 1))
    if isinstance(what, Amount):
        low, high = what.bounds()
        return tuple(range(low, high + 1))
    return None


def key_text(key: Any, table: Table) -> str:
    """A key of a told set as notes write it: a player's name where it is a seat."""
    return table.name(key) if type(key) is int and key in table.seats else str(key)


def spoken(name: str) -> str:
    """The name of a variable as people write it in notes: ``behind C`` for ``behind[C]``."""
    return name.replace("[", " ").replace("]", "")


def listed(values: Iterable[Any]) -> str:
    """The first few of what may be said."""
    texts = [str(value) for value in values]
    few = listing([as_is(text) for text in texts[:6]], ",") if texts else ""
    return run(few, say(" or {number} more", number=len(texts) - 6) if len(texts) > 6 else "")


def goes_unsaid(ask: Ask, table: Table) -> bool:
    """Whether notes may leave out what is decided: their writer does not see it, or silence means something."""
    if isinstance(ask, Choose):
        unseen = table.seat not in (None, ask.seat) and not table.hears(ask.mask)
        return unseen or ask.unsaid is not None
    if not isinstance(ask, (Draw, Change)) or (isinstance(ask, Change) and not ask.seat):
        return False
    return table.seat is not None and not table.hears(ask.mask)


def due_in(reader: Reader) -> int:
    """Whose turn it is where a reader stands, if all goes unsaid that may; 0 for nobody's."""
    wait: Any = reader.run.wait
    if not isinstance(wait, Choose) or wait.unsaid is not None:
        wait = reader.ahead()[2]
    actor = getattr(wait, "actor", 0)
    return actor if isinstance(actor, int) else 0


def choices_of(ask: Choose, table: Table) -> Sequence[str]:
    """The texts of what may be chosen, as far as the table's seat knows; without what can be said freely."""
    menu = ask.menu
    if table.seat not in (None, ask.seat):
        return tuple(menu.all())
    if menu.free is not None:
        return tuple(menu.beside_free(table) or menu.otherwise)
    return tuple(menu.legal(table))
