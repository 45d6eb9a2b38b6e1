"""The rules of Shogun, one concept a module; not the requests at a table, which are in ``play/shogun``."""
