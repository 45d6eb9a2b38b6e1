"""The folder on a plain host: opened once on a phone, it needs neither host nor network any more."""

from playwright.sync_api import expect

from tests.web.pocket.served import Handset, until_kept


def test_opened_once_it_opens_without_a_network(handset: Handset) -> None:
    first = handset.open()
    expect(first.get_by_role("heading", level=1)).to_be_visible()
    until_kept(first, handset.host.folder)
    first.close()
    handset.offline()
    handset.shut_down()
    handset.start()
    again = handset.open("/new")
    expect(again.get_by_role("heading", level=1)).to_contain_text("What do you play")
    assert {url.removeprefix("blob:").startswith(handset.host.url) for url in handset.asked} == {True}
