"""What a firewall on this laptop may do to phones, and how it is told to let them in, by platform."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.sentences import Sentence, say

Run = Callable[[Sequence[str]], str]
"""Runs a program of the system and gives what it says; nothing where it is not there."""

_UFW = Path("/etc/ufw/ufw.conf")
_MAC = "/usr/libexec/ApplicationFirewall/socketfilterfw"


def run(words: Sequence[str]) -> str:
    """The output of a program of the system in lower case; empty where it is not there or takes too long."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=4, check=False, errors="replace")
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip().lower()


def firewall_advice(port: int, platform: str = sys.platform) -> Sentence:
    """The advice for this kind of computer when no phone comes through."""
    if platform == "win32":
        return say(
            "Windows asks once whether Python may be reached: allow private networks. Later it stands under"
            " 'Allow an app through Windows Firewall'; the network itself must be set to 'private'."
        )
    if platform == "darwin":
        return say(
            "System Settings, Network, Firewall: switch it off for the evening, or let Python receive"
            " connections under Options."
        )
    return say(
        "If a firewall is on: sudo ufw allow {port}/tcp, or sudo firewall-cmd --add-port={port}/tcp",
        port=port,
    )


def firewall_found(
    port: int, platform: str = sys.platform, ask: Run = run, ufw: Path = _UFW
) -> Sentence | None:
    """The firewall that is switched on and may keep phones out; ``None`` where none is known to."""
    if platform == "win32":
        if "public" in ask(
            ["powershell", "-NoProfile", "-Command", "(Get-NetConnectionProfile).NetworkCategory"]
        ):
            return say("Windows holds this network for a public one and lets nobody in.")
        return None
    if platform == "darwin":
        if "enabled" in ask([_MAC, "--getglobalstate"]):
            return say("The firewall of this Mac is on.")
        return None
    try:
        if "enabled=yes" in ufw.read_text(encoding="utf-8", errors="replace").lower():
            return say(
                "The firewall ufw is on; whether it lets port {port} through, only its owner may see.",
                port=port,
            )
    except OSError:  # there is no ufw here
        pass
    if (
        ask(["firewall-cmd", "--state"]) == "running"
        and ask(["firewall-cmd", f"--query-port={port}/tcp"]) != "yes"
    ):
        return say("The firewall firewalld is on and does not let port {port} through.", port=port)
    return None
