"""Solve a cryptogram, and ask which glyph to open where several texts fit."""

import deduce

# Every letter of this sentence was replaced by another one; nothing is open.
found = deduce.decipher("PXEXUF GPXIT IDF ODB ZLHBZ MDKPRBU LOT MXYZTB", distinct=True)
print(f"{found.answers[0].text} ({found.kind}, unique among {found.lexicon}: {found.unique})")

# The card of a mission: U hides behind A; two more windows are open.
found = deduce.decipher("ACEGH JLG NGCQL", {"A": "U", "J": "T"}, lexicon="builtin")
for guess in found.answers[:3]:
    print(f"{guess.probability:.1%}  {guess.text}")
print("open next:", found.next, {glyph: round(bits, 2) for glyph, bits in found.worth.items()})

# A mission in Russian: words and their endings in a row tell which forms go together.
found = deduce.decipher(
    "ЫРПЖЬВ ЪПЗЮРПИ ЫЗЖЙРПА ФЭАЭРЭ ИП ЭЫРЖЭСУ",
    {"Р": "Т", "У": "Е", "С": "В", "Ж": "Р"},
    language="ru",
)
print(f"{found.answers[0].text}, by {found.together}")
