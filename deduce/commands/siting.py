"""``deduce site``: the page as files that need no server, with Python in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from deduce.commands.common import JsonOption, show
from deduce.commands.declared import Argument, Option


def site(
    folder: Annotated[
        Path, Argument(help="A new or empty folder, or one that was written by this before.")
    ],
    pyodide: Annotated[
        str | None,
        Option(help="A folder that holds Pyodide, which is copied, or an address; its own by default."),
    ] = None,
    wheel: Annotated[
        list[Path] | None, Option(help="A package for the browser beside Pyodide's own; may be repeated.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write the page as files for any web server: what it answers is worked out by Python in the browser."""
    from deduce.ground.report import Report
    from deduce.web.site import PYODIDE, write_site

    made = write_site(folder, pyodide=pyodide or PYODIDE, wheels=wheel or ())
    text = f"{made.folder}: {len(made.files)} files, {made.size / 1e6:.1f} MB; Python comes from {made.pyodide}"
    show(Report(text, made.to_dict()), json)
