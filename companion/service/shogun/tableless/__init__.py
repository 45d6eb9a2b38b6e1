"""Use cases of Shogun that need no table: odds, verdicts, winters, bids and set-ups from what is said."""
