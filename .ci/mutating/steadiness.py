"""Tests that run the same way each time, whatever the machine is busy with."""

from hypothesis import Phase, settings


def steady() -> None:
    """Examples of hypothesis are the same each time, know no clock and leave nothing behind."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("steady", derandomize=True, database=None, deadline=None, phases=phases)
    settings.load_profile("steady")
