"""The prompt of Shogun: short lines, read by their beginnings, and help while they are typed."""
