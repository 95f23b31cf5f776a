"""What all API views share: language, parameters, input, caching."""

import re
from functools import cache
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from web.api.errors import BadParameter
from web.api.negotiation import as_problem
from web.api.parsers import StrictJSONParser
from web.etags import version_named

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
_Row = TypeVar("_Row", bound=Model)


class BaseApiView(APIView):
    """An API view. Its policy is in `permission_classes`; with `gives_lines` it also answers NDJSON, with
    `gives_events` server-sent events.
    """

    gives_lines: ClassVar[bool] = False
    gives_events: ClassVar[bool] = False

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Activate the reader's language from the request's headers, since API addresses do not contain it."""
        translation.activate(translation.get_language_from_request(request))
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method == "OPTIONS":  # the methods of an address are no secret, and cost nothing
            return
        super().initial(request, *args, **kwargs)
        self._refuse_unknown_parameters(request)

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Answer which methods the address takes, in Allow."""
        return Response(status=204)

    def _refuse_unknown_parameters(self, request: Request) -> None:
        """First of all: otherwise a misspelt filter would go unnoticed and an option of a change be ignored."""
        form = getattr(getattr(self, str(request.method).lower(), None), "query", None)
        known = sorted(form().fields) if form is not None else []
        for name, values in request.query_params.lists():
            shown = {"name": name[:60]}
            if name not in known and request.method in SAFE_METHODS and is_harmless(name, values):
                continue
            if name not in known:
                message = _("The parameter “%(name)s” is not supported here.") % shown
                if known:
                    message += " " + _("Supported parameters: %(names)s.") % {"names": ", ".join(known)}
                else:
                    message += " " + _("This address takes no parameters.")
                raise BadParameter(name[:60], message, "unknown_parameter")
            if len(values) > 1:
                raise BadParameter(
                    name, _("The parameter “%(name)s” is given twice.") % shown, "repeated_parameter"
                )

    def find(self, rows: QuerySet[_Row], **wanted: object) -> _Row:
        """Return the single row, or answer 404. `rows` must be limited to what the actor may see."""
        row = rows.filter(**wanted).first()
        if row is None:
            raise Http404
        return row

    def validated_data(self, form: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the validated body."""
        return checked(form, self.request.data)

    def query(self, form: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the validated query parameters."""
        return checked(form, self.request.query_params.dict())

    def if_match(self) -> str | None:
        """Return the tag in If-Match without quotation marks; None without the header."""
        return version_named(self.request)

    def key(self) -> str:
        """Return the Idempotency-Key, which every change requires."""
        key = self.request.headers.get("Idempotency-Key", "")
        if not KEY.fullmatch(key):
            raise ParseError(
                _(
                    "Please send an Idempotency-Key: a UUID, or 8 to 64 letters, digits, hyphens and "
                    "underscores. Use a new one for each action, and the same one when you retry."
                ),
                code="idempotency_key_missing" if not key else "idempotency_key_malformed",
            )
        return key

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Set who may cache the answer: only the visitor, and for a known person not even their browser."""
        response = super().finalize_response(request, response, *args, **kwargs)
        as_problem(request, response)
        if not response.has_header("Cache-Control"):
            is_personal = bool(request.headers.get("Authorization") or request.COOKIES)
            response["Cache-Control"] = "private, no-store" if is_personal else "no-cache"
        for name, value in getattr(request, "rate_limit", {}).items():
            response[name] = str(value)
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        if self.gives_lines:
            patch_vary_headers(response, ["Accept"])
        return response


def is_harmless(name: str, values: list[str]) -> bool:
    """Whether a parameter asks for nothing: `_`, which scripts add against caches, and format=json."""
    return name == "_" or (name == "format" and values == ["json"])


def checked(form: type[serializers.Serializer[Any]], data: object) -> dict[str, Any]:
    """Return the validated data. Raises ValidationError, with errors by field."""
    try:
        found: dict[str, Any] = only(form).run_validation(data)
    except ValidationError as refusal:
        if isinstance(refusal.detail, dict):
            raise
        # The data is null, which is no field's fault.
        raise ValidationError({api_settings.NON_FIELD_ERRORS_KEY: refusal.detail}) from refusal
    return found


@cache
def only(form: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """Return the shared instance of a form: it keeps no state, and copying its fields for each call takes longer than
    validating.
    """
    return form()


class NotFoundView(BaseApiView):
    """All unknown API addresses: the same 404 as for missing objects. An address without the slash at its end is
    redirected when it is read.
    """

    permission_classes = []
    authentication_classes = []
    parser_classes = [StrictJSONParser]
    schema = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD") and self._is_known(f"{request.path_info}/"):
            return HttpResponse(
                status=308, headers={"Location": request.get_full_path(force_append_slash=True)}
            )
        return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404

    def _is_known(self, address: str) -> bool:
        try:
            return getattr(resolve(address).func, "view_class", None) is not NotFoundView
        except Resolver404:
            return False
