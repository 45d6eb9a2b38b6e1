"""Trust in the throws of a table: words that are sealed, fights that are declared, numbers of others."""
