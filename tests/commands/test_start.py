"""What `deduce solve` imports: modules are counted, for times depend on the machine."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

UNUSED = {
    "decrypto/encrypt.txt": (
        "csv shutil tempfile traceback deduce.records.form deduce_models.decrypto.knowledge.model deduce.knowledge "
        "deduce.rulebook.notes deduce.problem deduce.vocabulary.encoders deduce_models.decrypto.advice.encryptor "
        "deduce_models.decrypto.knowledge.vectors"
    ),
    "initiative/evening.txt": "hashlib traceback difflib deduce.records.form deduce.records.positions deduce.knowledge",
    "enigma/evening.txt": "traceback difflib deduce.records.form deduce.knowledge deduce.language.reified",
    "entracte/evening.txt": "deduce.records.form deduce.backends.chains deduce.worlds.mixture deduce.worlds.dnnf",
    "shakespeare/seat2.txt": "deduce.records.form deduce.worlds.mixture deduce.language.reified",
}
"""What these records have no use for, and what used to be imported for them all the same."""
NOWHERE = {"deduce.games.plain", "deduce.rulebook.dealing", "deduce.ground.spelling"}
"""The same of any notes that are right: views as plain values, how chance deals, what a slip was meant to be."""

MOST = {
    "decrypto/encrypt.txt": 100,
    "initiative/evening.txt": 121,
    "enigma/evening.txt": 128,
    "entracte/evening.txt": 134,
    "shakespeare/seat2.txt": 167,
}
"""So many modules of ours at most: each costs more than half a millisecond."""

ASKED = """
import os, sys, atexit
del os.fork  # else the command runs in a child
sys.argv[1:] = ["solve", sys.argv[1]]
atexit.register(lambda: print("\\n", *sys.modules, file=sys.stderr))
from deduce.cli import main
main()
"""


@pytest.mark.parametrize("record", MOST)
def test_a_short_record_imports_what_it_needs(record):
    run = [sys.executable, "-c", ASKED, f"examples/{record}"]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip()
    loaded = done.stderr.splitlines()[-1].split()
    assert sorted({*UNUSED[record].split(), *NOWHERE} & set(loaded)) == []
    ours = [module for module in loaded if module.partition(".")[0] in ("deduce", "deduce_models")]
    assert len(ours) <= MOST[record], sorted(ours)
