"""What counts toward a season's ranking, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standing.season_ranking import EVERYBODY, SeasonRanking


def season_ranking_in_words(rule: SeasonRanking) -> list[str]:
    """Return one sentence for what a tournament is worth, and one each for how many count and are required."""
    return [_brought(rule), *_counted(rule)]


def _brought(rule: SeasonRanking) -> str:
    if rule.worth == "rank":
        points = ", ".join(map(str, rule.by_rank))
        return _("A finished tournament gives points for the rank, starting with 1st: %(points)s.") % {
            "points": points
        }
    if rule.worth == "share_beaten":
        return _(
            "A finished tournament gives the share of players behind: %(most)s for the first, 0 for the last."
        ) % {"most": EVERYBODY}
    return _("A finished tournament contributes its total.")


def _counted(rule: SeasonRanking) -> list[str]:
    said = []
    if rule.best:
        said.append(
            ngettext(
                "Each player’s best tournament counts.",
                "Each player’s best %(count)s tournaments count.",
                rule.best,
            )
            % {"count": rule.best}
        )
    if rule.minimum > 1:
        said.append(_("Players are ranked after %(count)s tournaments.") % {"count": rule.minimum})
    return said
