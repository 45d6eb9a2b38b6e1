"""What is looked over before printing, and what is remembered of it."""
