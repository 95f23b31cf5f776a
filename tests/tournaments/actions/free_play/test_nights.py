"""Nights of a club: signing up until a deadline, a waiting list, who signs off late or does not come."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from tests.permissions import digest
from tests.tournaments.actions.free_play.club_night import ClubNight, club_night
from tests.tournaments.actions.refusals import refused
from tests.tournaments.actions.stages.finals import before_the_final
from tests.tournaments.hall import open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.free_play.nights import (
    NightTerms,
    cancel_night,
    change_night,
    plan_nights,
    settle_night,
)
from tournaments.actions.free_play.sign_ups import sign_off_from_night, sign_up_for_night
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.free_play.tables import open_table, take_table_back
from tournaments.actions.people.editing import remove_entry
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round, pin_rulebook
from tournaments.actions.setup.editing import remove_stage
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualifiers import keys_of
from tournaments.models import Night, NightPlayer, Penalty, Round
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

SOON = timedelta(hours=2)
# A Tuesday at seven in Tokyo.
TUESDAY = datetime(2030, 1, 8, 10, tzinfo=UTC)


@pytest.fixture
def club() -> ClubNight:
    return club_night()


def night(club: ClubNight, starts_in: timedelta = timedelta(days=1), **terms: object) -> Night:
    found = NightTerms(timezone.now() + starts_in, **terms)  # type: ignore[arg-type]
    return plan_nights(stage=club.hall.stage, terms=found, by=club.hall.alice)[0]


def up(club: ClubNight, of: Night, name: str, **how: object) -> NightPlayer:
    return sign_up_for_night(night=of, entry=club.player(name), by=club.hall.alice, **how)  # type: ignore[arg-type]


def off(club: ClubNight, of: Night, name: str) -> NightPlayer | None:
    return sign_off_from_night(night=of, entry=club.player(name), by=club.hall.alice)


def began(of: Night, ago: timedelta = timedelta(hours=3)) -> None:
    """The night began some time ago: nobody can wait for it here, so its hours are moved, in the ledger, too."""
    terms = NightTerms(timezone.now() - ago, None, of.places, of.games, of.late_penalty, of.absence_penalty)
    change_night(night=of, terms=terms, by=Actor(is_console=True))


def listed(of: Night) -> list[tuple[str, str]]:
    rows = NightPlayer.objects.filter(night=of).order_by("turn")
    return list(rows.values_list("entry__player__name", "status"))


def problems(club: ClubNight) -> list[str]:
    publish_tournament(club.hall.tournament.pk)
    return [str(problem) for problem in verify_ledger(club.hall.tournament.pk).problems]


def test_the_same_night_is_planned_for_weeks_at_the_same_hour_there(club: ClubNight) -> None:
    terms = NightTerms(TUESDAY, TUESDAY - SOON, places=8, games=3)

    plan_nights(stage=club.hall.stage, terms=terms, weeks=3, by=club.hall.alice)

    weeks = [timedelta(weeks=week) for week in range(3)]
    assert list(Night.objects.values_list("starts_at", "closes_at", "places", "games")) == [
        (TUESDAY + later, TUESDAY - SOON + later, 8, 3) for later in weeks
    ]
    assert club.hall.kinds()[-3:] == ["night_planned"] * 3
    assert problems(club) == []


def test_the_hour_stays_when_clocks_change() -> None:
    hall = open_hall(time_zone="Europe/Vienna")
    # Summer time begins on the 31st of March 2030.
    terms = NightTerms(datetime(2030, 3, 26, 18, tzinfo=UTC))

    first, second = plan_nights(stage=hall.stage, terms=terms, weeks=2, by=hall.alice)

    assert second.starts_at - first.starts_at == timedelta(weeks=1) - timedelta(hours=1)


def test_places_are_given_in_the_order_of_signing_up_and_the_next_in_line_moves_up(club: ClubNight) -> None:
    evening = night(club, places=2)
    for name in ("Bob", "Dora", "Emil", "Fumi"):
        up(club, evening, name)
    assert [status for _name, status in listed(evening)] == ["coming", "coming", "waiting", "waiting"]

    off(club, evening, "Bob")

    assert listed(evening) == [("Bob", "off"), ("Dora", "coming"), ("Emil", "coming"), ("Fumi", "waiting")]
    assert club.hall.last_payload() == {
        "night": evening.pk,
        "entry": club.player("Bob").pk,
        "status": "off",
        "came": [club.player("Emil").pk],
    }
    # Back again: behind those who wait.
    up(club, evening, "Bob")
    assert listed(evening)[-2:] == [("Fumi", "waiting"), ("Bob", "waiting")]
    assert problems(club) == []


def test_with_more_places_those_who_wait_move_up_and_with_fewer_nobody_loses_one(club: ClubNight) -> None:
    evening = night(club, places=1)
    for name in ("Bob", "Dora", "Emil"):
        up(club, evening, name)

    change_night(night=evening, terms=NightTerms(evening.starts_at, places=2), by=club.hall.alice)
    assert [status for _name, status in listed(evening)] == ["coming", "coming", "waiting"]
    change_night(night=evening, terms=NightTerms(evening.starts_at, places=1), by=club.hall.alice)

    assert [status for _name, status in listed(evening)] == ["coming", "coming", "waiting"]
    assert problems(club) == []


def test_whoever_is_on_the_list_keeps_the_place_and_may_want_fewer_games(club: ClubNight) -> None:
    evening = night(club, games=3)
    up(club, evening, "Bob")
    before = digest()
    up(club, evening, "Bob")
    assert digest() == before

    up(club, evening, "Bob", games=1)

    row = NightPlayer.objects.get()
    assert (row.games, row.turn, row.status) == (1, 1, "coming")
    assert problems(club) == []


def test_after_the_deadline_only_the_desk_signs_somebody_up(club: ClubNight) -> None:
    evening = night(club, SOON, closes_at=timezone.now() - SOON)

    message = refused(lambda: up(club, evening, "Bob"), StateRefuses, "night_closed")
    assert message.startswith("Sign-up for this night closed at ")
    assert up(club, evening, "Bob", may_be_late=True).status == "coming"


def test_signing_off_after_the_deadline_is_late_but_not_for_whoever_waits(club: ClubNight) -> None:
    evening = night(club, SOON, places=1, closes_at=timezone.now() - SOON)
    for name in ("Bob", "Dora", "Emil"):
        up(club, evening, name, may_be_late=True)

    off(club, evening, "Emil")
    off(club, evening, "Bob")

    assert listed(evening) == [("Bob", "late"), ("Dora", "coming"), ("Emil", "off")]


def test_settled_it_costs_what_the_terms_say(club: ClubNight) -> None:
    evening = night(club, late_penalty=5_000, absence_penalty=20_000)
    for name in ("Bob", "Dora", "Emil"):
        up(club, evening, name)
    began(evening)
    off(club, evening, "Bob")

    settle_night(night=evening, absent=[club.player("Dora")], by=club.hall.alice)

    assert listed(evening) == [("Bob", "late"), ("Dora", "absent"), ("Emil", "coming")]
    penalties = Penalty.objects.order_by("entry").values_list("entry__player__name", "amount", "reason")
    assert list(penalties) == [
        ("Bob", 5_000, "Signed off late"),
        ("Dora", 20_000, "Signed up and did not come"),
    ]
    assert Night.objects.get().status == "settled"
    refused(lambda: settle_night(night=evening, absent=[], by=club.hall.alice), StateRefuses, "night_settled")
    assert problems(club) == []


def test_terms_without_penalties_cost_nothing(club: ClubNight) -> None:
    evening = night(club)
    up(club, evening, "Bob")
    began(evening)

    settle_night(night=evening, absent=[club.player("Bob")], by=club.hall.alice)

    assert (listed(evening), Penalty.objects.count()) == ([("Bob", "absent")], 0)


def test_nobody_is_settled_before_it_begins_or_without_a_place(club: ClubNight) -> None:
    evening = night(club, places=1)
    up(club, evening, "Bob")
    up(club, evening, "Dora")

    refused(
        lambda: settle_night(night=evening, absent=[], by=club.hall.alice), StateRefuses, "night_not_begun"
    )
    refused(
        lambda: settle_night(night=evening, absent=[], by=Actor(is_console=True)), NotAllowed, "not_allowed"
    )
    began(evening)
    for name in ("Dora", "Emil"):
        refused(
            lambda name=name: settle_night(  # type: ignore[misc]
                night=evening, absent=[club.player(name)], by=club.hall.alice
            ),
            RulesRefuse,
            "night_terms",
        )


def test_once_it_has_begun_nobody_moves_up(club: ClubNight) -> None:
    evening = night(club, places=1)
    up(club, evening, "Bob")
    up(club, evening, "Dora")
    began(evening)

    off(club, evening, "Bob")

    assert listed(evening) == [("Bob", "late"), ("Dora", "waiting")]


def test_a_cancelled_night_takes_nobody(club: ClubNight) -> None:
    evening = night(club)
    cancel_night(night=evening, by=club.hall.alice)

    refused(lambda: up(club, evening, "Bob"), StateRefuses, "night_cancelled")
    assert problems(club) == []


@pytest.mark.parametrize("games", [0, 3])
def test_nobody_wants_more_games_than_the_night_has(club: ClubNight, games: int) -> None:
    evening = night(club, games=2)

    refused(lambda: up(club, evening, "Bob", games=games), RulesRefuse, "night_games")


def test_who_has_withdrawn_and_who_is_of_another_tournament_is_refused(club: ClubNight) -> None:
    evening, elsewhere = night(club), open_hall("elsewhere")
    withdraw(entry=club.player("Bob"), by=club.hall.alice)
    stranger = elsewhere.tournament.entries.first()
    assert stranger is not None

    refused(lambda: up(club, evening, "Bob"), RulesRefuse, "withdrawn")
    refused(
        lambda: sign_up_for_night(night=evening, entry=stranger, by=club.hall.alice),
        RulesRefuse,
        "foreign_entry",
    )


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        (NightTerms(datetime(1, 1, 1, tzinfo=UTC)), "starts_at"),
        (NightTerms(TUESDAY, TUESDAY + SOON), "closes_at"),
        (NightTerms(TUESDAY, places=0), "places"),
        (NightTerms(TUESDAY, games=0), "games"),
        (NightTerms(TUESDAY, games=21), "games"),
        (NightTerms(TUESDAY, late_penalty=-1), "late_penalty"),
        (NightTerms(TUESDAY, absence_penalty=10**10), "absence_penalty"),
    ],
)
def test_what_is_no_night_is_refused_beside_its_field(club: ClubNight, terms: NightTerms, field: str) -> None:
    before = digest()
    with pytest.raises(RulesRefuse) as refusal:
        plan_nights(stage=club.hall.stage, terms=terms, by=club.hall.alice)

    assert (refusal.value.code, list(refusal.value.fields), digest()) == ("night_terms", [field], before)


@pytest.mark.parametrize("weeks", [0, 61])
def test_so_many_weeks_are_refused(club: ClubNight, weeks: int) -> None:
    terms = NightTerms(TUESDAY)
    refused(
        lambda: plan_nights(stage=club.hall.stage, terms=terms, weeks=weeks, by=club.hall.alice),
        RulesRefuse,
        "night_terms",
    )


def test_with_its_stage_and_with_a_player_taken_off_the_list_it_is_forgotten(club: ClubNight) -> None:
    evening = night(club)
    stage = add_stage(tournament=club.hall.tournament, name="Other", by=club.hall.alice)
    (other,) = plan_nights(stage=stage, terms=NightTerms(TUESDAY), by=club.hall.alice)
    up(club, evening, "Bob")

    remove_stage(stage=stage, by=club.hall.alice)
    remove_entry(entry=club.player("Bob"), by=club.hall.alice)

    assert (list(Night.objects.all()), NightPlayer.objects.count()) == ([evening], 0)
    assert other.pk != evening.pk
    assert [str(problem) for problem in verify_ledger(club.hall.tournament.pk).problems] == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournaments_night SET games = 0",
        "UPDATE tournaments_night SET places = 0",
        "UPDATE tournaments_night SET status = 'x'",
        "UPDATE tournaments_night SET closes_at = '2099-01-01 00:00:00+00:00'",
        "UPDATE tournaments_night SET late_penalty = 2000000000",
        "UPDATE tournaments_nightplayer SET games = 0",
        "UPDATE tournaments_nightplayer SET status = 'x'",
        "UPDATE tournaments_nightplayer SET turn = 1",
        "UPDATE tournaments_nightplayer SET entry_id = (SELECT MIN(entry_id) FROM tournaments_nightplayer)",
        "UPDATE tournaments_nightplayer SET entry_id = (SELECT MAX(id) FROM tournaments_entry)",
    ],
)
def test_the_database_keeps_these_promises(club: ClubNight, change: str) -> None:
    evening = night(club)
    open_hall("elsewhere")
    up(club, evening, "Bob")
    up(club, evening, "Dora")

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)


def test_who_did_not_go_on_to_the_stage_signs_up_for_no_night_of_it() -> None:
    scene = before_the_final()
    scene.set()
    first, *_others = keys_of(scene.confirm())
    set_free_play(stage=scene.final, is_on=True, by=scene.hall.alice)
    terms = NightTerms(timezone.now() + timedelta(days=1))
    (evening,) = plan_nights(stage=scene.final, terms=terms, by=scene.hall.alice)
    goes_on = scene.hall.tournament.entries.get(pk=first)
    stays = scene.hall.tournament.entries.exclude(pk__in=keys_of(scene.qualification)).earliest("number")
    sign_up_for_night(night=evening, entry=goes_on, by=scene.hall.alice)
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        sign_up_for_night(night=evening, entry=stays, by=scene.hall.alice)

    says = f"{stays.player} does not play in the stage “Final”."
    assert (refusal.value.code, refusal.value.fields) == ("not_in_the_stage", {"entry": [says]})
    assert digest() == before


class TestFinishingTheTournament:
    def test_a_night_that_is_neither_settled_nor_cancelled_is_asked_about(self, club: ClubNight) -> None:
        alice, empty = club.hall.alice, "stages_empty"
        terms = NightTerms(TUESDAY)
        first, second = plan_nights(stage=club.hall.stage, terms=terms, weeks=2, by=alice)
        pin_rulebook(club.hall.tournament, by=alice)
        before = digest()

        with pytest.raises(StateRefuses) as asked:
            finish_tournament(tournament=club.hall.tournament, by=alice, confirm=[empty])

        assert (asked.value.fields, digest()) == (
            {
                "nights_open": ["Nights not settled or cancelled: Jan. 8, 2030, Jan. 15, 2030."],
                "confirm": ["nights_open"],
            },
            before,
        )
        cancel_night(night=first, by=alice)
        with pytest.raises(StateRefuses, match=r"cancelled: Jan\. 15, 2030\."):
            finish_tournament(tournament=club.hall.tournament, by=alice, confirm=[empty])
        cancel_night(night=second, by=alice)
        finish_tournament(tournament=club.hall.tournament, by=alice, confirm=[empty])

    def test_a_round_of_which_all_tables_were_taken_back_is_no_play(self, club: ClubNight) -> None:
        """It stays for the penalty that was imposed in it."""
        alice, names = club.hall.alice, ("Bob", "Dora", "Emil", "Fumi")
        table = open_table(stage=club.hall.stage, players=[club.player(name) for name in names], by=alice)
        penalize(
            stage=club.hall.stage,
            entry=club.player("Bob"),
            ruling=Ruling(1000, "Late", round=table.round),
            by=club.hall.rob,
        )
        take_table_back(table=table, by=alice)
        close_round(round_=Round.objects.get(pk=table.round_id), by=alice)

        with pytest.raises(StateRefuses, match="Nothing was played in: Main stage") as asked:
            finish_tournament(tournament=club.hall.tournament, by=alice)

        assert asked.value.fields["confirm"] == ["stages_empty"]
