"""What the site adds to the pages: a page of reference for every public package, and links out of docs/ as plain paths.

Hooks of mkdocs; the pages themselves hold nothing that only one generator understands.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

REFERENCE = {
    "deduce": "The library",
    "deduce.puzzles": "Puzzles",
    "deduce.questions": "Questions",
    "deduce.agents": "Several minds",
    "deduce.graphs": "Graphs",
    "deduce.games": "Games",
    "deduce.arena": "Arena",
    "deduce.players": "Players",
    "deduce.conformance": "Conformance",
    "deduce.records.record": "Records",
    "deduce.records.replay": "Replays",
    "deduce.show.svg": "Pictures",
    "deduce.bridges.pettingzoo": "Bridge to PettingZoo",
    "deduce.bridges.openspiel": "Bridge to OpenSpiel",
    "deduce.bridges.reasoning": "Bridge to reasoning-gym",
}
_OUTSIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+([^)#]+)\)")


def on_config(config: Any) -> Any:
    """Put pages that `mkdocs.yml` does not place, and the reference, into the navigation."""
    listed = set(re.findall(r"[\w-]+\.md", str(config["nav"])))
    rest = [page.name for page in sorted(Path(config["docs_dir"]).glob("*.md")) if page.name not in listed]
    config["nav"] += [{"More": rest}] if rest else []
    pages = [{title: f"reference/{name}.md"} for name, title in REFERENCE.items()]
    config["nav"].append({"Reference": pages})
    return config


def on_files(files: Any, config: Any) -> Any:
    """Make the pages of the reference."""
    for name, title in REFERENCE.items():
        text = f"# {title}\n\n`{name}`\n\n::: {name}\n"
        files.append(File.generated(config, f"reference/{name}.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links to files beside the site become their paths."""
    return _OUTSIDE.sub(
        lambda found: f"`{found[2]}`" if found[2] in found[1] else f"{found[1]} (`{found[2]}`)", markdown
    )
