"""Nets to cut, fold and glue: their shapes, how they fold in space, and how they are split and drawn."""
