"""The tournaments of the next season: each division is set up as it was."""

from collections.abc import Sequence
from dataclasses import replace

from players.models import Player
from scoring.doubts.house_rules import strange
from scoring.doubts.tie_breaks import never_deciding
from tournaments.actions.actor import Actor
from tournaments.actions.people.entering import enter
from tournaments.actions.seen_versions import qualification_tag
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.actions.setup.tournaments import add_stage, create_tournament
from tournaments.actions.stages.counting import COLUMNS, set_counting
from tournaments.actions.stages.qualification import set_qualification, terms_of
from tournaments.actions.teams.counting import ALL_OF_TEAMS, set_team_counting
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import GameQuota, OldAddress, Season, Stage, TableFormat, Tournament
from tournaments.standings.stages.carried import qualification_of
from tournaments.standings.stages.counted import counting_of
from tournaments.standings.teams.counted import team_counting_of


def set_up_again(last: Tournament, season: Season, players: Sequence[int], by: Actor) -> Tournament:
    """Set up a tournament of `season` like `last`: its rules, its stages, who goes on from one to the next and with
    what, which games count and how many everybody plays; with these players, by their ids, in this order.
    """
    usual = last.usual_format
    stages = list(
        last.stages.select_related("qualification", "counting", "team_counting", "game_quota").order_by(
            "ordinal"
        )
    )
    place = last.division or f"{last.level}"
    tournament = create_tournament(
        slug=_free_slug(f"{season.league.slug[:48]}-{season.ordinal}-{last.level}"),
        name=f"{season.league.name} {season.name} {place}"[:100],
        rulebook_id=usual.rulebook_id,
        house_rules=usual.house_rules,
        season=season,
        division=last.division,
        level=last.level,
        venue=last.venue,
        time_zone=last.time_zone,
        visibility=last.visibility,
        confirmation_rule=last.confirmation_rule,
        confirmations_needed=last.confirmations_needed,
        live_delay=last.live_delay,
        photo_days=last.photo_days,
        tie_breaks=[name for name in last.tie_breaks if not never_deciding([name], [last.rulebook])],
        substitutes=last.substitutes,
        substitute_score=last.substitute_score,
        withdrawn=last.withdrawn,
        confirm=[doubt.code for doubt in strange(last.rulebook)],
        first_stage=stages[0].name,
        by=by,
    )
    for other in last.other_formats:
        _name_beside(tournament, other, by)
    _stages_again(stages, tournament, by)
    found = Player.objects.in_bulk(players)
    for player in players:
        enter(tournament=tournament, player=found[player], by=by)
    return tournament


def _stages_again(last: Sequence[Stage], tournament: Tournament, by: Actor) -> None:
    """Stages like those of `last`. The first one is there already; who plays in a later one is confirmed anew."""
    again = {last[0].pk: tournament.stages.get()}
    for stage in last[1:]:
        again[stage.pk] = add_stage(tournament=tournament, name=stage.name, by=by)
    for stage in last:
        if counting := counting_of(stage):
            columns = {name: getattr(counting, name) for name in COLUMNS}
            set_counting(stage=again[stage.pk], **columns, by=by)
        if of_teams := team_counting_of(stage):
            columns = {name: getattr(of_teams, name) for name in ALL_OF_TEAMS}
            set_team_counting(stage=again[stage.pk], **columns, by=by)
        quota: GameQuota | None = getattr(stage, "game_quota", None)
        if quota is not None:
            set_game_quota(stage=again[stage.pk], least=quota.least, most=quota.most, by=by)
        if qualification := qualification_of(stage):
            terms = terms_of(qualification)
            rules = [replace(rule, source=again[rule.source].pk) for rule in terms.rules]
            set_qualification(
                stage=again[stage.pk], terms=replace(terms, rules=rules), seen=qualification_tag(None), by=by
            )


def _name_beside(tournament: Tournament, other: TableFormat, by: Actor) -> None:
    name_odd_rulebook(
        tournament=tournament,
        players=other.players,
        rulebook_id=other.rulebook_id,
        house_rules=other.house_rules,
        confirm=[doubt.code for doubt in strange(other.rulebook)],
        by=by,
    )


def _free_slug(wanted: str) -> str:
    """This address, or with a number behind it the next that is free."""
    begins = (
        Tournament.objects.filter(slug__startswith=wanted),
        OldAddress.objects.filter(slug__startswith=wanted),
    )
    taken = {slug for rows in begins for slug in rows.values_list("slug", flat=True)}
    return next(
        slug
        for slug in (wanted, *(f"{wanted}-{number}" for number in range(2, len(taken) + 3)))
        if slug not in taken
    )
