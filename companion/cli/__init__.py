"""The command line: wording, options and exit codes; everything else lives in the rooms before it."""

import gc

gc.set_threshold(100_000, 2, 2)  # a command is short: no looking for cycles at every 700 new objects
