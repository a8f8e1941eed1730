"""The named players of The Initiative; thin, they call advice."""
