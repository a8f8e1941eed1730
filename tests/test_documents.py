"""The README and every page of docs/ are run: Python sessions as doctests, console sessions line by line.

In a console session a line ``...`` stands for any number of lines; a command shown without its output must have
one. A block of TOML or text whose first line is a comment with a file's name is written to that file first (or
added to it, or taken out of it).
"""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from command_line import deduce

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(page, language):
    return [body for kind, body in FENCE.findall(page.read_text(encoding="utf-8")) if kind == language]


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=lambda p: p.name)
def test_python_sessions(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    session = "\n".join(body for body in blocks(page, "python") if ">>>" in body)
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    told = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert not told, "".join(told)


NAMED = re.compile(r"# (\S+\.(?:toml|txt))(?:, (added|without))?\n")


def console(page):
    """The page's files and commands, in order: (what is done, file or command, text)."""
    for kind, body in FENCE.findall(page.read_text(encoding="utf-8")):
        named = NAMED.match(body)
        if kind in ("toml", "text") and named:
            yield named[2] or "written", named[1], body[named.end() :] if named[2] else body
        elif kind == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield "run", command, output


def edit(what, path, text):
    """Write a file, add to it, or take out the blocks that hold `text`."""
    known = path.read_text(encoding="utf-8") if what != "written" else ""
    if what == "without":
        text = "\n\n".join(block for block in known.split("\n\n") if text.strip() not in block)
    elif what == "added":
        text = f"{known}\n{text}"
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("page", [p for p in PAGES if any(console(p))], ids=lambda p: p.name)
def test_console_sessions(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for what, name, text in console(page):
        if what != "run":
            edit(what, Path(name), text)
            continue
        program, *arguments = shlex.split(name)
        assert program == "deduce"
        _, out, err = deduce(*arguments)
        assert "Usage:" not in err or "--help" in arguments, f"{page.name}: $ {name}\n{err}"
        if not text.strip():
            assert out, f"{page.name}: $ {name}\n{err}"
            continue
        pattern = "".join(
            r"(?:.*\n)*" if line.strip() == "..." else re.escape(line.rstrip()) + r"[ ]*\n"
            for line in text.rstrip().splitlines()
        )
        output = f"{out}{err}".rstrip() + "\n"
        assert re.fullmatch(pattern, output), f"{page.name}: $ {name}\n{output}"


def anchors(page):
    """The anchors of a page's headings, as Markdown's readers make them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in heads}


def test_local_links_lead_somewhere():
    for page in PAGES:
        for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
            found = page.parent / target if target else page
            assert found.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in anchors(found), f"{page.name}: {target}#{anchor}"


def test_the_site_lists_pages_that_exist_once_each():
    listed = re.findall(r"[\w-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert len(listed) == len({*listed})
    assert {*listed} <= {page.name for page in PAGES}


@pytest.mark.parametrize("game", ["decrypto", "enigma", "entracte", "initiative", "shakespeare"])
def test_a_game_has_three_pages_and_the_first_is_for_who_plays(game):
    play, model, strength = (ROOT / "docs" / f"{game}{part}.md" for part in ("", "-model", "-strength"))
    assert model.exists()
    assert strength.exists()
    text = play.read_text(encoding="utf-8")
    assert not blocks(play, "python")
    assert not blocks(play, "pycon")
    assert "\n## The full grammar\n" in text
    assert {f"({game}-model.md)", f"({game}-strength.md)"} <= set(re.findall(r"\([\w-]+\.md\)", text))


def test_the_first_two_fenced_lines_are_the_two_commands():
    body = re.findall(r"^```\w*\n(.*?)^```", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    first, second = body[0].strip(), body[1].strip()
    assert "\n" not in first
    assert first.startswith("python3 -m venv .venv && ")
    assert "deduce solve examples/" in first
    assert "\n" not in second
    assert "pytest" in second
