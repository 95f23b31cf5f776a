"""A tournament set up like an earlier one: everything the organizer said, nothing of who played."""

from datetime import UTC, date, datetime

import pytest

from tests.tournaments.actions.refusals import facts
from tests.tournaments.actions.seasons.test_carried import full_season, values
from tests.tournaments.hall import Hall
from tests.tournaments.said import ABOUT
from tournaments.actions.about.about import describe_tournament
from tournaments.actions.about.timetable import set_timetable
from tournaments.actions.errors import NameTaken
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.presets import open_season
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.seasons.carried import SETTINGS
from tournaments.actions.seasons.copying import copy_tournament
from tournaments.actions.seen_versions import said_tag, tournament_tag
from tournaments.actions.setup.editing import edit_tournament
from tournaments.actions.setup.time_limits import limit_of, set_time_limit
from tournaments.actions.setup.tournaments import Frame, appoint, create_tournament
from tournaments.actions.stages.presets import use_preset
from tournaments.models import LedgerEntry, Night, SelfRegistration, Staff, Tournament
from tournaments.models.about.events import AboutSet, TimetableSet

pytestmark = pytest.mark.django_db


# Of those who played: they register anew.
OF_PEOPLE = {"Team", "Entry", "Captain", "TeamLook", "LineUpQuotaMember", "SeatingConstraint"}


@pytest.mark.slow
def test_a_copy_has_every_setting_that_the_next_season_takes_over_but_nobody_who_played() -> None:
    hall, _season = full_season()
    of_a_tournament = [setting for setting in SETTINGS if setting.path != "season"]

    new = copied(hall, hall.tournament, starts_on=date(2026, 9, 2))

    differs = {
        one.model.__name__ for one in of_a_tournament if values(one, hall.tournament) != values(one, new)
    }
    # Nights are on other days, and one that was cancelled is not planned.
    assert differs == {*OF_PEOPLE, "Night"}
    assert {one.model.__name__ for one in of_a_tournament if not values(one, new)} == OF_PEOPLE
    nights = Night.objects.filter(stage__tournament=new).order_by("starts_at")
    assert [(str(night.starts_at.date()), night.places) for night in nights] == [
        ("2026-09-02", 16),
        ("2026-09-09", 16),
    ]


def say_everything(hall: Hall) -> Tournament:
    last = hall.tournament
    days = {"starts_on": date(2026, 3, 28), "ends_on": date(2026, 3, 29), "time_zone": "Europe/Berlin"}
    edit_tournament(tournament=last, changes=days, seen=tournament_tag(last), by=hall.alice)
    use_preset(tournament=last, preset="semifinal_final", by=hall.alice)
    set_time_limit(tournament=last, minutes=70, by=hall.alice)
    terms = RegistrationTerms(is_open=True, capacity=48, needs_approval=True)
    set_self_registration(tournament=last, terms=terms, by=hall.alice)
    describe_tournament(tournament=last, seen=said_tag(AboutSet, []), by=hall.alice, **ABOUT)
    # The night before summer time begins.
    items = [{"at": datetime(2026, 3, 28, 9, tzinfo=UTC), "title": "Doors", "note": ""}]
    set_timetable(tournament=last, items=items, seen=said_tag(TimetableSet, []), by=hall.alice)
    appoint(tournament=last, user=hall.rob.user, role=Staff.Role.REFEREE, by=hall.alice)
    last.refresh_from_db()
    return last


def copied(hall: Hall, last: Tournament, **changed) -> Tournament:
    wanted = {"name": "Again", "slug": "again", "starts_on": date(2026, 4, 4), "in_its_season": True}
    return copy_tournament(tournament=last, by=hall.alice, **wanted | changed)


def test_everything_but_who_played_is_the_same(hall: Hall) -> None:
    last = say_everything(hall)

    new = copied(hall, last)

    assert (new.name, new.slug, new.starts_on, new.ends_on) == (
        "Again",
        "again",
        date(2026, 4, 4),
        date(2026, 4, 5),
    )
    assert new.usual_format.rulebook_id == last.usual_format.rulebook_id
    assert list(new.stages.values_list("name")) == list(last.stages.values_list("name"))
    assert limit_of(new).minutes == 70
    terms = SelfRegistration.objects.get(tournament=new)
    assert (terms.is_open, terms.capacity, terms.needs_approval) == (False, 48, True)
    assert new.about.description_en == last.about.description_en
    assert set(new.staff.values_list("user", "role")) == set(last.staff.values_list("user", "role"))
    assert (last.entries.count() > 0, new.entries.count(), new.teams.count()) == (True, 0, 0)


def test_the_timetable_is_at_the_same_hour_in_summer_time(hall: Hall) -> None:
    new = copied(hall, say_everything(hall))

    # 10:00 in Berlin, before and after.
    assert list(new.timetable.values_list("at", "title")) == [(datetime(2026, 4, 4, 8, tzinfo=UTC), "Doors")]


def test_without_a_day_there_is_no_timetable(hall: Hall) -> None:
    new = copied(hall, say_everything(hall), starts_on=None)

    assert (new.starts_on, new.ends_on, new.timetable.count()) == (None, None, 0)


def test_the_earlier_one_and_its_ledger_are_untouched(hall: Hall) -> None:
    last = say_everything(hall)
    before = LedgerEntry.objects.filter(tournament=last).count()

    new = copied(hall, last)

    assert LedgerEntry.objects.filter(tournament=last).count() == before
    assert LedgerEntry.objects.filter(tournament=new).earliest("seq").kind == "created"


def test_an_address_in_use_copies_nothing(hall: Hall) -> None:
    last, before = say_everything(hall), facts()

    with pytest.raises(NameTaken):
        copied(hall, last, slug="spring-open")

    assert facts() == before


@pytest.mark.parametrize(("preset", "is_in_it"), [("series", True), ("two_divisions", False)])
def test_the_next_event_of_a_series_counts_in_its_season(hall: Hall, preset: str, is_in_it: bool) -> None:
    league = create_league(slug="river", name="River", by=hall.alice)
    season = open_season(league=league, name="2026", preset=preset, by=hall.alice)
    frame = Frame(slug="first", name="First", rulebook_id="mleague", season=season)
    last = create_tournament(frame=frame, by=hall.alice)

    new = copied(hall, last)

    assert new.season == (season if is_in_it else None)
