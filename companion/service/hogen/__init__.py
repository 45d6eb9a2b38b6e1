"""Use cases of Hogen."""
