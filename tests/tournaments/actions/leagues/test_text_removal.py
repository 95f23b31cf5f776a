"""Why somebody was placed in another division stands beside the league's ledger, and can be removed for good."""

import json

import pytest
from django.db import transaction
from django.db.utils import IntegrityError
from django.test import Client

from players.models import Player
from tests.tournaments.actions.refusals import refused
from tests.tournaments.actions.seasons.test_confirming import played_season
from tests.tournaments.bad_day import CANARY, everywhere
from tests.tournaments.hall import Hall
from tests.tournaments.verification.attacker import run, take_guards_down
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.leagues.text_removal import remove_league_texts
from tournaments.actions.people.merging import merge_players
from tournaments.actions.seasons.confirming import Change, SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seasons.revoking import SEASON_REVOKED, revoke_next_season
from tournaments.actions.seen_versions import player_tag
from tournaments.models import LeagueLedgerEntry, LedgerText, Move, Season
from tournaments.models.chain import GENESIS, canonical, link_hash
from tournaments.models.texts.declared import REMOVED, put
from tournaments.verification import verify_league

pytestmark = pytest.mark.django_db

CALL = "/api/v1/leagues/river/ledger/"
PAGE = "/l/river/texts/"


@pytest.fixture
def hall(db: None) -> Hall:
    """A season is confirmed: two players are placed for one reason, a third for another."""
    hall, season = played_season()
    proposal = propose_next_season(season)
    one, two, three = list(proposal.places.values())[:3]
    changes = [
        Change(one.player, one.to_level, CANARY),
        Change(two.player, two.to_level, CANARY),
        Change(three.player, three.to_level, "Moved to Kobe"),
    ]
    confirm_next_season(
        season=season, plan=SeasonPlan("2027", changes=changes), seen=proposal.tag, by=hall.charlie
    )
    return hall


@pytest.fixture
def entry(hall: Hall) -> LeagueLedgerEntry:
    return LeagueLedgerEntry.objects.get(kind="season_confirmed")


def problems(entry: LeagueLedgerEntry) -> list[str]:
    return [str(problem) for problem in verify_league(entry.league_id).problems]


def names(entry: LeagueLedgerEntry, text: str) -> list[str]:
    return list(entry.league.ledger_texts.filter(text=text).order_by("name").values_list("name", flat=True))


def written_as_before(entry: LeagueLedgerEntry) -> None:
    """Make the entry one of an earlier version, which held the words themselves, and seal what follows again."""
    take_guards_down()
    texts = dict(LedgerText.objects.filter(league=entry.league).values_list("name", "text"))
    content = put(entry.kind, entry.content, texts)
    del content["texts"]
    run("DELETE FROM tournaments_ledgertext")
    run("UPDATE tournaments_leagueledgerentry SET payload = %s WHERE id = %s", canonical(content), entry.pk)
    head, prev = entry.league.head, GENESIS
    for one in entry.league.ledger.order_by("seq"):
        sealed = link_hash(
            chain=head.chain,
            seq=one.seq,
            kind=one.kind,
            payload=one.payload,
            actor=one.actor,
            recorded_at=one.recorded_at,
            prev=prev,
        )
        run(
            "UPDATE tournaments_leagueledgerentry SET prev = %s, hash = %s WHERE id = %s",
            prev,
            sealed,
            one.pk,
        )
        prev = sealed
    run("UPDATE tournaments_leagueledgerhead SET hash = %s WHERE league_id = %s", prev, entry.league_id)
    entry.refresh_from_db()


def test_no_entry_holds_what_was_typed(entry: LeagueLedgerEntry) -> None:
    payloads = "".join(LeagueLedgerEntry.objects.values_list("payload", flat=True))

    assert (CANARY in payloads, "Kobe" in payloads, problems(entry)) == (False, False, [])
    assert everywhere() == ["tournaments_ledgertext", "tournaments_move"]


def test_the_same_words_go_wherever_the_entry_has_them(hall: Hall, entry: LeagueLedgerEntry) -> None:
    same = names(entry, CANARY)

    removed = remove_league_texts(entry=entry, by=hall.charlie, only=same[1])

    assert (sorted(removed), everywhere(), problems(entry)) == (same, [], [])
    assert sorted(Move.objects.exclude(reason="").values_list("reason", flat=True)) == sorted(
        [REMOVED, REMOVED, "Moved to Kobe"]
    )
    last = entry.league.ledger.order_by("seq").last()
    assert last is not None
    assert (last.kind, last.content) == ("league_text_removed", {"of": entry.seq, "fields": removed})


def test_all_go_where_none_is_named(hall: Hall, entry: LeagueLedgerEntry) -> None:
    remove_league_texts(entry=entry, by=hall.charlie)

    assert (LedgerText.objects.exclude(text="").count(), problems(entry)) == (0, [])
    assert set(Move.objects.exclude(reason="").values_list("reason", flat=True)) == {REMOVED}


def test_removing_twice_is_removing_once(hall: Hall, entry: LeagueLedgerEntry) -> None:
    [name] = names(entry, "Moved to Kobe")
    remove_league_texts(entry=entry, by=hall.charlie, only=name)
    before = entry.league.ledger.count()

    again = remove_league_texts(entry=entry, by=hall.alice, only=name)

    assert (again, entry.league.ledger.count()) == ([name], before)


