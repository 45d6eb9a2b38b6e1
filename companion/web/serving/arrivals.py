"""Who may open one more connection: so many from a device, and places kept for those who have been in."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.web.devices import device_of, is_loopback


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The rule at the door."""

    been_in: Callable[[str], bool]  # true for an address from which somebody with the code has asked
    most: int = 2000  # connections at once; a page has one or two
    of_a_device: int = 500
    kept: int = 500  # places that only those get who have been in

    def may_come(self, host: str, there: Iterable[str]) -> bool:
        """True when one more connection from an address is taken, beside those that are there.

        Whoever has been in counts by address alone, so that no stranger of the same network takes that place.
        """
        count = Counter(there)
        if count.total() >= self.most:
            return False
        if self._known(host):
            return count[host] < self.of_a_device
        strangers = {each: number for each, number in count.items() if not self._known(each)}
        device = device_of(host)
        of_it = sum(number for each, number in strangers.items() if device_of(each) == device)
        return of_it < self.of_a_device and sum(strangers.values()) < self.most - self.kept

    def _known(self, host: str) -> bool:
        return self.been_in(host) or is_loopback(host)
