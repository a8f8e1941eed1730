"""Documented import paths of modules that have moved: the old path still gives the same module.

A name is looked up here only when Python finds no module of that name, and the module itself is loaded once, under
its new name, so classes are the same at both doors.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

__all__ = ["MOVED", "install"]

MOVED = {
    "deduce.arena.progress": "deduce.progress",
    "deduce.backends.seam": "deduce.posting",
    "deduce.games.check": "deduce.conformance.check",
    "deduce.games.datafile": "deduce.records.datafile",
    "deduce.games.excerpt": "deduce.records.excerpt",
    "deduce.games.header": "deduce.records.header",
    "deduce.games.perft": "deduce.conformance.perft",
    "deduce.games.record": "deduce.records.record",
    "deduce.games.terminal": "deduce.commands.terminal",
    "deduce.games.testing": "deduce.conformance.testing",
    "deduce.games.words": "deduce.records.words",
    "deduce.puzzles.opposite": "deduce.explain.opposite",
    "deduce_models.enigma.equilibrium": "deduce_models.enigma.advice.equilibrium",
    "deduce_models.enigma.moves": "deduce_models.enigma.rules.moves",
    "deduce_models.enigma.notation": "deduce_models.enigma.records.grammar",
    "deduce_models.enigma.standing": "deduce_models.enigma.advice.evaluation",
    "deduce_models.entracte.measure": "deduce_models.entracte.advice.evaluation",
    "deduce_models.entracte.notation": "deduce_models.entracte.records.grammar",
    "deduce_models.entracte.replay": "deduce_models.entracte.records.replay",
    "deduce_models.entracte.setup": "deduce_models.entracte.rules.setup",
    "deduce_models.entracte.views": "deduce_models.entracte.rules.views",
    "deduce_models.initiative.campaign": "deduce_models.initiative.missions.campaign",
    "deduce_models.initiative.components.lexicon": "deduce.vocabulary.lexicons",
    "deduce_models.initiative.decipher": "deduce.ciphers.decipher",
    "deduce_models.initiative.generator": "deduce_models.initiative.missions.generator",
    "deduce_models.initiative.insight": "deduce_models.initiative.knowledge.posterior",
    "deduce_models.initiative.knowledge.decipher": "deduce.ciphers.decipher",
    "deduce_models.initiative.lexicon": "deduce.vocabulary.lexicons",
    "deduce_models.initiative.mission": "deduce_models.initiative.components.mission",
    "deduce_models.initiative.moves": "deduce_models.initiative.rules.moves",
    "deduce_models.initiative.notation": "deduce_models.initiative.records.reading",
    "deduce_models.initiative.state": "deduce_models.initiative.rules.state",
    "deduce_models.initiative.threat": "deduce_models.initiative.advice.threat",
    "deduce_models.initiative.uniqueness": "deduce_models.initiative.missions.uniqueness",
    "deduce_models.shakespeare.activation": "deduce_models.shakespeare.placement.activation",
    "deduce_models.shakespeare.completion": "deduce_models.shakespeare.placement.completion",
    "deduce_models.shakespeare.desk": "deduce_models.shakespeare.advice.plan_state",
    "deduce_models.shakespeare.drawing": "deduce_models.shakespeare.components.drawing",
    "deduce_models.shakespeare.phases": "deduce_models.shakespeare.rules.phases",
    "deduce_models.shakespeare.planning": "deduce_models.shakespeare.advice.planning",
    "deduce_models.shakespeare.script": "deduce_models.shakespeare.bound.draws",
    "deduce_models.shakespeare.valuation": "deduce_models.shakespeare.advice.evaluation",
}
"""Old path to new path, for every path that a page or an example has named."""


class _Finder:
    # No base class: importing importlib.abc costs ten milliseconds at every start.

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in MOVED else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(MOVED[spec.name])
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module, executed long ago under its new name, its own specification back."""
        spec: Any = module.__spec__
        if spec is not None and spec.loader is self:
            module.__spec__ = spec.loader_state


def install() -> None:
    """Let old paths be imported; calling it again changes nothing."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())
