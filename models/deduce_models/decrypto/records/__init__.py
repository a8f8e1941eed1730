"""Records of Decrypto: the words of their lines, judgements, and the way from text to positions and back."""
