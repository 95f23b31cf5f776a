"""What the staff tells the whole hall."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.hall.announcements import announce, remove_announcement
from tournaments.api.api_view import ApiView
from tournaments.api.schemas.play.announcements import AnnouncementShape, announcement_shape
from tournaments.models import Announcement
from tournaments.models.play.announcements import LONGEST_ANNOUNCEMENT
from tournaments.permissions import among, can_referee, visible_tournaments
from web.api.fields import Input, Text
from web.api.pagination import Paging, page
from web.api.policies import Everybody
from web.api.schema import describe


class Announcing(Input):
    text = Text(max_length=LONGEST_ANNOUNCEMENT)


class TournamentAnnouncements(ApiView):
    permission_classes = [Everybody]

    @describe(
        "listAnnouncements",
        "What the hall is told now",
        gives=AnnouncementShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = Announcement.objects.filter(tournament=self.find_tournament(slug)).standing()
        return page(request, rows, self.query(Paging), announcement_shape)

    @describe(
        "announce",
        "Show a sentence on the screens of the hall",
        takes=Announcing,
        gives=AnnouncementShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_referee(self.actor, tournament))
        data = self.validated_data(Announcing)

        def action() -> AnnouncementShape:
            return announcement_shape(announce(tournament=tournament, text=data["text"], by=self.actor))

        return self.do(action, status=201)


class OneAnnouncement(ApiView):
    permission_classes = [Everybody]

    @describe("removeAnnouncement", "Take an announcement down", status=204, changes=True)
    def delete(self, request: Request, pk: int) -> Response:
        rows = Announcement.objects.filter(among(visible_tournaments(self.actor), "tournament"))
        announcement = self.find(rows.select_related("tournament"), pk=pk)
        self.allow(can_referee(self.actor, announcement.tournament))

        def action() -> dict[str, object]:
            remove_announcement(announcement=announcement, by=self.actor)
            return {}

        return self.do(action, status=204)
