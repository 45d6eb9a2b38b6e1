"""From a face file and a card to a frame: reading, filling in, setting type, drawing elements."""
