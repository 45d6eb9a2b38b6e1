"""Reads photos into plain numbers; not what a map scores, which is in ``rules``, nor its page, which is in ``web``."""
