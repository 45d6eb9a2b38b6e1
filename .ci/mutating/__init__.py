"""The parts of ``.ci/mutants.py``: they are made, their tests are chosen, and each is tried."""
