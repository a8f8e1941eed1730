"""``deduce story``: a finished game told afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from deduce.commands.common import (
    AllowFilesOption,
    FileArgument,
    JsonOption,
    LanguageOption,
    SvgOption,
    TimeLimitOption,
    answer,
    game_of,
    language_of,
    text_in,
)
from deduce.commands.declared import Option

if TYPE_CHECKING:
    from deduce.ground.report import Report


def story(
    file: FileArgument,
    playouts: Annotated[
        int, Option(min=0, max=1000, help="Games played on from each line, at the most; 0 for none.")
    ] = 20,
    seed: Annotated[int, Option(help="For everything random.")] = 0,
    time_limit: TimeLimitOption = None,
    language: LanguageOption = None,
    allow_files: AllowFilesOption = False,
    svg: SvgOption = None,
    html: Annotated[
        Path | None,
        Option("--html", metavar="FILE", help="Write a page to this file too.", show_default=False),
    ] = None,
    json: JsonOption = False,
) -> None:
    """The story of a finished game: who could have known what when, what told most, which lie paid, where it turned."""

    def told() -> Report:
        from deduce.games.retelling import story_of, story_of_all
        from deduce.games.speaking import speech_of
        from deduce.games.speaking import told as said
        from deduce.ground.reading import write_text
        from deduce.ground.report import Report
        from deduce.ground.shown import write_svg
        from deduce.records.record import read_record
        from deduce.records.shared import shared_in
        from deduce.show.story import story_page, story_svg, story_text

        text, source = text_in(file)
        record = read_record(text, source=source, allow_files=allow_files)
        shared = shared_in(text, source)
        if shared is not None:
            found = story_of_all(game_of(record), shared, time_limit=time_limit)
        else:
            found = story_of(game_of(record), record, playouts=playouts, rng=seed, time_limit=time_limit)
        if svg is not None:
            write_svg(svg, story_svg(found))
        if html is not None:
            write_text(html, story_page(found))
        report = Report(story_text(found), found.to_dict())
        return said(report, speech_of(game_of(record), language_of(language)))

    answer(told, time_limit, json)
