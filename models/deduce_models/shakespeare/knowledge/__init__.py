"""What a seat of Shakespeare can know: evidence as values, the constraint model, resampling."""
