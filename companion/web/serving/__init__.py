"""The server on a laptop: addresses, port, certificate, processes; not the pages it serves (`web`)."""
