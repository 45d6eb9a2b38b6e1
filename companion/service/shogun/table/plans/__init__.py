"""Plans at a table of Shogun: laid in secret, opened together, carried out card by card."""
