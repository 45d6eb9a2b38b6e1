"""What was played is remembered on a phone alone too, in rows of its own."""

from tests.web.pocket.test_inside import Phone


def test_an_evening_on_one_phone_is_remembered_and_found_again() -> None:
    phone = Phone()
    names = {"player-blue": "Aya", "player-red": "Bo"}
    phone.tap("/new/honshu", table="friday", **names)
    for seat, text in (("blue", "F F T"), ("red", "F T")):
        phone.tap("/t/friday/curtain", seat=seat)
        scored = phone.tap("/t/friday/text", text=text)
        assert scored.status == 200, scored.body.decode()
    ended = phone.tap("/t/friday").body.decode()
    assert "Remember results on this phone?" in ended
    assert ("note", "friday", "ended") not in phone.rows
    played = phone.tap("/t/friday", to="/played", remember="yes", table="friday")
    assert (played.status, played.path) == (200, "/played")
    assert ("note", "friday", "ended") in phone.rows
    phone.open()
    page = phone.ask("GET", "/played").body.decode()
    assert "Aya" in page
    rows = phone.ask("GET", "/played/file?as=csv").body.decode().splitlines()
    assert len(rows) == 3
    phone.tap("/played", take_out="Aya")
    phone.open()
    assert "Aya" not in phone.ask("GET", "/played").body.decode()
