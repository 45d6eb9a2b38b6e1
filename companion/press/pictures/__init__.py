"""Pictures of a person's own deck: their facts and dots, and the readers that open them."""
