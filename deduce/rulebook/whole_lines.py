"""Lines as a form, each whole: what a seat does, and behind it all that the rules tell until somebody decides again.

Chance plays the game until every word with which options begin was said; what came behind it is what its line may say.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, product
from typing import TYPE_CHECKING, Any, Final, Literal

from deduce.games.base import chance_from
from deduce.records.features import Features
from deduce.records.form import Event, Field
from deduce.rulebook.asks import Choose
from deduce.rulebook.drawing import Draw
from deduce.rulebook.run import Run
from deduce.rulebook.state import State

if TYPE_CHECKING:
    from deduce.rulebook.cards import Cards
    from deduce.rulebook.heard import Event as Happened
    from deduce.rulebook.menus import Pattern
    from deduce.rulebook.setting import Setting

GAMES: Final = 4
"""So many games are played at most, for words that are seldom said."""


@dataclass
class Line:
    """What may stand behind a word: the values of its slots, what was told, and the cards drawn."""

    slots: dict[str, tuple[str, ...]]
    told: dict[str, tuple[Happened, dict[Any, None]]] = field(default_factory=dict)
    drawn: Sequence[Draw] = ()
    apart: bool = True
    passes: set[bool] = field(default_factory=set)
    said: int = 0


class Played:
    """Games as chance plays them: what was dealt before anybody decided, and the lines by their first words."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.dealt: list[Draw] = []
        self.lines: dict[str, Line] = {}
        for seed in range(GAMES):
            if not self.lines or not all(line.said for line in self.lines.values()):
                self._game(chance_from(seed), first=not seed)

    def _game(self, rng: random.Random, *, first: bool) -> None:
        state = State(Run.live(self.setting))
        drawn: list[Draw] = self.dealt if first else []
        line, who = None, 0
        while state.actor is not None:
            wait, before = state.run.wait, len(state.run.table.log)
            if isinstance(wait, Choose):
                if line is not None and wait.unsaid is None:
                    line.passes.add(wait.seat != who)
                    line = None
                moves = [(self._line(wait, str(move)), move) for move in state.moves()]
                quiet = [each for each in moves if first and str(each[1]) == wait.unsaid]
                seldom = min(made.said for made, _ in moves)
                made, move = rng.choice(quiet or [each for each in moves if each[0].said == seldom])
                made.said += 1
                if wait.unsaid is None:
                    line, who, drawn = made, wait.seat, []
            else:
                move = state.draw(rng)
                if isinstance(wait, Draw):
                    drawn.append(wait)
            state = state.play(move)
            if line is not None:
                self._told(line, who, state.run.table.log[before:])
                line.drawn = max(line.drawn, [*drawn], key=len)

    def _line(self, wait: Choose, text: str) -> Line:
        """The line of an option; those of the other options are there from then on, whether they can be chosen or not."""
        menu = wait.menu
        shapes: list[Cards | Pattern] = [*menu.cards, *menu.patterns]
        slots = {each.text.partition(" ")[0]: each.slots for each in shapes}
        for option in menu.all():
            verb = option.partition(" ")[0]
            if verb not in self.lines:
                self.lines[verb] = Line(
                    {
                        name: tuple(map(str, getattr(values, "copies", values)))
                        for name, values in slots.get(verb, {}).items()
                    }
                )
        return self.lines[text.partition(" ")[0]]

    @staticmethod
    def _told(line: Line, who: int, events: Iterable[Happened]) -> None:
        for event in events:
            if event.kind == "which":
                line.apart &= who not in event.about
                line.told.setdefault(event.said, (event, {}))[1].update(dict.fromkeys(event.about))


def whole_lines(setting: Setting, me: str) -> tuple[Event, ...]:
    """Lines of the header that tell what was dealt, and those of everything that a seat may do and say."""
    game, seat = setting.game, setting.names.index(me) + 1 if me else 0
    played: Played = setting.once("whole lines", lambda: Played(setting))
    events = [_event(setting, verb, played.lines[verb]) for verb in game.begins if verb in played.lines]
    return (*_header(setting, played.dealt, seat), *events, *game.lines_beside(setting))


def tables_of(setting: Setting) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """The things of each kind as rows of the values of their fields."""
    kinds = setting.game.features(setting)
    return {
        _table(number): tuple(row_of(each, thing) for thing in each.things)
        for number, each in enumerate(kinds)
    }


