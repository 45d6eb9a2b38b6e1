"""The round: calendar, cards, events, bids and plans."""
