"""Hogen at a table: which events there are, the state they leave, and what each seat may see of it."""
