"""The command line: options, prompts, wording and exit codes; what a command does stands in the services."""

import gc

gc.set_threshold(100_000, 2, 2)  # a command is short: no looking for cycles at every 700 new objects
