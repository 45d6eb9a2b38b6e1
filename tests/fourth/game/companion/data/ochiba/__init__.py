"""The facts of Ochiba."""
