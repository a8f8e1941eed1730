"""What a seat of Enigma: Beyond Code can know: evidence as values, the constraint model, resampling."""
