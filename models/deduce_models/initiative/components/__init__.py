"""What is in the box of The Initiative: its pieces, words and data files, with their provenance."""
