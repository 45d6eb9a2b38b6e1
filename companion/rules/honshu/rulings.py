"""Open questions of Honshu: what no booklet settles, each with our default and other tables' answers."""

from companion.rules.rulings import Rulings, load_rulings

RULINGS = load_rulings("honshu")  # every open question, the default first
DEFAULT_RULINGS = Rulings(RULINGS)  # the rulings of a table that has settled nothing otherwise
