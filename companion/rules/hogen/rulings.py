"""Open questions of Hogen: what its booklet leaves open, each with the answer played by default."""

from companion.rules.rulings import Ruling
from companion.sentences import say

TAKE_BACK = Ruling(
    name="take-back",
    question=say("May the samurai just laid into the palace be taken back at once?"),
    options=(
        ("no", say("No: one of the four others is taken, so that every answer changes a hand.")),
        ("yes", say("Yes: any of the five in the palace, also the one just laid.")),
    ),
    source=say(
        "Hogen booklet, Turn B1: 'takes one of his choice from the palace'; the example takes another."
    ),
)

FAILED_CALL = Ruling(
    name="failed-call",
    question=say("Whom does a call bind that nobody could answer?"),
    options=(
        (
            "caller",
            say(
                "The seat that called it, until the next swap; another seat may find it in the caller's hand."
            ),
        ),
        ("table", say("Every seat, until the next swap.")),
    ),
    source=say("Hogen booklet, Turn B2: 'he must make a different announcement'."),
)

RULINGS = (TAKE_BACK, FAILED_CALL)  # every ruling of Hogen
