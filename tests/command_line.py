"""Runs the command `deduce` inside this process, as the console would."""

import contextlib
import io
import sys
from unittest import mock

from deduce.cli import main


def deduce(*arguments, stdin=""):
    """The exit status, standard output and standard error of ``deduce`` with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "argv", ["deduce", *map(str, arguments)]),
        mock.patch.object(sys, "stdin", io.StringIO(stdin)),
        # Else the command would take itself for part of whatever ``python -m`` runs the tests.
        mock.patch.object(sys.modules["__main__"], "__package__", None, create=True),
    ):
        try:
            main()
        except SystemExit as stopped:
            status = stopped.code or 0
    return status, out.getvalue(), err.getvalue()
