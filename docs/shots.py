"""Take the pictures of the page that the documents show: ``python docs/shots.py [NAME ...]``.

Needs playwright's Python package, a Chromium of the system and Pillow. Each picture is a view of `VIEWS`: what is opened,
what is tapped there, how wide and in which colours; few colours are kept, so that files stay small.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "examples"
PHONE, DESK = (390, 844), (1280, 800)
COLOURS = 256


class View(NamedTuple):
    """One picture.

    Attributes:
        at: The part of the address after ``#/``; ``{name}`` is the evening's name.
        record: The example that is open, as ``game/name``; empty for none.
        drop: How many of its last lines are left out.
        taps: What is tapped, one after another: selectors.
        shown: What has to be there in the end.
        puzzle: The text of the puzzle that is open; empty for what the page opens with.
        size: Width and height.
        dark: In dark colours.
    """

    at: str = "evening/{name}"
    record: str = ""
    drop: int = 0
    taps: tuple[str, ...] = ()
    shown: str = ".touchboard"
    puzzle: str = ""
    size: tuple[int, int] = PHONE
    dark: bool = False


HINT, MORE = '[data-tap="hint"]', '[data-tap="tell more"]'
VIEWS: Final = {
    "home": View("", "enigma/evening", shown=".strip img"),
    "home-wide": View("", "enigma/evening", shown=".strip img", size=DESK, dark=True),
    "evening-enigma": View(record="enigma/evening", drop=1),
    "evening-entracte": View(record="entracte/evening", drop=8),
    "evening-decrypto": View(record="decrypto/intercept"),
    "evening-initiative": View(record="initiative/seat1"),
    "evening-shakespeare": View(record="shakespeare/seat2"),
    "evening-clue": View(record="tables/clue", drop=1),
    "evening-wide": View(record="enigma/evening", drop=1, size=DESK),
    "advice": View(record="entracte/evening", drop=8, taps=(".advise",), shown=".advice-card", dark=True),
    "slip": View(record="entracte/forgotten_token", shown=".mend"),
    "alone": View(
        record="entracte/forgotten_alone",
        taps=('[data-tap="seat Ann"]', '[data-tap="look"]'),
        shown=".conflict .alone",
    ),
    "story": View("story/{name}", "enigma/rulebook", shown=".time li"),
    "puzzle-solve": View("puzzles/sudoku", taps=(HINT,), shown=MORE),
    "puzzle-steps": View(
        "puzzles/slitherlink",
        taps=('[data-tap="more"]', '[data-tap="steps"]', *3 * ('[data-tap="next"]',)),
        shown=".fresh-mark",
    ),
    "puzzle-two": View(
        "puzzles/slitherlink",
        puzzle="4 4\n- 1 - 3\n- 0 - -\n- 1 - 2\n- 3 - -",
        taps=('[data-tap="more"]', '[data-tap="mode clues"]'),
        shown=".verdict .note",
    ),
    "puzzle-wrong": View(
        "puzzles/sudoku",
        puzzle="4 4\n- 4 - -\n- 3 - -\n- - 1 -\n- - 3 -",
        taps=('[data-tap="spot cell[1,1]"]', '[data-tap="word 3"]', '[data-tap="check"]', HINT, MORE),
        shown=".glow.wrong",
    ),
    "puzzle-wide": View("puzzles/slitherlink", taps=(HINT, MORE), shown=".glow.clue", size=DESK, dark=True),
}
DOORS: Final = {
    "door-table": ("evening-enigma", (0, 0, 390, 448)),
    "door-puzzle": ("puzzle-solve", (0, 108, 390, 556)),
}
"""Parts of pictures, for the first page of the documents: of which, and left, top, right and bottom."""
KEEP = "([key, kept]) => localStorage.setItem(`deduce/${key}`, kept.text ? JSON.stringify(kept) : kept)"
NAMES = {
    "enigma": "Friday",
    "entracte": "Sunday",
    "decrypto": "Tuesday",
    "initiative": "Saturday",
    "shakespeare": "Globe",
}


def taken(browser: Any, url: str, view: View) -> bytes:
    """The picture of a view, as a PNG."""
    width, height = view.size
    colours = "dark" if view.dark else "light"
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=colours, locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(url)
    page.locator(".tiles").wait_for()
    name = NAMES.get(view.record.partition("/")[0], "Thursday")
    if view.record:
        lines = (EXAMPLES / f"{view.record}.txt").read_text(encoding="utf-8").rstrip().split("\n")
        text = "\n".join(lines[: len(lines) - view.drop]) + "\n"
        page.evaluate(KEEP, [f"evening/{name}", {"text": text, "known": True, "formKey": ""}])
    if view.puzzle:
        page.evaluate(KEEP, [f"setting/{view.at.replace('puzzles', 'puzzle')}", view.puzzle])
    page.goto(f"{url}#/own")
    page.goto(f"{url}#/{view.at.format(name=name)}")
    for tap in view.taps:
        page.locator(tap).first.click()
        page.wait_for_timeout(1200)
    page.locator(view.shown).first.wait_for()
    page.wait_for_timeout(1500)
    found: bytes = page.screenshot()
    context.close()
    return found


def small(png: bytes) -> bytes:
    """The same picture in its commonest colours, so that plain grounds stay as they are."""
    from PIL import Image

    picture = Image.open(io.BytesIO(png)).convert("RGB")
    common = sorted(picture.getcolors(1 << 24) or [], reverse=True)[:COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in common for part in colour])
    kept = io.BytesIO()
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def doors() -> None:
    """Cut out the parts of `DOORS` from the pictures that are there."""
    from PIL import Image

    for name, (whole, box) in DOORS.items():
        Image.open(DOCS / "page" / f"{whole}.png").crop(box).save(
            DOCS / "page" / f"{name}.png", optimize=True
        )


def main() -> None:
    """Serve the page, take the pictures, end it."""
    from playwright.sync_api import sync_playwright

    chromium = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    served = subprocess.Popen(
        [sys.executable, "-m", "deduce", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        url = (served.stdout or io.StringIO()).readline().split()[0]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for name in sys.argv[1:] or VIEWS:
                png = small(taken(browser, url, VIEWS[name]))
                (DOCS / "page" / f"{name}.png").write_bytes(png)
                sys.stdout.write(f"{name}: {len(png) // 1024} kB\n")
            browser.close()
        doors()
    finally:
        served.terminate()


if __name__ == "__main__":
    main()
