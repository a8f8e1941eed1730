"""Python's chance takes -1 for 1 and True for 1: nothing but `deduce.language.chance` hands it a bare seed."""

import ast

import import_graph

SEEDS = {"seed", "rng", "deal", "_seed"}


@import_graph.in_passing
def handed(module: str, text: str, tree: ast.Module) -> list[int]:
    """The lines of a module in which ``Random`` is begun at a bare seed."""
    if "Random(" not in text:
        return []
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) == "Random"
        and any(getattr(given, "id", getattr(given, "attr", "")) in SEEDS for given in node.args)
    ]


def test_chance_is_begun_at_seeds_that_were_checked():
    assert {module: lines for module, lines in handed().items() if lines} == {}
