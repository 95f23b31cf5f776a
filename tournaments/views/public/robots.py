"""What crawlers are asked to leave alone."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.policies import public


@public
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Pages of one person or desk, and files that grow with every game; they may read all else that is public."""
    return render(request, "robots.txt", {"site": settings.SITE_URL}, content_type="text/plain")
