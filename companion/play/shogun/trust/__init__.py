"""What lets the throws of a table be trusted: words, numbers, and what all should know."""
