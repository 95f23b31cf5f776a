"""Serve Jantaku on this machine, with a demo league in it: what `jantaku run` and `make run` do.

Migrates, loads the demo data if it is not there yet, and serves: one process, so that its in-process cache is
everybody's.
"""

import argparse
import io
import os
import sys
from contextlib import nullcontext

import django
from django.conf import settings
from django.core.management import call_command
from django.utils.module_loading import import_string

from jantaku import NAME
from jantaku.embedded_server import EmbeddedServer, listening
from jantaku.regular_work import RegularWork
from web.networks import network_addresses
from web.schema_versions import refuse_foreign_schema
from web.static_files import collect_if_changed


def main(options: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="jantaku run", description="Serve Jantaku on this machine until Ctrl-C."
    )
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 for phones in the same network")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--no-demo", action="store_true", help="start with an empty house")
    chosen = parser.parse_args(options)
    refuse_a_taken_port(chosen.host, chosen.port)

    host = own_address() if chosen.host in {"0.0.0.0", "::"} else chosen.host  # noqa: S104
    os.environ.setdefault("SITE_URL", f"http://{f'[{host}]' if ':' in host else host}:{chosen.port}")
    # By hashed names, which browsers keep for good.
    os.environ.setdefault("STATIC_MANIFEST", "1")
    # Files made here are readable by their owner only.
    os.umask(0o077)
    django.setup()
    # Models can be imported only now.
    invitation = import_string("config.accounts.first_organizer.invitation")
    refuse_foreign_schema()
    call_command("migrate", verbosity=0)
    # An image has collected its files when it was built, and lets nobody write there.
    if settings.STATIC_MANIFEST and os.access(settings.STATIC_ROOT, os.W_OK):
        collect_if_changed()
    if settings.EMBEDDED:
        # There is no worker with a clock here: what has expired is cleared at every start.
        call_command("clear_expired", stdout=io.StringIO())
    print(f"{NAME} is at {settings.SITE_URL}  (Ctrl-C ends it; your data stays in {settings.VAR_DIR})")
    if settings.EMBEDDED and not chosen.no_demo:
        call_command("load_demo")
    if settings.EMBEDDED and (invited := invitation()):
        print(f"\n  {invited}\n")
    sys.stdout.flush()
    server = EmbeddedServer(import_string(settings.WSGI_APPLICATION), chosen.host, chosen.port)
    deliver_due = import_string("publishing.webhooks.delivering.deliver_due")
    # Elsewhere a worker does it.
    with RegularWork(deliver_due) if settings.EMBEDDED else nullcontext():
        server.serve()


def refuse_a_taken_port(host: str, port: int) -> None:
    """Say so before anything is loaded, and say what to do."""
    try:
        listening(host, port).close()
    except OSError as refusal:
        sys.exit(
            f"{host}:{port} cannot be used: {refusal.strerror}."
            f" Try: jantaku run --port {port + 1}, or make run PORT={port + 1}"
        )


def own_address() -> str:
    """The address by which others in this network reach us; nothing is sent to find out."""
    return next(iter(network_addresses()), "127.0.0.1")
