"""From faces to frames to sheets to ink: everything that ends on paper."""
