"""Colours stand in `deduce/show/svg.py` and nowhere else: who draws names them."""

import ast
import re

import import_graph
import pytest

COLOUR = re.compile(
    r"#(?:[0-9a-fA-F]{3}){1,2}\b|\brgba?\(|\bhsla?\(|(?:fill|stroke)=\"(?:white|black|red|green|blue|gr[ae]y)\""
)


def coloured(text: str) -> list[int]:
    """The lines with a text that names a colour, docstrings aside."""
    if not COLOUR.search(text):
        return []
    tree = ast.parse(text)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in said
        and COLOUR.search(node.value)
    ]


def test_colours_have_one_place():
    found = {
        module: lines
        for module, path in import_graph.modules().items()
        if module != "deduce.show.svg" and (lines := coloured(path.read_text(encoding="utf-8")))
    }
    assert not found, "name the colour in deduce/show/svg.py"


@pytest.mark.parametrize(
    "planted",
    ["x = '#fff'", "x = f'<p fill=\"#c0392b\" d={y}>'", "x = 'rgb(1,2,3)'", "x = '<a fill=\"white\"/>'"],
)
def test_a_planted_colour_is_found(planted):
    assert coloured(planted) == [1]


@pytest.mark.parametrize(
    "other", ["'''#fff is white'''", "x = 'issue #12 of 34'", "x = '<a fill=\"none\"/>'"]
)
def test_other_texts_are_none(other):
    assert not coloured(other)
