"""Pictures of a person's own deck: what is asked of them, and who opens them."""
