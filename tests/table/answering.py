"""A program that answers several lines as programs of their own would, where only the disk matters."""

import json
import os
import shlex
import sys
from pathlib import Path

from tests.cli.here import run_in_process

if __name__ == "__main__":
    told = (run_in_process(shlex.split(line), folder=Path.cwd(), environment={**os.environ}) for line in sys.argv[1:])
    print(json.dumps([[done.returncode, done.stdout, done.stderr] for done in told]))
