"""Readings of the calibration sheet, and the profile of a printer that they tell."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.data.papers import Paper
from companion.data.printers import Profile
from companion.errors import InputError, PaperError

PERFECT = 5.0  # the reading of every vernier when the back lies right behind its front, mm
EDGE = 10.0  # from the printable edge to the line of a vernier, mm


@dataclass(frozen=True, slots=True)
class Gauges:
    """The places of the scales on the calibration sheet, mm."""

    arm_x: float  # from the middle of the sheet to the left and right verniers
    arm_y: float  # from the middle to the upper and lower verniers
    ruler: float = 100.0  # length of the rulers

    @classmethod
    def on(cls, paper: Paper) -> Gauges:
        """The scales of a paper; one too small to be measured is refused."""
        gauges = cls(paper.width / 2 - paper.margin - EDGE, paper.height / 2 - paper.margin - EDGE)
        if min(gauges.arm_x, gauges.arm_y) < 75:
            raise PaperError(
                "{paper} is too small for the calibration sheet; it needs 180 x 180 mm.", paper=paper.title
            )
        return gauges


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings of the calibration sheet, mm; 5.0 on a vernier is perfect."""

    top: float = PERFECT  # more means the back lies too far to the right
    bottom: float = PERFECT
    left: float = PERFECT  # more means the back lies too low
    right: float = PERFECT
    across: float = 100.0  # of the horizontal 100 mm ruler
    down: float = 100.0


def measured(readings: Readings, paper: Paper, printer: str, tray: str = "") -> Profile:
    """Turn readings into a profile: the offset and turn that fit all four verniers best."""
    gauges = Gauges.on(paper)
    for name in ("top", "bottom", "left", "right"):
        value = getattr(readings, name)
        if not 0 <= value <= 10:
            raise InputError(
                "{name} {value}: a vernier reads from 0 to 10, and 5 when all is well.",
                name=name,
                value=float(value),
            )
    for name in ("across", "down"):
        value = getattr(readings, name)
        if not abs(value - gauges.ruler) <= 3:
            raise InputError(
                "{name} {value}: the ruler is 100 mm long; a sheet so far off was not printed at 100 %.",
                name=name,
                value=float(value),
            )
    top, bottom, left, right = (
        value - PERFECT for value in (readings.top, readings.bottom, readings.left, readings.right)
    )
    a, b = gauges.arm_x, gauges.arm_y
    turn = (a * (right - left) + b * (top - bottom)) / (2 * (a * a + b * b))
    offset_x, offset_y = round((top + bottom) / 2, 4), round((left + right) / 2, 4)
    turned = {"offset_x": offset_x, "offset_y": offset_y, "rotation": round(math.degrees(turn), 5)}
    scale_x, scale_y = (round(length / gauges.ruler, 5) for length in (readings.across, readings.down))
    return Profile(printer, tray, paper.name, **turned, scale_x=scale_x, scale_y=scale_y)
