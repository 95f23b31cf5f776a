"""What every view of an API does the same way, whatever it is about: language, parameters, input, who may keep it."""

import re
from functools import cache
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from web.api.errors import BadParameter
from web.api.parsers import StrictJSONParser
from web.etags import version_named

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
_Row = TypeVar("_Row", bound=Model)


class BaseApiView(APIView):
    """A view of the API. Its policy is in `permission_classes`."""

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Speak the reader's language: the API's addresses do not say it, so the request's headers do."""
        translation.activate(translation.get_language_from_request(request))
        return super().initialize_request(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self._refuse_unknown_parameters(request)

    def _refuse_unknown_parameters(self, request: Request) -> None:
        """Before anything is looked for: a misspelt filter would go unseen, and an option of a change be ignored."""
        form = getattr(getattr(self, str(request.method).lower(), None), "query", None)
        known = sorted(form().fields) if form is not None else []
        for name, values in request.query_params.lists():
            shown = {"name": name[:60]}
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
        """Return the one row, or answer 404. `rows` must be what the actor may see."""
        row = rows.filter(**wanted).first()
        if row is None:
            raise Http404
        return row

    def validated_data(self, form: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the body, checked."""
        return checked(form, self.request.data)

    def query(self, form: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the query of the address, checked."""
        return checked(form, self.request.query_params.dict())

    def if_match(self) -> str | None:
        """Return the tag that If-Match names, without quotation marks; None without the header."""
        return version_named(self.request)

    def key(self) -> str:
        """Return the Idempotency-Key; without one nothing is changed."""
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
        """Say who may keep the answer: nobody but the visitor, and for somebody known not even their browser."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if not response.has_header("Cache-Control"):
            is_personal = bool(request.headers.get("Authorization") or request.COOKIES)
            response["Cache-Control"] = "private, no-store" if is_personal else "no-cache"
        for name, value in getattr(request, "rate_limit", {}).items():
            response[name] = str(value)
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        return response


def checked(form: type[serializers.Serializer[Any]], data: object) -> dict[str, Any]:
    """Return the data as the fields of a form understand it. Raises ValidationError, with what is wrong by field."""
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
    """The one instance of a form that checks all data: it keeps nothing of it, and copying its fields from their
    declarations for each call takes longer than checking.
    """
    return form()


class NotFoundView(BaseApiView):
    """Every address of the API that is none: the same 404 as for what does not exist."""

    permission_classes = []
    authentication_classes = []
    parser_classes = [StrictJSONParser]
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404
