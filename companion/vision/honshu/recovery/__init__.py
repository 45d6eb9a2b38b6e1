"""Recovery of a map from the seals that were detected: all its cards, and which squares lie on top."""
