"""The named players of Entracte; thin, they call advice."""
