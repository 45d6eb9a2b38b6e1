"""From faces to frames to sheets to ink: all that ends on paper, and nothing that counts points or asks anybody."""
