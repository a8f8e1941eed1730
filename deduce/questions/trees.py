"""Decision trees: what to ask, and what next after each answer."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.shown import Plain, Shown
from deduce.ground.wording import many

State = Literal["ask", "won", "known", "open"]


class Branch(NamedTuple):
    """One answer to a node's question, and the node it leads to."""

    answer: Hashable
    node: Node


class Node(NamedTuple):
    """One position of a tree.

    Attributes:
        state: ``"ask"`` (a question follows), ``"won"`` (the winning answer was given), ``"known"`` (nothing
            is left to find out) or ``"open"`` (the depth limit came first, or no question helps).
        worlds: How many worlds lead here.
        weight: Their weight.
        question: The question in words; what is known at ``"won"`` and ``"known"``; empty at ``"open"``.
        branches: One for each answer some world gives, in the order of the codes.
        index: The question's number; -1 where nothing is asked.
    """

    state: State
    worlds: int
    weight: float
    question: str = ""
    branches: tuple[Branch, ...] = ()
    index: int = -1  # type: ignore[assignment]  # not the method of tuples

    def to_dict(self) -> dict[str, object]:
        """The node and all below it as plain values for JSON."""
        found: dict[str, object] = {"state": self.state, "worlds": self.worlds, "weight": self.weight}
        if self.question:
            found["question"] = self.question
        if self.branches:
            found["branches"] = [
                {"answer": str(branch.answer), **branch.node.to_dict()} for branch in self.branches
            ]
        return found


@dataclass(frozen=True)
class Tree(Shown, Plain):
    """A strategy, and how good it is.

    Attributes:
        root: Where it begins.
        objective: What it was built for.
        label: ``"greedy"`` (best by the objective at each step), ``"proved"`` (no strategy has a lower
            total) or ``"gave up"`` (greedy, because the proof did not finish).
        basis: ``"exact"`` or ``"sampled"`` (built on worlds drawn from too many).
        bound: No strategy has a total below this, where that is known; else None.
    """

    root: Node
    objective: str
    label: Literal["greedy", "proved", "gave up"]
    basis: Literal["exact", "sampled"] = "exact"
    bound: float | None = None

    plainly = "objective label basis bound total mean worst open root"

    @cached_property
    def depths(self) -> dict[int, float]:
        """How much weight needs how many questions; with winning answers the winning question counts."""
        found: dict[int, float] = {}
        for depth, node in self._leaves():
            found[depth] = found.get(depth, 0.0) + node.weight
        return dict(sorted(found.items()))

    @cached_property
    def total(self) -> float:
        """Questions summed over all worlds, each times its weight; a whole number without weights."""
        total = sum(depth * weight for depth, weight in self.depths.items())
        return int(total) if float(total).is_integer() else total

    @property
    def mean(self) -> float:
        """Questions on average, by weight."""
        return self.total / self.root.weight

    @cached_property
    def worst(self) -> int:
        """Questions at worst."""
        return max(self.depths)

    @cached_property
    def open(self) -> int:
        """How many worlds end at a node where something is still to be found out."""
        return sum(node.worlds for _, node in self._leaves() if node.state == "open")

    def _leaves(self) -> Iterator[tuple[int, Node]]:
        depth, nodes = 0, [self.root]
        while nodes:
            yield from ((depth, node) for node in nodes if node.state != "ask")
            depth, nodes = depth + 1, [branch.node for node in nodes for branch in node.branches]

    def follow(self, *answers: Hashable) -> Node:
        """The node after these answers. Raises `ProblemError` for an answer that no world gives."""
        node = self.root
        for answer in answers:
            known = {branch.answer: branch.node for branch in node.branches}
            if not known:
                raise ProblemError(
                    f"nothing more is asked here, so there is no answer {answer!r} to follow"
                )
            if answer not in known:
                raise ProblemError(f"the answer {answer!r} to {node.question}: {nearest(answer, known)}")
            node = known[answer]
        return node

    def lines(self, depth: int | None = None) -> Iterator[str]:
        """The tree as indented text, a line a node, down to `depth` questions."""
        yield f"{self.summary()}"
        stack: list[tuple[int, str, Node]] = [(0, "", self.root)]
        while stack:
            level, answer, node = stack.pop()
            before = "  " * level + (f"{answer}: " if level else "")
            yield before + _in_words(node)
            if depth is None or level < depth:
                stack.extend((level + 1, str(b.answer), b.node) for b in reversed(node.branches))

    def on_average(self, digits: int) -> str:
        """The mean in words, to so many digits."""
        mean = f"{self.mean:.{digits}g}"
        return f"{mean} {'question' if mean == '1' else 'questions'} on average"

    def summary(self) -> str:
        """Mean and worst in one line, and what they are."""
        worlds = f"{self.root.worlds} world{'s' if self.root.worlds != 1 else ''}"
        sampled = ", drawn from more" if self.basis == "sampled" else ""
        how = {
            "greedy": f"greedy by {self.objective}",
            "proved": f"proved best ({self.objective})",
            "gave up": f"greedy; the proof gave up, no total is below {self.bound}",
        }[self.label]
        left = (
            f"; {many(self.open, 'world')} {'stays' if self.open == 1 else 'stay'} open"
            if self.open
            else ""
        )
        return (
            f"{worlds}{sampled}: {self.on_average(4)} (total {self.total:g}), "
            f"{self.worst} at worst; {how}{left}"
        )

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _in_words(node: Node) -> str:
    if node.state == "ask":
        return f"{node.question}? ({node.worlds} left)"
    if node.state == "won":
        return f"found: {node.question}"
    return f"it is {node.question}" if node.state == "known" else f"{many(node.worlds, 'world')} left"
