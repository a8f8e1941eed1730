"""Records of Enigma: Beyond Code: text to evidence and positions, and back."""
