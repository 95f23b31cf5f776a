"""Announcements to the hall."""

from typing import Any

from rest_framework.response import Response

from tournaments.actions.hall.announcements import announce, remove_announcement
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, one_of, reads, writes
from tournaments.api.schemas.play.announcements import AnnouncementShape, announcement_shape
from tournaments.models import Announcement, Tournament
from tournaments.models.play.announcements import LONGEST_ANNOUNCEMENT
from tournaments.permissions import can_referee
from web.api.fields import Input, Instant, Text
from web.api.pagination import Paging, page
from web.api.policies import Everybody

find_announcement = one_of(Announcement, "tournament")


class Announcing(Input):
    text = Text(max_length=LONGEST_ANNOUNCEMENT, help_text="Sentence for the screens of the hall.")
    until = Instant(
        default=None, allow_null=True, help_text="Until when it is shown; null for until it is taken down."
    )


class TournamentAnnouncements(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listAnnouncements",
        "What the hall is told now",
        permission=everybody,
        gives=AnnouncementShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = Announcement.objects.filter(tournament=tournament).standing()
        return page(self.request, rows, query, announcement_shape)

    @writes(
        "announce",
        "Show a sentence on the screens of the hall",
        permission=can_referee,
        takes=Announcing,
        gives=AnnouncementShape,
        status=201,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> AnnouncementShape:
        made = announce(tournament=tournament, text=data["text"], until=data["until"], by=self.actor)
        return announcement_shape(made)


class OneAnnouncement(ApiView):
    permission_classes = [Everybody]

    @writes(
        "removeAnnouncement",
        "Take an announcement down",
        permission=can_referee,
        finds=find_announcement,
        of="tournament",
        status=204,
    )
    def delete(self, announcement: Announcement) -> None:
        remove_announcement(announcement=announcement, by=self.actor)
