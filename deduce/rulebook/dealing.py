"""How chance deals hidden values: evenly over the worlds that the rules leave, weights apart, one variable at a time.

Where the rules say only how often each value comes (cards that all differ, a pile with copies), the chances are what is
left of the pile. Any other rules are compiled to a diagram in the order of dealing, and a deal is a walk down from its
root: its nodes know how many worlds lie below. Where that diagram would be too large, knowledge is asked card by card.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import isclose, prod
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.ground.errors import TooLarge
from deduce.rulebook.faults import RulesError

if TYPE_CHECKING:
    from deduce.language.variables import Variable
    from deduce.problem import Problem
    from deduce.rulebook.asks import Deal
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.table import Table
    from deduce.worlds.diagram import Diagram

KEPT = 256
"""So many walks, and so many chances worked out by knowledge, are kept."""

BYTES = 1 << 26
"""The most memory a diagram to walk may take."""

IMPOSSIBLE = 1e-200
"""Chances below this are those of values that weights exclude."""


class Pile(NamedTuple):
    """Variables that are dealt from one pile with so many of each value: one each where they all differ."""

    peers: tuple[Variable, ...]
    copies: Mapping[Hashable, int]
    single: bool


class Walk:
    """A diagram in the order of dealing, read from its root."""

    __slots__ = ("_seen", "diagram")

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self._seen: dict[tuple[int, int], tuple[dict[Any, float], dict[Any, int]]] = {}

    def at(self, layer: int, node: int) -> tuple[dict[Any, float], dict[Any, int]]:
        """The chances of the values of a layer's variable at one of its nodes, and the node each leads to."""
        found = self._seen.get((layer, node))
        if found is None:
            domain = self.diagram.variables[layer].domain
            chances, below = self.diagram.step(layer, node)
            possible = {value: i for i, value in enumerate(domain) if chances[i] > 0}
            found = self._seen[layer, node] = (
                {value: float(chances[i]) for value, i in possible.items()},
                {value: int(below[i]) for value, i in possible.items()},
            )
        return found


class Dealings:
    """How the variables of one setting are dealt."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._piles: dict[Hashable, Pile | None] = {}
        self._ties: dict[Hashable, set[Variable]] = {}
        self._walks: dict[Hashable, Walk | None] = {}
        self._counts: dict[Hashable, dict[Any, float]] = {}

    def pile(self, table: Table, variable: Variable) -> Pile | None:
        """The pile that a variable is dealt from; None where the rules say more than a pile does."""
        key = (variable, *map(id, table.rules))
        if key not in self._piles:
            self._piles[key] = _pile_of(variable, [rule.content for rule in table.rules])
        return self._piles[key]

    def chances(self, table: Table, deal: Deal) -> tuple[Mapping[Any, float], bool]:
        """The chances of a deal, values that are impossible left out; whether they are known to be all alike.

        Raises `RulesError` where none is left.
        """
        variable, weights = deal.variable, deal.weights
        pile = self.pile(table, variable)
        if pile is None or (pile.peers and weights is not None):
            found = self._walked(table, deal)
        else:
            if not pile.single and deal.group[0] is variable:
                before = [peer for peer in table.world if peer in pile.peers]
                _as_dealt(table, variable, before, _share(pile, [table.world[peer] for peer in before]))
            found = _left(pile, table.world, variable, weights)
        if not found:
            raise RulesError(f"nothing is left to deal to {variable}")
        return found, pile is not None and pile.single and weights is None

    def _walked(self, table: Table, deal: Deal) -> Mapping[Any, float]:
        """The same by the diagram: down from where the last deal left it, or from its root."""
        if table.dealing is not None and table.dealing[0] is deal.group:
            under: Walk
            group, under, layer, node = table.dealing
            variables = under.diagram.variables
            if variables[layer] is deal.variable:
                return under.at(layer, node)[0]
            if variables[layer + 1] is deal.variable:
                node = under.at(layer, node)[1][table.world[variables[layer]]]
                table.dealing = (group, under, layer + 1, node)
                return under.at(layer + 1, node)[0]
        about = self._tied(table, deal.variable)
        dealt = tuple([v for v in table.world if v in about])
        weights = deal.weights and tuple(deal.weights.items())
        key = (deal.variable, deal.group, dealt, weights, *table.weights, *map(id, table.rules))
        if key not in self._walks:
            if len(self._walks) >= KEPT:
                self._walks.clear()
            self._walks[key] = self._walk(table, deal, dealt)
        walk = self._walks[key]
        if walk is None:
            return self._counted(table, deal)
        node, share = 0, 1.0
        for layer, variable in enumerate(dealt):
            chances, below = walk.at(layer, node)
            value = table.world[variable]
            if value not in chances:
                raise RulesError(f"nothing is left to deal to {deal.variable}")
            node, share = below[value], share * chances[value]
        _as_dealt(table, deal.variable, dealt, share)
        table.dealing = (deal.group, walk, len(dealt), node)
        return walk.at(len(dealt), node)[0]

    def _walk(self, table: Table, deal: Deal, dealt: Sequence[Variable]) -> Walk | None:
        """The diagram of what is dealt by one `t.deal`, what was dealt before above it; None where it is too large."""
        about = self._tied(table, deal.variable)
        wanted = (*dealt, deal.variable, *deal.group, *self._problem(table).scope)
        order = tuple(variable for variable in dict.fromkeys(wanted) if variable in about)
        rules = [rule.content for rule in table.rules if about & set(rule.content.scope)]  # type: ignore[union-attr]
        from deduce.worlds.compile import compile_diagram  # few games deal by rules that need one

        try:
            diagram = compile_diagram(order, rules, order=order, max_bytes=BYTES)  # type: ignore[arg-type]
        except TooLarge:
            return None
        for variable in order:
            ratios = _weights(table, variable, deal)
            if ratios:
                diagram = diagram.weigh(variable, ratios)
        return Walk(diagram)

    def _tied(self, table: Table, variable: Variable) -> set[Variable]:
        """The variables that the rules tie to one."""
        key = (variable, *map(id, table.rules))
        if key not in self._ties:
            self._ties[key] = _together(variable, [rule.content for rule in table.rules])
        return self._ties[key]

    def _problem(self, table: Table) -> Problem:
        """The problem of the table, with its unseen choices where rules speak of them."""
        spoken = {v for rule in table.rules for v in rule.content.scope}  # type: ignore[union-attr]
        return self._setting.problem(table, handles=not spoken.isdisjoint(table.handles))

    def _counted(self, table: Table, deal: Deal) -> Mapping[Any, float]:
        """The same by knowledge."""
        problem = self._problem(table)
        seen = tuple(table.world.get(v) for v in problem.scope)
        key = (id(problem), deal.variable, seen, *table.weights)
        if key not in self._counts:
            from deduce.evidence import Statement
            from deduce.knowledge import Knowledge

            known = Knowledge(problem)
            for variable in problem.scope:
                ratios = _weights(table, variable, deal)
                if ratios:
                    known = known.weigh(
                        variable, dict(zip(variable.domain, ratios, strict=True)), default=1e-300
                    )
            dealt = [(v, x) for v, x in table.world.items() if v in problem]
            known = known.learn(*(Statement(v == x, v.name, "observation") for v, x in dealt))
            if len(self._counts) >= KEPT:
                self._counts.clear()
            found = known.marginals(deal.variable)
            self._counts[key] = {x: p for x, p in found.items() if p > IMPOSSIBLE}
        return self._counts[key]


def _as_dealt(table: Table, variable: Variable, dealt: Sequence[Variable], share: float) -> None:
    """Raise `RulesError` where what was dealt before would have come with other chances under what was said since.

    `share` is the chance of its values by all that is said now, which is what knowledge reckons with.
    """
    odds = [table.odds.get(each, 0.0) for each in dealt]
    if all(odds) and not isclose(prod(odds), share, rel_tol=1e-6):
        raise RulesError(
            f"{variable} is tied to {', '.join(each.name for each in dealt)} by what was said since, so that these would "
            "have been dealt with other chances: say t.require before the first t.deal, and deal what has weights in one"
        )


def _weights(table: Table, variable: Variable, deal: Deal) -> Sequence[float]:
    """The weights of a variable's values, by its domain; empty for none."""
    given: Mapping[Any, float] = dict(dict(table.weights).get(variable, ()))
    if not given and deal.weights and variable in set(deal.group):
        given = deal.weights
    return [given.get(value, 0.0) for value in variable.domain] if given else []


