"""What is still to be done before the first round: a list at the desk, until all of it is."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from rules.rulebook_names import rulebook_name
from tournaments.actions.play.round_times import planned_times
from tournaments.models import PlannedRounds, Round, Stage, Tournament


class Item(NamedTuple):
    """One thing to do, what is so now, and the address where it is done."""

    title: str
    says: str
    address: str
    is_done: bool


def checklist(tournament: Tournament, rounds: Sequence[Round], first: Stage) -> list[Item]:
    """Return what is to be done before the first of these rounds, in order; nothing once all is done or a round has
    started. `first` is the first stage with its planned rounds. One query.
    """
    if tournament.status != Tournament.Status.PLANNED:
        return []
    counts = tournament.entries.active().aggregate(
        players=Count("pk", distinct=True), cards=Count("cards", filter=Q(cards__revoked_at=None))
    )
    players, cards = counts["players"], counts["cards"]
    seated = npgettext("checklist", "%(count)s player", "%(count)s players", players) % {"count": players}
    published = sum(round_.status == Round.Status.PUBLISHED for round_ in rounds)
    if published:
        drawn = npgettext(
            "checklist", "%(count)s round published", "%(count)s rounds published", published
        ) % {"count": published}
    else:
        drawn = _("drawn, not published yet") if rounds else _("nothing drawn yet")
    plan: PlannedRounds | None = getattr(first, "planned_rounds", None)
    begins = planned_times(tournament, plan)
    timed = sum(round_.planned_at is not None for round_ in rounds)
    if rounds or not begins:
        said = pgettext("checklist", "%(timed)s of %(rounds)s rounds") % {
            "timed": timed,
            "rounds": len(rounds) or (plan.rounds if plan is not None else 0),
        }
    else:
        said = npgettext(
            "checklist", "%(rounds)s round, from %(time)s", "%(rounds)s rounds, from %(time)s", len(begins)
        ) % {"rounds": len(begins), "time": date_format(begins[0], "TIME_FORMAT")}
    made = pgettext("checklist", "%(cards)s of %(players)s made") % {"cards": cards, "players": players}

    def item(title: str, says: str, page: str, is_done: bool) -> Item:
        return Item(title, says, reverse(page, args=[tournament.slug]), is_done)

    items = [
        item(
            pgettext("checklist", "Players"),
            seated,
            "desk_entries",
            players >= tournament.usual_format.players,
        ),
        item(pgettext("checklist", "Rules"), rulebook_name(tournament.rulebook), "desk_rules", True),
        item(pgettext("checklist", "Draw"), drawn, "desk_plan", published > 0),
        item(pgettext("checklist", "Times"), said, "desk_times", 0 < len(rounds) == timed)
        if rounds
        else Item(
            pgettext("checklist", "Times"),
            said,
            reverse("desk_planned_rounds", args=[tournament.slug, first.pk]),
            bool(begins),
        ),
        item(pgettext("checklist", "Player cards"), made, "desk_player_cards", 0 < players <= cards),
    ]
    return [] if all(one.is_done for one in items) else items
