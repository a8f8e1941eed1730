"""Runs commands in this interpreter's surroundings, and prints JSON: ``python tests/surroundings.py``.

Each command has a forked process of its own, so everything is imported once. With ``streams`` every command is run with
each standard stream closed in turn. Without names all commands are run. Needs ``os.fork``.
"""

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
EVENING, CINEMA = EXAMPLES / "entracte" / "evening.txt", EXAMPLES / "puzzles" / "cinema.toml"
SLITHERLINK = ("examples/pencil/slitherlink.txt", "--family", "slitherlink")
COMMANDS = {
    "version": ("--version",),
    "solve": ("solve", EVENING),
    "why": ("why", EVENING, "Dee type8 forward"),
    "advise": ("advise", EVENING, "--seed", "1"),
    "games": ("games", "enigma"),
    "play": ("play", "entracte", "--seed", "3"),
    "arena": ("arena", "entracte", "random", "greedy", "--deals", "2"),
    "engine": ("engine", "entracte"),
    "puzzles": ("puzzles",),
    "unique": ("unique", *SLITHERLINK),
    "steps": ("steps", *SLITHERLINK),
    "hint": ("hint", *SLITHERLINK),
    "redundant": ("redundant", CINEMA),
    "repair": ("repair", EXAMPLES / "repair" / "holes.toml", "--seed", "1"),
    "generate": ("generate", "--family", "yinyang", "--size", "3x4", "--seed", "1"),
    "decipher": ("decipher", "Gsrh rh z hvxivg"),
    "examples": ("examples",),
    "new": ("new", "entracte"),
    "log": ("log", "notes.txt"),
    "nothing": (),
    "unknown": ("sovle",),
    "missing": ("solve", "no such file"),
}


def run(arguments, closed=None):
    """Exit status, output and errors of a command in a forked process, one of its streams closed."""
    out, err = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115
    child = os.fork()
    if not child:
        status = 97
        try:
            os.chdir(tempfile.mkdtemp())
            Path("examples").symlink_to(EXAMPLES)
            shutil.copy(EVENING, "notes.txt")
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            if closed is not None:
                os.close(closed)
                setattr(sys, ("stdin", "stdout", "stderr")[closed], None)
            sys.argv = ["deduce", *map(str, arguments)]
            from deduce.cli import main

            try:
                main()
                status = 0
            except SystemExit as stopped:
                status = stopped.code if isinstance(stopped.code, int) else 0 if stopped.code is None else 1
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
        except BaseException:
            import traceback

            if closed != 2:
                traceback.print_exc()
            status = 99
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read().decode("utf-8", "replace"))
        stream.close()
    return [os.waitstatus_to_exitcode(status), *texts]


def main():
    sys.path[:0] = [str(ROOT), str(ROOT / "models")]
    import deduce.knowledge  # imported once, before forking

    assert deduce.knowledge
    words = sys.argv[1:]
    names = [name for name in COMMANDS if name in words] or list(COMMANDS)
    if "streams" in words:
        found = {f"{name} {fd}": run(COMMANDS[name], fd) for name in names for fd in (0, 1, 2)}
    else:
        found = {name: run(COMMANDS[name]) for name in names}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
