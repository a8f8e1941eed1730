"""Conventions: cards chosen so that they tell about the own code; for people a table, for machines exact ranks."""
