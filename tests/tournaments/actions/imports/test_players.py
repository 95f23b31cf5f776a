import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.actions import add_player, club_named
from players.models import Club, Licence, Player
from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.errors import StateRefuses
from tournaments.actions.imports.players import (
    ImportedMeanwhile,
    ImportOptions,
    ImportRefused,
    import_players,
    player_list,
)
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.models import Entry, LedgerEntry, Publication, TableFormat, Team, Tournament

LIST = """name,reading,country,club,team,number,substitute,licence body,licence number
Alice Kovač,,SI,Ljubljana,Dragons,7,,EMA,22000001
山田 太郎,やまだ たろう,JP,東京麻雀会,Winds,,,,
Bob,,,,Winds,,yes,,
"""


@pytest.fixture
def empty(db) -> Hall:
    return open_hall(players=0)


def take_in(hall, text, **options):
    return import_players(
        tournament=hall.tournament, text=text, by=hall.alice, options=ImportOptions(**options)
    )


def found(report_or_refusal):
    findings = getattr(report_or_refusal, "findings", None)
    if findings is None:
        return [(line["line"], line["code"]) for line in report_or_refusal.fields["lines"]]
    return [(finding.line, finding.code) for finding in findings]


def entered(hall):
    return [
        (
            e.number,
            e.player.name,
            e.player.club and e.player.club.name,
            e.team and e.team.name,
            e.is_substitute,
        )
        for e in hall.tournament.entries.with_people().order_by("number")
    ]


def everything():
    return [
        list(model.objects.order_by("pk").values_list())
        for model in (Player, Club, Licence, Team, Entry, LedgerEntry, Publication)
    ]


def test_everybody_of_the_list_takes_part(empty):
    report = take_in(empty, LIST)

    assert entered(empty) == [
        (1, "山田 太郎", "東京麻雀会", "Winds", False),
        (2, "Bob", None, "Winds", True),
        (7, "Alice Kovač", "Ljubljana", "Dragons", False),
    ]
    assert (report.entered, report.new_players, report.findings) == (3, 3, [])
    assert Player.objects.get(name="山田 太郎").reading == "やまだ たろう"
    assert str(Licence.objects.get(player__name="Alice Kovač")) == "EMA 22000001"


def test_the_import_is_one_ledger_entry_that_tells_each_lot_and_no_name(empty):
    take_in(empty, LIST)

    entry = LedgerEntry.objects.get(tournament=empty.tournament, kind="players_imported")
    lots = {str(lot) for lot in empty.tournament.entries.values_list("lot", flat=True)}
    assert {row["lot"] for row in entry.content["entries"]} == lots
    assert "Alice" not in entry.payload


def test_a_header_in_japanese_is_understood(empty):
    take_in(empty, "氏名;ふりがな;国;所属;チーム;番号;補欠\n山田;やまだ;JP;東京;風;3;はい\n")

    assert entered(empty) == [(3, "山田", "東京", "風", True)]


def test_a_dry_run_tells_what_would_happen_and_changes_nothing(empty):
    before = everything()

    report = take_in(empty, LIST, dry_run=True)

    assert everything() == before
    assert (report.is_dry_run, report.entered) == (True, 3)
    assert [line["outcome"] for line in report.lines] == ["new_player"] * 3


def test_one_bad_line_and_nobody_is_imported(empty):
    before = everything()

    with pytest.raises(ImportRefused) as refusal:
        take_in(empty, LIST + ",,,,,,,,\n,x,,,,,,,\nEve\u202e,,,,,,,,\n")

    assert everything() == before
    assert found(refusal.value) == [(6, "name_missing"), (7, "bad_name")]
    assert "Line 6" in refusal.value.message


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Carl,,Germany,,,,,,", "bad_country"),
        ("Carl,,,,,0,,,", "bad_number"),
        ("Carl,,,,,1.5,,,", "bad_number"),
        ("Carl,,,,,1000000,,,", "bad_number"),
        ("Carl,,,,,7,,,", "number_taken"),
        ("Carl,,,,,,perhaps,,", "bad_substitute"),
        ("Carl,,,,,,,EMA,", "half_a_licence"),
        ("Carl,,,,,,,a federation of 20 c,1", None),
        ("Carl,,,,,,,a federation of 21 ch,1", "licence_too_long"),
        ("Carl,,,,,,,EMA,22000001", "repeated"),
        ("Bob,,,,Winds,,yes,,", "repeated"),
        ("x" * 60 + ",,,,,,,,", None),
        ("x" * 61 + ",,,,,,,,", "bad_name"),
        ("x" * 201 + ",,,,,,,,", "cell_too_long"),
    ],
)
def test_each_line_is_judged_and_named(empty, line, code):
    report = take_in(empty, LIST + line + "\n", dry_run=True)

    assert [finding.code for finding in report.errors if finding.line == 5] == ([code] if code else [])


def test_a_player_known_by_licence_is_entered_under_the_name_that_is_known(empty):
    known = add_player(name="Alice Novak")
    Licence.objects.create(player=known, body="EMA", number="22000001")

    report = take_in(empty, LIST)

    assert empty.tournament.entries.get(number=7).player == known
    assert found(report) == [(2, "licence_of_another_name")]
    assert (report.known_players, report.new_players) == (1, 2)


def test_a_player_of_exactly_this_name_and_club_is_the_same_person(empty):
    known = add_player(name="Alice Kovač", club=club_named("Ljubljana"))

    report = take_in(empty, LIST)

    assert empty.tournament.entries.get(number=7).player == known
    assert Licence.objects.get(number="22000001").player == known
    assert report.findings == []


