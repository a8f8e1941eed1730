"""Records of Shakespeare: text to evidence and positions, and back."""
