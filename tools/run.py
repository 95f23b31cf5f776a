"""Serve Jantaku on this machine, with a demo league in it: what `make run` does.

Migrates, loads the demo data if it is not there yet, and serves: one process, so that its in-process cache is
everybody's.
"""

import argparse
import io
import os
import socket
import sys

import django
from django.conf import settings
from django.core.management import call_command
from django.utils.module_loading import import_string

from tools.embedded_server import EmbeddedServer
from web.networks import network_addresses
from web.schema_versions import ForeignSchema, refuse_foreign_schema
from web.static_files import collect_if_changed


def main() -> None:
    parser = argparse.ArgumentParser(prog="make run")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--no-demo", action="store_true", help="start with an empty house")
    chosen = parser.parse_args()
    refuse_a_taken_port(chosen.host, chosen.port)

    reached_at = f"{own_address() if chosen.host in {'0.0.0.0', '::'} else chosen.host}:{chosen.port}"  # noqa: S104
    os.environ.setdefault("SITE_URL", f"http://{reached_at}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # By hashed names, which browsers keep for good.
    os.environ.setdefault("STATIC_MANIFEST", "1")
    # Whatever is made here is its owner's.
    os.umask(0o077)
    django.setup()
    # Models can be imported only now.
    link, has_operator = (
        import_string(name)
        for name in ("config.accounts.first_organizer.link", "players.actions.has_operator")
    )
    try:
        refuse_foreign_schema()
    except ForeignSchema as refusal:
        sys.exit(str(refusal))
    call_command("migrate", verbosity=0)
    if settings.STATIC_MANIFEST:
        collect_if_changed()
    if settings.EMBEDDED:
        # No worker has a clock here: what has run its time goes whenever somebody starts it.
        call_command("clear_expired", stdout=io.StringIO())
    print(f"Jantaku 雀卓 is at {settings.SITE_URL}  (Ctrl-C ends it; your data stays in {settings.VAR_DIR})")
    if settings.EMBEDDED and not chosen.no_demo:
        call_command("load_demo")
    if settings.EMBEDDED and not has_operator():
        print(f"\n  The first organizer signs in here, once, and sets a password:\n  {link()}\n")
    sys.stdout.flush()
    EmbeddedServer(import_string(settings.WSGI_APPLICATION), chosen.host, chosen.port).serve()


def refuse_a_taken_port(host: str, port: int) -> None:
    """Say so before anything is loaded, and say what to do."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as refusal:
            sys.exit(f"{host}:{port} cannot be used: {refusal.strerror}. Try: make run PORT={port + 1}")


def own_address() -> str:
    """The address by which others in this network reach us; nothing is sent to find out."""
    return next(iter(network_addresses()), "127.0.0.1")


if __name__ == "__main__":
    main()
