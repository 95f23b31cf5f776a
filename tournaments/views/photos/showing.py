"""A photo of a paper sheet, shown only to those it is about."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.actions.actor import Actor
from tournaments.credentials.visitors import actor_of, left_seat_of
from tournaments.models import PhotoContent
from tournaments.permissions import visible_photos
from tournaments.views.policies import by_table
from web.pictures import MEDIA_TYPE, small_of


@by_table
@require_safe
def photo(request: HttpRequest, pk: int) -> HttpResponse:
    """The photo as it is kept."""
    return picture_response(_content(request, pk))


@by_table
@require_safe
def small_photo(request: HttpRequest, pk: int) -> HttpResponse:
    """The same, small."""
    return picture_response(small_of(_content(request, pk)))


def picture_response(content: bytes) -> HttpResponse:
    """The bytes of a picture: a browser never treats them as anything else, and no other site's page may use them."""
    response = HttpResponse(content, content_type=MEDIA_TYPE)
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    return response


def _content(request: HttpRequest, pk: int) -> bytes:
    actor = actor_of(request)
    if actor.seat_token is None and (left := left_seat_of(request)) is not None and left.revoked_at is None:
        # Its round is over, and it may look at what it did there; a phone that was put out may not.
        actor = Actor(user=actor.user, seat_token=left, card=actor.card)
    photos = visible_photos(actor).kept().filter(pk=pk)
    content = PhotoContent.objects.filter(photo__in=photos).values_list("content", flat=True).first()
    if content is None:
        raise Http404
    return bytes(content)
