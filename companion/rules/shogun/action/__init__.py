"""The ten actions, one a module, and their results."""
