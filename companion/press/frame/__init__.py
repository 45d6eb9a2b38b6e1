"""Frames: what a face looks like, in placed shapes and words; their geometry, fonts, colours and pages."""
