"""Open questions of Hogen: what its booklet leaves open, each with its default answer."""

from companion.rules.rulings import load_rulings

RULINGS = TAKE_BACK, FAILED_CALL = load_rulings("hogen")  # every ruling
