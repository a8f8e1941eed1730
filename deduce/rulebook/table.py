"""The table: what rules talk to. One class serves live runs, blind runs and notes; they differ in who answers.

Here is what seats choose, and where parts and the game end. What there is to know, what chance does and who is told what
is in `deduce.rulebook.hidden`, decks, hands and draws in `zoning`; what a run has come to in `account`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.rulebook.asks import DONE, AtOnce, Choose
from deduce.rulebook.audience import ALL, EVERYBODY, NOBODY, Who, audience
from deduce.rulebook.cards import Cards
from deduce.rulebook.faults import RulesError, where
from deduce.rulebook.hidden import Hidden, checked_chances
from deduce.rulebook.menus import Group, Menu, Pattern, last_of
from deduce.rulebook.pools import Free
from deduce.rulebook.secrets import Secret
from deduce.rulebook.zones import Zone

if TYPE_CHECKING:
    from deduce.rulebook.lots import Also, Box, Lot

ASKED = 4096
"""So many choices are kept to be asked again."""


SAID = frozenset({
    "announce", "box", "bury", "choose", "data", "deal", "deck", "draw", "end", "free", "keep",
    "line_ends", "lot", "move", "name", "once", "open", "option", "options", "part", "put", "rearrange",
    "recall", "require", "reveal", "roll", "seats", "secret", "sense", "set_aside", "show", "shuffle",
    "shuffle_in", "swap", "take", "tell", "together", "variable", "variables", "when", "which", "zone",
})  # fmt: skip
"""What rules say of a table; the rest of its names are the library's."""


class End(Exception):
    """The game is over, wherever the rules are."""

    def __init__(self, scores: Sequence[float]) -> None:
        self.scores = scores


