"""ETags that come back: which version a caller has, or saw. A proxy that compresses answers makes the tags weak
(`W/"…"`), so they are compared weakly (RFC 9110, section 8.8.3.2): a tag of ours names a version, not its bytes.
"""

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.request import Request


def is_known(request: HttpRequest | Request, etag: str) -> bool:
    """Whether If-None-Match contains this tag, in a list or as `*`, so that 304 suffices."""
    named = parse_etags(request.headers.get("If-None-Match", ""))
    return named == ["*"] or _opaque(etag) in map(_opaque, named)


def version_named(request: HttpRequest | Request) -> str | None:
    """Return the tag in If-Match, without quotation marks and `W/`; None if there is none.

    Ignores what follows a dot, where the ETag of a result has its status. BadRequest for `*` and for several tags:
    agreement must name one version.
    """
    header = request.headers.get("If-Match", "").strip()
    # Tags without quotation marks have always been accepted.
    named = {_opaque(tag).strip('"').partition(".")[0] for tag in parse_etags(header) or [header]} - {""}
    if "*" in named or len(named) > 1:
        raise BadRequest(_("If-Match must name the one version you saw, not several and not “*”."))
    return next(iter(named), None)


def _opaque(etag: str) -> str:
    return etag.removeprefix("W/")
