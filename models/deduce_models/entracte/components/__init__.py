"""What is in the box of Entracte: its pieces, words and data files, with their provenance."""
