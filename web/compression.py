"""gzip compression where no server in front of us does it: a whole hall shares one access point."""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

# Pictures, workbooks and fonts are already compressed.
WORTH_IT = ("text/", "application/json", "application/javascript", "application/x-ndjson", "image/svg+xml")
ACCEPTS_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


class CompressionMiddleware(GZipMiddleware):
    """Django's middleware, only for uncompressed text.

    The size of a page with a secret and reflected input could reveal the secret letter by letter (BREACH). Django
    masks form tokens freshly in each answer, and its middleware adds up to a hundred random bytes.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith(WORTH_IT):
            return response
        if not ACCEPTS_GZIP.search(request.headers.get("Accept-Encoding", "")):
            # Django would treat gzip;q=0 as acceptance.
            patch_vary_headers(response, ["Accept-Encoding"])
            return response
        return super().process_response(request, response)
