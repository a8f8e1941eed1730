"""The examples in the page about agents print what the page says."""

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"


def test_the_page_about_agents():
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) >= 15
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
