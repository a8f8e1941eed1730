"""The page without a server: what `deduce site` writes, and the page's own tests with Python behind a worker's messages.

CPython stands in for Pyodide (`tests/standing_in.py`). All of the browser's tests hold so as well:
``DEDUCE_PAGE=site pytest tests/web/test_browser.py``.
"""

import json
import subprocess
import sys
import zipfile

import pytest
from tapping import BROWSER, begin, settled
from test_browser import (
    PAGES,
    test_a_drawn_puzzle_is_solved_by_taps_with_hints_on_the_grid,
    test_a_game_against_the_library,
    test_a_slip_that_was_tapped_is_mended_by_a_tap,
    test_an_evening_composed_step_by_step_is_the_record_and_the_answer_of_the_command_line,
    test_from_the_first_page_to_a_sheet_in_three_taps,
    test_nothing_is_lost_by_reloading_or_without_a_network,
)

from deduce.ground.errors import MissingExtra, ProblemError
from deduce.web import answer
from deduce.web.local import reply
from deduce.web.sealing import LocalKey, seal_of
from deduce.web.site import LIBRARY, write_site

SAME = (
    test_a_drawn_puzzle_is_solved_by_taps_with_hints_on_the_grid,
    test_a_game_against_the_library,
    test_a_slip_that_was_tapped_is_mended_by_a_tap,
    test_an_evening_composed_step_by_step_is_the_record_and_the_answer_of_the_command_line,
    test_from_the_first_page_to_a_sheet_in_three_taps,
    test_nothing_is_lost_by_reloading_or_without_a_network,
)
"""Tests of the page that hold here too: collected from this file, they are given this file's address."""

HARD = "30 30\n" + "\n".join(" ".join("-" * 30) for _ in range(30))

needs_a_browser = pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
for each in SAME:
    needs_a_browser(each)


