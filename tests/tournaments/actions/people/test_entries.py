"""Taking part, staff, and setting up."""

import pytest

from players.actions import add_player
from players.models import Player
from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.errors import NameTaken, RulesRefuse, StateRefuses, StillSeated
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.entering import MOST_ENTRIES
from tournaments.actions.people.entries import form_team, register, reinstate, withdraw
from tournaments.actions.setup.tournaments import Frame, appoint, create_tournament, dismiss
from tournaments.models import Entry, Round, Staff, Team, Tournament


class TestRegister:
    def test_a_player_gets_the_next_number_and_a_lot(self, hall: Hall) -> None:
        entry = register(tournament=hall.tournament, player=add_player(name="Kei"), by=hall.alice)

        assert (entry.number, entry.status) == (9, Entry.Status.ACTIVE)
        assert 0 <= entry.lot < 2**62
        assert hall.last_payload()["lot"] == str(entry.lot)

    def test_nobody_is_entered_twice(self, hall: Hall) -> None:
        player = Entry.objects.get(number=1).player

        with pytest.raises(NameTaken) as refusal:
            register(tournament=hall.tournament, player=player, by=hall.alice)

        assert (refusal.value.code, Entry.objects.count()) == ("already_entered", 8)

    def test_a_number_is_given_once(self, hall: Hall) -> None:
        with pytest.raises(NameTaken) as refusal:
            register(tournament=hall.tournament, player=add_player(name="Kei"), number=3, by=hall.alice)

        assert (refusal.value.code, Entry.objects.count()) == ("number_taken", 8)

    def test_another_tournaments_team_is_refused(self, hall: Hall) -> None:
        team = form_team(tournament=open_hall("other").tournament, name="Reds", by=hall.alice)

        with pytest.raises(RulesRefuse):
            register(tournament=hall.tournament, player=add_player(name="Kei"), team=team, by=hall.alice)

        assert not hall.tournament.entries.filter(player__name="Kei").exists()

    def test_a_player_of_another_division_of_the_season_is_asked_about(self, hall: Hall) -> None:
        season = create_season(
            league=create_league(slug="river", name="River", by=hall.alice), name="1", by=hall.alice
        )
        upper, lower = (open_hall(f"d{level}", season=season, level=level) for level in (1, 2))
        player = upper.tournament.entries.get(number=1).player
        before = digest()

        with pytest.raises(StateRefuses, match="another division of this season") as refusal:
            register(tournament=lower.tournament, player=player, by=hall.alice)

        assert (refusal.value.fields["confirm"], digest()) == (["in_another_division"], before)
        substitute = register(tournament=lower.tournament, player=player, is_substitute=True, by=hall.alice)
        assert substitute.is_substitute
        other = upper.tournament.entries.get(number=2).player
        entered = register(
            tournament=lower.tournament, player=other, confirm=["in_another_division"], by=hall.alice
        )
        assert entered.number == 10

    def test_who_plays_beside_in_the_same_division_or_has_left_the_other_is_not_asked_about(
        self, hall: Hall
    ) -> None:
        season = create_season(
            league=create_league(slug="river", name="River", by=hall.alice), name="1", by=hall.alice
        )
        upper, beside, lower = (
            open_hall(f"d{number}", season=season, level=level) for number, level in enumerate((1, 1, 2))
        )
        one, two = upper.tournament.entries.order_by("number")[:2]

        register(tournament=beside.tournament, player=one.player, by=hall.alice)
        withdraw(entry=two, by=hall.alice)
        register(tournament=lower.tournament, player=two.player, by=hall.alice)

        assert (beside.tournament.entries.count(), lower.tournament.entries.count()) == (9, 9)

    def test_a_team_is_formed_once(self, hall: Hall) -> None:
        first = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)

        assert form_team(tournament=hall.tournament, name="  Reds ", by=hall.alice) == first
        assert (Team.objects.count(), hall.kinds().count("team_formed")) == (1, 1)


class TestWithdraw:
    def test_a_withdrawn_player_is_not_drawn_and_can_come_back(self, hall: Hall) -> None:
        entry = Entry.objects.get(number=1)

        withdraw(entry=entry, by=hall.alice)
        assert entry not in hall.tournament.entries.active()
        reinstate(entry=entry, by=hall.alice)

        assert entry in hall.tournament.entries.active()
        assert hall.kinds()[-2:] == ["withdrew", "reinstated"]

    def test_not_while_seated(self, hall: Hall, round_: Round) -> None:
        with pytest.raises(StillSeated):
            withdraw(entry=Entry.objects.get(number=1), by=hall.alice)

        assert Entry.objects.get(number=1).status == Entry.Status.ACTIVE

    def test_twice_is_once(self, hall: Hall) -> None:
        for _again in range(2):
            withdraw(entry=Entry.objects.get(number=1), by=hall.alice)

        assert hall.kinds().count("withdrew") == 1


