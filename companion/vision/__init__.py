"""What lies on a photo, in plain numbers; what it scores and what a page shows of it stand elsewhere."""
