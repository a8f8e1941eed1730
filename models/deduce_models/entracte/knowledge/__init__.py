"""What a seat of Entracte can know: evidence as values, the constraint model, resampling."""
