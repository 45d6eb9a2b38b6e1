"""Style sheets, scripts and pictures, kept in memory; a browser may keep them for good."""

from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from companion.web.rendering import static_folder

KINDS = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webp": "image/webp",
    "woff": "font/woff",
    "webmanifest": "application/manifest+json",
}
"""What the files are, by their endings."""
CACHE_FOREVER = "public, max-age=31536000, immutable"  # what has another address as soon as it is another


@cache
def _load_files() -> dict[str, bytes]:
    folder = static_folder()
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.suffix[1:] in KINDS
    }


async def serve_static(request: Request) -> Response:
    """Serve a static file; its address changes with its content."""
    name = request.path_params["name"]
    body = _load_files().get(name)
    if body is None:
        raise HTTPException(404)
    kind = KINDS[name.rpartition(".")[2]]
    return Response(body, media_type=kind, headers={"cache-control": CACHE_FOREVER})
