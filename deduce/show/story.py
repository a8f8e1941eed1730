"""The story of a game as text, as pictures and as a page: pure functions of a `deduce.games.story.Story`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.ground.errors import ProblemError
from deduce.ground.strange import escape
from deduce.ground.wording import figure, listing, many
from deduce.show import svg
from deduce.show.curves import INKS, curves

if TYPE_CHECKING:
    from deduce.games.story import Found, Story

__all__ = ["story_html", "story_svg", "story_text"]

FACTS = 40
"""So many facts are listed with who could have known them when; the data have all."""
LONG = 60
"""Longer lines are cut where they are quoted."""


def story_text(story: Story) -> str:
    """The story in plain text."""
    rows = [_title(story)]
    for head, said in _parts(story):
        rows += ["", f"{head}:", *(f"  {each}" for each in said)]
    rows += ["", "Who could have known what, from which line on:", *_known(story)]
    rows += ["", *_remarks(story)]
    return "\n".join(rows)


def story_svg(story: Story) -> str:
    """The story as one SVG document: what was still hidden from whom line by line, how the game stood, what was said."""
    blocks = []
    for head, block in _charts(story):
        blocks += [svg.heading(head), block, svg.gap()]
    for head, said in _parts(story):
        blocks += [svg.heading(f"{head}:"), *(svg.paragraph(each, size=11) for each in said), svg.gap()]
    blocks.append(svg.heading("Who could have known what, from which line on:"))
    heads, rows = _table(story)
    blocks.append(svg.columns(heads, rows, [3.0, *[1.0] * len(story.viewers)], size=10))
    blocks += [svg.gap(), *(svg.paragraph(each, size=10, ink="dim") for each in _remarks(story))]
    return svg.document(_title(story), blocks)


def story_html(story: Story) -> str:
    """The story as a part of a page: headings, lists, a table, and the charts as inline pictures. No script, no style."""
    out = [f"<article class='story'><h2>{escape(_title(story))}</h2>"]
    for head, block in _charts(story):
        out.append(f"<figure>{svg.document(head, [block])}</figure>")
    for head, said in _parts(story):
        items = "".join(f"<li>{escape(each)}</li>" for each in said)
        out.append(f"<h3>{escape(head)}</h3><ul>{items}</ul>")
    heads, rows = _table(story)
    top = "".join(f"<th scope='col'>{escape(each)}</th>" for each in heads)
    body = "".join(
        f"<tr><th scope='row'>{escape(row[0])}</th>{''.join(f'<td>{escape(each)}</td>' for each in row[1:])}</tr>"
        for row in rows
    )
    out.append(f"<h3>Who could have known what, from which line on</h3><table><tr>{top}</tr>{body}</table>")
    out += [f"<p>{escape(each)}</p>" for each in _remarks(story)]
    return "\n".join([*out, "</article>"])


def _title(story: Story) -> str:
    if story.scores is None:
        who = [story.name(seat) for seat in story.viewers if seat] or [story.name(0)]
        return f"{story.title}: the evening as {listing(who)} could have known it"
    best = max(story.scores)
    first = [story.names[k] for k, score in enumerate(story.scores) if score == best]
    if len(first) == len(story.names):
        end = "all alike" if len(first) > 1 else f"{best:g}"
    else:
        end = f"{' and '.join(first)} came out best"
    return f"{story.title}: the story of {', '.join(story.names)} ({end})"


def _quoted(line: int, said: str) -> str:
    return f'line {line} "{_short(said)}"'


def _short(said: str) -> str:
    return said if len(said) <= LONG else f"{said[: LONG - 1].rstrip()}…"


def _parts(story: Story) -> list[tuple[str, list[str]]]:
    """The headings of the story but the table, each with its sentences."""
    parts = []
    told = [
        f"{_quoted(each.line, each.said)} told {story.name(each.seat)} {figure(each.bits, 1)} bits"
        for each in story.telling()
    ]
    parts.append(("What told most", told or ["nothing that was hidden came out before the end"]))
    if story.scores is not None:
        parts.append(("Where the game turned", _turned(story)))
    if story.lies:
        parts.append((f"Which lie paid ({many(len(story.lies), 'lie')})", _lies(story)))
    if story.opened:
        parts.append(
            (
                "What each kept to themselves",
                [f"line {line}, {who}: {_short(said)}" for line, who, said in story.opened],
            )
        )
    return parts


def _turned(story: Story) -> list[str]:
    turned = story.turn()
    if turned is None:
        return [
            "at no single line, as far as games played on tell"
            if story.playouts
            else "no game was played on"
        ]
    return [
        f"{_quoted(turned.line, turned.said)}: for {story.name(turned.seat)} from {figure(turned.before, 2)} to "
        f"{figure(turned.after, 2)} (± {figure(turned.error, 2)})"
    ]


def _lies(story: Story) -> list[str]:
    rows = []
    for line, lie in story.lies:
        paid = story.paid(line, lie.seat)
        worth = f"; worth {paid[0]:+.2f} ± {paid[1]:.2f} with all of its line" if paid else ""
        fate = "caught" if lie.caught else "nobody found out"
        rows.append(f"line {line}, {story.name(lie.seat)}: {lie.said}; in truth {lie.truth}; {fate}{worth}")
    return rows


def _known(story: Story) -> list[str]:
    """The table of who could have known what, as lines of text."""
    heads, rows = _table(story)
    if not rows:
        return ["  nobody could know anything that was hidden from them before all could"]
    wide = [max(len(row[k]) for row in (heads, *rows)) for k in range(len(heads))]
    lines = [
        "  "
        + row[0].ljust(wide[0])
        + "".join(cell.rjust(wide[k + 1] + 2) for k, cell in enumerate(row[1:]))
        for row in (heads, *rows)
    ]
    left = len(story.found) - len(rows)
    return [line.rstrip() for line in lines] + ([f"  ... {left} more"] if left else [])


def _table(story: Story) -> tuple[list[str], list[list[str]]]:
    heads = ["", *(story.name(seat) for seat in story.viewers)]
    return heads, [[_fact(row), *_since(row)] for row in story.found[:FACTS]]


def _fact(row: Found) -> str:
    """A fact, and where it was so only for a while, from when to when."""
    if row.until is None:
        return row.fact
    return f"{row.fact.replace(' now = ', ' = ')} (until line {row.until})"


def _since(row: Found) -> Sequence[str]:
    return ["-" if line is None else "start" if not line else str(line) for line in row.lines]


def _charts(story: Story) -> list[tuple[str, svg.Block]]:
    """What was hidden from whom, and how the game stood, line by line; charts of at most as many seats as inks."""
    found: list[tuple[str, svg.Block]] = []
    bits = {
        story.name(seat): [moment.bits[number] for moment in story.moments]
        for number, seat in enumerate(story.viewers)
    }
    whole = {name: [float(each) for each in row if each is not None] for name, row in bits.items()}
    whole = {name: row for name, row in whole.items() if len(row) == len(story.moments)}
    across = f"the start and {many(len(story.moments) - 1, 'line')}"
    found += _chart("Bits still hidden from each", whole, across)
    stood = [moment.scores for moment in story.moments if moment.scores]
    if stood and len(stood) == len(story.moments) and min(map(min, stood)) >= 0:
        rows = {story.names[seat]: [row[seat] for row in stood] for seat in range(len(story.names))}
        found += _chart("Mean score when the game is played on", rows, across)
    return found


def _chart(head: str, rows: dict[str, list[float]], across: str) -> list[tuple[str, svg.Block]]:
    found = []
    names = list(rows)
    top = max((max(row, default=0.0) for row in rows.values()), default=0.0)
    for begin in range(0, len(names), len(INKS)):
        part = {name: [rows[name]] for name in names[begin : begin + len(INKS)]}
        try:
            found.append((head, curves(part, top=top or 1.0, across=across)))
        except ProblemError:
            continue
    return found


def _remarks(story: Story) -> list[str]:
    said = [
        "What could be known is proved by the game's own rules from what each saw; guesses and claims count for nothing."
    ]
    if story.playouts:
        said.append(
            f"How the game stood: mean final scores of {story.playouts} games played on from the true position by "
            f"players called {story.player!r}, sampled, with standard errors."
        )
    return [*said, story.cut] if story.cut else said
