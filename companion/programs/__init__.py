"""The Python interface: everything that ``import companion`` gives."""
