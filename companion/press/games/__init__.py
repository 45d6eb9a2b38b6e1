"""Pages and faces of single games."""
