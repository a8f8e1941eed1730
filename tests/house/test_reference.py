"""What the pages and examples tell a reader to import has its place in the reference of the site."""

import ast
import re
from pathlib import Path

TOP = Path(__file__).parents[2]


def reference():
    """The table of `docs/site.py`, which cannot be imported where mkdocs is not."""
    for node in ast.parse((TOP / "docs" / "site.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "REFERENCE":
            return ast.literal_eval(node.value)
    raise AssertionError("docs/site.py has no REFERENCE")


def test_every_import_that_is_shown_is_in_the_reference():
    files = [TOP / "README.md", *(TOP / "docs").glob("*.md"), *(TOP / "examples").rglob("*.py")]
    shown = {
        name: str(file.relative_to(TOP))
        for file in files
        for name in re.findall(r"from (deduce(?:\.\w+)*) import", file.read_text(encoding="utf-8"))
    }
    assert {name: at for name, at in shown.items() if name not in reference()} == {}


def test_every_page_of_the_reference_is_a_module_with_a_docstring():
    for name in reference():
        path = TOP / Path(*name.split("."))
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        assert ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))), name
