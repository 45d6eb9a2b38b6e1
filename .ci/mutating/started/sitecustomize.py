"""Programs that a test starts note what they met too; Python loads this by its name as it starts."""

import os

if "MUTANTS_MET" in os.environ:
    from mutating import probes

    probes.install(os.environ["MUTANTS_PACKAGE"])
    probes.note_at_the_end(os.environ["MUTANTS_MET"])
