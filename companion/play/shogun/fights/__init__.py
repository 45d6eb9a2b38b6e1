"""Battles, revolts and other throws: asked for, thrown, judged, told."""
