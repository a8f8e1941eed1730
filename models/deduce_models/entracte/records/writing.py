"""Lines of a record that are not written as the rules tell them: the header, guesses, cards of piles."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from deduce.records.record import read_record
from deduce.rulebook import State, View
from deduce.rulebook.run import Run
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.records.reading import parse


def header(position: State | View) -> list[str]:
    """The codes and cards at first: everybody's of a whole game, else the writer's."""
    told = evidence_of(position)
    parts, me = told.setup.parts, told.me

    def code_text(mask: int) -> str:
        return " ; ".join(parts.codes[index].name for index in bits(mask))

    def hand_text(hand: tuple[Partial, ...]) -> str:
        return " ; ".join(map(parts.card_text, hand))

    rows = []
    if all(told.codes):
        rows.append(f"codes: {' / '.join(map(code_text, told.codes))}")
    elif me and told.codes[me - 1]:
        rows.append(f"code: {code_text(told.codes[me - 1])}")
    if any(value is not None for value in told.start):
        rows.append(f"start: {parts.card_text(told.start)}")
    if all(told.hands):
        rows.append(f"hands: {' / '.join(map(hand_text, told.hands))}")
    elif me and told.hands[me - 1]:
        rows.append(f"hand: {hand_text(told.hands[me - 1])}")
    return rows


def lines_of(run: Run) -> Mapping[int, str]:
    """The lines of what is not written as the rules tell it, by the number of the event; '' for none."""
    log, names = run.table.log, run.setting.names
    shown = {event.said: event.value for event in log if event.kind == "show"}
    first = next((number for number, event in enumerate(log) if event.kind == "choose"), len(log))
    found = dict.fromkeys(range(first), "")  # that is in the header
    piled = iter(run.table.open.taken)
    guesses: list[tuple[int, int, str]] = []
    for number, event in enumerate(log):
        unseen = event.kind == "draw" and event.value is None
        if unseen or event.kind in ("show", "reveal") or event.value == "silent":
            found[number] = ""
        elif event.kind == "draw" and event.said.startswith("pile"):
            found[number] = f"{names[next(piled) - 1]} piles {event.value}"
        elif event.kind == "choose" and event.name.startswith("guess"):
            found[number] = ""
            code = event.said.partition(" ")[2].partition(" ")[2] or shown.get(event.name, "")
            about = event.name.rpartition(" about ")[2]
            guesses += [(event.seat, number, f"{about} {code}")] if code else []
    for seat, made in groupby(guesses, lambda guess: guess[0]):
        rows = list(made)
        found[rows[0][1]] = f"{names[seat - 1]} guesses {' ; '.join(said for _, _, said in rows)}"
    return found


def reads_back(text: str, last: State, seat: int | None) -> bool:
    """Whether a record is read as what happened, or as what `seat` heard of it."""
    again = parse(read_record(text, allow_files=True)).evidence
    return again == evidence_of(last if seat is None else last.view(seat))
