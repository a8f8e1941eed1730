"""The opposite of a constraint; see `deduce.opposites`, where it stands since facts need it too."""

from deduce.opposites import opposite

__all__ = ["opposite"]
