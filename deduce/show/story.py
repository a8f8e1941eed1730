"""The story of a game as text, as pictures and as a page: pure functions of a `deduce.games.story.Story`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.ground.errors import ProblemError
from deduce.ground.strange import escape
from deduce.ground.wording import as_is, columns, figure, listing, passage, run, say, typed
from deduce.show import svg
from deduce.show.curves import INKS, curves

if TYPE_CHECKING:
    from deduce.games.story import Found, Story

FACTS = 40
"""So many facts are listed with who could have known them when; the data have all."""
LONG = 60
"""Longer lines are cut where they are quoted."""


def story_text(story: Story) -> str:
    """The story in plain text."""
    rows: list[str] = [_title(story)]
    for head, said in _parts(story):
        rows += ["", run(head, ":"), *(run("  ", each) for each in said)]
    rows += ["", say("Who could have known what, from which line on:"), *_known(story)]
    rows += ["", *_remarks(story)]
    return passage(rows)


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
    blocks += [svg.paragraph(each, size=10) for each in _left_out(story)]
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
    out += [f"<p>{escape(each)}</p>" for each in (*_left_out(story), *_remarks(story))]
    return "\n".join([*out, "</article>"])


def story_page(story: Story) -> str:
    """The story as a page of its own."""
    head = f"<meta charset='utf-8'><title>{escape(story.title)}</title>"
    return f"<!doctype html><html lang='en'>{head}<body>{story_html(story)}</body></html>\n"


def _title(story: Story) -> str:
    if story.scores is None:
        who = [story.name(seat) for seat in story.viewers if seat] or [story.name(0)]
        return say(
            "{game}: the evening as {who} could have known it",
            game=as_is(story.title), who=listing([as_is(name) for name in who]),
        )  # fmt: skip
    best = max(story.scores)
    first = [story.names[k] for k, score in enumerate(story.scores) if score == best]
    if len(first) == len(story.names):
        end = say("all alike") if len(first) > 1 else as_is(f"{best:g}")
    else:
        end = say("{who} came out best", who=listing([as_is(name) for name in first]))
    return say(
        "{game}: the story of {who} ({end})",
        game=as_is(story.title), who=as_is(", ".join(story.names)), end=end,
    )  # fmt: skip


def _who(story: Story, seat: int) -> str:
    return as_is(story.name(seat)) if seat else say("a bystander")


def _quoted(line: int, said: str) -> str:
    return run(say("line {number}", number=line), as_is(f' "{_short(said)}"'))


def _short(said: str) -> str:
    return said if len(said) <= LONG else f"{said[: LONG - 1].rstrip()}…"


def _parts(story: Story) -> list[tuple[str, list[str]]]:
    """The headings of the story but the table, each with its sentences."""
    parts: list[tuple[str, list[str]]] = []
    told: list[str] = [
        say(
            "{line} told {who} {bits} bits",
            line=_quoted(each.line, each.said), who=_who(story, each.seat), bits=figure(each.bits, 1),
        )
        for each in story.telling()
    ]  # fmt: skip
    none = say("nothing that was hidden came out before the end")
    parts.append((say("What told most"), told or [none]))
    if story.scores is not None:
        parts.append((say("Where the game turned"), _turned(story)))
    if story.lies:
        parts.append((say("Which lie paid ({number:lie})", number=len(story.lies)), _lies(story)))
    if story.opened:
        parts.append(
            (
                say("What each kept to themselves"),
                [
                    run(say("line {number}", number=line), as_is(f", {who}: {_short(said)}"))
                    for line, who, said in story.opened
                ],
            )
        )
    return parts


def _turned(story: Story) -> list[str]:
    turned = story.turn()
    if turned is None:
        return [
            say("at no single line, as far as games played on tell")
            if story.playouts
            else say("no game was played on")
        ]
    moved = say(
        "for {who} from {before} to {after} (± {error})",
        who=_who(story, turned.seat), before=figure(turned.before, 2), after=figure(turned.after, 2),
        error=figure(turned.error, 2),
    )  # fmt: skip
    return [run(_quoted(turned.line, turned.said), ": ", moved)]


def _lies(story: Story) -> list[str]:
    rows = []
    for line, lie in story.lies:
        paid = story.paid(line, lie.seat)
        worth = (
            say(
                "; worth {value} ± {error} with all of its line",
                value=f"{paid[0]:+.2f}",
                error=f"{paid[1]:.2f}",
            )
            if paid
            else ""
        )
        told = say(
            "{said}; in truth {truth}; caught" if lie.caught else "{said}; in truth {truth}; nobody found out",
            said=lie.said, truth=typed(lie.truth),
        )  # fmt: skip
        head = run(say("line {number}", number=line), ", ", _who(story, lie.seat), ": ")
        rows.append(run(head, told, worth))
    return rows


def _known(story: Story) -> list[str]:
    """The table of who could have known what, as lines of text."""
    heads, rows = _table(story)
    if not rows:
        return [say("  nobody could know anything that was hidden from them before all could")]
    told = columns([heads, *([run("  ", fact), *since] for fact, *since in rows)])
    return [told, *_left_out(story)]


def _left_out(story: Story) -> list[str]:
    """How many facts are not in the table, where some are not."""
    left = len(story.found) - FACTS
    return [say("  ... {number} more", number=left)] if left > 0 else []


def _table(story: Story) -> tuple[list[str], list[list[str]]]:
    heads = ["", *(_who(story, seat) for seat in story.viewers)]
    return heads, [[_fact(row), *_since(row)] for row in story.found[:FACTS]]


def _fact(row: Found) -> str:
    """A fact, and where it was so only for a while, until when."""
    if row.until is None:
        return typed(row.fact)
    return run(typed(row.fact.replace(" now = ", " = ")), say(" (until line {number})", number=row.until))


def _since(row: Found) -> Sequence[str]:
    return ["-" if line is None else say("start") if not line else str(line) for line in row.lines]


def _charts(story: Story) -> list[tuple[str, svg.Block]]:
    """What was hidden from whom, and how the game stood, line by line; charts of at most as many seats as inks."""
    found: list[tuple[str, svg.Block]] = []
    bits = {
        story.name(seat): [moment.bits[number] for moment in story.moments]
        for number, seat in enumerate(story.viewers)
    }
    whole = {name: [float(each) for each in row if each is not None] for name, row in bits.items()}
    whole = {name: row for name, row in whole.items() if len(row) == len(story.moments)}
    across = say("the start and {number:line}", number=len(story.moments) - 1)
    found += _chart(say("Bits still hidden from each"), whole, across)
    stood = [moment.scores for moment in story.moments if moment.scores]
    if stood and len(stood) == len(story.moments) and min(map(min, stood)) >= 0:
        rows = {story.names[seat]: [row[seat] for row in stood] for seat in range(len(story.names))}
        found += _chart(say("Mean score when the game is played on"), rows, across)
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
    said: list[str] = [
        say(
            "What could be known is proved by the game's own rules from what each saw; guesses and claims count for "
            "nothing."
        )
    ]
    if story.playouts:
        said.append(
            say(
                "How the game stood: mean final scores of {number} games played on from the true position by players "
                "called {player}, sampled, with standard errors.",
                number=story.playouts,
                player=as_is(repr(story.player)),
            )
        )
    return [*said, story.cut] if story.cut else said
