"""The named players of Decrypto; thin, they call advice."""
