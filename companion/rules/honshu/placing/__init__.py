"""Cards laid on a map: how they lie, what is allowed, and where a new one does best."""
