"""Exports: the same faces in the form that print services, screens and virtual tables need."""
