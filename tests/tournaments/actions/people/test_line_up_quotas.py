"""One woman, one man, a junior: of whom a team has to send some, while the ledger does not say who they are."""

import pytest
from django.db import DatabaseError, transaction

from tests.permissions import digest
from tests.tournaments.actions.teams.league_of_teams import LeagueOfTeams, league_of_teams
from tests.tournaments.actions.teams.test_line_ups import content_of, problems, refused
from tests.tournaments.hall import open_hall
from tests.tournaments.replay import replayed
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.errors import NameTaken, RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.people.editing import edit_entry, remove_entry
from tournaments.actions.people.line_up_quotas import (
    MOST_QUOTAS,
    QUOTA_MISSED,
    add_line_up_quota,
    edit_line_up_quota,
    remove_line_up_quota,
)
from tournaments.actions.people.merging import MERGED_FOR_GOOD, merge_players
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.actions.seen_versions import entry_tag, line_up_quota_tag, player_tag
from tournaments.actions.teams.line_ups import hand_in_line_up, set_line_up_rule, show_line_ups
from tournaments.models import LineUp, LineUpQuota, LineUpQuotaMember

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> LeagueOfTeams:
    return with_line_ups(1)


@replayed
def with_line_ups(tables: int) -> LeagueOfTeams:
    found = league_of_teams(line_up=tables)
    set_line_up_rule(stage=found.hall.stage, by=found.hall.alice)
    return found


def add(league: LeagueOfTeams, name: str, *players: str, least: int = 1) -> LineUpQuota:
    return add_line_up_quota(
        tournament=league.hall.tournament,
        name=name,
        least=least,
        entries=[league.player(player) for player in players],
        by=league.hall.alice,
    )


def edit(league: LeagueOfTeams, quota: LineUpQuota, name: str, *players: str, least: int = 1) -> LineUpQuota:
    return edit_line_up_quota(
        quota=quota,
        name=name,
        least=least,
        entries=[league.player(player) for player in players],
        seen=line_up_quota_tag(quota),
        by=league.hall.alice,
    )


def hand_in(league: LeagueOfTeams, *names: str, **how: object) -> LineUp:
    return hand_in_line_up(
        round_=league.rounds[0],
        team=league.team("Foxes"),
        entries=[league.player(name) for name in names],
        by=league.hall.alice,
        **how,
    )


def members(quota: LineUpQuota) -> list[str]:
    names = quota.members.order_by("entry__number").values_list("entry__player__name", flat=True)
    return list(names)


class TestQuotas:
    def test_the_ledger_says_how_many_and_not_of_whom(self, league: LeagueOfTeams) -> None:
        add(league, "Women", "Foxes 2", "Bears 3", least=2)

        [said] = content_of("line_up_quotas_set")["line_up_quotas"]
        assert said["least"] == 2
        assert set(said) == {"least", "hash"}
        assert problems(league) == []

    def test_the_same_list_twice_has_two_hashes(self, league: LeagueOfTeams) -> None:
        quota = add(league, "Women", "Foxes 2")
        first = content_of("line_up_quotas_set")
        edit(league, quota, "Women", "Foxes 2", "Foxes 3")
        edit(league, quota, "Women", "Foxes 2")

        assert content_of("line_up_quotas_set") != first
        assert members(quota) == ["Foxes 2"]
        assert problems(league) == []

    def test_another_number_of_a_player_is_no_other_player(self, league: LeagueOfTeams) -> None:
        add(league, "Women", "Foxes 2")
        entry = league.player("Foxes 2")
        edit_entry(entry=entry, changes={"number": 99}, seen=entry_tag(entry), by=league.hall.alice)

        assert problems(league) == []

    def test_the_same_again_changes_nothing(self, league: LeagueOfTeams) -> None:
        quota = add(league, "Women", "Foxes 2")
        before = digest()

        assert add(league, "Women", "Foxes 2") == quota
        assert edit(league, quota, "Women", "Foxes 2") == quota
        assert digest() == before

    def test_removed_it_asks_for_nobody_and_may_be_removed_again(self, league: LeagueOfTeams) -> None:
        quota = add(league, "Women", "Foxes 2")

        remove_line_up_quota(quota=quota, by=league.hall.alice)
        after = digest()
        remove_line_up_quota(quota=quota, by=league.hall.alice)

        assert (LineUpQuota.objects.count(), digest()) == (0, after)
        assert content_of("line_up_quotas_set") == {"line_up_quotas": []}
        assert hand_in(league, "Foxes 3").entries == [league.player("Foxes 3").pk]
        assert problems(league) == []

    def test_a_name_that_another_quota_has(self, league: LeagueOfTeams) -> None:
        add(league, "Women", "Foxes 2")
        juniors = add(league, "Juniors")

        refused(lambda: add(league, "Women", "Foxes 3"), NameTaken, "taken")
        refused(lambda: edit(league, juniors, "Women"), NameTaken, "taken")

    @pytest.mark.parametrize("least", [0, 101])
    def test_a_number_that_no_line_up_has(self, league: LeagueOfTeams, least: int) -> None:
        error = refused(lambda: add(league, "Women", "Foxes 2", least=least), RulesRefuse, "line_up_quota")
        assert error.fields == {"least": ["Enter a number from 1 to 100."]}

    def test_players_of_another_tournament(self, league: LeagueOfTeams) -> None:
        stranger = open_hall(slug="elsewhere", players=1).tournament.entries.get()
        about = {"tournament": league.hall.tournament, "name": "Women", "least": 1, "by": league.hall.alice}

        refused(lambda: add_line_up_quota(entries=[stranger], **about), RulesRefuse, "foreign_entry")

    def test_the_database_knows_it_too(self, league: LeagueOfTeams) -> None:
        stranger = open_hall(slug="elsewhere", players=1).tournament.entries.get()
        quota = add(league, "Women")

        with pytest.raises(DatabaseError, match="a_line_up_quota_is_about_the"), transaction.atomic():
            LineUpQuotaMember.objects.create(quota=quota, entry=stranger)

    def test_more_quotas_than_a_line_up_can_bear(self, league: LeagueOfTeams) -> None:
        for number in range(MOST_QUOTAS):
            add(league, f"Quota {number}")

        refused(lambda: add(league, "One more"), RulesRefuse, "too_many_quotas")

    def test_two_who_edit_at_once(self, league: LeagueOfTeams) -> None:
        quota = add(league, "Women", "Foxes 2")
        seen = line_up_quota_tag(quota)
        edit(league, quota, "Women", "Foxes 3")
        late = {"name": "Women", "least": 1, "entries": [], "seen": seen, "by": league.hall.alice}

        refused(lambda: edit_line_up_quota(quota=quota, **late), StaleVersion, "stale_version")

    def test_of_a_finished_tournament_nothing_changes(self) -> None:
        league = LeagueOfTeams(open_hall(players=0), [])
        quota = add(league, "Women")
        pin_rulebook(league.hall.tournament, by=league.hall.alice)
        finish_tournament(tournament=league.hall.tournament, by=league.hall.alice, confirm=["stages_empty"])

        for change in (
            lambda: add(league, "Juniors"),
            lambda: edit(league, quota, "Juniors"),
            lambda: remove_line_up_quota(quota=quota, by=league.hall.alice),
        ):
            refused(change, StateRefuses, "tournament_finished")

    def test_who_is_in_a_quota_stays_on_the_list(self, league: LeagueOfTeams) -> None:
        bench = next(f"Foxes {n}" for n in (2, 3, 4) if not league.player(f"Foxes {n}").seats.exists())
        add(league, "Women", bench)

        error = refused(
            lambda: remove_entry(entry=league.player(bench), by=league.hall.alice),
            StateRefuses,
            "entry_in_use",
        )
        assert error.message == f"{bench} is in a quota of line-ups. Please remove them from it first."


