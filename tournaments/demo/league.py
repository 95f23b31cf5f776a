"""The demo's league: M-League 2018–19, real games, with where they come from."""

from datetime import date
from importlib.resources import files

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.imports.results import import_results
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import Tournament

SLUG = "m-league-2018"
ABOUT = (
    "Mリーグ 2018-19 レギュラーシーズン: the first 106 of the 140 hanchan of the regular season, 2018-10-01 to "
    "2019-01-14, as an example of a real league. Facts and figures only.\n\n"
    "Source: https://github.com/u-10bei/mleague-stats, data/mleague.db, commit 4091e8ed (2026-02-05). The points at "
    "the table are worked out from the official totals; seats and places are the source's."
)


def load_league(organizer: User) -> Tournament:
    """Import the league's games; expects that it is not here yet."""
    by = Actor(user=organizer)
    league = create_league(slug="m-league", name="M-League Mリーグ", about=ABOUT, by=by)
    tournament = create_tournament(
        frame=Frame(
            slug=SLUG,
            name="M-League 2018-19",
            rulebook_id="mleague",
            starts_on=date(2018, 10, 1),
            ends_on=date(2019, 1, 14),
            season=create_season(league=league, name="2018-19", by=by),
            first_stage="Regular season レギュラーシーズン",
        ),
        by=by,
    )
    games = files("tournaments.demo").joinpath("mleague_2018.csv").read_text("utf-8")
    import_results(stage=tournament.stages.get(), text=games, by=by)
    return finish_tournament(tournament=tournament, by=by)