def test_a_namesake_of_another_club_is_another_person_and_a_warning(empty):
    add_player(name="ALICE kovač", club=club_named("Zagreb"))

    report = take_in(empty, LIST)

    assert Player.objects.filter(skeleton="alicekovač").count() == 2
    assert found(report) == [(2, "namesake")]
    assert ("Zagreb" in report.findings[0].message, report.errors) == (True, [])


def test_two_people_of_one_name_in_one_list_are_two_people(empty):
    report = take_in(empty, "name,number\nSato,1\nSato,2\n")

    assert [(number, name) for number, name, *_ in entered(empty)] == [(1, "Sato"), (2, "Sato")]
    assert found(report) == [(3, "namesake")]


def test_who_of_two_known_namesakes_is_meant_has_to_be_said(empty):
    add_player(name="Sato")
    add_player(name="Sato")

    with pytest.raises(ImportRefused) as refusal:
        take_in(empty, "name\nSato\n")

    assert found(refusal.value) == [(2, "ambiguous")]


def test_a_list_may_be_imported_again_and_changes_nothing(empty):
    take_in(empty, LIST)
    before = everything()

    report = take_in(empty, LIST)

    assert everything() == before
    assert (report.entered, report.already_entered, report.findings) == (0, 3, [])


def test_our_own_list_comes_back_unchanged_whatever_the_names_begin_with(empty):
    take_in(
        empty,
        'name,team\n=1+1,-Team\n@home,"=cmd|\'/c calc\'!A1"\nSato,\nSato,x\n"\'=quoted",\n'.replace(
            "Sato,\n", "Sato,y\n"
        ),
    )
    before = everything()
    text = player_list(empty.tournament)

    report = take_in(empty, text)

    assert everything() == before
    assert (report.already_entered, report.findings) == (5, [])
    assert "\r\n'=1+1," in text
    assert ",'-Team," in text


def test_our_own_list_enters_the_same_people_elsewhere(empty):
    take_in(empty, LIST)
    other = open_hall("autumn-open", players=0)

    report = take_in(other, player_list(empty.tournament))

    assert entered(other) == entered(empty)
    assert (report.known_players, report.new_players) == (3, 0)


def test_a_list_does_not_change_who_is_entered_already_and_says_so(empty):
    take_in(empty, LIST)

    report = take_in(empty, "name,club,team,number\nAlice Kovač,Ljubljana,Winds,9\n")

    assert entered(empty)[-1] == (7, "Alice Kovač", "Ljubljana", "Dragons", False)
    assert found(report) == [(2, "entered_differently")]


def test_numbers_are_given_around_those_that_are_taken(empty):
    take_in(empty, "name,number\nA,\nB,2\nC,\n")

    assert [(number, name) for number, name, *_ in entered(empty)] == [(1, "A"), (2, "B"), (3, "C")]


@pytest.mark.slow
def test_a_tournament_holds_two_thousand_and_not_one_more(empty):
    head = "name,number\n" + "".join(f"Player {n},{n}\n" for n in range(1, 2_001))

    with pytest.raises(ImportRefused) as refusal:
        take_in(empty, head + "One too many,2001\n")
    assert found(refusal.value) == [(2_002, "too_many_entries")]
    assert take_in(empty, head).entered == 2_000


@pytest.mark.slow
def test_two_thousand_people_take_at_most_eighty_two_statements(empty):
    text = "name,club,team\n" + "".join(f"Player {n},Club {n % 20},Team {n % 125}\n" for n in range(2_000))

    with CaptureQueriesContext(connection) as statements:
        take_in(empty, text)

    assert len(statements) <= 82


def test_an_import_that_came_in_since_the_dry_run_is_not_repeated(empty):
    preview = take_in(empty, LIST, dry_run=True)
    take_in(empty, "name\nZoe\n")
    before = everything()

    with pytest.raises(ImportedMeanwhile):
        take_in(empty, LIST, as_of=preview.as_of)

    assert everything() == before


def test_a_finished_tournament_takes_nobody_in(empty):
    TableFormat.objects.update(rulebook_content="{}")
    Tournament.objects.update(status=Tournament.Status.FINISHED)

    for dry_run in (True, False):
        with pytest.raises(StateRefuses):
            take_in(empty, LIST, dry_run=dry_run)


def test_a_player_of_another_division_of_the_season_is_asked_about(db) -> None:
    hall = open_hall()
    season = create_season(
        league=create_league(slug="river", name="River", by=hall.alice), name="1", by=hall.alice
    )
    upper = open_hall("d1", season=season, level=1, players=0)
    lower = open_hall("d2", season=season, level=2, players=0)
    take_in(upper, "name\nAki\nBea\n")

    report = take_in(lower, "name,substitute\nAki,\nBea,yes\nChiyo,\n", dry_run=True)
    before = digest()
    with pytest.raises(ImportRefused):
        take_in(lower, "name\nAki\n")

    assert (found(report), digest()) == ([(2, "in_another_division")], before)
    assert report.findings[0].message == (
        "Aki plays in Spring Open, another division of this season. Please remove the line, or confirm that "
        "they play in both."
    )
    take_in(lower, "name\nAki\n", confirm=["in_another_division"])
    assert entered(lower) == [(1, "Aki", None, None, False)]


def test_a_player_of_another_division_is_known_by_a_licence_too(db) -> None:
    hall = open_hall()
    season = create_season(
        league=create_league(slug="river", name="River", by=hall.alice), name="1", by=hall.alice
    )
    upper = open_hall("d1", season=season, level=1, players=0)
    lower = open_hall("d2", season=season, level=2, players=0)
    take_in(upper, "name,licence_body,licence_number\nAki Ito,EMA,04020001\n")

    report = take_in(lower, "name,licence_body,licence_number\nAkiko Ito,EMA,04020001\n", dry_run=True)

    assert "in_another_division" in [code for _line, code in found(report)]
