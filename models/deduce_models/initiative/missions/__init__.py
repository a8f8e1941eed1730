"""The missions of The Initiative: shipped files, generation, uniqueness, campaigns."""
