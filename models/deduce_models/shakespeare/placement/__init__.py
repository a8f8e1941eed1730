"""The best set and costume placement of Shakespeare: activations, enumeration, the optimiser."""
