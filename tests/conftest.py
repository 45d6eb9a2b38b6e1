"""Shared by all tests: modules beside the tests can be imported by their name from the top."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
