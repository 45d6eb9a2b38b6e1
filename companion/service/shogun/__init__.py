"""The use cases of Shogun: odds, throws, rounds and winters, at a table or without one."""
