"""A game of Shogun round by round: plans, bids, actions, winter and points, on phones and on a big screen."""
