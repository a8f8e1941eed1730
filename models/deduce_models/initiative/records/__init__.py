"""Records of The Initiative: text to evidence and positions, and back."""
