"""Pictures of values, for people: text, HTML and SVG. Pure functions; nothing here changes what it shows."""

from deduce.show.answers import contradiction, explanation
from deduce.show.sheets import knowledge_html, knowledge_text

__all__ = ["contradiction", "explanation", "knowledge_html", "knowledge_text"]
