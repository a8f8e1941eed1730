"""Other people's solvers, one file each behind the same seam; none is imported before it is used."""
