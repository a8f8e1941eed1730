"""The two screens as a picture, drawn from the boards that are touched on the page; the table, and past rounds."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.show import svg
from deduce_models.decrypto.answers.boards import SLOTS, screen
from deduce_models.decrypto.rules.moves import write_code
from deduce_models.decrypto.rules.setup import TITLES
from deduce_models.decrypto.rules.views import View


def picture(view: View, names: Sequence[str] = ()) -> str:
    """The picture of a view: what this seat has on its two screens."""
    blocks: list[svg.Block] = []
    for team in range(view.setup.keywords // SLOTS if view.dealt >= view.setup.keywords else 0):
        blocks += [_title(view, team, names), screen(view, team).drawn(), *_now(view, team)]
    if view.past:
        blocks += [
            svg.heading("Past rounds"),
            _past(view),
            svg.paragraph("x: missed by the own team; !: intercepted by the rivals", size=10.5, ink="dim"),
        ]
    if view.result is not None:
        blocks.append(svg.heading(_end(view)))
    who = "a bystander" if not view.seat else names[view.seat - 1] if names else f"seat {view.seat}"
    side = "" if view.team is None else f" of {TITLES[view.team]}"
    task = "" if view.result is not None else f", {_doing(view)}"
    return svg.document(f"Decrypto, as {who}{side} sees it", blocks, note=f"round {view.round}{task}")


def _doing(view: View) -> str:
    whose = TITLES[view.turn]
    return {
        "deal": "keywords are dealt",
        "draw": "codes are drawn",
        "clue": f"{whose} writes clues",
        "intercept": f"{whose}'s clues may be intercepted",
        "answer": f"{whose} answers its own clues",
        "name": f"{whose} names the rivals' keywords",
    }.get(view.phase, view.phase)


def _title(view: View, team: int, names: Sequence[str]) -> svg.Block:
    """The team's name with its tokens: interceptions made, and its own clues missed."""
    name = TITLES[team]
    members = [names[seat - 1] if names else f"seat {seat}" for seat in view.setup.members(team)]
    block = svg.heading(f"{name}: {', '.join(members)}")
    counts = [
        (view.tokens[2 * team], "interceptions", "good"),
        (view.tokens[2 * team + 1], "misses", "bad"),
    ]
    if view.setup.trio:
        counts = [(view.tokens[2], "tokens of the Interceptor", "good")]
    shapes, x = list(block.shapes), 0.0
    for count, word, colour in counts:
        shapes += [
            svg.box(x + 13 * place, 24, 10, 10, colour if place < count else "", colour, radius=5)
            for place in range(max(2, count))
        ]
        x += 13 * max(2, count) + 4
        shapes.append(svg.text(x, 33, f"{count} {word}", size=10.5, ink="dim"))
        x += svg.text_width(f"{count} {word}", 10.5) + 16
    said = ", ".join(f"{count} {word}" for count, word, _ in counts)
    return svg.Block(43, tuple(shapes), f"{block.words}; {said}")


def _now(view: View, team: int) -> list[svg.Block]:
    """What this round has brought so far, as far as the seat sees it."""
    blocks = []
    if view.clues[team] and view.result is None:
        blocks.append(svg.strip(view.clues[team], label="Clues now"))
    elif view.counts[team] and view.result is None:
        blocks.append(
            svg.paragraph(f"{view.counts[team]} of 3 clues are written, not yet read.", ink="dim")
        )
    code = view.codes[team]
    if code is not None and view.result is None:
        blocks.append(svg.paragraph(f"The code to give clues for: {write_code(code)}"))
    if view.pending() == team and view.written is not None:
        blocks.append(svg.paragraph(f"The rivals have written down {write_code(view.written)}."))
    return [*blocks, svg.gap(6)]


def _past(view: View) -> svg.Block:
    heads = ("", "Team", "Clues", "Code", "Answer", "Rivals")
    rows = [
        (
            str(half.round),
            TITLES[half.team],
            "; ".join(half.clues),
            write_code(half.code),
            write_code(half.answer) + (" x" if half.missed else ""),
            write_code(half.interception) + (" !" if half.intercepted else "")
            if half.interception
            else "-",
        )
        for half in view.past
    ]
    return svg.columns(heads, rows, (1, 3, 11, 3, 3.6, 3.6), size=10.5)


def _end(view: View) -> str:
    white, black = view.result or (0.5, 0.5)
    if white == black:
        return "The game is over: a draw"
    return f"The game is over: {TITLES[0 if white > black else 1]} has won"
