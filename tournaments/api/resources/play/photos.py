"""Photos of paper sheets: list, upload, view, delete."""

import hashlib
from collections.abc import Mapping
from typing import Any, cast

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.errors import RulesRefuse
from tournaments.actions.hall.photos import remove_photo, take_photo
from tournaments.actions.play.locked_tables import Permit
from tournaments.actions.rate_limits import PHOTOS_OF_A_PERSON, count_attempt
from tournaments.api.api_view import ApiView
from tournaments.api.operations import by_itself, everybody, reads
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.play.at_table import permit_of
from tournaments.api.resources.play.rounds import find_table
from tournaments.api.schemas.play.photos import PhotoShape, photo_shape
from tournaments.models import PhotoContent, Table
from tournaments.permissions import can_report, can_score, visible_photos
from web.api.fields import Input
from web.api.pagination import Paging, page
from web.pictures import MEDIA_TYPE, MOST_SENT, BadPicture, Picture, picture_of


class NewPhoto(Input):
    photo = serializers.FileField(
        help_text=f"JPEG, PNG or WebP, at most {MOST_SENT // 2**20} MB. Kept is a JPEG of at most 1,600 pixels, "
        "without anything else that was in the file."
    )


class TablePhotos(ApiView):
    permission_classes = [SeatsAndPeople]
    parser_classes = [MultiPartParser]

    @reads(
        "listPhotos",
        "The photos of a table's paper sheet that you may look at, and which were there",
        permission=everybody,
        finds=find_table,
        gives=PhotoShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, table: Table, query: dict[str, Any]) -> Response:
        photos = visible_photos(self.actor).filter(table=table).order_by("pk")
        return page(self.request, photos, query, photo_shape)

    @by_itself(
        "takePhoto",
        "Keep a photo of a table's paper sheet; the same photo again is the one that is there",
        permission=can_report,
        takes=NewPhoto,
        gives=PhotoShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        # Before decoding, which costs more than this query.
        table = find_table(self, pk)
        tournament = table.round.stage.tournament
        seats = list(table.seats.select_related("entry__player"))
        self.allow(can_report(self.actor, seats, tournament))
        self.key()
        count_attempt(PHOTOS_OF_A_PERSON, self.actor.key)
        picture = _picture(self.validated_data(NewPhoto)["photo"])

        def action() -> PhotoShape:
            as_staff = can_score(self.actor, tournament)
            return photo_shape(
                take_photo(
                    table=Table(pk=pk),
                    picture=picture,
                    by=self.actor,
                    as_staff=as_staff,
                    permit=_permit(self),
                )
            )

        return self.do(action, status=201)

    def stored_body(self) -> object:
        """Return the digest of a file's content instead of the file."""
        data = cast("Mapping[str, object]", self.request.data)
        return {name: _known_by(data[name]) for name in sorted(data)}


class JsonOnly(DefaultContentNegotiation):
    """Answer JSON whatever is accepted: pictures are not rendered, and refusals are JSON."""

    def select_renderer(self, request, renderers, format_suffix=None):  # type: ignore[no-untyped-def]
        return renderers[0], renderers[0].media_type


class OnePhoto(ApiView):
    permission_classes = [SeatsAndPeople]
    content_negotiation_class = JsonOnly

    @by_itself("getPhoto", "What a photo shows, as JPEG", permission=everybody, gives_file=MEDIA_TYPE)
    def get(self, request: Request, pk: int) -> HttpResponse:
        photos = visible_photos(self.actor).kept().filter(pk=pk)
        found = self.find(PhotoContent.objects.all(), photo__in=photos)
        response = HttpResponse(bytes(found.content), content_type=MEDIA_TYPE)
        response["Cache-Control"] = "private, no-store"
        return response

    @by_itself(
        "removePhoto", "Delete a photo before its time", permission=can_report, status=204, changes=True
    )
    def delete(self, request: Request, pk: int) -> Response:
        photo = self.find(visible_photos(self.actor).select_related("table__round__stage__tournament"), pk=pk)
        tournament = photo.table.round.stage.tournament

        def action() -> dict[str, object]:
            as_staff = can_score(self.actor, tournament)
            remove_photo(photo=photo, by=self.actor, as_staff=as_staff, permit=_permit(self))
            return {}

        return self.do(action, status=204)


def _permit(view: ApiView) -> Permit:
    return permit_of(view, can_report)


def _picture(file: "UploadedFile[Any]") -> Picture:
    try:
        file.seek(0)
        return picture_of(file)  # type: ignore[arg-type]
    except BadPicture as refusal:
        raise RulesRefuse(
            refusal.message, code=refusal.code, fields={"photo": [refusal.message]}
        ) from refusal


def _known_by(value: object) -> str:
    if not isinstance(value, UploadedFile):
        return str(value)
    value.seek(0)
    return hashlib.sha256(value.read()).hexdigest()
