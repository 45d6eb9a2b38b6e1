"""Open questions of Honshu: what no booklet settles, each with our default and what other tables play."""

from companion.rules.rulings import Rulings, rulings_of

RULINGS = rulings_of("honshu")  # every open question, the default first
DEFAULT_RULINGS = Rulings(RULINGS)  # the rulings of a table that has settled nothing otherwise
