"""What is in the box of Shakespeare: its pieces, words and data files, with their provenance."""
