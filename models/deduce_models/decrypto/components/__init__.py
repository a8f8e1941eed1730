"""What is in the box of Decrypto: its pieces, words and data files, with their provenance."""
