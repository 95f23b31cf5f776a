"""A series in one act: many tournaments like one, all or none."""

from datetime import UTC, date, datetime

import pytest
from django.utils.translation import override

from tests.tournaments.actions.refusals import facts
from tests.tournaments.actions.seasons.test_copying import say_everything
from tests.tournaments.hall import Hall
from tournaments.actions.errors import ActionError, RulesRefuse
from tournaments.actions.free_play.nights import NightTerms, plan_nights
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.presets import open_season
from tournaments.actions.seasons.repeating import (
    PlannedEvent,
    RegistrationDays,
    event_names,
    repeat_tournament,
    stem_of,
)
from tournaments.actions.seen_versions import tournament_tag
from tournaments.actions.setup.editing import edit_tournament
from tournaments.models import Night, Season, SelfRegistration, Tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

SUNDAYS = [date(2026, 4, 5), date(2026, 5, 3), date(2026, 6, 7)]
SERIES = [PlannedEvent(f"Sunday {number}", f"sunday-{number}", day) for number, day in enumerate(SUNDAYS, 1)]


def a_season(hall: Hall, preset: str, name: str = "river") -> Season:
    return open_season(
        league=create_league(slug=name, name=name, by=hall.alice), name="2026", preset=preset, by=hall.alice
    )


def test_each_event_is_like_the_model_on_its_own_day(hall: Hall) -> None:
    model = say_everything(hall)

    made = repeat_tournament(tournament=model, events=SERIES, season=None, by=hall.alice)

    assert [(one.name, one.slug, one.starts_on, one.ends_on) for one in made] == [
        ("Sunday 1", "sunday-1", date(2026, 4, 5), date(2026, 4, 6)),
        ("Sunday 2", "sunday-2", date(2026, 5, 3), date(2026, 5, 4)),
        ("Sunday 3", "sunday-3", date(2026, 6, 7), date(2026, 6, 8)),
    ]
    assert [one.timetable.get().at for one in made] == [
        datetime(2026, month, day, 8, tzinfo=UTC) for month, day in ((4, 5), (5, 3), (6, 7))
    ]
    assert [one.stages.count() for one in made] == [3, 3, 3]
    assert [verify_ledger(one.pk).problems for one in made] == [[], [], []]


def test_they_count_in_the_ranking_of_a_season(hall: Hall) -> None:
    season = a_season(hall, "series")

    made = repeat_tournament(tournament=hall.tournament, events=SERIES, season=season, by=hall.alice)

    assert list(season.tournaments.order_by("pk")) == made
    assert {(one.division, one.level) for one in made} == {("", 1)}
    assert season.divisions.count() == 1


def test_in_a_season_without_a_ranking_nothing_is_made(hall: Hall) -> None:
    season, before = a_season(hall, "two_divisions"), facts()

    with pytest.raises(RulesRefuse) as refused:
        repeat_tournament(tournament=hall.tournament, events=SERIES, season=season, by=hall.alice)

    assert (refused.value.code, facts()) == ("no_season_ranking", before)


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([], "events_at_a_time"),
        (SERIES * 9, "events_at_a_time"),
        ([SERIES[0], PlannedEvent("Other", "sunday-1", date(2026, 5, 3))], "taken"),
        ([SERIES[0], PlannedEvent("Other", "spring-open", date(2026, 5, 3))], "taken"),
    ],
    ids=["none", "too many", "the same address twice", "an address in use"],
)
def test_all_or_none_are_set_up(hall: Hall, events: list[PlannedEvent], code: str) -> None:
    before = facts()

    with pytest.raises(ActionError) as refused:
        repeat_tournament(tournament=hall.tournament, events=events, season=None, by=hall.alice)

    assert facts() == before
    assert refused.value.code == code


