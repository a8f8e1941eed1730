"""The named players of Shakespeare; thin, they call advice."""
