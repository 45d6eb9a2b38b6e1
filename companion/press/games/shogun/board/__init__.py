"""The board of Shogun: its land as a wood-block print, and what stands in every province."""
