"""The folder on a plain host: opened once on a phone, it needs neither host nor network any more."""

from playwright.sync_api import expect

from tests.web.pocket.first import FirstOpening
from tests.web.pocket.served import Handset


def test_opened_once_it_opens_without_a_network(ready: Handset, first: FirstOpening) -> None:
    ready.offline()
    again = ready.open("/new")
    expect(again.get_by_role("heading", level=1)).to_contain_text("What do you play")
    asked = [*first.asked, *ready.asked]
    assert len(first.asked) > 10
    assert {url.removeprefix("blob:").startswith(ready.host.url) for url in asked} == {True}
