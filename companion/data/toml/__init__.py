"""TOML: where a key stands in its file."""
