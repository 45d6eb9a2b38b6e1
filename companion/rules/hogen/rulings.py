"""Open questions of Hogen: what its booklet leaves open, each with the answer played by default."""

from companion.rules.rulings import rulings_of

RULINGS = TAKE_BACK, FAILED_CALL = rulings_of("hogen")  # every ruling
