"""The rules of Hogen, one concept a module; not its requests and secrets at a table, which are in ``play/hogen``."""
