"""A battle in real browsers: in few taps, to the verdict and its proof."""

import hashlib
import json

from playwright.sync_api import expect


def test_a_phone_reports_a_laptop_that_rewrote_the_log(phones) -> None:
    """The chain must hold, and go on from what this phone saw at its last look."""
    page = phones("Aya")
    page.goto("/t/harvest/verify")
    page.wait_for_function("window.companionChain")
    expect(page.locator("#own-verdict")).to_be_visible()
    judge = "([commitment, records]) => window.companionChain.judge(commitment, records)"

    def build_record(number: int, kind: str, asked: dict, result: dict, previous: str) -> dict[str, str]:
        whole = {"asked": asked, "kind": kind, "number": number, "previous": previous, "result": result}
        text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
        return {"text": text, "hash": hashlib.sha256(text.encode()).hexdigest()}

    one = build_record(1, "new", {}, {}, "0" * 64)
    two = build_record(2, "attack", {}, {"out": ["blue-1"]}, one["hash"])
    page.evaluate("localStorage.clear()")
    assert page.evaluate(judge, ["c0", [one, two]])[1] == []
    forged = {**two, "text": two["text"].replace("blue-1", "blue-2")}
    assert page.evaluate(judge, ["c0", [one, forged]])[1] == [["changed", 2]]
    assert page.evaluate(judge, ["c0", [two, one]])[1] == [["unlinked", 2]]
    seen = {"commitment": "c0", "event": 2, "hash": two["hash"]}
    keep = "seen => localStorage.setItem(`companion table ${document.body.dataset.live}`, JSON.stringify(seen))"
    page.evaluate(keep, seen)
    assert page.evaluate(judge, ["c0", [one, two]])[1] == []
    other = build_record(2, "attack", {}, {"out": []}, one["hash"])
    for records in ([one, other], [one]):
        assert page.evaluate(judge, ["c0", records])[1] == [["otherwise", 2]]
    assert page.evaluate(judge, ["c1", [one, two]])[1] == [["reseeded"]]
