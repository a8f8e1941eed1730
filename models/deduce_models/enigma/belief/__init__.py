"""The soft belief of Enigma: Beyond Code: how likely each layout and each hidden role is."""
