"""The whole box as one data file, to be edited and read back."""

from __future__ import annotations

from deduce_models.shakespeare.components.keys import TABLES, Key
from deduce_models.shakespeare.components.loading import COMPLETE
from deduce_models.shakespeare.components.parts import DATA, FILES

HEAD = f"""\
# All data of Shakespeare. Play with this file by `data: FILE` in a record.
#
# With `{COMPLETE} = true` the file says all there is: a card that is deleted here is gone. Without that line a file
# names only what differs: a table [[character]] or [[objective]] of a known name changes the keys that it gives,
# a new name is a new card, `copies = 0` takes one out; so do the keys of all other tables.
#
# Any table may have `provenance` and `reason`: where its numbers come from. The keys:
#
"""


def key_lines() -> list[str]:
    """A line for every table and one for each of its keys, indented: what it means and may be."""
    lines = []
    for table, keys in TABLES.items():
        lines.append(table)
        lines += [f"  {name}: {key.doc}{_allowed(key)}" for name, key in keys.items()]
    return lines


def _allowed(key: Key) -> str:
    if key.names:
        return f" ({', '.join(key.names)})"
    told = f"; {key.default} when left out" if isinstance(key.default, int) else ""
    if key.kind is int and key.most < 999:
        return f" ({key.least} to {key.most}{told})"
    return f" ({told[2:]})" if told else ""


def exported() -> str:
    """The text of the file."""
    keys = "".join(f"#   {line}\n" for line in key_lines())
    tables = "\n".join((DATA / f"{name}.toml").read_text(encoding="utf-8") for name in FILES)
    return f"{HEAD}{keys}\n{COMPLETE} = true\n\n{tables}"
