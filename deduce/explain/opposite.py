"""The opposite of a constraint; see `deduce.language.opposites`, where it stands since facts need it too."""

from deduce.language.opposites import opposite

__all__ = ["opposite"]
