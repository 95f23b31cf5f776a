"""Jantaku for `gunicorn --preload`, after showing some pages: templates, translations and addresses are loaded.

Processes restarted for each test load none of them again, and remember no earlier request.
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
