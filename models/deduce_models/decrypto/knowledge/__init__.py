"""What a seat of Decrypto can know: evidence as values, the constraint model, resampling."""
