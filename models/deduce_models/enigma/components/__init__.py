"""What is in the box of Enigma: Beyond Code: its pieces, words and data files, with their provenance."""
