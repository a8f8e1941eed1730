"""The games and classics that ship with `deduce`, loaded as plug-ins like anyone else's."""
