"""From evidence back to a position of the rules: what a seat noted is put into the rules' own words, and they are run.

Where notes leave nothing open that the rules ask for, the view is that of the game itself. Else it is one of notes with
gaps (`Setup.noted`): cards are what was noted of them, hands nobody's, and what the writer knows of code and cards stands
beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from deduce.games.registry import game
from deduce.ground.errors import DeduceError
from deduce.records.record import Line
from deduce.rulebook import Entry, Rulebook, View
from deduce.rulebook.drawing import Draw
from deduce.rulebook.reading import Reader
from deduce.rulebook.run import Run
from deduce.rulebook.setting import Setting
from deduce_models.entracte.components.codes import bits
from deduce_models.entracte.knowledge.evidence import Beside, Evidence, Noted
from deduce_models.entracte.rules.setup import EXCHANGE, HAND, PASS, STOP, Setup
from deduce_models.entracte.rules.sources import UNNOTED, Gaps, NotedCard
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["setting_of", "to_play", "view_of"]

BESIDE, VOTES = ("sure", "pile", "guess"), ("stop", "agree", "refuse")
"""What is no event of the rules, or one that nobody else hears; and what notes with gaps need not tell in order."""
LOGGED = ("draw", "unseen", "choose", "hidden")
"""Kinds of what is heard that stand in the log of a view."""


def _game() -> Rulebook:
    found: Any = game("entracte")
    return found  # type: ignore[no-any-return]


def setting_of(setup: Setup, names: Sequence[str]) -> Setting:
    """The setting of the rulebook that has these components, options and names."""
    return _game().setting(setup.players, setup.chosen, setup.source, tuple(names))


def view_of(told: Evidence) -> View:
    """The view of the seat whose evidence it is (0: a bystander); of notes with gaps where they leave something open."""
    return _view_of(told, told.places)


@lru_cache(maxsize=32)
def _view_of(told: Evidence, places: tuple[str, ...]) -> View:
    # Evidence is equal wherever it was noted, and a view quotes the lines: they are part of the key.
    del places
    if _whole(told):
        try:
            return _Told(told, setting_of(told.setup, told.names)).view()
        except DeduceError:
            pass  # what was noted is not by the rules; what follows from it is told all the same
    return _Told(told, _with_gaps(told)).view()


def to_play(told: Evidence) -> EntracteView | None:
    """The position of the cooperative game as its writer sees it, were it to play now; None where the notes have gaps."""
    me, setup = told.me, told.setup
    view = view_of(told)
    if not me or view.setting.data.noted:
        return None
    face: EntracteView = view.face
    if face.actor == me and view.moves:
        return replace(face, moves=tuple(view.moves))
    last = face.row[-1]
    moves = [setup.plays[card] for card in face.hand if not setup.restrict[last][card] & face.code] or [
        PASS
    ]
    more = [EXCHANGE] if not face.exchanged >> me & 1 and face.deck_size else []
    return replace(face, actor=me, turn=me, moves=(*moves, *more, STOP))


def _whole(told: Evidence) -> bool:
    """Whether every card, code and token is noted that the rules tell this seat."""
    number, me = told.setup.parts.number, told.me
    cards = [told.start, *(told.hands[me - 1] if me else ())]
    for entry in told.entries:
        cards += [entry.card] * (entry.kind == "play") + [*entry.drawn]
        if entry.kind in ("unseen", "sure") or entry.unsure or entry.listed is not None:
            return False
    if me and (len(told.hands[me - 1]) != HAND or not told.codes[me - 1]):
        return False
    return all(card in number for card in cards)


def _with_gaps(told: Evidence) -> Setting:
    """The setting of notes with gaps: its cards are those of the notes."""
    cards = [_card_of(told, Noted("play", 0, told.start)), _card_of(told, Noted("play", 0))]
    cards += [_card_of(told, entry) for entry in told.entries if entry.kind == "play"]
    noted = tuple({card.name: card for card in cards}.values())
    source = Gaps(told.setup.source, noted)
    return _game().setting(told.setup.players, told.setup.chosen, source, told.names)


def _card_of(told: Evidence, entry: Noted) -> NotedCard:
    """A card as it was noted, by a name that says all of it."""
    parts = told.setup.parts
    card = entry.card or (None,) * len(parts.types)
    words = [parts.card_text(card)] if any(value is not None for value in card) else []
    if entry.listed is not None:
        listed = ", ".join(parts.codes[code].name for code in bits(entry.listed))
        words.append(f"listed {listed or 'nothing'}" + ("" if entry.exhaustive else " and more"))
    return NotedCard(" ".join(words) or UNNOTED, card, entry.listed, entry.exhaustive)


class _Told:
    """The rules, run over what a seat noted."""

    def __init__(self, told: Evidence, setting: Setting) -> None:
        self.told, self.setting = told, setting
        self.gaps = bool(setting.data.noted)
        self.reader = Reader(setting, told.me)
        self._say(", ".join(self._opening()), -1)
        for number, entry in enumerate(told.entries):
            if line := self._line(entry):
                self._say(line, number)

    def _say(self, text: str, number: int) -> None:
        self.reader.read(text, str(number), Line(number, text, "notes"))

    def _opening(self) -> Iterator[str]:
        told, parts = self.told, self.told.setup.parts
        if told.me and not self.gaps:
            yield from (f"code {parts.codes[code].name}" for code in bits(told.codes[told.me - 1]))
            yield from (f"draw {parts.card_text(card)}" for card in told.hands[told.me - 1])
        yield f"draw {_card_of(told, Noted('play', 0, told.start)).name}"

    def _line(self, entry: Noted) -> str:
        """An entry in the rules' words; nothing for what is no event of theirs or stands beside."""
        told, kind, name = self.told, entry.kind, self.told.names[entry.seat - 1]
        if kind == "play":
            tokens = [each for seat, each in enumerate(told.names, 1) if entry.tokens >> seat & 1]
            tokens += [f"{each}?" for seat, each in enumerate(told.names, 1) if entry.unsure >> seat & 1]
            said = f"{name} play {_card_of(told, entry).name}, tokens {' '.join(tokens) or 'nobody'}"
        elif kind in BESIDE or (self.gaps and kind in VOTES):
            return ""
        else:
            said = f"{name} {'miss' if kind == 'unseen' else kind}"
        drawn = () if self.gaps or entry.seat != told.me else entry.drawn
        return ", ".join([said, *(f"draw {told.setup.parts.card_text(card)}" for card in drawn)])

    def view(self) -> View:
        """The view at the end."""
        reader, setting = self.reader, self.setting
        moves, heard = reader.boundary
        if reader.pending is not None:
            heard = len(reader.answers)
        entries = tuple(answer for answer, _ in reader.answers[:heard])
        run = reader.run
        if reader.pending is None:
            run = Run.blind(setting, self.told.me, entries, moves)
        while isinstance(run.wait, Draw) and not run.table.hears(run.wait.mask):  # it goes by itself
            entries, moves = (*entries, Entry("unseen", 0, run.wait.said)), moves + 1
            run = Run.blind(setting, self.told.me, entries, moves)
        actor = None if run.wait is None else run.wait.actor
        view = View(
            setting,
            self.told.me,
            actor=actor,
            entries=entries,
            moves=None if actor == self.told.me and actor and not self.gaps else (),
            table={},
            at=moves,
            scores=run.scores,
            remarks=((0, self._beside()),),
        )
        view.look(run)
        return view

    def _beside(self) -> Beside:
        told = self.told
        numbers = [int(place) for answer, place in self.reader.answers if answer.kind in LOGGED]
        ends = Counter(numbers)
        drawn, said, after = [], [], ends[-1]
        for number, entry in enumerate(told.entries):
            if not self._line(entry):
                said.append((after, entry, told.place(number) if told.places else ""))
            if self.gaps and entry.drawn and entry.kind != "pile":
                at = self._chosen(number)
                drawn.append((at, entry.drawn))
            after += ends[number]
        lines = tuple(told.place(number) if number >= 0 and told.places else "" for number in numbers)
        hand = told.hands[told.me - 1] if told.me else ()
        return Beside(told.codes, told.start, hand, tuple(drawn), tuple(said), lines)

    def _chosen(self, number: int) -> int:
        """The place in the log of the card played, the pass or the exchange of an entry."""
        kind, at = self.told.entries[number].kind, -1
        for answer, place in self.reader.answers:
            at += answer.kind in LOGGED
            if int(place) == number and answer.kind == "choose" and answer.said.startswith(kind):
                return at
        return at
