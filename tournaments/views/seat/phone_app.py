"""The phone's pages as an app: what a home screen shows of it, and the worker that opens it without Wi-Fi."""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext, override, pgettext
from django.views.decorators.http import require_safe

from web.policies import changed_by_release, public
from web.static_files import asked_for, made_of

# What every page of a phone is made of. A test opens the pages and compares.
FILES = ("css/phone.css", "js/phone_page.js", "mark.svg")
# What a page needs besides: it comes to the phone's disk with the page itself.
FILES_OF = {"hands": ("css/hands.css", "js/hands_page.js")}
# The pages that a phone opens from its disk when nobody answers.
PAGES = ("my_table", "hands", "my_card")
ICON_SIZES = (192, 512)
PAPER, GREEN = "#faf8f2", "#0d4438"


@public
@changed_by_release
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Name, colours and icons of the app; it opens at the phone's table."""
    return as_manifest(
        identity="/seat/",
        name=gettext("Jantaku: my table"),
        short_name=pgettext("name of the program", "Jantaku"),
        description=gettext("Enter and confirm results at the table, even with unreliable Wi-Fi."),
        start_url=reverse("my_table"),
    )


def as_manifest(
    *, identity: str, name: str, short_name: str, description: str, start_url: str
) -> HttpResponse:
    """What a home screen shows of pages that begin at `start_url`, with this house's colours and icons."""
    icons = [
        {
            "src": static(f"icons/{icon}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for icon, purpose in (("icon", "any"), ("maskable", "maskable"))
        for size in ICON_SIZES
    ]
    app = {
        "id": identity,
        "name": name,
        "short_name": short_name,
        "description": description,
        "lang": get_language(),
        "start_url": start_url,
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": GREEN,
        "icons": icons,
    }
    return JsonResponse(
        app, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False}
    )


@public
@changed_by_release
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands at the top of the house, since a worker sees only what lies below it; it is
    another one, and takes the place of the one before, with each release that changes a file of the phone's pages.
    """
    common = _addresses(FILES)
    told = {
        "version": _version(),
        "files": common,
        "pages": _pages(PAGES),
        "files_of": {
            address: [file for file in _addresses(names) if file not in common]
            for page, names in FILES_OF.items()
            for address in _pages((page,))
        },
    }
    script = f"self.jantaku = {json.dumps(told)};\nimportScripts({json.dumps(static('js/worker.js'))});\n"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


def _addresses(names: Sequence[str]) -> list[str]:
    """Where the phone gets these files, and what they import where that is a file of its own."""
    return [static(part) for name in names for part in asked_for(name)]


@cache
def _version() -> str:
    """Another one whenever a file is."""
    named = (*FILES, *(name for names in FILES_OF.values() for name in names), "js/worker.js")
    found = (finders.find(part) for name in named for part in made_of(name))
    content = hashlib.sha256(b"\0".join(Path(str(path)).read_bytes() for path in found))
    return content.hexdigest()[:12]


def _pages(names: Sequence[str]) -> list[str]:
    """Their addresses, in every language."""
    addresses = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            addresses += [reverse(name) for name in names]
    return addresses
