"""Answers in gzip, where no server in front of us does it: a hall of phones shares one access point."""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

# Pictures, workbooks and fonts are small as they are.
WORTH_IT = ("text/", "application/json", "application/javascript", "application/x-ndjson", "image/svg+xml")
ACCEPTS_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


class CompressionMiddleware(GZipMiddleware):
    """Django's, for text alone; what is compressed already is left as it is.

    Of a page that shows a secret beside what its address says, the size could tell the secret, letter by letter
    (BREACH). Django masks the tokens of forms anew in each answer, and its middleware makes each longer by up to a
    hundred bytes of chance.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith(WORTH_IT):
            return response
        if not ACCEPTS_GZIP.search(request.headers.get("Accept-Encoding", "")):
            # Django would take gzip;q=0 for a yes.
            patch_vary_headers(response, ["Accept-Encoding"])
            return response
        return super().process_response(request, response)
