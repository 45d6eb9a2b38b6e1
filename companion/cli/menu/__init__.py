"""What a person without a command is asked."""
