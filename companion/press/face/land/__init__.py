"""Maps on faces: outlines with rounded corners, patterns, and the elements that draw them."""
