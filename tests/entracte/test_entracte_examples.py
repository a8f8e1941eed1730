"""The page about the game tells the truth."""

from __future__ import annotations

import re
from pathlib import Path

from deduce.records.record import read_record
from deduce_models.entracte import GAME
from deduce_models.entracte.components.parts import OPTIONS
from deduce_models.entracte.knowledge.model import knowledge_of
from deduce_models.entracte.records.reading import parse

PAGES = sorted((Path(__file__).parents[2] / "docs").glob("entracte*.md"))
PAGE = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
"""How to play, the model, and what was measured."""


def test_the_record_on_the_page_is_read() -> None:
    text = re.search(r"```text\n(.*?)```", PAGE, re.S)
    assert text is not None
    assert knowledge_of(parse(read_record(text[1])).evidence).is_consistent()


def test_the_page_names_every_player_and_open_option() -> None:
    assert all(f"`{name}`" in PAGE for name in GAME.players)
    for name in (
        "hand_order",
        "both_rule",
        "count_starter",
        "blocked_exchange",
        "pile_turns",
        "pass_draws",
    ):
        assert name in OPTIONS
        assert f"`{name}`" in PAGE
