"""``deduce decipher``: what a text of glyphs can be."""

from __future__ import annotations

from typing import Annotated

from deduce.commands.common import JsonOption, answer, standard_input
from deduce.commands.declared import Argument, Option


def decipher(
    text: Annotated[
        str,
        Argument(
            metavar="TEXT",
            help="Words of glyphs: 'ACEGH JLG NGCQL'. . is a window without. - is standard input.",
        ),
    ],
    opened: Annotated[
        list[str] | None,
        Argument(metavar="[GLYPH=LETTER]...", help="What is open: A=N", show_default=False),
    ] = None,
    lexicon: Annotated[
        str | None,
        Option(
            metavar="NAME|FILE",
            help="common, builtin, wordfreq (extra 'words', recommended), or a word file; else the largest that ships.",
            show_default=False,
        ),
    ] = None,
    language: Annotated[str, Option(help="The alphabet: en, ru or digits.")] = "en",
    distinct: Annotated[
        bool, Option("--distinct", help="No letter behind two glyphs, as in a cryptogram.")
    ] = False,
    top: Annotated[int, Option(min=1, help="How many answers.")] = 8,
    time_limit: Annotated[
        float, Option(min=0.0, help="Seconds for a search; the answer is then labelled 'gave up'.")
    ] = 10.0,
    json: JsonOption = False,
) -> None:
    """What a substitution cipher hides: every text that fits, with chances, and which glyph to open next.

    Exit status 3 when the time limit came before any text was found.
    """
    from deduce.ciphers.report import report

    answer(
        lambda: report(
            standard_input().strip() if text == "-" else text,
            opened or (),
            lexicon=lexicon,
            language=language,
            distinct=distinct,
            top=top,
            time_limit=time_limit,
        ),
        time_limit,
        json,
    )
