"""What a throw is likely to bring."""
