"""Eyes of a browser: questions and answers pass as JSON to ``assets/web/pocket/eyes.js`` and back."""

import json
from collections.abc import Callable
from typing import Any

from companion.vision.eyes import FIGURES, Found, Surface

_MADE: dict[str, Callable[[Any], Any]] = {
    "fits": lambda all_: [Found(*each) for each in all_],
    "sought": lambda all_: [each and Found(*each) for each in all_],
    "surfaces": lambda all_: [Surface(*each) for each in all_],
}
"""What is made of answers that are more than numbers and lists of them."""


class Browser:
    """Answers of OpenCV.js, where pictures are known by numbers; ``asked`` passes a question as text.

    The arguments are those of ``OpenCv``, with bytes as lists of numbers.
    """

    def __init__(self, asked: Callable[[str], str], *given: object) -> None:
        self._asked = asked
        self.begin(*given, FIGURES)

    def __getattr__(self, question: str) -> Callable[..., Any]:
        def answer(*given: object) -> Any:
            told = json.loads(self._asked(json.dumps([question, *given])))
            return _MADE[question](told) if question in _MADE else told

        return answer
