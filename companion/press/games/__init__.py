"""What belongs to one game alone."""
