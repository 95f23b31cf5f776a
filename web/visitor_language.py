"""The visitor's language: the chosen one, else the first supported one in their browser's list.

An address with a language (`/ja/…`) is the same for everyone, so that it can be shared and cached. An address without
one is in the default language; other visitors are redirected, keeping the part after #. So addresses on paper, in QR
codes and in mails contain no language.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, Resolver404, resolve, reverse, translate_url
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import escape_leading_slashes
from django.utils.translation.trans_real import parse_accept_lang_header

from web.policies import private

# The query parameter of the language switch.
CHOICE = "language"
CHOSEN_FOR = 400 * 24 * 3600  # seconds
SAFE = ("GET", "HEAD")


def language() -> str:
    """Return the language for this reader, such as `ja` or `en`."""
    return translation.get_language() or "en"


class VisitorLanguageMiddleware:
    """Comes after LocaleMiddleware, which reads the language from the address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        choice = _known(request.GET.get(CHOICE, ""))
        if choice and request.method in SAFE:
            return _remember(private(redirect(_translated(_without_choice(request), choice))), choice)
        if choice:
            return _remember(self.get_response(request), choice)
        wanted = wanted_language(request)
        if translation.get_language_from_path(request.path_info) or request.method not in SAFE:
            return self.get_response(request)
        if wanted != settings.LANGUAGE_CODE:
            here = request.get_full_path()
            there = _translated(here, wanted)
            if there != here:
                response = private(redirect(there))
                patch_vary_headers(response, ["Accept-Language", "Cookie"])
                return response
            if not _is_page(request.path_info):
                _speak(request, wanted)
        response = self.get_response(request)
        if accepted_language(request) != wanted:
            # Depends on the visitor's cookie: not for shared caches, which vary by what browsers request.
            del response["Cache-Control"]
            private(response)
        return response

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """A page that was made by a form is made again, at the same address, in the language that was chosen."""
        choice = _known(request.GET.get(CHOICE, ""))
        if choice:
            _speak(request, choice)


def wanted_language(request: HttpRequest) -> str:
    """Return the language the visitor has chosen or asks for."""
    return _known(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")) or accepted_language(request)


def accepted_language(request: HttpRequest) -> str:
    """Return the first supported language in Accept-Language, else the default."""
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        if code == "*":
            break
        if known := _known(code):
            return known
    return str(settings.LANGUAGE_CODE)


def address_of(name: str, *args: object, site: str = "") -> str:
    """Return the full address of a page for paper, QR codes and mails, without a language.

    `site` is one of `web.networks.site_urls`, to replace the usual one.
    """
    with translation.override(settings.LANGUAGE_CODE):
        return f"{site or settings.SITE_URL}{reverse(name, args=args)}"


def _known(code: str) -> str:
    try:
        return str(translation.get_supported_language_variant(code))
    except LookupError:
        return ""


def _speak(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = language


def _remember(response: HttpResponse, language: str) -> HttpResponse:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=CHOSEN_FOR,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response


def _without_choice(request: HttpRequest) -> str:
    """Return this address without the choice. Never another site's, however many slashes it begins with."""
    query = request.GET.copy()
    del query[CHOICE]
    return escape_leading_slashes(request.path) + (f"?{query.urlencode()}" if query else "")


def _translated(address: str, language: str) -> str:
    return str(translate_url(address, language))


def _is_page(path: str) -> bool:
    try:
        resolve(path)
    except (Resolver404, NoReverseMatch):
        return False
    return True
