"""Whether any phone has come through: the one sure sign that address and firewall are right."""

import time
from collections.abc import Callable, Collection
from typing import Any

from companion.web.devices import is_loopback

ALONE = 60.0  # seconds without a phone after which something is probably wrong


class Knocks:
    """Stands before the pages and looks who comes from another device."""

    def __init__(
        self,
        app: Any,
        own: Callable[[], Collection[str]],
        alone: float = ALONE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app, self._own, self._alone, self._clock = app, own, alone, clock
        self._since = clock()
        self.seen = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer as the pages do."""
        client = scope.get("client")
        if not self.seen and client is not None:
            host = client[0].removeprefix("::ffff:")
            self.seen = not is_loopback(host) and host not in self._own()
        await self._app(scope, receive, send)

    def lonely(self) -> bool:
        """True when a phone should have come by now."""
        return not self.seen and self._clock() >= self._since + self._alone
