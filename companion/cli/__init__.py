"""The command line: options, prompts, output and exit codes; not what a command does, which is in `service`."""

import gc

gc.set_threshold(100_000, 2, 2)  # rarer garbage collection, as a command is short
