"""The named players of Enigma: Beyond Code; thin, they call advice."""
