"""Places, facts and steps of a pencil puzzle in words."""
