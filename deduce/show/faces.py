"""How answers look in a notebook: pictures (`picture`) and texts with their parts set off (`html`).

A value finds its face by the name of its class, so that this file needs none of the classes it shows.

One file because it is one table of faces, each a few lines.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from deduce.ground.strange import escape
from deduce.ground.wording import figure, in_percent, many
from deduce.show import svg
from deduce.show.boards import Layout, grid, layout

if TYPE_CHECKING:
    from deduce.arena.result import Result
    from deduce.evidence import Statement
    from deduce.explain.reasons import Conflict, Entry, Reason, Repair
    from deduce.games.base import Advice
    from deduce.ground.report import Report
    from deduce.ground.shown import Rows
    from deduce.language.variables import Variable
    from deduce.puzzles.hints import Hint
    from deduce.puzzles.uniqueness import Verdict
    from deduce.puzzles.walks import Step, Walk
    from deduce.questions.ranking import Ranked
    from deduce.questions.trees import Node, Tree
    from deduce.records.record import Record
    from deduce.worlds.diagram import Diagram

MOST_STEPS = 60
MOST_NODES = 90
MOST_ROWS = 40
"""So much is drawn; a line says what is left out."""
DRAWN_WIDTH, DRAWN_LAYERS, DRAWN_ARCS = 24, 40, 700
"""A diagram up to this size is drawn arc by arc, a larger one as the widths of its layers."""


# Texts.


def _items(statements: Iterable[Statement]) -> str:
    """Statements as a list, rules and notes with their places."""
    return "".join(f"<li>{escape(statement.label)}</li>" for statement in statements)


def _reason(value: Reason) -> str:
    how = (
        ""
        if value.smallest
        else "<p><em>None of these can be left out; a shorter reason may exist.</em></p>"
    )
    if not value.because:
        return f"<p><strong>{escape(value.fact.sentence())}</strong>: no other value exists.</p>"
    return (
        f"<p><strong>{escape(value.fact.sentence())}</strong>, because</p>"
        f"<ol>{_items(value.because)}</ol>{how}"
    )


def _conflict(value: Conflict) -> str:
    return f"<p><strong>These cannot all be true:</strong></p><ol>{_items(value.because)}</ol>"


def _repair(value: Repair) -> str:
    return f"<p>{in_percent(value.chance)}: take back</p><ul>{_items(value.remove)}</ul>"


def _step_text(value: Step) -> str:
    known = ", ".join(f"{escape(s.text)} ({escape(str(s.place))})" for s in value.known)
    return (
        f"<p><strong>{value.number}. {escape(value.sentence)}</strong></p><ul>{_items(value.statements)}</ul>"
        + (f"<p>knowing that {known}</p>" if known else "")
    )


def _hint(value: Hint) -> str:
    if value.mistake is not None and value.strength > 1:
        wrong = " or ".join(map(str, value.mistake.entered))
        return (
            f"<p><strong>{escape(str(value.mistake.variable))} cannot be {escape(wrong)}.</strong></p>"
            + html(value.mistake.why)
        )
    if value.mistake is not None or value.done:
        return f"<p>{escape(str(value))}</p>"
    parts = [f"<p>Look at <strong>{escape(', '.join(map(str, value.where)))}</strong>.</p>"]
    if value.statements:
        parts.append(f"<p>Use</p><ul>{_items(value.statements)}</ul>")
    return "".join([*parts, *(html(step) for step in value.steps)])


def _record(value: Record) -> str:
    return f"<p><strong>{escape(value.game)}</strong></p><pre>{escape(value.text)}</pre>"


def _advice(value: Advice[Any]) -> str:
    return (
        f"<p><strong>{escape(str(value.move))}</strong>: {escape(value.figure())} "
        f"({escape(value.kind)}). {escape(value.reason)}</p>"
    )


# Lists.


def _rows(value: Rows[Any]) -> str:
    first = value[0] if value else None
    kind = type(first).__name__
    if kind == "Entry":
        return svg.document("How the notes moved the chance", _ledger(value))
    if kind == "Advice":
        return svg.document("Advice, best first", advice_blocks([each.to_dict() for each in value]))
    if kind == "Repair":
        rows = [
            ("; ".join(s.text for s in each.remove), each.chance, 0.0, in_percent(each.chance))
            for each in value
        ]
        return svg.document("What may be a slip, likeliest first", [svg.bar_rows(rows, first=240)])
    if kind == "Ranked":
        return svg.document("What to ask, best first", _questions(value))
    return svg.sheet(
        "Nothing" if first is None else type(first).__name__, "\n".join(map(str, value)) or "-"
    )


def _left(count: int, what: str) -> list[svg.Block]:
    return [svg.paragraph(f"and {count} {what}", ink="dim")] if count > 0 else []


def _ledger(entries: list[Entry]) -> list[svg.Block]:
    """Each note with a bar of the bits by which it moved the chance."""
    finite = [abs(entry.bits) for entry in entries if abs(entry.bits) != float("inf")]
    most = max([1.0, *finite])
    rows = []
    for entry in entries[:MOST_ROWS]:
        bits = max(-1.2 * most, min(1.2 * most, entry.bits))
        infinite = {float("inf"): "possible again", -float("inf"): "impossible"}
        bits_said = infinite.get(entry.bits, figure(entry.bits, 2, signed=True))
        rows.append((entry.statement.label, bits, 0.0, f"{bits_said}, {svg.percent(entry.after)}"))
    return [
        svg.paragraph("bits, and the chance after each note", ink="dim", size=11),
        svg.bar_rows(rows, first=190),
        *_left(len(entries) - MOST_ROWS, "more notes"),
    ]


def _questions(ranked: list[Ranked]) -> list[svg.Block]:
    """Each question with a bar of its expected bits, and what is left after it."""
    shown = ranked[:MOST_ROWS]
    rows = [
        (
            each.question,
            each.bits,
            each.error,
            figure(each.bits, 2) + (f" ± {each.error:.2f}" if each.error else ""),
        )
        for each in shown
    ]
    left = [(each.question, f"{each.expected:.4g}", f"{each.worst:.4g}", str(each.parts)) for each in shown]
    return [
        svg.paragraph("expected bits", ink="dim", size=11),
        svg.bar_rows(rows, first=190),
        svg.columns(("question", "left", "at worst", "answers"), left, (4, 1, 1.4, 1.4)),
        *_left(len(ranked) - len(shown), "more questions"),
    ]


def advice_blocks(ranked: list[dict[str, Any]]) -> list[svg.Block]:
    """Ranked moves as bars with one standard error each way, then the reasons."""
    shown = ranked[:12]
    known = [each for each in shown if isinstance(each.get("value"), (int, float))]
    rows = []
    for each in known:
        error = float(each.get("error") or 0)
        word = f"{each['value']:.3g}" + (f" ± {error:.2g}" if error else "")
        word += " (sampled)" if each.get("kind") == "sampled" and not error else ""
        rows.append((str(each["move"]), float(each["value"]), error, word))
    blocks = (
        [svg.bar_rows(rows, first=190, marked=[0] if known and known[0] is shown[0] else [])]
        if rows
        else []
    )
    blocks += [
        svg.paragraph(f"{place}. {each['move']}: {each['reason']}", size=11)
        for place, each in enumerate(shown, 1)
    ]
    return [*blocks, *_left(len(ranked) - len(shown), "more moves")]


def advice_report(report: Report) -> str:
    """The answer to ``deduce advise`` as a picture: bars where moves are ranked by a value, else its text."""
    ranked = report.data.get("advice")
    if isinstance(ranked, list) and all("move" in each and "reason" in each for each in ranked):
        return svg.document("Advice, best first", advice_blocks(ranked))
    return svg.document(
        "Advice", [svg.paragraph(line, size=11) for line in report.text.split("\n") if line]
    )


# Puzzles.


def _verdict(value: Verdict) -> str:
    where = layout(value.key)
    if value.solution is None:
        words = (
            [f"{place}. {s.label}" for place, s in enumerate(value.conflict.because, 1)]
            if value.conflict
            else []
        )
        title = "No solution" if value.status == "none" else f"Gave up: {value.limit}"
        head = "These cannot all be true:" if words else value.limit
        return svg.document(title, map(svg.paragraph, [word for word in (head, *words) if word]))
    if value.status == "unique":
        return svg.document("Exactly one solution", [grid(where, value.solution)])
    second = {variable: b for variable, _, b in value.difference}
    title = {"several": "More than one solution"}.get(value.status, f"Gave up: {value.limit}")
    note = f"these two differ in {many(len(second), 'cell')}" if second else ""
    return svg.document(title, [grid(where, value.solution, marked=second, second=second)], note=note)


def _walk(value: Walk) -> str:
    """One picture a step: what is known then, what is new in colour, and why."""
    placed: set[Variable] = {variable for step in value.steps for variable in step.placed}
    where = layout(
        list(value.solution) or [fact.scope[0] for step in value.steps for fact in step.conclusions]
    )
    now: dict[Variable, Hashable] = {v: x for v, x in value.solution.items() if v not in placed}
    blocks: list[svg.Block] = []
    if where.plain and now:
        blocks += [svg.heading("At the beginning"), grid(where, now)]
    # What single clues say outright needs no picture each.
    given = [*takewhile(lambda step: step.size == (1, 0) and step.placed, value.steps)]
    if len(given) > 1:
        for step in given:
            now |= step.placed
        new = {variable for step in given for variable in step.placed}
        head = svg.heading(f"Steps 1 to {len(given)}: what single clues say outright", size=12)
        blocks += [head, grid(where, now, marked=new & where.places.keys())]
    rest = value.steps[len(given) if len(given) > 1 else 0 :]
    for step in rest[:MOST_STEPS]:
        now |= step.placed
        blocks += _step(step, where, now)
    blocks += _left(len(rest) - MOST_STEPS, "more steps")
    end = "Solved." if value.solved else value.limit or "Nothing more follows: there are several solutions."
    return svg.document(f"{many(len(value.steps), 'step')}", [*blocks, svg.heading(end)])


def _step(step: Step, where: Layout, now: Mapping[Variable, Hashable]) -> list[svg.Block]:
    about = {fact.scope[0] for fact in step.conclusions if fact.scope[0] in where.places}
    blocks = [svg.heading(f"{step.number}. {step.sentence}", size=12)]
    blocks += [svg.paragraph(f"- {statement.label}", size=11) for statement in step.statements]
    if step.known:
        known = ", ".join(f"{s.text} ({s.place})" for s in step.known)
        blocks.append(svg.paragraph(f"knowing that {known}", size=10.5, ink="dim"))
    return [
        *blocks,
        grid(where, now, marked=about | (step.placed.keys() & where.places.keys())),
        svg.gap(4),
    ]


# Questions.


def _tree(value: Tree) -> str:
    shapes, said, rows = [], [], 0
    stack: list[tuple[Node, int, str, float]] = [(value.root, 0, "", 0.0)]
    total = 0
    while stack:
        node, depth, answer, above = stack.pop()
        total += 1
        stack += [(b.node, depth + 1, str(b.answer), 20.0 * rows) for b in reversed(node.branches)]
        if rows >= MOST_NODES:
            continue
        x, y = min(16.0 * depth, 200.0), 20.0 * rows
        if depth:
            shapes.append(
                f'<path d="M{x - 9:g} {above + 17:g}V{y + 9:g}H{x - 1:g}" class="s-rule" fill="none" '
                f'stroke="{svg.PALETTE["rule"][0]}"/>'
            )
        words = f"{answer}: {_node(node)}" if answer else _node(node)
        last = f"{node.worlds} left" if node.state in ("ask", "open") else ""
        room = svg.INNER - x - 8 - (58 if last else 0)
        ink = {"won": "good", "known": "good", "open": "bad"}.get(node.state, "ink")
        shapes.append(
            svg.text(x + 2, y + 13, words, size=11.5, ink=ink, bold=node.state == "ask", fit=room)
        )
        if last:
            shapes.append(svg.text(svg.INNER, y + 13, last, size=10, ink="dim", anchor="end"))
        said.append(f"{'  ' * depth}{words}{f', {last}' if last else ''}")
        rows += 1
    block = svg.Block(20.0 * rows + 4, tuple(shapes), "\n".join(said))
    note = f"{value.label}; {value.on_average(3)}, {value.worst} at worst"
    return svg.document("What to ask", [block, *_left(total - rows, "more nodes")], note=note)


def _node(node: Node) -> str:
    return node.question or {"won": "found", "known": "known", "open": "open"}.get(node.state, "")


def _diagram(value: Diagram) -> str:
    sizes = [len(layer) for layer in value.layers]
    note = f"{many(len(sizes), 'variable')}, {many(value.arcs, 'arc')}, width {value.width}"
    if value.width > DRAWN_WIDTH or len(sizes) > DRAWN_LAYERS or value.arcs > DRAWN_ARCS or not sizes:
        rows = [
            (variable.name, float(size), 0.0, f"{many(size, 'node')}")
            for variable, size in zip(value.variables[:MOST_ROWS], sizes, strict=False)
        ]
        left = _left(len(sizes) - MOST_ROWS, "more layers")
        return svg.document("The widths of a diagram", [svg.bar_rows(rows), *left], note=note)
    return svg.document("A diagram", [_arcs(value, sizes)], note=note)


def _arcs(value: Diagram, sizes: list[int]) -> svg.Block:
    """Every node and arc: a layer a row, a value a line with its label where there is room."""
    left, high = 78.0, 46.0
    following = [*sizes[1:], 1]

    def spot(layer: int, node: int) -> tuple[float, float]:
        many = sizes[layer] if layer < len(sizes) else 1
        return left + (svg.INNER - left) * (node + 0.5) / many, 12 + high * layer

    shapes, said = [], []
    for layer, (variable, children) in enumerate(zip(value.variables, value.layers, strict=True)):
        shapes.append(svg.text(0, 16 + high * layer, variable.name, size=11, fit=left - 6))
        said.append(f"{variable.name}: {many(sizes[layer], 'node')}")
        roomy = int((children != following[layer]).sum()) <= 14
        for node, targets in enumerate(children):
            labels: dict[int, list[str]] = {}
            for place, target in enumerate(targets):
                if int(target) != following[layer]:
                    labels.setdefault(int(target), []).append(str(variable.domain[place]))
            for target, names in labels.items():
                (x, y), (u, v) = spot(layer, node), spot(layer + 1, target)
                shapes.append(svg.line(x, y, u, v, "edge", width=0.6 + 0.3 * len(names)))
                if roomy:
                    shapes.append(
                        svg.text(
                            x + 0.35 * (u - x) + 2,
                            y + 0.35 * (v - y) + 5,
                            ",".join(names),
                            size=9,
                            ink="accent",
                        )
                    )
    for layer, size in enumerate([*sizes, 1]):
        for node in range(size):
            x, y = spot(layer, node)
            shapes.append(svg.box(x - 4, y - 4, 8, 8, "card", "ink", radius=4))
    return svg.Block(high * len(sizes) + 24, tuple(shapes), "\n".join(said))


# Tournaments.


def _result(value: Result) -> str:
    bars = [
        (each.name, each.score.value, _known(each.score.error), str(each.score)) for each in value.standings
    ]
    blocks = [svg.heading("Mean score, one standard error each way"), svg.bar_rows(bars, first=120)]
    if not value.cooperative:
        shares = [
            (each.name, each.wins.value, (each.wins.high - each.wins.low) / 2, str(each.wins).strip())
            for each in value.standings
            if each.wins
        ]
        blocks += [svg.heading("Wins, with 95% intervals"), svg.bar_rows(shares, first=120)]
    heads = ("player", "games", "ms/move")
    rows = [(each.name, str(each.games), f"{each.milliseconds:.2f}") for each in value.standings]
    blocks.append(svg.columns(heads, rows, (3, 1, 1)))
    note = f"{many(value.deals, 'deal')}, {many(value.players, 'player')}, {value.pairing}"
    return svg.document(f"Tournament: {value.game}", blocks, note=note)


def _known(error: float) -> float:
    return error if error == error else 0.0


# By name: the classes stand below and show themselves through this file, and an import of them would close a circle.
_PICTURES: dict[str, Callable[[Any], str]] = {
    "Rows": _rows,
    "Verdict": _verdict,
    "Walk": _walk,
    "Tree": _tree,
    "Diagram": _diagram,
    "Result": _result,
}
_TEXTS: dict[str, Callable[[Any], str]] = {
    "Reason": _reason,
    "Conflict": _conflict,
    "Repair": _repair,
    "Step": _step_text,
    "Hint": _hint,
    "Advice": _advice,
    "Record": _record,
}


def picture(value: Any) -> str:
    """A value as an SVG document. Raises `TypeError` for what has no picture."""
    return _face(value, _PICTURES)(value)


def html(value: Any) -> str:
    """A value as a piece of HTML. Raises `TypeError` for what has none."""
    return _face(value, _TEXTS)(value)


def _face(value: Any, faces: Mapping[str, Callable[[Any], str]]) -> Callable[[Any], str]:
    for kind in type(value).__mro__:
        if kind.__name__ in faces:
            return faces[kind.__name__]
    raise TypeError(f"{type(value).__name__} is not shown so; {', '.join(faces)} are")
