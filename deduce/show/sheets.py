"""Knowledge as a sheet: a row a variable, a column a value, the chance in each cell."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from deduce.ground.errors import Contradiction, TooLarge
from deduce.ground.strange import escape
from deduce.ground.wording import figure, in_percent, many
from deduce.show.svg import chance_shade

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.language.variables import Variable

MOST_ROWS = 60
"""So many variables are shown; a line says how many more there are."""


def knowledge_text(knowledge: Knowledge, variables: Sequence[Variable] | None = None) -> str:
    """The sheet in plain text: a percentage a value, ``yes`` where certain, ``-`` where impossible."""
    try:
        chances, values, left = _sheet(knowledge, variables)
    except (Contradiction, TooLarge) as error:
        return str(error)
    heads = [str(value) for value in values]
    width = max([5, *map(len, heads)]) + 2
    first = max((len(v.name) for v in chances), default=0)
    lines = [" " * first + "".join(head.rjust(width) for head in heads)]
    for variable, row in chances.items():
        cells = [
            ("" if chance is None else _percent(chance)).rjust(width) for chance in map(row.get, values)
        ]
        lines.append(variable.name.ljust(first) + "".join(cells))
    if left:
        lines.append(f"... and {many(left, 'more variable')}")
    lines.append(f"{many(knowledge.count(), 'world')} left ({figure(knowledge.entropy(), 1)} bits)")
    return "\n".join(line.rstrip() for line in lines)


def knowledge_html(knowledge: Knowledge, variables: Sequence[Variable] | None = None) -> str:
    """The sheet as an HTML table for a notebook; the likelier a value, the darker its cell."""
    try:
        chances, values, left = _sheet(knowledge, variables)
    except (Contradiction, TooLarge) as error:
        return f"<pre>{escape(str(error))}</pre>"
    heads = "".join(f"<th>{escape(str(value))}</th>" for value in values)
    rows = []
    for variable, row in chances.items():
        cells = []
        for chance in map(row.get, values):
            shade = f' style="background:{chance_shade(chance)}"' if chance else ""
            cells.append(f"<td{shade}>{'' if chance is None else _percent(chance)}</td>")
        rows.append(f"<tr><th>{escape(variable.name)}</th>{''.join(cells)}</tr>")
    more = f" ... and {many(left, 'more variable')}." if left else ""
    caption = f"{many(knowledge.count(), 'world')} left ({figure(knowledge.entropy(), 1)} bits).{more}"
    return f"<table><caption>{caption}</caption><tr><th></th>{heads}</tr>{''.join(rows)}</table>"


def _sheet(
    knowledge: Knowledge, variables: Sequence[Variable] | None
) -> tuple[dict[Variable, dict[Hashable, float | None]], list[Hashable], int]:
    """For each variable shown: the chance of each of its values (0 included); all values; how many are left out."""
    chosen = knowledge.scope if variables is None else tuple(variables)
    shown = chosen[:MOST_ROWS]
    values = list(dict.fromkeys(value for variable in shown for value in variable.domain))
    chances: dict[Variable, dict[Hashable, float | None]] = {}
    for variable in shown:
        known = knowledge.marginals(variable)
        chances[variable] = {value: known.get(value, 0.0) for value in variable.domain}
    return chances, values, len(chosen) - len(shown)


def _percent(chance: float) -> str:
    if chance == 0:
        return "-"
    if chance == 1:
        return "yes"
    return in_percent(chance) if 0.005 <= chance <= 0.995 else in_percent(chance, 1)
