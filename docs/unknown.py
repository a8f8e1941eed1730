"""Write the tables of `unknown.md`: `python docs/unknown.py`, after an option or a component of a game changed."""

from __future__ import annotations

from pathlib import Path

from deduce.games import game
from deduce.games.registry import names

DOCS = Path(__file__).parent
HEAD = "## What of each game is not known\n"
LARGE = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
"""They come first."""


def open_points(name: str) -> list[tuple[str, str, str]]:
    """What of a game does not stand in its rulebook: what it is, where it comes from, and what stands in its place."""
    told = game(name).describe().data
    rows = [
        (f"`{key}`", option["provenance"], f"{option['doc']}; here `{option['default']}`")
        for key, option in told["options"].items()
    ]
    rows += [(note["datum"], note["provenance"], note["reason"]) for note in told.get("data", ())]
    return [row for row in rows if row[1] != "rulebook"]


def page(text: str) -> str:
    """The page with its tables made anew; what stands above them is written by hand."""
    above, found, _ = text.partition(HEAD)
    if not found:
        raise LookupError(f"unknown.md has no line {HEAD!r}")
    lines = [above + HEAD]
    for name in sorted(names(), key=lambda each: (each not in LARGE, each)):
        if rows := open_points(name):
            lines += [
                f"### {game(name).title}",
                "",
                "| what | from | what stands in its place |",
                "|---|---|---|",
            ]
            lines += [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
            lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    file = DOCS / "unknown.md"
    file.write_text(page(file.read_text(encoding="utf-8")), encoding="utf-8")
