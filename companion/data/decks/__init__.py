"""What a deck is made of: tables from several kinds of files, the language that fills its texts."""
