"""What a person without a command is asked, and the language they are asked in."""
