"""The rules of Honshu, one concept a module; not the requests at a table, which are in ``play/honshu``."""
