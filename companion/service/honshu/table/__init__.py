"""The use cases of a table of Honshu: seats, maps worked on, standing, tricks."""
