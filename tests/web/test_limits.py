"""No test waits for ever for a browser, whatever it waits for."""

import signal
import subprocess

import pytest
from playwright.sync_api import Browser

from tests.waiting import LONGEST, at_most

NEVER = {"a promise": "() => new Promise(() => {})", "a page that is busy": "() => { for (;;) { /* on */ } }"}


@pytest.mark.parametrize("wait", NEVER)
def test_an_answer_that_never_comes_fails_and_the_next_page_answers(chromium: Browser, wait: str) -> None:
    page = chromium.new_page()
    with pytest.raises(pytest.fail.Exception, match="waited 0.3 s for what never came"), at_most(0.3):
        page.evaluate(NEVER[wait])
    page.close()
    other = chromium.new_page()
    assert other.evaluate("1 + 1") == 2
    other.close()


def test_a_program_that_never_ends_fails() -> None:
    with subprocess.Popen(["sleep", "1000"]) as program:
        with pytest.raises(pytest.fail.Exception), at_most(0.1):
            program.wait()
        program.kill()


def test_every_test_in_a_browser_has_a_limit_also_where_it_is_prepared(
    chromium: Browser, limited: float
) -> None:
    assert 0 < limited <= LONGEST
    with pytest.raises(pytest.fail.Exception), at_most(0.1):
        signal.pause()
    assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= LONGEST, "the outer one stays"


@pytest.fixture
def limited() -> float:
    """The seconds that are left."""
    return signal.getitimer(signal.ITIMER_REAL)[0]


def test_another_test_has_none() -> None:
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
