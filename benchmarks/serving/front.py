"""nginx as `deploy/` sets it up, in front of a server that is measured; without TLS, whose handshakes are few."""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import ROOT
from benchmarks.serving.client import Server
from benchmarks.serving.installation import wait_for

SITE = ROOT / "deploy" / "nginx" / "jantaku-https.conf"
OF_TLS = re.compile(r"^ +(ssl_|listen \[::\]).*\n", re.MULTILINE)
OTHER_NAMES = "\n# Whoever comes by another name"
WHOLE = """daemon off;
worker_processes auto;
pid {folder}/pid;
error_log {folder}/errors.log;
{user}
events {{ }}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""


def program() -> str | None:
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


@contextmanager
def behind_nginx(server: Server) -> Iterator[Server]:
    """Give the same server as visitors reach it: what nginx costs counts, too."""
    nginx = program()
    assert nginx is not None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="jantaku-nginx-") as folder:
        file = Path(folder) / "nginx.conf"
        user = "user root;" if os.geteuid() == 0 else ""
        file.write_text(WHOLE.format(folder=folder, user=user, site=site_at(port, server.port, folder)))
        with subprocess.Popen([nginx, "-p", folder, "-c", file]) as process:  # noqa: S603
            try:
                wait_for(port)
                yield Server(port, [*server.roots, process.pid], server.pid)
            finally:
                process.send_signal(signal.SIGTERM)


def site_at(port: int, app: int, folder: str) -> str:
    """What `deploy/` says of the server of our name, at a port of its own."""
    site, _comment, _others = SITE.read_text(encoding="utf-8").partition(OTHER_NAMES)
    for there, here in {
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
        "league.example.org": "127.0.0.1",
        "http://127.0.0.1:8000": f"http://127.0.0.1:{app}",
        "/var/lib/nginx/jantaku": f"{folder}/pages",
    }.items():
        if there not in site:
            raise ValueError(f"{SITE}: there is no {there}")
        site = site.replace(there, here)
    return OF_TLS.sub("", site)
