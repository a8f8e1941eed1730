"""Records of Decrypto: text to evidence and positions, and back."""
