"""The table on a laptop: addresses, port, certificate, the server itself, and what could keep phones away."""
