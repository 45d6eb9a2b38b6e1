"""Whoever would guess a word from its seal has long to work."""

import hashlib

from companion.play.shogun.trust.sealed_words import seal_word


def test_a_guess_takes_64_megabytes() -> None:
    room = 2 * 128 * 8 * 2**16
    hashed = hashlib.scrypt("th\u00e9".encode(), salt=b"hash blue", n=2**16, r=8, p=1, maxmem=room, dklen=32)
    assert seal_word("the\u0301", "hash", "blue") == hashed.hex()
