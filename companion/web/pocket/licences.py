"""The licences of everything the pocket carries: whoever hands the folder on hands them on too."""

import json
from collections.abc import Mapping
from email import message_from_bytes

from companion.web.pocket.parcels import pinned
from companion.web.rendering import static_folder

_RULE = "-" * 70


def licences(
    core: Mapping[str, bytes], opencv: Mapping[str, bytes], packages: Mapping[str, Mapping[str, bytes]]
) -> str:
    """The licences of Pyodide, of Python, of OpenCV, and of each package in the package's own words."""
    ours = (static_folder() / "pocket" / "licenses.txt").read_text("utf-8")
    python = json.loads(core["pyodide-lock.json"])["info"]["python"]
    told = [ours.format(pyodide=pinned()["pyodide"]["version"], python=python).rstrip()]
    for pin in pinned()["wheel"]:
        files = packages[pin["name"]]
        about = message_from_bytes(next(text for name, text in files.items() if name.endswith("/METADATA")))
        named = about["License-Expression"] or about["License"] or ""
        parcel = f"{pin.get('part', 'program')}.bin"
        told.append(f"{_RULE}\n{about['Name']} {about['Version']}{named and f': {named}'} (in {parcel})")
        told += [files[name].decode().strip() for name in sorted(files) if _is_licence(name)]
    about = json.loads(opencv["package.json"])
    told.append(f"{_RULE}\n{about['name']} {about['version']}: {about['license']} (in opencv.js.bin)")
    told.append(opencv["LICENSE"].decode().strip())
    return "\n\n".join(told) + "\n"


def _is_licence(name: str) -> bool:
    return ".dist-info/" in name and name.rpartition("/")[2].upper().startswith(
        ("LICEN", "COPYING", "NOTICE")
    )
