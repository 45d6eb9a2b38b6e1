"""From a face file and a card to a frame; not what a frame is (`press.frame`), nor sheets of them (`press.sheets`)."""
