"""The titles of a season: which there are, and awarding them."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.locks import lock_league
from tournaments.actions.seasons.final_rankings import refuse_unfinished
from tournaments.models import Award, Season, SeasonAwardRule, Tournament
from tournaments.models.leagues.events import SeasonAwardsSet, SeasonTitlesAwarded
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.models.teams.award_rules import AwardTerms
from tournaments.standings.seasons.awards import held_titles

NO_AWARDS = "no_awards"


@transaction.atomic
def set_season_awards(*, season: Season, terms: AwardTerms | None, by: Actor) -> SeasonAwardRule | None:
    """Set which titles a season awards, and how; None: none, and those that were awarded are withdrawn. Another rule
    changes them only when they are awarded again.

    Refuses unknown titles, choices and numbers. Repeating it changes nothing.
    """
    lock_league(season.league_id)
    if terms is not None:
        _refuse_bad(terms)
        terms = terms._replace(
            titles=tuple(one for one in SeasonAwardRule.Title.values if one in terms.titles)
        )
    before = SeasonAwardRule.objects.filter(season=season).first()
    if (before.terms if before else None) == terms:
        return before
    found: SeasonAwardRule | None = None
    if terms is None:
        SeasonAwardRule.objects.filter(season=season).delete()
        Award.objects.filter(season=season).delete()
    else:
        fields = {**terms._asdict(), "titles": list(terms.titles)}
        found, _is_new = SeasonAwardRule.objects.update_or_create(season=season, defaults=fields)
    record_league(
        SeasonAwardsSet(
            season=season.pk, ordinal=season.ordinal, rule=found.stored() if found is not None else None
        ),
        league_id=season.league_id,
        by=by,
    )
    return found


@transaction.atomic
def award_season_titles(*, season: Season, by: Actor) -> list[Award]:
    """Award the titles of a season by its rule, in place of those that were awarded before; return them.

    Refuses a season without a rule, unfinished tournaments, and standings behind their ledger. Repeating it changes
    nothing unless results were corrected.
    """
    lock_league(season.league_id)
    rule = SeasonAwardRule.objects.filter(season=season).first()
    if rule is None:
        raise StateRefuses(_("Please choose first which titles the season has."), code=NO_AWARDS)
    refuse_unfinished(list(Tournament.objects.not_discarded().filter(season=season)))
    return _award(season, rule, by)


def award_when_confirmed(*, season: Season, by: Actor) -> None:
    """Award the titles of a season that has a rule. Part of an action that has locked it and has refused what
    `award_season_titles` does.
    """
    rule = SeasonAwardRule.objects.filter(season=season).first()
    if rule is not None:
        _award(season, rule, by)


def _award(season: Season, rule: SeasonAwardRule, by: Actor) -> list[Award]:
    held = held_titles(season, rule.terms)
    before = list(Award.objects.filter(season=season).order_by("pk"))
    if [award_line(one) for one in before] == [award_line(one) for one in held]:
        return before
    if before:
        Award.objects.filter(season=season).delete()
    made = Award.objects.bulk_create(held)
    record_league(
        SeasonTitlesAwarded(
            season=season.pk, ordinal=season.ordinal, awards=[award_line(one) for one in made]
        ),
        league_id=season.league_id,
        by=by,
    )
    return made


def award_line(award: Award) -> tuple[int, str, int | None, int | None, int, int, int]:
    """Return an award as recorded in the ledger."""
    return (
        award.level,
        str(award.title),
        award.entry_id,
        award.team_id,
        award.numerator,
        award.denominator,
        award.games,
    )


def _refuse_bad(terms: AwardTerms) -> None:
    if not terms.titles or not set(terms.titles) <= set(SeasonAwardRule.Title.values):
        raise _refused(_("Please choose at least one of the titles."), "titles")
    if not 0 <= terms.minimum <= MOST_GAMES:
        words = _("The minimum number of games must be between 0 and %(most)s.")
        raise _refused(words % {"most": MOST_GAMES}, "minimum")
    if terms.stages not in SeasonAwardRule.Stages.values:
        raise _refused(_("Games of all stages count, or those of the first one."), "stages")
    if terms.ties not in SeasonAwardRule.Ties.values:
        raise _refused(_("A title is shared, or goes to the player with the most points."), "ties")


def _refused(message: str, field_name: str) -> RulesRefuse:
    return RulesRefuse(message, code="season_awards", fields={field_name: [message]})