class Table(Hidden):
    """One run of the rules, as the rules see it; for its attributes see `deduce.rulebook.account.Account`."""

    __slots__ = ()

    def choose(
        self,
        seat: int,
        options: Any,
        seen_by: Who = EVERYBODY,
        unsaid: Any = None,
        likely: Any = None,
        *,
        otherwise: Any = (),
        name: str = "",
        group: int = 0,
        aside: bool = False,
        secret: Secret | None = None,
        task: str = "",
        rest: Any = None,
        alike: Variable | None = None,
        among: Iterable[int] = (),
    ) -> Choose:
        """To be yielded: a seat decides.

        Args:
            seat: Who decides.
            options: Values; ``{text: value}``; ``{text: (fact, value)}``, legal only where the fact is true; what
                `option`, `when` and `free` make; or a list of these.
            seen_by: Who sees what was chosen, beside the seat itself. Seen by everybody, the yield gives its value. By
                fewer it gives a variable that stands for it, about which facts can be told later; the others learn
                only that something legal was chosen.
            unsaid: The value that notes mean which do not mention the choice.
            likely: ``(variable, fit)``: choices seen are evidence; ``fit(value)`` gives a likelihood ratio for each value
                of the variable. Of a choice that not everybody sees also ``{value: chance}``, each above 0: how much
                each value weighs where it is possible. By default a choice weighs nothing: who did not see it counts
                every one that was possible.
            otherwise: Options that are legal only where no other is.
            name: What the choice is called, where it is not seen; unique in a game.
            group: Choices with one number (not 0) are made at once; notes may tell them in any order.
            aside: Nothing that comes later speaks of the choice: the rules get nothing back, and who does not see it
                keeps no account of what it was. A card shown to one seat is such a choice.
            secret: A `Secret`: the game itself keeps account of what was chosen, and no variable stands for it.
            task: What the seat is to do, in words, for whoever tries something else.
            rest: The value that a line of notes means which tells in one go what was done, and ends here; up to the next
                `line_ends`. Such a line may leave out the first word of the other options.
            alike: A variable: who notes what it saw of it, and no choice, chose that value (``I look at 3, it is Tome``).
            among: Who chooses at once, where all are told who chose what as one set: notes need not say it twice.
        """
        if self.left:
            self.choices += 1
            # At the last the run stands; its menu may hang on the cards of this run's own zones.
            if self.left > 1 or not self.zoned:
                return DONE  # type: ignore[return-value]
            self.choices -= 1
        self.choices += 1
        asked = self.setting.asked
        key: Any = None
        if likely is None and secret is None and not otherwise and not aside:
            mask = ALL if seen_by is EVERYBODY else audience(seen_by, self.seats)
            number = 0 if mask == ALL or name else self.choices
            same = tuple(map(id, options)) if type(options) is list else id(options)
            key = seat, same, mask, unsaid, rest, number, group, name, task, id(alike), among
            try:
                found = asked.get(key)
            except TypeError:  # a value that cannot be hashed
                key = found = None
            if found is not None:
                if found.handle is not None:
                    self._declare(found.name, (found.handle,))
                return self.owe(found)
        else:
            mask = audience(seen_by, self.seats)
        if seat not in self.seats:
            raise RulesError(f"{seat!r} is no seat: {self.seats.start} to {self.seats.stop - 1}", where())
        mask |= 1 << seat
        try:
            menu = self.setting.menu(options, otherwise)
        except RulesError as error:
            raise RulesError(str(error), where()) from None
        if unsaid is not None and menu.free is None and unsaid not in menu.all().values():
            raise RulesError(f"unsaid={unsaid!r} is none of the values that can be chosen", where())
        handle = None
        if secret is not None:
            name = secret.name
        elif mask != ALL:
            name = name or f"choice {self.choices} of {self.name(seat)}"
        if mask != ALL and not aside and secret is None:
            if menu.free is not None:
                raise RulesError(
                    "free text that not everybody sees is kept account of by a `secret`, or lies `aside`",
                    where(),
                )
            handle = self._handle(name, self._distinct(menu), menu.words)
            if isinstance(likely, Mapping):
                checked_chances(f"likely of {name}", likely, handle.domain, every=True)
                self.weigh(handle, likely)
                likely = None
        elif isinstance(likely, Mapping):
            raise RulesError(
                "likely={value: chance} is said of a choice that not everybody sees, for which a variable stands",
                where(),
            )
        made = Choose(
            seat,
            menu,
            mask,
            handle,
            unsaid=unsaid,
            likely=likely,
            name=name,
            group=group,
            secret=secret,
            task=task,
            rest=rest,
            alike=alike,
            among=frozenset(among),
        )
        if key is not None and self.setting.lasts(options):
            if len(asked) >= ASKED:
                asked.clear()
            asked[key] = made
        return self.owe(made)

    def _distinct(self, menu: Menu) -> Sequence[Hashable]:
        """The values of a choice that not everybody sees; looked at once where menus share their list of options."""
        listed = menu.all()
        if menu.cards and listed is menu.cards[0].texts():
            return self.once(("distinct", id(listed)), lambda: _each_another(listed))
        return _each_another(listed)

    def box(
        self,
        verb: str,
        cards: Iterable[Any],
        also: Also | None = None,
        out: str = "it is out",
        spell: Callable[[str], str] = str,
    ) -> Box:
        """Cards for `lot`, whose moves are written with `verb`; see `deduce.rulebook.lots.Box`. Keep it by `once`."""
        from deduce.rulebook.lots import Box

        return Box(verb, cards, also, out, spell)

    def lot(
        self,
        secret: Secret,
        box: Box,
        seen_by: Who = NOBODY,
        apart: Iterable[Any] = (),
        *,
        silent: bool = False,
        task: str = "",
    ) -> Lot:
        """To be yielded: chance deals a secret out of a box, each card that is left alike; `seen_by` see it.

        `apart` are secrets and cards that are out of it. A `silent` one goes without saying in the notes of who does not
        see it. `task` says what happens, for whoever tries something else.
        """
        from deduce.rulebook.lots import Lot

        return self.owe(Lot(secret, box, audience(seen_by, self.seats), apart, silent=silent, task=task))

    def together(
        self, menus: Mapping[int, Any], unsaid: Any = None, name: str = "", *, told: str = "", row: str = ""
    ) -> Generator[Any, Any, Any]:
        """To be yielded: seats choose at once, hidden until all have; gives ``{seat: value}``.

        With a `row` notes tell what all have chosen in one line, which begins with that word.

        Of choices between `unsaid` and `told` those who chose the latter are told as one set, ``doubt Ann Cid``; notes
        that do not mention it mean nobody.
        """
        self.choices += 1
        group = self.choices
        if not isinstance(menus, Mapping):
            raise RulesError(f"together: expected {{seat: options}}, not {menus!r}", where())
        for seat in menus:
            if seat not in self.seats:
                raise RulesError(f"{seat!r} is no seat: {self.seats.start} to {self.seats.stop - 1}")
        handles = {}
        among = tuple(menus) if told else ()
        self.at_once = AtOnce(row, name, menus) if row else None
        for seat, options in menus.items():
            called = f"{name or f'choice {group}'} of {self.name(seat)}"
            rest = unsaid if told else None
            handles[seat] = yield self.choose(
                seat, options, seat, unsaid, name=called, group=group, rest=rest, among=among
            )
            self._in_row(row)
        if told:
            facts = self.once(
                ("together", told, *handles, *map(id, handles.values())),
                lambda: {seat: handle == told for seat, handle in handles.items()},
            )
            chose = (
                self.which(EVERYBODY, facts, f"{told} {{}}", unsaid=(), name="together") if facts else ()
            )
            return {seat: told if seat in chose else unsaid for seat in handles}
        shown = {}
        for seat, handle in handles.items():
            shown[seat] = self.show(EVERYBODY, handle, name="together")
            self._in_row(row)
        self.at_once = None
        return shown

    def _in_row(self, row: str) -> None:
        """What happened last is told in the line of a row."""
        if row and not self.left and self.log:
            self.log[-1].row = row

    def option(
        self,
        text: str,
        *,
        when: Callable[..., Any] | None = None,
        unless: Callable[..., Any] | None = None,
        sentence: str | Callable[..., str] = "",
        tag: str = "",
        otherwise: Any = (),
        apart: Any = None,
        **slots: Any,
    ) -> Pattern | Cards | dict[str, Any]:
        """Options by a pattern, one for each value of the slots; legal where `when(value)` is true, `unless` is not.

        The value chosen is that of its one slot, or the tuple of all, in the order in which slots are given. A slot
        may be a zone: then one for each card that lies there. Where several are the same zone they are different
        cards, in the order of the deck; those of the zone stand first. `otherwise` are options that are legal where
        none of its cards may be chosen, whatever else is: whoever takes one tells something of all that lies there.
        With a `tag` the value chosen is ``(tag, *values)``, which tells patterns apart. With `apart` (zones, variables of
        unseen choices, values) the options of one slot of listed values are those that are none of these.
        """
        if not slots:
            raise RulesError(
                f"the pattern {text!r} has no slots: give them as text='...{{card}}', card=CARDS", where()
            )
        if apart is not None:
            if when is not None or unless is not None or otherwise:
                raise RulesError(f"{text!r}: apart= stands in place of other conditions", where())
            from deduce.rulebook.apart import apart_of

            return apart_of(text, slots, apart, sentence, self.once, tag)
        fact: Callable[..., Any] | None = when
        if unless is not None:

            def fact(*values: Any) -> Any:
                no = unless(*values)
                refused = not no if isinstance(no, bool) else ~no
                return refused if when is None else refused & when(*values)

        zones = [values for values in slots.values() if type(values) is Zone]
        if zones:
            several = len(slots) > 1
            if several and (
                [*slots.values()][: len(zones)] != zones or any(zone is not zones[0] for zone in zones)
            ):
                raise RulesError(
                    f"{text!r}: the slots over one zone stand first, and there is one zone", where()
                )
            rest = last_of(otherwise) if otherwise else None
            return Cards(text, zones[0], slots, fact, sentence, tag, written=self.once, otherwise=rest)
        if otherwise:
            raise RulesError(f"{text!r}: otherwise= goes with a slot over a zone", where())
        given = {key: tuple(values) for key, values in slots.items()}
        made = Pattern(text, given, fact, sentence, tag)
        if fact is not None:
            return made
        return self.once(("option", text, tag, *given.items()), made.plain)

    def when(self, fact: Fact, options: Mapping[str, Any], sentence: str = "") -> Group:
        """Options that are all legal where `fact` is true; `sentence` says so to whom they are refused."""
        return Group(fact, options, sentence)

    def free(
        self,
        verb: str,
        refuse: Callable[..., str | None],
        listed: Sequence[str] = (),
        *,
        given: Sequence[Sequence[Any]] = (),
        barred: Callable[..., Iterable[int]] | None = None,
        places: Mapping[str, int] | None = None,
        spell: Callable[[str], str] = str,
        tag: str = "",
    ) -> Free:
        """Free text after `verb`: any that `refuse` gives no reason against; `listed` is what menus show.

        Args:
            verb: What the text of the move begins with.
            refuse: ``refuse(text, *known)`` says why not, None where it may be said.
            listed: Texts that menus show, as far as they are legal. Of thousands nothing is built until it is asked for.
            given: Lists of secrets and values; `refuse` and `barred` get the values that the one who asks knows.
            barred: ``barred(*known)``: the places in `listed` that are not legal, where this is quicker than to ask
                `refuse` of each.
            places: The place of each text in `listed`.
            spell: The spelling of what people type.
            tag: With one the value chosen is the pair of it and the text; else the text.
        """
        return Free(
            verb, refuse, listed=listed, given=given, barred=barred, places=places, spell=spell, tag=tag
        )

    # How it goes on.

    def part(self, name: str) -> None:
        """A part of the game begins, such as ``round 3``, as notes that are kept by headings call it."""
        self.now = name

    def line_ends(self) -> None:
        """What was done is done: notes that tell it in one line mean nothing behind it (see `choose`, `rest`)."""

    def end(self, scores: Sequence[float]) -> None:
        """The game is over, from any depth."""
        raise End(scores)


def _each_another(listed: Mapping[str, Any]) -> Sequence[Hashable]:
    """The values of a choice that not everybody sees, which its variable tells apart. Raises `RulesError`."""
    texts: dict[Hashable, str] = {}
    for text, value in listed.items():
        try:
            other = texts.setdefault(value, text)
        except TypeError:
            other = ""
        if other != text:
            why = f"{other!r} and {text!r} are both {value!r}" if other else f"{value!r} cannot be hashed"
            raise RulesError(
                f"options that not everybody sees need values that can be hashed, each another: {why}",
                where(),
            )
    return tuple(listed.values())
