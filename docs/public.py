"""Write `public.md`, the page of what is public: `python docs/public.py`, after a name came, went or moved."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

DOCS = Path(__file__).parent
HEAD = "## Names\n"


def reference() -> dict[str, str]:
    """The public modules with their titles, as `site.py` has them, which cannot be imported where mkdocs is not."""
    for node in ast.parse((DOCS / "site.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "REFERENCE":
            found: dict[str, str] = ast.literal_eval(node.value)
            return found
    raise LookupError("docs/site.py has no REFERENCE")


def names_of(module: str) -> list[str]:
    """What a public module exports; modules without `__all__` export the names that they define."""
    home = import_module(module)
    listed = getattr(home, "__all__", None)
    if listed is None:
        listed = [
            name for name in vars(home) if re.match(r"[^_]", name) and _own(getattr(home, name), module)
        ]
    return sorted(listed, key=str.casefold)


def _own(thing: object, module: str) -> bool:
    return getattr(thing, "__module__", None) == module


def page(text: str) -> str:
    """The page with its table of names made anew; what stands above the table is written by hand."""
    above, found, _ = text.partition(HEAD)
    if not found:
        raise LookupError(f"public.md has no line {HEAD!r}")
    lines = [
        f"| {title} | `{module}` | {' '.join(f'`{name}`' for name in names_of(module)) or 'a room; its modules follow'} |"
        for module, title in reference().items()
    ]
    return "\n".join([above + HEAD, "| what | module | names |", "|---|---|---|", *lines, ""])


if __name__ == "__main__":
    file = DOCS / "public.md"
    file.write_text(page(file.read_text(encoding="utf-8")), encoding="utf-8")
