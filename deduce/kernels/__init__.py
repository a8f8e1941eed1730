"""Compiled loops, optional: C sources, how they are built, and one file of plain functions for each kind of work.

`library()` gives the compiled functions, or None; then the caller does the same with numpy. Nobody outside this room
sees a pointer.
"""

from deduce.kernels.library import describe, library, using

__all__ = ["describe", "library", "using"]
