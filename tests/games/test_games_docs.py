"""The page about games tells the truth: its sessions run, its excerpts are in the example."""

import doctest
import re
import sys
from pathlib import Path

from amount import amount

from deduce.commands.terminal import play_in_terminal
from deduce.conformance.testing import conformance
from deduce.games import check_game, playouts
from deduce.players import random_player

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "games"
PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")

sys.path.insert(0, str(EXAMPLES))
from above import GAME  # noqa: E402 - the example is importable only from its own folder

test_the_example_keeps_the_contract = conformance(GAME, playouts=amount(8, 5_000))


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)


def test_sessions_give_what_they_show():
    session = "\n".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, "games.md", "games.md", 0)
    assert len(test.examples) > 15
    said = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert not failed, "".join(said)


def test_indented_excerpts_are_in_the_example():
    text = (EXAMPLES / "above.py").read_text(encoding="utf-8")
    excerpts = [block for block in blocks("python") if block.startswith("    ")]
    assert len(excerpts) == 2
    for excerpt in excerpts:
        assert excerpt in text


def test_the_whole_example_is_checked():
    assert check_game(GAME, playouts=2).players == (2, 3, 4)
    assert playouts(GAME, 2, players=3, seed=1) == (1, 26, 26 * 12)


def test_long_lists_of_moves_are_cut_until_asked_for():
    shown, lines = [], iter(["moves", "quit"])
    play_in_terminal(
        GAME, {2: random_player, 3: random_player}, 1, input=lambda prompt: next(lines), output=shown.append
    )
    assert "you are seat 1" in shown[0]
    assert "26 moves in all" in shown[2]
    assert "name 3 7" not in shown[2]
    assert "name 3 7" in shown[3]