class TestLineUps:
    def test_a_captain_is_refused_who_sends_too_few(self, league: LeagueOfTeams) -> None:
        add(league, "Women", "Foxes 2", "Foxes 3", "Bears 1")

        error = refused(lambda: hand_in(league, "Foxes 4"), RulesRefuse, QUOTA_MISSED)

        assert error.fields == {"entries": ["1 more player of “Women” is needed: Foxes 2, Foxes 3."]}
        assert hand_in(league, "Foxes 3").entries == [league.player("Foxes 3").pk]

    @pytest.mark.slow
    def test_at_the_desk_it_is_asked(self, league: LeagueOfTeams) -> None:
        add(league, "Women", "Foxes 2")

        error = refused(lambda: hand_in(league, "Foxes 4", confirm=[]), StateRefuses, PLEASE_CONFIRM)

        assert error.fields["confirm"] == [QUOTA_MISSED]
        assert hand_in(league, "Foxes 4", confirm=[QUOTA_MISSED]).entries == [league.player("Foxes 4").pk]

    @pytest.mark.slow
    def test_every_quota_counts_and_one_player_may_meet_two(self) -> None:
        league = with_line_ups(2)
        add(league, "Women", "Foxes 1", "Foxes 2")
        add(league, "Men", "Foxes 3", "Foxes 4")
        add(league, "Juniors", "Foxes 3")

        error = refused(lambda: hand_in(league, "Foxes 1", "Foxes 2"), RulesRefuse, QUOTA_MISSED)
        assert error.message == (
            "1 more player of “Men” is needed: Foxes 3, Foxes 4. 1 more player of “Juniors” is needed: Foxes 3."
        )
        assert hand_in(league, "Foxes 3", "Foxes 1").entries == [
            league.player("Foxes 3").pk,
            league.player("Foxes 1").pk,
        ]

    def test_no_more_are_asked_for_than_the_team_has_tables(self, league: LeagueOfTeams) -> None:
        add(league, "Women", "Foxes 2", least=2)

        assert hand_in(league, "Foxes 2").entries == [league.player("Foxes 2").pk]

    def test_a_team_that_has_none_is_told_so(self, league: LeagueOfTeams) -> None:
        add(league, "Women", "Bears 1")

        error = refused(lambda: hand_in(league, "Foxes 2"), RulesRefuse, QUOTA_MISSED)
        assert error.message == "1 more player of “Women” is needed: the team has none."

    def test_what_was_handed_in_before_stands(self, league: LeagueOfTeams) -> None:
        hand_in(league, "Foxes 4")
        add(league, "Women", "Foxes 2")

        show_line_ups(round_=league.rounds[0], by=league.hall.alice, confirm=["line_ups_missing"])

        assert league.seated(league.rounds[0])["Foxes"] == ["Foxes 4"]
        assert problems(league) == []


def test_two_numbers_of_one_player_are_one_in_the_quotas_too() -> None:
    league = LeagueOfTeams(open_hall(players=4), [])
    stays, goes, *_rest = league.hall.tournament.entries.select_related("player").order_by("number")
    both = add(league, "Women", stays.player.name, goes.player.name)
    only_one = add(league, "Juniors", goes.player.name)

    merge_players(
        player=stays.player,
        other=goes.player,
        seen=player_tag(stays.player),
        by=league.hall.alice,
        confirm=[MERGED_FOR_GOOD],
    )

    assert [list(one.members.values_list("entry", flat=True)) for one in (both, only_one)] == [[stays.pk]] * 2
    assert len(content_of("players_merged")["line_up_quotas"]) == 2
    assert problems(league) == []
