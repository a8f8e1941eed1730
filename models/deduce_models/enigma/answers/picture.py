"""The mansion as a picture, drawn from the board that is touched on the page; then Time, seats and Characters."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.wording import many
from deduce.show import svg
from deduce.worlds.base import Floats
from deduce_models.enigma.answers.boards import mansion
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import deals, follow
from deduce_models.enigma.rules.setup import slot_name
from deduce_models.enigma.rules.views import EnigmaView


def picture(view: EnigmaView, names: Sequence[str] = ()) -> str:
    """The picture of a view; the chances are those of what is proven, and no claim is believed."""
    setup = view.setup
    names = tuple(names) or tuple(f"seat {seat}" for seat in range(1, view.seats + 1))
    found = evidence_of(view)
    layouts, people = follow(setup.cells, found), deals(setup.slots, found)
    sound = layouts.total > 0 and people.total > 0
    blocks = [svg.strip([str(time) for time in range(setup.last_time + 1)], label="Time", now=[view.time])]
    blocks.append(mansion(view).drawn(names=names))
    if not sound:
        blocks.append(svg.paragraph("The notes contradict each other, so nothing can be said.", ink="bad"))
    blocks.append(_legend(view))
    blocks.append(_seats(view, names))
    if sound:
        blocks += [svg.heading("Who may be which Character"), _characters(view, names, people.marginals())]
    who = names[view.seat - 1] if view.seat else "a bystander"
    note = (
        f"{many(layouts.count(), 'layout')} {'is' if layouts.count() == 1 else 'are'} possible"
        if sound
        else ""
    )
    return svg.document(f"Enigma, as {who} knows it", blocks, note=note)


def _legend(view: EnigmaView) -> svg.Block:
    icons = {CHAOS: "Chaos", DECRYPTION: "Decryption"}
    known = [
        f"{room.name} {icons[room.icon]}"
        for room in view.setup.parts.rooms
        if room.known and room.icon in icons
    ]
    lines = "Discs: who has looked at a card where it lies."
    return svg.paragraph(
        f"{lines} Icons known: {', '.join(known)}." if known else lines, size=10.5, ink="dim"
    )


def _seats(view: EnigmaView, names: Sequence[str]) -> svg.Block:
    tokens = (
        ("Chaos", view.chaos),
        ("Decryption", view.keys),
        ("Silence", view.silent),
        ("out of the game", view.out),
    )
    rows = []
    for seat, name in enumerate(names, 1):
        marks = [word for word, mask in tokens if mask >> seat & 1]
        turn = "to move" if view.actor == seat else ""
        rows.append((name, ", ".join(marks) or "no token", turn))
    acting = [seat - 1 for seat in range(1, view.seats + 1) if view.actor == seat]
    return svg.columns(("Seat", "Tokens", ""), rows, (3, 5, 2), marked=acting)


def _characters(view: EnigmaView, names: Sequence[str], chances: Floats) -> svg.Block:
    setup = view.setup
    people = setup.parts.character_names
    slots = list(zip(names, view.held, strict=True))
    slots += [(slot_name(setup, slot, names), slot) for slot in view.stack]
    rows = [(card, [float(chances[slot, k]) for _, slot in slots]) for k, card in enumerate(people)]
    return svg.chance_grid([name for name, _ in slots], rows, first=84)