@pytest.fixture(scope="module")
def address(site):
    return site[1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("written")
    return made, write_site(made)


def test_what_is_written_is_what_is_told(folder):
    made, site = folder
    there = {path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file()}
    assert there == set(site.files)
    assert site.size == sum((made / name).stat().st_size for name in there)
    settings = json.loads((made / "site.json").read_text(encoding="utf-8"))
    assert settings["pyodide"].startswith("https://")
    assert settings["packages"] == ["numpy", "python-sat"]
    assert "solve" not in settings["slow"]
    assert "advise" in settings["slow"]
    head = (made / "index.html").read_text(encoding="utf-8")
    assert '<meta name="answers" content="here">' in head
    assert "require-trusted-types-for 'script'" in head
    assert "frame-ancestors" not in head
    # What the page's cache holds are files of the site.
    worker = (made / "service-worker.js").read_text(encoding="utf-8")
    kept = worker.split("const FILES = [")[1].split("]")[0].replace('"', "").replace(",", " ").split()
    assert set(kept) - {"./"} <= there
    scripts = {name for name in there if name.endswith(".js") and name != "service-worker.js"}
    assert scripts <= set(kept)


def test_the_library_in_the_archive_is_whole(folder, tmp_path):
    """Unpacked elsewhere it answers as the one here does, and finds all games by its own entry points."""
    with zipfile.ZipFile(folder[0] / LIBRARY) as archive:
        archive.extractall(tmp_path)
    asked = [{"verb": "games"}, {"verb": "example", "game": "enigma"}, {"verb": "families"}]
    script = (
        "import sys, json; sys.path.insert(0, sys.argv[1])\n"
        "import deduce; from deduce.web.local import reply\n"
        "print(json.dumps([deduce.__file__, *(reply(each) for each in sys.argv[2:])]))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), *map(json.dumps, asked)],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    home, *answers = json.loads(found.stdout)
    assert home.startswith(str(tmp_path))
    assert [json.loads(each) for each in answers] == [
        json.loads(json.dumps(answer(each))) for each in asked
    ]


def test_the_same_library_makes_the_same_bytes(folder, tmp_path):
    again = write_site(tmp_path / "again")
    for name in again.files:
        assert (tmp_path / "again" / name).read_bytes() == (folder[0] / name).read_bytes(), name


def test_only_what_was_written_so_is_written_over(tmp_path):
    made = tmp_path / "site"
    write_site(made)
    settings = json.loads((made / "site.json").read_text(encoding="utf-8"))
    (made / "old.js").write_text("former", encoding="utf-8")
    settings["files"].append("old.js")
    (made / "site.json").write_text(json.dumps(settings), encoding="utf-8")
    write_site(made)
    assert not (made / "old.js").exists()
    (made / "mine.txt").write_text("mine", encoding="utf-8")
    before = (made / "index.html").stat().st_mtime_ns
    with pytest.raises(ProblemError, match=r"holds mine\.txt, which no site of deduce wrote"):
        write_site(made)
    assert (made / "index.html").stat().st_mtime_ns == before
    other = tmp_path / "other"
    other.mkdir()
    (other / "site.json").write_text('{"files": []}', encoding="utf-8")
    with pytest.raises(ProblemError, match=r"holds site\.json"):
        write_site(other)
    with pytest.raises(ProblemError, match="is a file"):
        write_site(made / "mine.txt")


def pyodide(folder, *files, packages):
    folder.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", *files):
        (folder / name).write_text(name, encoding="utf-8")
    (folder / "pyodide-lock.json").write_text(json.dumps({"packages": packages}), encoding="utf-8")
    return str(folder)


def test_pyodide_and_wheels_can_be_brought_along(tmp_path):
    listed = {
        "numpy": {"file_name": "numpy-2-wasm32.whl", "depends": []},
        "python-sat": {"file_name": "python_sat-1-wasm32.whl", "depends": ["six"]},
        "six": {"file_name": "six-1.whl", "depends": []},
        "scipy": {"file_name": "scipy-1-wasm32.whl", "depends": ["numpy"]},
    }
    whole = pyodide(
        tmp_path / "whole", "numpy-2-wasm32.whl", "python_sat-1-wasm32.whl", "six-1.whl", packages=listed
    )
    site = write_site(tmp_path / "one", pyodide=whole)
    assert site.pyodide == "pyodide/"
    assert {"pyodide/six-1.whl", "pyodide/numpy-2-wasm32.whl", "pyodide/pyodide.mjs"} <= set(site.files)
    lacking = pyodide(tmp_path / "lacking", "numpy-2-wasm32.whl", packages=listed)
    with pytest.raises(ProblemError, match=r"lacks python_sat-1-wasm32\.whl, six-1\.whl"):
        write_site(tmp_path / "two", pyodide=lacking)
    wheel = tmp_path / "python_sat-1.9-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    wheel.write_text("wheel", encoding="utf-8")
    site = write_site(tmp_path / "two", pyodide=lacking, wheels=[wheel])
    settings = json.loads((tmp_path / "two" / "site.json").read_text(encoding="utf-8"))
    assert settings["packages"] == ["numpy"]
    assert settings["wheels"] == [f"wheels/{wheel.name}"]
    assert f"wheels/{wheel.name}" in site.files
    other = tmp_path / "numpy-2-cp314-manylinux_x86_64.whl"
    other.write_text("wheel", encoding="utf-8")
    for given, said in ((other, "made for another machine"), (tmp_path / "none.whl", "ends in .whl")):
        with pytest.raises(ProblemError, match=said):
            write_site(tmp_path / "three", wheels=[given])
    with pytest.raises(ProblemError, match="expected the address of a Pyodide"):
        write_site(tmp_path / "three", pyodide=str(tmp_path / "nowhere"))
    assert not (tmp_path / "three").exists()


def test_the_key_of_a_browser_seals():
    seal = seal_of(LocalKey(b"one"))
    token = seal.closed(b"the cards of everybody" * 50)
    assert seal.opened(token) == b"the cards of everybody" * 50
    assert seal.closed(b"the same") != seal.closed(b"the same")
    assert b"cards" not in token.encode()
    for place in range(0, len(token), 97):
        other = "A" if token[place] != "A" else "B"
        with pytest.raises(ProblemError, match="changed on its way"):
            seal.opened(token[:place] + other + token[place + 1 :])
    for wrong in ("", "é", token[:40], token + "AAAA"):
        with pytest.raises(ProblemError, match="changed on its way"):
            seal.opened(wrong)
    with pytest.raises(ProblemError, match="changed on its way"):
        seal_of(LocalKey(b"two")).opened(token)
    with pytest.raises(ProblemError, match="deduce serve"):
        seal_of(LocalKey(b""))


def test_a_game_is_played_without_the_package_of_servers(monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.fernet", None)
    with pytest.raises(MissingExtra):
        seal_of(b"a server's key")
    begun = json.loads(
        reply(
            json.dumps({"verb": "play_new", "game": "kuhn", "seats": ["me", "random"], "seed": 3}), "mine"
        )
    )
    assert begun["ok"], begun
    token = begun["data"]["token"]
    view = {"verb": "play_view", "token": token, "seat": 1}
    assert json.loads(reply(json.dumps(view), "mine"))["ok"]
    refused = json.loads(reply(json.dumps(view), "another"))
    assert not refused["ok"]
    assert "changed on its way" in refused["error"]
    assert json.loads(reply("[", "mine"))["kind"] == "Refused"


@needs_a_browser
def test_a_question_is_stopped_by_ending_its_worker(page, site):
    """And the next one is answered by another worker."""
    server, address = site
    begin(page, address, "stopped", "game: minesweeper\nplayers: Ann\nme: Ann\n\n")
    before = server.standing.ended
    hard = json.dumps({"verb": "generate", "family": "slitherlink", "grid": HARD, "time_limit": 20})
    left = page.evaluate(
        f"""async () => {{
            const {{ ask }} = await import('./ask.js');
            await ask({{ verb: 'blank', family: 'slitherlink', rows: 2, cols: 2 }});
            await ask({{ verb: 'sheet', family: 'slitherlink', grid: '2 2\\n- -\\n- -' }});
            const stop = new AbortController();
            setTimeout(() => stop.abort(), 400);
            return ask({hard}, stop.signal).then(() => 'answered', (error) => error.name);
        }}"""
    )
    assert left == "AbortError"
    # What takes milliseconds is in a worker of its own, and goes on as if nothing had been.
    found = page.evaluate("async () => (await (await import('./ask.js')).ask({ verb: 'games' })).ok")
    assert found
    for _ in range(50):
        if server.standing.ended > before:
            break
        page.wait_for_timeout(100)
    assert server.standing.ended > before
    text = json.dumps({"verb": "unique", "puzzle": '[variables]\nx = ["a"]\n'})
    found = page.evaluate(f"async () => (await (await import('./ask.js')).ask({text})).status")
    assert found == 0


@needs_a_browser
def test_where_there_is_no_python_the_page_says_so(page, folder):
    """Pyodide's own address cannot be reached here, so nothing stands in: the page stays, with a sentence."""
    import threading
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    page.context.route("https://**", lambda route: route.abort())
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder[0])))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        page.locator("#python", has_text="could not be loaded").wait_for()
        assert page.locator(".hero").count() == 1
        page.evaluate(
            "localStorage.setItem('deduce/evening/mine', JSON.stringify({ text: 'game: kuhn\\n', formKey: '' }))"
        )
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/{PAGES[0]}evening/mine")
        settled(page)
        assert "could not be loaded" in page.locator(".banner").text_content()
    finally:
        server.shutdown()
