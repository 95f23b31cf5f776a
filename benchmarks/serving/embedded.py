"""Serve an application as `make run` serves Jantaku: `python -m benchmarks.serving.embedded APPLICATION PORT`."""

import sys

from django.utils.module_loading import import_string

from jantaku.embedded_server import EmbeddedServer

if __name__ == "__main__":
    EmbeddedServer(import_string(sys.argv[1]), "127.0.0.1", int(sys.argv[2])).serve()
