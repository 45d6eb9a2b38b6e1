"""A table of Shogun in sentences, figures and numbers, from what may be seen of it."""
