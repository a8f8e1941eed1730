"""Curves over a common axis, such as what learners reach: a thin line a run, a thick one for the mean of each group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deduce.ground.errors import ProblemError
from deduce.show import svg

INKS = ("accent", "shade", "good", "bad", "dim")
"""The colour of each group, in their order."""
LEFT, HIGH = 30.0, 170.0
"""Where the axis of values stands, and how high it is."""


def curves(
    groups: Mapping[str, Sequence[Sequence[float]]],
    *,
    top: float,
    across: str,
    levels: Mapping[str, float] | None = None,
) -> svg.Block:
    """A chart of runs that were looked at equally often, at equal distances.

    Args:
        groups: By name the runs of a group, each with its values from first to last, between 0 and `top`.
        top: The greatest value on the axis; the least is 0.
        across: What the horizontal axis is, in words.
        levels: Values by name to hold them against: a dashed line each.

    Raises:
        ProblemError: More groups than colours, a group without runs, runs of different lengths, or a value off the axis.
    """
    levels = levels or {}
    _checked(groups, levels, top)
    long = len(next(iter(next(iter(groups.values())))))
    right = svg.INNER - LEFT

    def spot(place: int, value: float) -> str:
        return f"{LEFT + right * (place + 0.5) / long:.1f} {6 + HIGH * (1 - value / top):.1f}"

    shapes = [svg.line(LEFT, 6, LEFT, 6 + HIGH), svg.line(LEFT, 6 + HIGH, svg.INNER, 6 + HIGH)]
    for part in (0.0, 0.5, 1.0):
        y = 6 + HIGH * (1 - part)
        shapes.append(svg.text(LEFT - 4, y + 4, f"{top * part:.3g}", size=10, ink="dim", anchor="end"))
    said = []
    for name, value in levels.items():
        y = 6 + HIGH * (1 - value / top)
        shapes.append(svg.line(LEFT, y, svg.INNER, y, "dim", dashes="3 3"))
        shapes.append(svg.text(LEFT + 4, y - 3, name, size=10, ink="dim", fit=right))
        said.append(f"{name}: {value:.3g}")
    for (name, runs), ink in zip(groups.items(), INKS, strict=False):
        means = [sum(values) / len(runs) for values in zip(*runs, strict=True)]
        for values, width in [*((run, 0.7) for run in runs), (means, 2.2)]:
            path = "L".join(spot(place, value) for place, value in enumerate(values))
            shapes.append(svg.path(f"M{path}", ink, width=width))
        said.append(f"{name}: " + " ".join(f"{value:.2f}" for value in means))
    shapes.append(svg.text(svg.INNER, HIGH + 20, across, size=10, ink="dim", anchor="end", fit=right))
    x = LEFT
    for name, ink in zip(groups, INKS, strict=False):
        shapes += [
            svg.line(x, HIGH + 34, x + 16, HIGH + 34, ink, width=2.2),
            svg.text(x + 20, HIGH + 38, name, size=11),
        ]
        x += 34 + svg.text_width(name, 11)
    return svg.Block(HIGH + 46, tuple(shapes), "\n".join(said))


def _checked(
    groups: Mapping[str, Sequence[Sequence[float]]], levels: Mapping[str, float], top: float
) -> None:
    if not 1 <= len(groups) <= len(INKS):
        raise ProblemError(f"{len(groups)} groups of curves; from 1 to {len(INKS)} can be told apart")
    lengths = {len(run) for runs in groups.values() for run in runs}
    if not all(groups.values()) or len(lengths) != 1 or lengths == {0}:
        raise ProblemError("every group of curves has a run, and every run has the same number of values")
    values = [value for runs in groups.values() for run in runs for value in run] + [*levels.values()]
    for value in values:
        if not 0 <= value <= top:
            raise ProblemError(f"{value!r} is not on the axis from 0 to {top:g}")
