"""Serves both sites from one address and reloads the browser after a change (``make serve``).

sphinx-autobuild knows one output folder and one language; its parts serve two, so that the
language switch works as it does on the published site.
"""

import sys

import uvicorn
from sphinx_autobuild.filter import IgnoreFilter
from sphinx_autobuild.middleware import JavascriptInjectorMiddleware
from sphinx_autobuild.server import RebuildServer
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles

import build

HOST, PORT = "127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8000
WATCHED = [build.ROOT / name for name in ("docs", "locale", "examples", "conf.py")]
# Sphinx writes the compiled catalogues beside the sources: they are no change of ours.
IGNORED = IgnoreFilter([], [r"\.mo$", r"__pycache__"])


def rebuild(changed_paths):
    """Build again; the faults are printed, and the last good pages stay."""
    print("Changed:", *(str(path) for path in changed_paths), flush=True)
    build.build("html", build.ROOT / "build")


def main():
    """Build once, then serve until Ctrl-C."""
    build.build("html", build.ROOT / "build")
    site = build.ROOT / "build" / "html"
    watcher = RebuildServer([path for path in WATCHED if path.exists()], IGNORED, rebuild)
    app = Starlette(
        routes=[
            WebSocketRoute("/websocket-reload", watcher),
            Mount("/", app=StaticFiles(directory=site, html=True)),
        ],
        middleware=[Middleware(JavascriptInjectorMiddleware, ws_url=f"{HOST}:{PORT}")],
        lifespan=watcher.lifespan,
    )
    print(f"http://{HOST}:{PORT}/en/index.html  http://{HOST}:{PORT}/ja/index.html", flush=True)
    uvicorn.run(app, host=HOST, port=PORT, log_level="warning")


if __name__ == "__main__":
    main()
