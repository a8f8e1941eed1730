"""What a seat of The Initiative can know: evidence as values, the constraint model, resampling."""
