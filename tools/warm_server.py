"""Jantaku for `gunicorn --preload`, after it has shown some pages: templates, words and addresses are read by then.

A process that begins anew with every test reads none of them again, and remembers nothing of what was shown.
"""

from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.template.loader import get_template
from django.test import Client

from config.wsgi import application
from tournaments.views.public.standings.table import TABLES
from web.page_memory import memory

__all__ = ["application"]

EVENT = "/t/demo-spring-open/"
PAGES = (EVENT, f"{EVENT}standings/", f"{EVENT}rounds/4/", "/accounts/login/", "/seat/", f"/ja{EVENT}")


def show_some_pages() -> None:
    folder = Path(settings.BASE_DIR) / "templates"
    for template in folder.rglob("*.html"):
        get_template(str(template.relative_to(folder)))
    anybody = Client(headers={"host": urlsplit(settings.SITE_URL).netloc})
    for page in PAGES:
        anybody.get(page)
    memory.clear()
    TABLES.clear()
    cache.clear()
    connections.close_all()


show_some_pages()
