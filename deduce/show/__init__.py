"""Pictures of values, for people: text, HTML and SVG. Pure functions; nothing here changes what it shows."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.show.answers import contradiction, explanation
    from deduce.show.sheets import knowledge_html, knowledge_text

__all__ = ["contradiction", "explanation", "knowledge_html", "knowledge_text"]

# A value that shows itself asks for its sheet alone.
__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.show.answers": "contradiction explanation",
        "deduce.show.sheets": "knowledge_html knowledge_text",
    },
)
