"""A table of Shogun in words, figures and numbers, from what may be seen of it."""
