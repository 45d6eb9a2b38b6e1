"""What programs get from ``import companion``, under stable names; not the work itself, which is in ``service``."""
