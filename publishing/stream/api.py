"""The call: a tournament's stream as server-sent events, as lines of JSON, or as a part that is waited for.

Each answer is the next part behind a position. A web server ends it there: an `EventSource` asks again by itself,
from the last event on. The server of streams (`publishing.stream.listeners`) keeps it open and goes on.
"""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers, status
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from publishing.stream.parts import MOST_EVENTS, Part, next_part
from publishing.stream.positions import LONGEST, BadPosition, Position
from publishing.stream.shapes import StreamEventShape, StreamPartShape
from publishing.stream.telling import entries_behind
from tournaments.api.api_view import ApiView
from tournaments.api.operations import by_itself, everybody
from tournaments.models import LedgerHead, Tournament
from tournaments.standings import publish_for_readers
from web.api.errors import BadParameter
from web.api.negotiation import EVENTS, LINES, asks_for
from web.api.policies import Everybody
from web.networks import network_of

# Entries that may lie behind a position. Who is farther behind reads them as lines first.
MOST_BEHIND = 5_000
# Seconds that a call waits for news, between two looks, and after which an `EventSource` asks again.
LONGEST_WAIT = 20
LOOK = 0.5
AGAIN = 2
# Calls that wait in this process, each with a thread. The others are answered at once.
MOST_WAITING = 2
# In a request's META: it came by the server of streams, which does the waiting.
IS_LIVE = "jantaku.live"

_waiting = threading.BoundedSemaphore(MOST_WAITING)
JSON = "application/json"
_FORMS = {"events": EVENTS, "ndjson": LINES, "json": JSON}


class TooFarBehind(APIException):
    status_code = status.HTTP_410_GONE
    default_code = "too_far_behind"


class StreamQuery(serializers.Serializer[Any]):
    """Where the part begins, in which form, and how long it may be waited for."""

    after = serializers.CharField(
        max_length=LONGEST,
        required=False,
        help_text="Position to go on from: the `id` of an event, or the number of a ledger entry. Without it, events "
        "and JSON begin now, with the standings and games in play as they are, and lines at the beginning.",
    )
    wait = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_WAIT,
        required=False,
        help_text="JSON: wait up to this many seconds until something happens.",
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST_EVENTS, default=MOST_EVENTS, help_text="At most this many events."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        form = serializers.ChoiceField(
            [("events", "Server-sent events."), ("ndjson", "Lines of JSON."), ("json", "One part as JSON.")],
            required=False,
            help_text="Form of the answer, for programs that cannot say it in `Accept`. Events unless asked for "
            "otherwise; JSON if `wait` is given.",
        )
        return {**super().get_fields(), "as": form}


@dataclass(frozen=True)
class Opening:
    """What the server of streams needs to go on behind an answer."""

    tournament: Tournament
    part: Part
    network: str
    wait: int
    most: int


class StreamAnswer(HttpResponse):
    def __init__(self, content: bytes, opening: Opening, *, media_type: str) -> None:
        super().__init__(content, content_type=media_type)
        self.opening = opening
        self.is_stream = media_type == EVENTS
        self["Cache-Control"] = "no-store"
        self["X-Accel-Buffering"] = "no"


class TournamentStream(ApiView):
    permission_classes = [Everybody]
    gives_lines = True
    gives_events = True

    @by_itself(
        "streamTournament",
        "What happens in a tournament, with its content, as it happens",
        permission=everybody,
        gives=StreamPartShape,
        query=StreamQuery,
        lines=StreamEventShape,
        events=True,
        refuses=(410,),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        tournament = self.find_tournament(slug)
        query = self.query(StreamQuery)
        media_type = _media_type(request, query)
        publish_for_readers([tournament.pk])
        position = _begins(request, query, tournament, media_type)
        wait = query.get("wait", 0) if media_type == JSON else 0
        is_live = IS_LIVE in request.META
        part = _waited(tournament, position, query["limit"], 0 if is_live else wait)
        opening = Opening(tournament, part, network_of(request), wait, query["limit"])
        return StreamAnswer(written(part, media_type), opening, media_type=media_type)


def _media_type(request: Request, query: Mapping[str, Any]) -> str:
    if "as" in query:
        return _FORMS[query["as"]]
    if "wait" in query:
        return JSON
    return next((one for one in (EVENTS, LINES, JSON) if asks_for(request, one)), EVENTS)


def _begins(request: Request, query: Mapping[str, Any], tournament: Tournament, media_type: str) -> Position:
    """Return where the part begins. Raises BadParameter or TooFarBehind."""
    # What an `EventSource` has heard since is newer than the address it was opened with.
    text = request.headers.get("Last-Event-ID") or query.get("after")
    head = LedgerHead.objects.values_list("seq", flat=True).get(tournament=tournament)
    if text is None:
        return Position(0 if media_type == LINES else head)
    try:
        position = Position.of(text)
    except BadPosition as bad:
        message = _("Positions look like 112 or 112.s3-110: the id of an event, or the number of an entry.")
        raise BadParameter("after", message, "bad_position") from bad
    if position.seq > head:
        message = _("The ledger has only %(count)s entries. Please read it from the beginning.")
        raise TooFarBehind(message % {"count": head}, code="unknown_position")
    if media_type != LINES and head - position.seq > MOST_BEHIND:
        behind = entries_behind(tournament, position.seq).order_by()
        if behind[MOST_BEHIND : MOST_BEHIND + 1].exists():
            message = _(
                "More than %(most)s events lie behind this position. Please read them with "
                "Accept: application/x-ndjson, and go on from the id of the last one."
            )
            raise TooFarBehind(message % {"most": MOST_BEHIND})
    return position


def _waited(tournament: Tournament, position: Position, most: int, seconds: int) -> Part:
    """Return the next part, once it has an event, or this many seconds later."""
    part = next_part(tournament, position, most=most)
    if part.events or not seconds or not _waiting.acquire(blocking=False):
        return part
    try:
        ends = time.monotonic() + seconds
        while not part.events and time.monotonic() < ends:
            time.sleep(LOOK)
            part = next_part(tournament, part.position, most=most)
    finally:
        _waiting.release()
    return part


def written(part: Part, media_type: str) -> bytes:
    """Return the body of an answer."""
    if media_type == EVENTS:
        return b"retry: %d\n\n%s" % (1_000 * AGAIN, part.as_events())
    lines = list(part.as_lines())
    if media_type == LINES:
        return b"".join(line + b"\n" for line in lines)
    has_more = b"true" if part.has_more else b"false"
    return b'{"events":[%s],"next":"%s","has_more":%s}' % (
        b",".join(lines),
        str(part.position).encode(),
        has_more,
    )
