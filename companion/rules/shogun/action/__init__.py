"""The ten actions, one a module, and what comes of them."""