def row_of(features: Features, thing: Sequence[int | None]) -> tuple[str, ...]:
    """A thing of which all is known as the values of its fields."""
    values = [features.kinds[place][1][value] for place, value in enumerate(thing) if value is not None]
    return tuple(" ".join(values[begin:end]) for begin, end in _shares(features))


def _shares(features: Features) -> Sequence[tuple[int, int]]:
    """Where the kinds of each tap begin and end."""
    sizes = features.tapped if sum(features.tapped) == len(features.kinds) else (1,) * len(features.kinds)
    ends = [*accumulate(sizes)]
    return [*zip([0, *ends], ends, strict=False)]


def _table(number: int) -> str:
    return f"deck {number + 1}" if number else "deck"


def _event(setting: Setting, verb: str, line: Line) -> Event:
    """The line that begins with a word: its slots, what is told, and the cards that whoever drew them saw."""
    game, spoken = setting.game, setting.game.spoken.get(verb, verb)
    fields: list[Field] = []
    for slot, words in line.slots.items():
        fields += _thing(setting, slot, words, " ")
    for said, (event, keys) in line.told.items():
        head, names = said.partition("{}")[0].strip(), dict(enumerate(setting.names, 1))
        words = tuple(names.get(key, str(key)) for key in sorted(keys))
        optional = event.unsaid is not None
        fields.append(
            Field(head, words, "many", f"{game.between}{head} ", optional=optional, apart=line.apart)
        )
    seen = [draw for draw in line.drawn if draw.mask]
    for number, draw in enumerate(seen, 1):
        word = draw.form.partition(" ")[0]
        before = (
            game.again.get(word, game.between)
            if number > 1
            else f"{game.between}{game.spoken.get(word, word)} "
        )
        part = "drawn" if len(seen) == 1 else f"drawn {number}"
        fields += _thing(setting, part, tuple(map(str, draw.deck.copies)), before, optional=True, who="me")
    return Event(spoken, spoken, tuple(fields), actor=True, passes=line.passes != {False})


def _header(setting: Setting, dealt: Sequence[Draw], seat: int) -> Iterable[Event]:
    """What was dealt to the writer, and to the table."""
    for key, zone in setting.game.dealt.items():
        draws = [each for each in dealt if each.mask >> seat & 1 and _comes(each, zone)]
        if not draws:
            continue
        words = tuple(map(str, draws[0].deck.copies))
        between = setting.game.between
        fields = [Field(key, words, "many", " ", between, len(draws))]
        if _features(setting, words) is not None:
            parts = ["card"] if len(draws) == 1 else [f"card {number + 1}" for number in range(len(draws))]
            fields = [
                each
                for number, part in enumerate(parts)
                for each in _thing(setting, part, words, between if number else " ")
            ]
        yield Event(f"my {key}" if zone else key, f"{key}:", tuple(fields), header=True)


def _comes(draw: Draw, zone: str) -> bool:
    """Whether a card is dealt into a zone whose name begins so, or into none where nothing is asked for."""
    return draw.to is None if not zone else draw.to is not None and draw.to.name.startswith(zone)


def _features(setting: Setting, words: Sequence[str]) -> tuple[int, Features] | None:
    kinds = enumerate(setting.game.features(setting))
    return next(((number, each) for number, each in kinds if words and words[0] in each.names), None)


def _thing(
    setting: Setting,
    part: str,
    words: tuple[str, ...],
    before: str,
    *,
    optional: bool = False,
    who: Literal["", "me", "others"] = "",
) -> Iterable[Field]:
    """The fields of a thing: its name, or its features, several of them in one where they share a tap."""
    found = _features(setting, words)
    if found is None:
        yield Field(part, words, before=before, optional=optional, who=who)
        return
    number, features = found
    for begin, end in _shares(features):
        kinds = features.kinds[begin:end]
        values = tuple(" ".join(each) for each in product(*(each for _, each in kinds)))
        yield Field(
            f"{part}: {' '.join(kind for kind, _ in kinds)}", values, before=" " if begin else before,
            optional=optional, table=_table(number), part=part, who=who,
        )  # fmt: skip
