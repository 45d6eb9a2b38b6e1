"""Plans laid in secret: sealed, opened in their time, and what a light table counts by them."""
