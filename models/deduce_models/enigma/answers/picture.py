"""The mansion as a picture: every card with its chances and who has looked at it, then Time, seats and Characters."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.wording import many
from deduce.show import svg
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import Floats, deals, follow
from deduce_models.enigma.rules.events import What
from deduce_models.enigma.rules.setup import bits, slot_name
from deduce_models.enigma.rules.views import EnigmaView

__all__ = ["ACROSS", "chances_of", "claims_of", "lookers_of", "picture", "rooms_at"]

ACROSS = 3
"""Cards in a row of the mansion."""
GAP, HIGH = 6.0, 124.0
WIDE = (svg.INNER - (ACROSS - 1) * GAP) / ACROSS
SHOWN = 4
"""So many rooms that a card may be are named, the likeliest first."""
LOOKS = (What.PEEK, What.QUIET, What.LOOK)
MOVES = (What.SHUFFLE, What.LAY, What.GHOST)


def picture(view: EnigmaView, names: Sequence[str] = ()) -> str:
    """The picture of a view; the chances are those of what is proven, and no claim is believed."""
    setup = view.setup
    names = tuple(names) or tuple(f"seat {seat}" for seat in range(1, view.seats + 1))
    found = evidence_of(view)
    layouts, people = follow(setup.cells, found), deals(setup.slots, found)
    sound = layouts.total > 0 and people.total > 0
    blocks = [svg.strip([str(time) for time in range(setup.last_time + 1)], label="Time", now=[view.time])]
    blocks.append(_mansion(view, names, layouts.marginals() if sound else None))
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


def _mansion(view: EnigmaView, names: Sequence[str], chances: Floats | None) -> svg.Block:
    lookers, claims = lookers_of(view), claims_of(view)
    shapes, said = [], []
    for at in range(view.setup.cells):
        x, y = (WIDE + GAP) * (at % ACROSS), (HIGH + GAP) * (at // ACROSS)
        ranked = rooms_at(view, at, chances)
        seen = sorted(lookers[at])
        shapes.append(_cell(view, at, (x, y), ranked))
        for place, seat in enumerate(seen):
            token = svg.disc(x + WIDE - 11 - 16 * place, y + 11, svg.initial(names, seat), seat, radius=7.5)
            shapes.append(svg.group([token], f"{names[seat - 1]} has looked at it"))
        words = [
            f"{at + 1}: " + (", ".join(f"{room} {svg.percent(chance)}" for room, chance in ranked) or "?")
        ]
        if seen:
            words.append(f"seen by {', '.join(names[seat - 1] for seat in seen)}")
        if at in claims:
            claim = f"{names[claims[at][0] - 1]} says {view.setup.parts.room_names[claims[at][1]]}"
            shapes.append(
                svg.text(
                    x + WIDE / 2, y + HIGH - 6, claim, size=10, ink="accent", anchor="middle", fit=WIDE - 8
                )
            )
            words.append(claim)
        said.append("; ".join(words))
    rows = -(-view.setup.cells // ACROSS)
    return svg.Block((HIGH + GAP) * rows + 4, tuple(shapes), "\n".join(said))


def _cell(
    view: EnigmaView, at: int, corner: tuple[float, float], ranked: Sequence[tuple[str, float]]
) -> str:
    (x, y), up = corner, view.open[at] >= 0
    shapes = [svg.box(x, y, WIDE, HIGH, "soft" if up else "card", "accent" if view.at == at else "edge")]
    shapes.append(svg.text(x + 8, y + 16, str(at + 1), size=12, ink="dim", bold=True))
    if up:
        shapes.append(
            svg.text(x + WIDE / 2, y + 58, ranked[0][0], size=17, anchor="middle", bold=True, fit=WIDE - 10)
        )
        shapes.append(svg.text(x + WIDE / 2, y + 76, "face up", size=10, ink="dim", anchor="middle"))
    elif len(ranked) == 1:
        shapes.append(
            svg.text(x + WIDE / 2, y + 58, ranked[0][0], size=15, anchor="middle", bold=True, fit=WIDE - 10)
        )
        shapes.append(svg.text(x + WIDE / 2, y + 76, "proven", size=10, ink="good", anchor="middle"))
    else:
        for row, (room, chance) in enumerate(ranked[:SHOWN]):
            top = y + 25 + 17 * row
            shapes.append(
                svg.box(x + 5, top, (WIDE - 10) * chance, 14, "shade", "", opacity=0.35, radius=2)
            )
            shapes.append(svg.text(x + 8, top + 11, room, size=11, fit=WIDE - 46))
            shapes.append(svg.text(x + WIDE - 8, top + 11, svg.percent(chance), size=10.5, anchor="end"))
        if len(ranked) > SHOWN:
            more = f"and {len(ranked) - SHOWN} more"
            shapes.append(svg.text(x + 8, y + 25 + 17 * SHOWN + 9, more, size=9, ink="dim"))
    return svg.group(shapes, ", ".join(f"{room} {svg.percent(chance)}" for room, chance in ranked) or "?")


def rooms_at(view: EnigmaView, at: int, chances: Floats | None) -> list[tuple[str, float]]:
    """The rooms that may lie there, the likeliest first."""
    rooms = view.setup.parts.room_names
    if view.open[at] >= 0:
        return [(rooms[view.open[at]], 1.0)]
    if chances is None:
        return []
    found = [(room, float(chances[at, k])) for k, room in enumerate(rooms) if chances[at, k] > 0]
    return sorted(found, key=lambda pair: -pair[1])


def chances_of(view: EnigmaView) -> Floats | None:
    """The chances of every card by room, of what is proven; None where the notes contradict each other."""
    layouts = follow(view.setup.cells, evidence_of(view))
    return layouts.marginals() if layouts.total > 0 else None


def lookers_of(view: EnigmaView) -> list[set[int]]:
    """For every position the seats that have looked at the card since it was last laid face down."""
    found: list[set[int]] = [set() for _ in range(view.setup.cells)]
    for event in view.log:
        if event.kind in LOOKS or (event.kind is What.VERDICT and event.seat and event.at >= 0):
            found[event.at].add(event.seat)
        elif event.kind in MOVES:
            for cell in bits(event.at):
                found[cell].clear()
            # Who lays cards again has seen what goes where; who shuffles has not.
            if event.kind is not What.SHUFFLE:
                for cell in bits(event.at):
                    found[cell].add(event.seat)
    return [seen if view.open[at] < 0 else set() for at, seen in enumerate(found)]


def claims_of(view: EnigmaView) -> dict[int, tuple[int, int]]:
    """For positions face down that were named since they were laid: who named them last, and as what."""
    found: dict[int, tuple[int, int]] = {}
    for event in view.log:
        if event.kind is What.CLAIM:
            found[event.at] = (event.seat, event.what)
        elif event.kind in MOVES:
            for cell in bits(event.at):
                found.pop(cell, None)
    return {at: claim for at, claim in found.items() if view.open[at] < 0}


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
