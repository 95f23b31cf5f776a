"""oEmbed (oembed.com, 1.0): what a site that meets a link to an event shows in its place."""

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.templatetags.share import EMBEDDED
from tournaments.views.policies import EVERYBODYS
from web.policies import public

# Pixels of a frame whose site says nothing; embed.js then gives it the height of what is in it.
WIDTH, HEIGHT = 640, 480
NARROWEST, LOWEST = 240, 160
ROWS = 10
# Seconds for which a site may keep what it was told.
KEPT_FOR = 3_600
LONGEST = 500
SCRIPT = "js/embed.js"


@public
@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """The frame for the address of an event or of its standings, in the language of that address.

    400 without an address, 404 for other addresses and for events that not everybody may see, 501 for another format
    than JSON.
    """
    if request.GET.get("format", "json") != "json":
        return JsonResponse({"error": _("Only JSON is served: use format=json.")}, status=501)
    url = request.GET.get("url", "")
    try:
        tournament, language = _found(url)
    except Http404:
        why = _("“url” must be the address of a public tournament or of its standings on this server.")
        return JsonResponse({"error": why}, status=404 if url else 400)
    width = _at_most(request.GET.get("maxwidth", ""), WIDTH, NARROWEST)
    height = _at_most(request.GET.get("maxheight", ""), HEIGHT, LOWEST)
    with translation.override(language):
        title = f"{tournament.name} · {pgettext('heading', 'Standings')}"
        address = frame_address("embedded_standings", tournament, top=ROWS)
        answer: dict[str, Any] = {
            "version": "1.0",
            "type": "rich",
            "title": title,
            "provider_name": pgettext("name of the program", "Jantaku"),
            "provider_url": settings.SITE_URL,
            "cache_age": KEPT_FOR,
            "html": snippet(address, title, width=str(width), height=str(height)),
            "width": width,
            "height": height,
        }
    return JsonResponse(answer)


def frame_address(name: str, tournament: Tournament, **choice: object) -> str:
    """Return the full address of an embedded page in the language in use."""
    query = f"?{urlencode(choice)}" if choice else ""
    return f"{settings.SITE_URL}{reverse(name, args=[tournament.slug])}{query}"


def snippet(address: str, title: str, *, width: str = "100%", height: str = str(HEIGHT)) -> SafeString:
    """Return two lines for another site: the frame, and the script that gives it its height."""
    return format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" frameborder="0" loading="lazy"></iframe>\n'
        '<script src="{}{}{}" async></script>',
        address,
        title,
        width,
        height,
        settings.SITE_URL,
        # Without the hash of its content: what stands on other sites gets later versions, too.
        settings.STATIC_URL,
        SCRIPT,
    )


def _found(url: str) -> tuple[Tournament, str]:
    """Return the tournament of this address, and the address's language."""
    if len(url) > LONGEST or "\\" in url:
        raise Http404
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Http404 from None
    here = urlsplit(settings.SITE_URL)
    # http and https are one site to those who copy addresses by hand.
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != here.netloc:
        raise Http404
    language = translation.get_language_from_path(parts.path) or settings.LANGUAGE_CODE
    with translation.override(language):
        try:
            match = resolve(parts.path)
        except Resolver404:
            raise Http404 from None
    found = EVERYBODYS.read(match.kwargs["slug"]) if match.url_name in EMBEDDED else []
    if not found:
        raise Http404
    return found[0], language


def _at_most(typed: str, usual: int, least: int) -> int:
    """The usual size, or less where a site has less room."""
    is_number = typed.isascii() and typed.isdigit() and len(typed) < 6
    return max(least, min(usual, int(typed))) if is_number else usual