@pytest.mark.parametrize("name", ["moves:99", "moves:", "reason", "", "moves:x"])
def test_a_text_that_the_entry_has_not_is_refused(hall: Hall, entry: LeagueLedgerEntry, name: str) -> None:
    refused(lambda: remove_league_texts(entry=entry, by=hall.charlie, only=name), StateRefuses, "no_text")

    assert everywhere() == ["tournaments_ledgertext", "tournaments_move"]


def test_it_is_removed_from_whoever_the_player_turned_out_to_be(hall: Hall, entry: LeagueLedgerEntry) -> None:
    [name] = names(entry, "Moved to Kobe")
    player = Player.objects.get(moves__reason="Moved to Kobe")
    other = Player.objects.create(name="Kay")
    merge_players(
        player=other,
        other=player,
        seen=player_tag(other),
        by=Actor(is_console=True),
        confirm=["merged_for_good"],
    )

    remove_league_texts(entry=entry, by=hall.charlie, only=name)

    assert (Move.objects.get(player=other).reason, problems(entry)) == (REMOVED, [])


def test_it_is_removed_when_the_season_was_revoked_and_opened_again(
    hall: Hall, entry: LeagueLedgerEntry
) -> None:
    season = Season.objects.get(pk=entry.content["season"])
    revoke_next_season(season=season, by=hall.charlie, confirm=[SEASON_REVOKED])
    proposal = propose_next_season(season)
    one = next(iter(proposal.places.values()))
    changes = [Change(one.player, one.to_level, "She asked for it")]
    confirm_next_season(
        season=season, plan=SeasonPlan("2027", changes=changes), seen=proposal.tag, by=hall.charlie
    )

    remove_league_texts(entry=entry, by=hall.charlie)

    assert (everywhere(), problems(entry)) == ([], [])
    assert Move.objects.exclude(reason="").get().reason == "She asked for it"


class TestEarlierVersions:
    def test_they_are_sound_as_they_were(self, entry: LeagueLedgerEntry) -> None:
        written_as_before(entry)

        assert (LedgerText.objects.count(), CANARY in entry.payload, problems(entry)) == (0, True, [])
        assert json.loads(Client().get(CALL).content)["entries"][entry.seq - 1]["payload"] == entry.payload

    def test_once_removed_nobody_is_shown_them(self, hall: Hall, entry: LeagueLedgerEntry) -> None:
        written_as_before(entry)

        remove_league_texts(entry=entry, by=hall.charlie)

        found = json.loads(Client().get(CALL).content)["entries"][entry.seq - 1]
        assert (found["payload"], found["texts"]) == (None, [])
        assert (everywhere(), problems(entry)) == (["tournaments_leagueledgerentry"], [])


def test_everybody_reads_and_can_check_it_until_it_is_removed(hall: Hall, entry: LeagueLedgerEntry) -> None:
    [name] = names(entry, "Moved to Kobe")
    row = LedgerText.objects.get(name=name)

    before = json.loads(Client().get(CALL).content)["entries"][entry.seq - 1]["texts"]
    remove_league_texts(entry=entry, by=hall.charlie)
    after = json.loads(Client().get(CALL).content)["entries"][entry.seq - 1]["texts"]

    assert {"name": name, "text": "Moved to Kobe", "salt": row.salt} in before
    assert row.gives(entry.content["texts"][name])
    assert after == [{**one, "text": None, "salt": None} for one in before]


def test_an_organizer_removes_it_on_a_page_once(hall: Hall, entry: LeagueLedgerEntry) -> None:
    browser = signed_in(hall.charlie)
    page = browser.get(PAGE).content.decode()
    name = names(entry, CANARY)[0]
    assert (page.count(f"<blockquote><bdi>{CANARY}</bdi>"), page.count("<blockquote>")) == (1, 2)

    answer = browser.post(f"{PAGE}{entry.seq}/{name}/remove/", follow=True)

    text = answer.content.decode()
    assert "The text was removed. The ledger records that, and by whom." in text
    assert (CANARY in text, "Moved to Kobe" in text, everywhere()) == (False, True, [])
    assert f"A text of entry {entry.seq} was removed" in Client().get("/l/river/ledger/").content.decode()


def test_a_program_removes_it_once(hall: Hall, entry: LeagueLedgerEntry) -> None:
    browser, name = signed_in(hall.charlie), names(entry, CANARY)[0]

    answers = [
        browser.delete(f"{CALL}{entry.seq}/texts/{name}/", HTTP_IDEMPOTENCY_KEY=key)
        for key in ("removed-once", "removed-once", "removed-again")
    ]

    assert [answer.status_code for answer in answers] == [204, 204, 204]
    assert entry.league.ledger.filter(kind="league_text_removed").count() == 1


def test_pages_say_that_it_was_removed(hall: Hall, entry: LeagueLedgerEntry) -> None:
    remove_league_texts(entry=entry, by=hall.charlie)

    pages = [
        Client().get(path).content.decode() for path in ("/l/river/1/", "/l/river/2/", "/l/river/ledger/")
    ]

    assert [REMOVED in page for page in pages] == [False] * 3


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_move SET reason = 'another' WHERE reason <> ''",
        "UPDATE tournaments_move SET to_level = 9, reason = '[…]'",
        "UPDATE tournaments_ledgertext SET text = 'another'",
        "UPDATE tournaments_ledgertext SET league_id = NULL, removed_at = '2026-11-27 12:00:00+00:00'",
        "DELETE FROM tournaments_ledgertext",
    ],
)
def test_the_database_keeps_it_as_it_is_until_it_is_removed(entry: LeagueLedgerEntry, statement: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        run(statement)

    assert (everywhere(), problems(entry)) == (["tournaments_ledgertext", "tournaments_move"], [])
