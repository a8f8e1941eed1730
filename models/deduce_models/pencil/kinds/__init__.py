"""One file a family; every file has the same parts in the same order."""
