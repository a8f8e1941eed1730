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
    "deduce.language.variables": "Variables",
    "deduce.evidence": "Evidence",
    "deduce.language.facts": "Facts",
    "deduce.ground.errors": "Errors",
    "deduce.language.posting": "Posting",
    "deduce.language.automata": "Automata",
    "deduce.backends": "Backends",
    "deduce.backends.cpsat": "CP-SAT",
    "deduce.language.scheduling": "Tasks in time",
    "deduce.backends.sat": "SAT",
    "deduce.puzzles": "Puzzles",
    "deduce.puzzles.files": "Puzzle files",
    "deduce.puzzles.datasets": "Puzzles as data",
    "deduce.questions": "Questions",
    "deduce.agents": "Several minds",
    "deduce.graphs": "Graphs",
    "deduce.games": "Games",
    "deduce.rulebook": "Games declared",
    "deduce.games.base": "The contract of a game",
    "deduce.games.plain": "Plain values",
    "deduce.games.log": "What was seen",
    "deduce.arena": "Arena",
    "deduce.arena.match": "Matches",
    "deduce.arena.schedule": "Schedules",
    "deduce.players": "Players",
    "deduce.players.simple": "Simple players",
    "deduce.players.named": "Named players",
    "deduce.players.rollout": "Roll-outs",
    "deduce.conformance": "Conformance",
    "deduce.conformance.perft": "Perft",
    "deduce.conformance.testing": "Conformance under Hypothesis",
    "deduce.records.record": "Records",
    "deduce.records.replay": "Replays",
    "deduce.records.form": "Forms",
    "deduce.records.features": "Things by their features",
    "deduce.records.positions": "Positions typed in",
    "deduce.records.header": "Headers",
    "deduce.records.words": "Words of records",
    "deduce.show": "Shown",
    "deduce.show.svg": "Pictures",
    "deduce.show.places": "Boards as places",
    "deduce.show.curves": "Curves",
    "deduce.vocabulary.lexicons": "Lexicons",
    "deduce.ciphers.decipher": "Ciphers",
    "deduce.web": "The page",
    "deduce.commands.terminal": "Play in the terminal",
    "deduce.bridges.actions": "Moves as numbers",
    "deduce.bridges.observations": "Views as vectors",
    "deduce.bridges.engine": "The engine",
    "deduce.bridges.pettingzoo": "Bridge to PettingZoo",
    "deduce.bridges.openspiel": "Bridge to OpenSpiel",
    "deduce.bridges.equilibrium": "Small games solved by regret minimisation",
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