class TestSetUp:
    def test_whoever_sets_a_tournament_up_organizes_it(self, hall: Hall) -> None:
        assert hall.tournament.staff.get(user=hall.alice.user).role == Staff.Role.ORGANIZER

    @pytest.mark.parametrize(
        ("settings", "code"),
        [
            ({"rulebook_id": "no_such_book"}, "unknown_rulebook"),
            ({"rulebook_id": "beginner"}, "rulebook_leaves_open"),
            ({"house_rules": {"no.field": 1}}, "unknown_field"),
            ({"time_zone": "Atlantis/Capital"}, "unknown_time_zone"),
            ({"confirmation_rule": "k_of_n"}, "confirmations_needed"),
            ({"confirmation_rule": "k_of_n", "confirmations_needed": 4}, "confirmations_needed"),
            ({"confirmations_needed": 2}, "confirmations_needed"),
            ({"tie_breaks": ["total", "beauty", "lot"]}, "unknown_tie_break"),
            ({"tie_breaks": ["total"]}, "lot_must_be_last"),
        ],
    )
    def test_what_cannot_be_is_refused(self, hall: Hall, settings: dict[str, object], code: str) -> None:
        frame = Frame(**{"slug": "autumn-open", "name": "Autumn Open", "rulebook_id": "mleague", **settings})

        with pytest.raises(RulesRefuse) as refusal:
            create_tournament(frame=frame, by=hall.alice)

        assert refusal.value.code == code
        assert not Tournament.objects.filter(slug="autumn-open").exists()

    def test_an_address_is_given_once(self, hall: Hall) -> None:
        with pytest.raises(NameTaken):
            create_tournament(
                frame=Frame(slug="spring-open", name="Again", rulebook_id="mleague"), by=hall.alice
            )

        assert Tournament.objects.count() == 1

    def test_an_open_rulebook_is_completed_by_house_rules(self, hall: Hall) -> None:
        decided = {
            "result.tie": "seat_order",
            "result.tie_remainder": "tenth_to_seat_order",
            "result.leftover_deposits": "top",
        }

        tournament = create_tournament(
            frame=Frame(slug="beginners", name="Beginners", rulebook_id="beginner", house_rules=decided),
            by=hall.alice,
        )

        assert tournament.rulebook.result.tie == "seat_order"


class TestStaff:
    def test_a_role_is_replaced_not_added(self, hall: Hall) -> None:
        appoint(tournament=hall.tournament, user=hall.rob.user, role=Staff.Role.SCORER, by=hall.alice)

        assert hall.tournament.staff.get(user=hall.rob.user).role == Staff.Role.SCORER

    def test_the_last_organizer_stays(self, hall: Hall) -> None:
        with pytest.raises(StateRefuses):
            dismiss(staff=hall.tournament.staff.get(user=hall.alice.user), by=hall.alice)
        with pytest.raises(StateRefuses):
            appoint(tournament=hall.tournament, user=hall.alice.user, role=Staff.Role.SCORER, by=hall.alice)

        assert hall.tournament.staff.get(user=hall.alice.user).role == Staff.Role.ORGANIZER

    def test_a_dismissed_referee_is_gone(self, hall: Hall) -> None:
        dismiss(staff=hall.tournament.staff.get(user=hall.rob.user), by=hall.alice)

        assert not hall.tournament.staff.filter(user=hall.rob.user).exists()
        assert hall.kinds()[-1] == "dismissed"


@pytest.mark.slow
def test_a_tournament_takes_so_many_entries(hall: Hall) -> None:
    numbers = range(9, MOST_ENTRIES + 1)
    players = Player.objects.bulk_create([Player(name=f"Player {number}") for number in numbers])
    Entry.objects.bulk_create(
        [
            Entry(tournament=hall.tournament, player=player, number=number, lot=number)
            for player, number in zip(players, numbers, strict=True)
        ]
    )
    late = add_player(name="Late")

    says = refused(
        lambda: register(tournament=hall.tournament, player=late, by=hall.alice),
        RulesRefuse,
        "too_many_entries",
    )

    assert says == "A tournament can have at most 2000 entries."
