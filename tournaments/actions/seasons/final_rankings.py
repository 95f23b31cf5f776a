"""The final ranking of each division of a season, from what stands published."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.actions.errors import StateRefuses
from tournaments.models import Division, LedgerHead, Publication, Season, Tournament
from tournaments.models.chain import Receipt
from tournaments.standings.seasons.final_places import FinalPlace, final_places


@dataclass(frozen=True)
class FinalRanking:
    """A division at the end of a season: its tournament, its players from the first to the last, its ledger's end."""

    division: Division
    tournament: Tournament
    places: tuple[FinalPlace, ...]
    head: Receipt

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(place.player for place in self.places)


def final_rankings(season: Season) -> list[FinalRanking]:
    """The rankings of all divisions, the top one first. Five queries, however many play.

    Refused, with what is missing: divisions without one tournament each, tournaments that are not finished, and
    standings that are behind their ledger.
    """
    rankings = rankings_so_far(season)
    tournaments = [one.tournament for one in rankings]
    unfinished = [one.name for one in tournaments if one.status != Tournament.Status.FINISHED]
    if unfinished:
        raise StateRefuses(
            _("Not finished yet: %(names)s.") % {"names": _(", ").join(unfinished)},
            code="tournaments_not_finished",
            fields={"tournaments": unfinished},
        )
    _refuse_behind(tournaments)
    return rankings


def rankings_so_far(season: Season) -> list[FinalRanking]:
    """The same as far as it is published, while games are still to come. Four queries.

    Refused: divisions without one tournament each.
    """
    divisions = list(season.divisions.order_by("level"))
    tournaments = list(
        Tournament.objects.not_discarded().filter(season=season).order_by("level", "pk").with_frame()
    )
    by_level = _one_each(divisions, tournaments)
    heads = {head.tournament_id: head for head in LedgerHead.objects.filter(tournament__in=tournaments)}
    places = final_places([one.pk for one in tournaments])
    return [
        FinalRanking(
            division,
            by_level[division.level],
            tuple(places.get(by_level[division.level].pk, ())),
            _end_of(heads[by_level[division.level].pk]),
        )
        for division in divisions
    ]


def _one_each(divisions: Sequence[Division], tournaments: Sequence[Tournament]) -> dict[int, Tournament]:
    by_level: dict[int, list[Tournament]] = {one.level: [] for one in divisions}
    for tournament in tournaments:
        by_level[tournament.level].append(tournament)
    wrong = [level for level, found in by_level.items() if len(found) != 1]
    if wrong or not divisions:
        levels = ", ".join(map(str, wrong)) or "–"
        raise StateRefuses(
            _("To move people, each division needs one tournament. It is not so at level %(levels)s.")
            % {"levels": levels},
            code="one_tournament_per_division",
        )
    return {level: found for level, [found] in by_level.items()}


def _refuse_behind(tournaments: Sequence[Tournament]) -> None:
    published = Publication.objects.filter(stage__tournament__in=tournaments)
    if published.filter(as_of_seq__lt=F("stage__tournament__head__standings_seq")).exists():
        raise StateRefuses(
            _("The standings are being worked out. Please try again in a moment."), code="standings_behind"
        )


def _end_of(head: LedgerHead) -> Receipt:
    return Receipt(head.chain, head.seq, head.hash)
