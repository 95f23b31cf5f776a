"""The pages of the guides: all of them, and one with its table of contents."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from guides.pages import guide, guides
from web.policies import changed_by_release, public
from web.visitor_language import language


@public
@changed_by_release
@require_safe
def guide_list(request: HttpRequest) -> HttpResponse:
    """Every guide with what it is for."""
    return render(request, "guides/list.html", {"guides": guides(language())})


@public
@changed_by_release
@require_safe
def guide_page(request: HttpRequest, pk: str) -> HttpResponse:
    """One guide, in the language of the address."""
    try:
        shown = guide(pk, language())
    except KeyError as error:
        raise Http404 from error
    return render(request, "guides/guide.html", {"guide": shown, "others": guides(language())})
