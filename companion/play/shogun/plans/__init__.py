"""Plans laid in secret: sealed, and opened in their time."""