def _together(variable: Variable, rules: Sequence[Any]) -> set[Variable]:
    """The variables that rules tie to one, directly or through others."""
    found, left = {variable}, list(rules)
    while True:
        near = [rule.scope for rule in left if not found.isdisjoint(rule.scope)]
        if not near:
            return found
        left = [rule for rule in left if found.isdisjoint(rule.scope)]
        found.update(*near)


def _left(
    pile: Pile, world: Mapping[Variable, Any], variable: Variable, weights: Mapping[Any, float] | None
) -> dict[Any, float]:
    """The chances of what is left of a pile."""
    if pile.single:
        used = {world[peer] for peer in pile.peers if peer in world}
        left: Sequence[Any] = [x for x in variable.domain if x not in used] if used else variable.domain
        if weights is None:
            return dict.fromkeys(left, 1 / len(left)) if left else {}
        numbers = {x: float(weights.get(x, 0.0)) for x in left}
    else:
        gone = [world[peer] for peer in pile.peers if peer in world]
        numbers = {x: float(n - gone.count(x)) for x, n in pile.copies.items()}
    total = sum(numbers.values())
    return {x: n / total for x, n in numbers.items() if n > 0} if total > 0 else {}


def _share(pile: Pile, drawn: Sequence[Any]) -> float:
    """The chance that these are drawn from a whole pile, one after the other."""
    left, share = dict(pile.copies), 1.0
    for value in drawn:
        share *= max(left[value], 0) / max(sum(left.values()), 1)
        left[value] -= 1
    return share


def _pile_of(variable: Variable, rules: Sequence[Any]) -> Pile | None:
    about = [rule for rule in rules if variable in rule.scope]
    if not about:
        return Pile((), {}, single=True)
    scope, domain = about[0].scope, variable.domain
    peers = set(scope)
    apart = all(set(rule.scope) == peers for rule in rules if not peers.isdisjoint(rule.scope))
    if not apart or len(peers) != len(scope) or any(peer.domain != domain for peer in peers):
        return None
    if len(about) == 1 and about[0].apart:
        return Pile(scope, {}, single=True)
    copies: dict[Hashable, int] = {}
    for rule in about:
        count = rule.counted()
        if count is None or count.low != count.high or len(count.values) != 1:
            return None
        (value,) = count.values
        if value in copies:
            return None
        copies[value] = count.low
    rest = [value for value in domain if value not in copies]
    if len(rest) > 1 or (not rest and sum(copies.values()) != len(peers)):
        return None
    copies.update((value, len(peers) - sum(copies.values())) for value in rest)
    if min(copies.values()) < 0:
        return None
    return Pile(scope, {value: copies[value] for value in domain}, single=False)
