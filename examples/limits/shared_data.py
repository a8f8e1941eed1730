"""Two tables share one file of their own mansion: a record may name it only with leave, since it lies elsewhere."""

from pathlib import Path
from tempfile import TemporaryDirectory

from deduce import RecordError
from deduce.games import game
from deduce.records.record import read_record

ROOMS = ["Library", "Code", "Tome", "Bombe", "Phantom", "Machine"]
PEOPLE = ["Decrypter", "Medium", "Ghost", "Saboteur"]
MANSION = [f'[[rooms]]\nname = "{room}"\n' for room in ROOMS] + [
    f'[[characters]]\nname = "{person}"\n' for person in PEOPLE
]
RECORD = """game: enigma
players: Ann Bob Cid
data: ../shared/mansion.toml

Ann peeks 1
"""

with TemporaryDirectory() as folder:
    shared, table = Path(folder, "shared"), Path(folder, "table")
    shared.mkdir()
    table.mkdir()
    (shared / "mansion.toml").write_text("".join(MANSION), encoding="utf-8")
    record = table / "evening.txt"
    record.write_text(RECORD, encoding="utf-8")
    try:
        game("enigma").solve(read_record(record))
    except RecordError as error:
        print("refused:", error.message)
    # At the command line: deduce solve table/evening.txt --allow-files
    found = game("enigma").solve(read_record(record, allow_files=True))
    print("with leave:", found.data["layouts"], "layouts of the six rooms")
