"""`import deduce` is cheap, every public name is where it should be, and any module can be imported first."""

import importlib.util
import pkgutil
import subprocess
import sys

import deduce


def test_every_public_name_can_be_had():
    for name in deduce.__all__:
        assert getattr(deduce, name) is not None
        assert name in dir(deduce)
    assert not hasattr(deduce, "nonsense")


def test_importing_the_package_loads_no_library():
    code = "import sys, deduce; print(*[m for m in ('numpy', 'pysat', 'ortools', 'typer') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_any_module_can_be_imported_first():
    modules = [f"deduce.{module.name}" for module in pkgutil.iter_modules(deduce.__path__)]
    if importlib.util.find_spec("mypy") is None:
        modules.remove("deduce.typing_plugin")  # mypy alone loads it
    code = """
import importlib, sys
for name in sys.argv[1:]:
    for loaded in [m for m in sys.modules if m.partition(".")[0] == "deduce"]:
        del sys.modules[loaded]
    importlib.import_module(name)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, *modules], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
