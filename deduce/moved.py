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

MOVED = {
    "deduce.adding": "deduce.language.adding",
    "deduce.algebra": "deduce.language.algebra",
    "deduce.arena.progress": "deduce.ground.progress",
    "deduce.automata": "deduce.language.automata",
    "deduce.backends.seam": "deduce.language.posting",
    "deduce.calculation": "deduce.language.calculation",
    "deduce.choices": "deduce.language.choices",
    "deduce.comparisons": "deduce.language.comparisons",
    "deduce.compat": "deduce.ground.compat",
    "deduce.constraints": "deduce.language.constraints",
    "deduce.deadline": "deduce.ground.deadline",
    "deduce.errors": "deduce.ground.errors",
    "deduce.expressions": "deduce.language.expressions",
    "deduce.facts": "deduce.language.facts",
    "deduce.games.check": "deduce.conformance.check",
    "deduce.games.datafile": "deduce.records.datafile",
    "deduce.games.excerpt": "deduce.records.replay",
    "deduce.games.header": "deduce.records.header",
    "deduce.games.perft": "deduce.conformance.perft",
    "deduce.games.record": "deduce.records.record",
    "deduce.games.terminal": "deduce.commands.terminal",
    "deduce.games.testing": "deduce.conformance.testing",
    "deduce.games.words": "deduce.records.words",
    "deduce.journal": "deduce.ground.journal",
    "deduce.judges": "deduce.language.judges",
    "deduce.lazy": "deduce.ground.lazy",
    "deduce.logbook": "deduce.ground.logbook",
    "deduce.logits": "deduce.ground.logits",
    "deduce.operators": "deduce.language.operators",
    "deduce.opposites": "deduce.explain.opposite",
    "deduce.pairs": "deduce.language.pairs",
    "deduce.plugins": "deduce.ground.plugins",
    "deduce.posting": "deduce.language.posting",
    "deduce.progress": "deduce.ground.progress",
    "deduce.puzzles.opposite": "deduce.explain.opposite",
    "deduce.reading": "deduce.ground.reading",
    "deduce.reified": "deduce.language.reified",
    "deduce.records.excerpt": "deduce.records.replay",
    "deduce.relations": "deduce.language.relations",
    "deduce.report": "deduce.ground.report",
    "deduce.scheduling": "deduce.language.scheduling",
    "deduce.shown": "deduce.ground.shown",
    "deduce.spreading": "deduce.ground.spreading",
    "deduce.strange": "deduce.ground.strange",
    "deduce.tally": "deduce.language.tally",
    "deduce.variables": "deduce.language.variables",
    "deduce.wording": "deduce.ground.wording",
    "deduce_models.enigma.equilibrium": "deduce_models.enigma.advice.equilibrium",
    "deduce_models.enigma.moves": "deduce_models.enigma.rules.moves",
    "deduce_models.enigma.notation": "deduce_models.enigma.records.reading",
    "deduce_models.enigma.standing": "deduce_models.enigma.advice.evaluation",
    "deduce_models.entracte.measure": "deduce_models.entracte.advice.evaluation",
    "deduce_models.entracte.notation": "deduce_models.entracte.records.reading",
    "deduce_models.entracte.replay": "deduce_models.entracte.records.reading",
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
    "deduce_models.pencil.address_parts": "deduce_models.pencil.addresses.address_parts",
    "deduce_models.pencil.board": "deduce_models.pencil.rules.board",
    "deduce_models.pencil.borders": "deduce_models.pencil.addresses.borders",
    "deduce_models.pencil.clue_by_clue": "deduce_models.pencil.making.clue_by_clue",
    "deduce_models.pencil.codes": "deduce_models.pencil.addresses.codes",
    "deduce_models.pencil.comparing": "deduce_models.pencil.drawing.comparing",
    "deduce_models.pencil.fpuzzles": "deduce_models.pencil.addresses.fpuzzles",
    "deduce_models.pencil.generation": "deduce_models.pencil.making.generation",
    "deduce_models.pencil.latin": "deduce_models.pencil.rules.latin",
    "deduce_models.pencil.layouts": "deduce_models.pencil.making.layouts",
    "deduce_models.pencil.loops": "deduce_models.pencil.rules.loops",
    "deduce_models.pencil.lz_text": "deduce_models.pencil.addresses.lz_text",
    "deduce_models.pencil.naming": "deduce_models.pencil.words.naming",
    "deduce_models.pencil.nonogram_making": "deduce_models.pencil.making.nonogram_making",
    "deduce_models.pencil.owned": "deduce_models.pencil.rules.owned",
    "deduce_models.pencil.parts": "deduce_models.pencil.rules.parts",
    "deduce_models.pencil.penpa_beside": "deduce_models.pencil.addresses.penpa_beside",
    "deduce_models.pencil.penpa_links": "deduce_models.pencil.addresses.penpa_links",
    "deduce_models.pencil.penpa_page": "deduce_models.pencil.addresses.penpa_page",
    "deduce_models.pencil.penpa_parts": "deduce_models.pencil.addresses.penpa_parts",
    "deduce_models.pencil.places": "deduce_models.pencil.making.places",
    "deduce_models.pencil.puzz_link": "deduce_models.pencil.addresses.puzz_link",
    "deduce_models.pencil.pzpr_files": "deduce_models.pencil.addresses.pzpr_files",
    "deduce_models.pencil.pzpr_parts": "deduce_models.pencil.addresses.pzpr_parts",
    "deduce_models.pencil.pzpr_words": "deduce_models.pencil.addresses.pzpr_words",
    "deduce_models.pencil.reshaping": "deduce_models.pencil.making.reshaping",
    "deduce_models.pencil.shades": "deduce_models.pencil.rules.shades",
    "deduce_models.pencil.solution_first": "deduce_models.pencil.making.solution_first",
    "deduce_models.pencil.stated": "deduce_models.pencil.rules.stated",
    "deduce_models.pencil.states": "deduce_models.pencil.drawing.states",
    "deduce_models.pencil.sudokupad": "deduce_models.pencil.addresses.sudokupad",
    "deduce_models.pencil.tapping": "deduce_models.pencil.drawing.tapping",
    "deduce_models.pencil.telling": "deduce_models.pencil.words.telling",
    "deduce_models.pencil.tiles": "deduce_models.pencil.rules.tiles",
    "deduce_models.pencil.tokens": "deduce_models.pencil.addresses.tokens",
    "deduce_models.pencil.true_clues": "deduce_models.pencil.making.true_clues",
    "deduce_models.pencil.trying": "deduce_models.pencil.making.trying",
    "deduce_models.pencil.variant_drawing": "deduce_models.pencil.drawing.variant_drawing",
    "deduce_models.pencil.variant_lines": "deduce_models.pencil.rules.variant_lines",
    "deduce_models.pencil.variant_making": "deduce_models.pencil.making.variant_making",
    "deduce_models.pencil.variant_rules": "deduce_models.pencil.rules.variant_rules",
    "deduce_models.pencil.visits": "deduce_models.pencil.rules.visits",
    "deduce_models.pencil.within": "deduce_models.pencil.rules.within",
    "deduce_models.pencil.workbench": "deduce_models.pencil.making.workbench",
    "deduce_models.shakespeare.activation": "deduce_models.shakespeare.placement.activation",
    "deduce_models.shakespeare.completion": "deduce_models.shakespeare.placement.completion",
    "deduce_models.shakespeare.placement.optimum": "deduce_models.shakespeare.placement.activation",
    "deduce_models.shakespeare.drawing": "deduce_models.shakespeare.components.drawing",
    "deduce_models.shakespeare.phases": "deduce_models.shakespeare.rules.phases",
    "deduce_models.shakespeare.planning": "deduce_models.shakespeare.advice.planning",
    "deduce_models.shakespeare.script": "deduce_models.shakespeare.bound.draws",
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
