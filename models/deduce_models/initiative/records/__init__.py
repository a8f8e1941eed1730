"""What notes of The Initiative hold that is no event of its rules: open windows, positions typed in, what was said."""
