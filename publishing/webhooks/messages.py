"""What is sent of a ledger entry: what everybody may read about it, in words and as data."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.actions.setup.webhooks import TEST
from tournaments.models import (
    League,
    LedgerEntry,
    Publication,
    Score,
    Stage,
    Table,
    Tournament,
    Webhook,
)
from tournaments.models.origins.reading import Ids
from tournaments.models.play import events as play
from tournaments.models.play.proposals import entries_with_proposals
from tournaments.models.setup import events as setup
from tournaments.models.texts.reading import Texts
from tournaments.standings.publish import publish_tournament
from tournaments.standings.stages.published_rows import published_rows, published_team_rows
from tournaments.templatetags.jantaku import total_text
from tournaments.views.public.ledger_wording import in_words
from tournaments.views.public.standings.page import chosen_publication
from web.api.moments import moment

Told = Webhook.Told
# Places that a message about the standings has.
MOST_PLACES = 10


class Kind(NamedTuple):
    """A kind of ledger entry that is sent: to webhooks that want `told`, as a message of this type."""

    told: Webhook.Told
    type: str
    # The page it leads to; a table's own where it is about one.
    page: str = "tournament"


KINDS: Mapping[str, Kind] = {
    play.RoundPublished.kind: Kind(Told.ROUNDS, "round.published", "rounds"),
    play.RoundStarted.kind: Kind(Told.ROUNDS, "round.started", "rounds"),
    play.ResultConfirmed.kind: Kind(Told.RESULTS, "result.confirmed"),
    play.PaperCounted.kind: Kind(Told.RESULTS, "result.confirmed"),
    play.PaperConfirmed.kind: Kind(Told.RESULTS, "result.confirmed"),
    play.ResultImported.kind: Kind(Told.RESULTS, "result.confirmed"),
    play.ResultCorrected.kind: Kind(Told.RESULTS, "result.corrected"),
    play.ResultVoided.kind: Kind(Told.RESULTS, "result.voided"),
    play.ConfirmationUndone.kind: Kind(Told.RESULTS, "result.reopened"),
    play.ResultsImported.kind: Kind(Told.RESULTS, "results.imported", "standings"),
    play.RoundClosed.kind: Kind(Told.STANDINGS, "standings.updated", "standings"),
    play.Announced.kind: Kind(Told.ANNOUNCEMENTS, "announcement.made"),
    setup.TournamentFinished.kind: Kind(Told.END, "tournament.finished", "standings"),
    setup.TournamentReopened.kind: Kind(Told.END, "tournament.reopened", "standings"),
}


# Messages about a result without its places: it counts no more.
COUNTS_NO_MORE = ("result.voided", "result.reopened")


class Message(NamedTuple):
    """A message before it has a format. `id` is the same for every attempt."""

    id: str
    type: str
    event: str
    text: str
    link: str
    content: Mapping[str, Any]


def kinds_for(webhook: Webhook) -> list[str]:
    """Return the kinds of ledger entries that a webhook is told."""
    return [kind for kind, one in KINDS.items() if one.told in webhook.events]


def message_of(tournament: Tournament, entry: LedgerEntry) -> Message:
    """Return the message about an entry of one of KINDS, in the language and time zone in force."""
    kind = KINDS[entry.kind]
    texts = Texts(tournament, [entry], entries_with_proposals(tournament, [entry]))
    [line] = in_words(tournament, [entry], texts)
    content = Ids.of(tournament).content(entry.seq, entry.kind, entry.content)
    text, link = line.words, reverse(kind.page, args=[tournament.slug])
    details: dict[str, Any] = {}
    if kind.told == Told.ANNOUNCEMENTS:
        text = texts.put_in(entry, staff=False).get("text") or text
    if isinstance(content.get("number"), int):
        details["round"] = content["number"]
    if isinstance(content.get("sheet"), int):
        link = reverse("table", args=[tournament.slug, content["table"]])
        result = _result(tournament, content)
        details["result"] = result
        if kind.type not in COUNTS_NO_MORE and result["seats"]:
            text = _with_places(kind.type, result)
    elif kind.told == Told.STANDINGS or kind.type == "tournament.finished":
        places = _places(tournament, content.get("round"))
        details["standings"] = places
        if kind.told == Told.STANDINGS:
            text = _("Standings after round %(number)s") % {"number": content.get("number")}
        text = "\n".join([text, *(_place_in_words(one) for one in places)])
    about = {
        "tournament": {
            "slug": tournament.slug,
            "name": tournament.name,
            "url": settings.SITE_URL + reverse("tournament", args=[tournament.slug]),
        },
        "league": tournament.season.league.slug if tournament.season is not None else None,
        "seq": entry.seq,
        "text": text,
        "url": settings.SITE_URL + link,
        **details,
    }
    return Message(
        # An address may change, the number of a tournament and those of its entries never.
        f"{tournament.pk}-{entry.seq}",
        kind.type,
        tournament.name,
        text,
        settings.SITE_URL + link,
        _enveloped(kind.type, entry.recorded_at, about),
    )


def test_message(owner: Tournament | League, *, number: int, at: datetime) -> Message:
    """Return a message that says no more than that it arrived."""
    text = _("This is a test. The webhook works.")
    page = reverse("tournament" if isinstance(owner, Tournament) else "league", args=[owner.slug])
    link = settings.SITE_URL + page
    return Message(
        f"test-{number}", TEST, owner.name, text, link, _enveloped(TEST, at, {"text": text, "url": link})
    )


def _enveloped(type_: str, at: datetime, data: Mapping[str, Any]) -> dict[str, Any]:
    """The payload as Standard Webhooks recommends it."""
    return {"type": type_, "timestamp": moment(at), "data": data}


def _result(tournament: Tournament, content: Mapping[str, Any]) -> dict[str, Any]:
    table = Table.objects.select_related("round").get(pk=content["table"])
    scores = Score.objects.filter(sheet=content["sheet"]).select_related(
        "seat", "entry__player", "entry__team"
    )
    by_seat = sorted(scores, key=lambda score: score.seat.wind)
    points = list(content["points"])
    return {
        "table": table.pk,
        "name": table.full_name,
        "sheet": content["sheet"],
        "version": content["version"],
        "units_per_point": tournament.rulebook.units_per_point,
        "seats": [
            {
                "wind": score.seat.wind,
                "entry": score.entry_id,
                "player": score.entry.player_id,
                "name": score.entry.player.name,
                "team": score.entry.team.name if score.entry.team is not None else None,
                "points": points[at] if at < len(points) else None,
                "place": score.place,
                "total": score.total,
                "total_text": total_text(score.total, tournament.rulebook.units_per_point),
            }
            for at, score in enumerate(by_seat)
        ],
    }


def _with_places(type_: str, result: Mapping[str, Any]) -> str:
    about = {"table": result["name"]}
    first = (
        pgettext("result", "%(table)s, corrected") % about if type_ == "result.corrected" else result["name"]
    )
    by_place = sorted(result["seats"], key=lambda seat: (seat["place"], seat["wind"]))
    return "\n".join([first, *(f"{one['place']}. {one['name']} {one['total_text']}" for one in by_place)])


def _places(tournament: Tournament, round_: object) -> list[dict[str, Any]]:
    """The first places as they are published now: of the stage of a round, else of the last one with games."""
    publish_tournament(tournament.pk)
    wanted = Q(stage__tournament=tournament)
    if isinstance(round_, int):
        wanted &= Q(stage__in=Stage.objects.filter(rounds=round_).values("pk"))
    published = list(Publication.objects.filter(wanted).select_related("stage").order_by("stage__ordinal"))
    if not published:
        return []
    stage = chosen_publication(published, None).pk
    units = tournament.rulebook.units_per_point
    teams = [(row.rank, row.team.name, row.total) for row in published_team_rows(stage)]
    players = [(row.rank, row.player_name, row.total) for row in published_rows(stage) if row.games]
    return [
        {"place": rank, "name": name, "total": total, "total_text": total_text(total, units)}
        for rank, name, total in (teams or players)[:MOST_PLACES]
    ]


def _place_in_words(place: Mapping[str, Any]) -> str:
    rank = f"{place['place']}. " if place["place"] is not None else ""
    return f"{rank}{place['name']} {place['total_text']}"
