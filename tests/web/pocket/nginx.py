"""Debian's nginx with Debian's own settings, over a folder."""

import os
import re
import socket
import subprocess
from pathlib import Path

from tests.needing import require_program
from tests.ports import free_port
from tests.waiting import until

SETTINGS = Path("/etc/nginx/nginx.conf")
UNPACKING = "location ~ [.]bin$ { add_header Content-Encoding gzip; }"
"""Has a browser unpack on the way what is packed, as some hosts do."""


class Nginx:
    """A host as Debian sets it up, but for where it listens and what it serves."""

    def __init__(self, folder: Path, site: Path, more: str = "") -> None:
        """Begin to serve a folder; what it writes goes into another one."""
        program = require_program("nginx")
        folder.mkdir()
        port = free_port()
        serving = f"server {{ listen 127.0.0.1:{port}; root {site}; index index.html; {more} }}"
        temporary = " ".join(f"{name}_temp_path {folder};" for name in ("client_body", "proxy", "fastcgi"))
        temporary += f" uwsgi_temp_path {folder}; scgi_temp_path {folder};"
        settings = re.sub(r"(?m)^user .*$", "daemon off;", SETTINGS.read_text())
        settings = settings.replace("/run/nginx.pid", f"{folder}/pid").replace("/var/log/nginx", str(folder))
        settings = re.sub(r"(?m)^include .*modules-enabled.*$", "", settings)
        settings = re.sub(r"(?m)^\s*include .*sites-enabled.*$", f"{temporary} {serving}", settings)
        assert "mime.types" in settings
        assert serving in settings
        (folder / "nginx.conf").write_text(settings)
        # Its workers are another user's where it is begun by root, and this folder is not theirs.
        words = [program, "-c", str(folder / "nginx.conf"), "-g", "user root;" if os.geteuid() == 0 else ""]
        self.url = f"http://127.0.0.1:{port}/"
        self._running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def listens() -> bool:
            assert self._running.poll() is None, "nginx has ended"
            with socket.socket() as line:
                return line.connect_ex(("127.0.0.1", port)) == 0

        until(listens, "nginx does not listen", pause=0.05)

    def stop(self) -> None:
        """Be gone."""
        self._running.terminate()
        self._running.wait()
