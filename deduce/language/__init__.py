"""What a problem is written in: variables, the constraints on them, and the facts and expressions that operators make."""
