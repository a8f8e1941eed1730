"""What the pages and examples tell a reader to import has its place in the reference of the site."""

import ast
import importlib.util
import re
from pathlib import Path

TOP = Path(__file__).parents[2]


def _public():
    found = importlib.util.spec_from_file_location("public", TOP / "docs" / "public.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


public = _public()
reference = public.reference


def test_the_page_of_what_is_public_is_what_modules_export():
    text = (TOP / "docs" / "public.md").read_text(encoding="utf-8")
    assert text == public.page(text), "run: python docs/public.py"


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
