"""Records of Entracte: text to evidence and positions, and back."""