def test_each_month_of_a_club_has_its_nights(hall: Hall) -> None:
    first = datetime(2026, 3, 4, 18, tzinfo=UTC)
    plan_nights(stage=hall.stage, terms=NightTerms(first, places=12), weeks=4, by=hall.alice)

    april, may = repeat_tournament(
        tournament=hall.tournament,
        events=[
            PlannedEvent("April", "april", date(2026, 4, 1)),
            PlannedEvent("May", "may", date(2026, 5, 1)),
        ],
        season=None,
        by=hall.alice,
    )

    nights = {one: Night.objects.filter(stage__tournament=one).order_by("pk") for one in (april, may)}
    assert {one.name: [night.starts_at.strftime("%d.%m. %H") for night in nights[one]] for one in nights} == {
        "April": ["01.04. 18", "08.04. 18", "15.04. 18", "22.04. 18"],
        "May": ["06.05. 18", "13.05. 18", "20.05. 18", "27.05. 18"],
    }
    assert {night.places for one in nights for night in nights[one]} == {12}


def test_registration_opens_and_closes_days_before_each_event(hall: Hall) -> None:
    model = say_everything(hall)
    events = [
        PlannedEvent("Long ago", "long-ago", date(2026, 4, 5)),
        PlannedEvent("To come", "to-come", date(2098, 4, 6)),
    ]
    days = RegistrationDays(opens_before=28, closes_before=2, at=20 * 60)

    made = repeat_tournament(tournament=model, events=events, season=None, registration=days, by=hall.alice)

    terms = [SelfRegistration.objects.get(tournament=one) for one in made]
    # At eight in Berlin, in winter and in summer time.
    assert [(one.is_open, one.opens_at, one.closes_at, one.capacity) for one in terms] == [
        (False, None, None, 48),
        (True, datetime(2098, 3, 9, 19, tzinfo=UTC), datetime(2098, 4, 4, 18, tzinfo=UTC), 48),
    ]


def test_where_the_model_had_no_registration_it_opens_without_a_limit(hall: Hall) -> None:
    events, days = [PlannedEvent("To come", "to-come", date(2098, 4, 6))], RegistrationDays(opens_before=7)

    [new] = repeat_tournament(
        tournament=hall.tournament, events=events, season=None, registration=days, by=hall.alice
    )

    terms = SelfRegistration.objects.get(tournament=new)
    assert (terms.is_open, terms.capacity, terms.closes_at) == (True, None, None)


def test_registration_that_closes_before_it_opens_is_refused(hall: Hall) -> None:
    before, days = facts(), RegistrationDays(opens_before=2, closes_before=2)

    with pytest.raises(RulesRefuse) as refused:
        repeat_tournament(
            tournament=hall.tournament, events=SERIES, season=None, registration=days, by=hall.alice
        )

    assert (refused.value.code, facts()) == ("closes_before_it_opens", before)


def test_names_have_the_month_or_the_day_where_a_month_has_several() -> None:
    twice = [date(2026, 4, 5), date(2026, 4, 19)]

    names = {}
    for language in ("en", "ja"):
        with override(language):
            names[language] = [*event_names("Sunday Cup", SUNDAYS[:2]), *event_names("Cup", twice)]

    assert names == {
        "en": ["Sunday Cup April 2026", "Sunday Cup May 2026", "Cup April 5, 2026", "Cup April 19, 2026"],
        "ja": ["Sunday Cup 2026年4月", "Sunday Cup 2026年5月", "Cup 2026年4月5日", "Cup 2026年4月19日"],
    }


@pytest.mark.parametrize(
    "name", ["Sunday Cup March 2026", "Sunday Cup 2026年3月", "Sunday Cup March 28, 2026"]
)
def test_a_model_with_its_month_in_the_name_lends_the_name_without_it(hall: Hall, name: str) -> None:
    edit_tournament(
        tournament=hall.tournament,
        changes={"name": name, "starts_on": date(2026, 3, 28)},
        seen=tournament_tag(hall.tournament),
        by=hall.alice,
    )

    assert stem_of(Tournament.objects.get(pk=hall.tournament.pk)) == "Sunday Cup"


def test_a_name_is_never_longer_than_a_name_may_be() -> None:
    [name] = event_names("x" * 100, SUNDAYS[:1])

    assert (len(name), name[-10:]) == (100, "April 2026")
