"""Until line-ups are shown, nothing that anybody but the staff can read depends on whom the draw proposes.

Every page, call and file is read twice: as the draw proposes, and with a team mate in the place of everybody it
proposes. Both are the same, byte by byte. Where the draw decides who plays, they are not: there is something to leak.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from players.models import User
from publishing.catalogue import EXPORTS
from tests.permissions import undone
from tests.tournaments.actions.teams.league_of_teams import TEAMS, LeagueOfTeams, league_of_teams
from tests.tournaments.api.callers import body_of, program, stranger
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.test_two_visitors import FLEETING
from tests.tournaments.views.permission_matrix import PAGES, D, address
from tests.tournaments.views.seat.test_player_cards import card_of, scan
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.draws.draft_rounds import publish_round, unpublish_round
from tournaments.actions.teams.line_ups import LINE_UPS_MISSING, set_line_up_rule, show_line_ups
from tournaments.models import Draw, Round, Seat
from tournaments.standings import publish_tournament
from web.page_memory import memory

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.once("what pages, calls and files say of a seat, Python says"),
]

# What this league has none of; and pages that know no tournament.
MISSING = "999999"
ELSEWHERE = re.compile(
    r"/(?:api/v1/)?(?:rulebooks|guides|calculator|conditions|new|leagues)/|/api/(?:v1/schema/)?$"
)

FILES = re.compile("/(?:downloads|exports|print)/")

Answers = dict[tuple[str, str], tuple[int, bytes]]
"""What was answered, by visitor and address."""


class Things(dict[str, Any]):
    """What fills addresses, by the last word of its name: a drafted_round is a round. What this league has none of is
    missing.
    """

    def __missing__(self, name: str) -> object:
        word = name.rpartition("_")[2]
        return self.get(word, MISSING)


@pytest.fixture
def league() -> LeagueOfTeams:
    found = league_of_teams(line_up=2)
    issue_player_cards(tournament=found.hall.tournament, by=found.hall.alice)
    for number in range(1, 5):
        user = User.objects.create_user(f"foxes{number}@example.org", "secret")
        player = found.player(f"Foxes {number}").player
        player.user = user
        player.save(update_fields=["user"])
    publish_tournament(found.hall.tournament.pk)
    return found


def visitors(league: LeagueOfTeams) -> Mapping[str, Client]:
    """A stranger, and a team: by a card the captain and another one, signed in, by an app and a program."""
    found = {"a stranger": Client(), "somebody signed in": Client()}
    found["somebody signed in"].force_login(league.player("Foxes 3").player.user)
    for who, name in (("the captain", "Foxes 1"), ("somebody", "Foxes 4")):
        found[f"{who} by card"] = scan(card_of(league.player(name)))
    their_program = program(league.player("Foxes 2").player.user)
    claimed = stranger().post("/v1/player-cards/claim/", {"code": card_of(league.player("Foxes 2")).code})
    found["an app by card"] = Client(headers={"Authorization": f"Bearer {body_of(claimed)['token']}"})
    found["a program"] = Client(headers={"Authorization": f"Bearer {their_program.bearer}"})
    return found


def addresses(league: LeagueOfTeams) -> list[str]:
    """Every address that may be read by others than the staff."""
    tournament, round_ = league.hall.tournament, league.rounds[0]
    entries = [league.player(f"Foxes {number}") for number in range(1, 5)]
    things = Things(
        slug=tournament.slug,
        one=1,
        two=1,
        round=round_.pk,
        stage=league.hall.stage.pk,
        draw=Draw.objects.get().pk,
        table=round_.tables.get(number=1).pk,
        team=league.team("Foxes").pk,
        entry=entries[0].pk,
        player=entries[0].player_id,
        opponent=entries[1].player_id,
        rulebook="wrc",
    )
    pages = [
        address(route, page, things, tournament.slug)
        for route, page in PAGES.items()
        if "GET" in page.methods and not route.startswith(D) and "accounts" not in route
    ]
    calls = [row.path(things) for row in MATRIX if row.method == "GET"]
    sheets = [
        f"/t/{tournament.slug}/print/stages/1/rounds/1/{what}/" for what in ("names", "tables", "scoresheets")
    ]
    files = [
        f"{folder}{name}{ending}"
        for name in EXPORTS
        for folder, ending in (
            (f"/t/{tournament.slug}/downloads/", ".csv"),
            (f"/api/v1/tournaments/{tournament.slug}/exports/", "/"),
        )
    ]
    more = [
        f"/t/{tournament.slug}/print/stages/1/schedules/",
        f"/t/{tournament.slug}/draw/{things['draw']}/?again=1",
    ]
    more += ["/seat/table/", "/me/", "/api/v1/player-card/", "/api/v1/me/"]
    more += [f"/t/{tournament.slug}/hall/screen/?show={show}" for show in ("names", "tables")]
    more += [f"/t/{tournament.slug}/tables/{pk}/" for pk in round_.tables.values_list("pk", flat=True)]
    for entry in entries:
        more += [f"/players/{entry.player_id}/", f"/api/v1/players/{entry.player_id}/"]
        more += [
            f"/api/v1/entries/{entry.pk}/",
            f"/t/{tournament.slug}/draw/{things['draw']}/?who={entry.pk}",
        ]
        more += [f"/t/{tournament.slug}/rounds/1/?q={entry.player.name.replace(' ', '+')}"]
    found = dict.fromkeys(pages + calls + sheets + files + more)
    return [path for path in found if MISSING not in path and not ELSEWHERE.match(path)]


def read_all(league: LeagueOfTeams, people: Mapping[str, Client]) -> Answers:
    """Everything that anybody reads."""
    found: Answers = {}
    paths = addresses(league)
    with undone():
        for name, client in people.items():
            # Files and what is to be printed are the same for everybody.
            mine = paths if name == "a stranger" else [path for path in paths if not FILES.search(path)]
            for path in mine:
                memory.clear()
                cache.clear()
                answer = client.get(path)
                body = b"".join(answer.streaming_content) if answer.streaming else answer.content
                found[name, path] = answer.status_code, FLEETING.sub(b"", body)
    return found


def propose_others(league: LeagueOfTeams) -> None:
    """Put the next one of their team in the place of everybody whom the draw proposes."""
    next_one = {}
    for team in TEAMS:
        people = [league.player(f"{team} {number}") for number in range(1, 5)]
        next_one |= {one.pk: other.pk for one, other in zip(people, people[1:] + people[:1], strict=True)}
    waiting = Seat.objects.filter(round__status=Round.Status.PUBLISHED)
    seats = list(waiting)
    waiting.delete()
    for seat in seats:
        seat.entry_id = next_one[seat.entry_id]
    Seat.objects.bulk_create(seats)


def leaks(league: LeagueOfTeams, *names: str) -> set[str]:
    """The visitors (with these names, or all) and addresses whose answers depend on whom the draw proposes."""
    people = {name: client for name, client in visitors(league).items() if name in names or not names}
    as_drawn = read_all(league, people)
    with undone():
        propose_others(league)
        otherwise = read_all(league, people)
    assert as_drawn.keys() == otherwise.keys()
    return {f"{name}: {path}" for (name, path), answer in as_drawn.items() if answer != otherwise[name, path]}


def test_nothing_that_is_read_depends_on_whom_the_draw_proposes(league: LeagueOfTeams) -> None:
    set_line_up_rule(stage=league.hall.stage, by=league.hall.alice)

    # A captain who hands in nothing sends the drawn players, and reads that in the form.
    assert leaks(league) == {f"the captain by card: /seat/line-up/{league.rounds[0].pk}/"}


def test_where_the_draw_decides_there_is_something_to_read(league: LeagueOfTeams) -> None:
    some = ("a stranger", "somebody by card", "an app by card")
    found = {re.sub(r"\d+", "N", leak.partition(": ")[2]) for leak in leaks(league, *some)}

    assert found == {
        "/api/vN/draws/N/check/",
        "/api/vN/me/",
        "/api/vN/player-card/",
        "/api/vN/rounds/N/",
        "/api/vN/tables/N/",
        "/api/vN/tournaments/spring-open/exports/draws/",
        "/api/vN/tournaments/spring-open/exports/results-by-player/",
        "/api/vN/tournaments/spring-open/exports/results/",
        "/embed/t/spring-open/now/",
        "/players/N/",
        "/seat/day/",
        "/seat/table/",
        "/t/spring-open/downloads/draws.csv",
        "/t/spring-open/downloads/results-by-player.csv",
        "/t/spring-open/downloads/results.csv",
        "/t/spring-open/draw/",
        "/t/spring-open/draw/N/",
        "/t/spring-open/draw/N/?again=N",
        "/t/spring-open/draw/N/?who=N",
        "/t/spring-open/hall/screen/",
        "/t/spring-open/hall/screen/?show=names",
        "/t/spring-open/hall/screen/?show=tables",
        "/t/spring-open/print/stages/N/rounds/N/names/",
        "/t/spring-open/print/stages/N/rounds/N/scoresheets/",
        "/t/spring-open/print/stages/N/rounds/N/tables/",
        "/t/spring-open/print/stages/N/schedules/",
        "/t/spring-open/rounds/N/",
        "/t/spring-open/rounds/N/?q=Foxes+N",
        "/t/spring-open/stages/N/rounds/N/",
        "/t/spring-open/tables/N/",
        "/t/spring-open/tables/N/conditions/",
        "/t/spring-open/teams/N/",
    }


def test_the_seed_and_the_ledger_give_nobody_away_before_all_line_ups_are_shown(
    league: LeagueOfTeams,
) -> None:
    """Whoever has the seed draws again."""
    hall, draw = league.hall, Draw.objects.get()
    set_line_up_rule(stage=hall.stage, by=hall.alice)

    found = []
    for round_ in (None, *league.rounds):
        if round_ is not None:
            show_line_ups(round_=round_, by=hall.alice, confirm=[LINE_UPS_MISSING])
        found.append([*published_payloads(league), draw.seed in everything_about(draw)])

    # The first entries of both rounds, then those of the rounds as they were shown. All but the first have the seed.
    assert found == [
        [False, False, False],
        [True, False, False, False],
        [True, True, True, True, True],
    ]


def test_once_they_are_shown_a_round_says_who_plays_and_was_not_changed(league: LeagueOfTeams) -> None:
    hall, round_ = league.hall, league.rounds[0]
    set_line_up_rule(stage=hall.stage, by=hall.alice)
    address = f"/t/{hall.tournament.slug}/rounds/1/"
    before = Client().get(address).content.decode()
    show_line_ups(round_=round_, by=hall.alice, confirm=[LINE_UPS_MISSING])
    memory.clear()

    after = Client().get(address).content.decode()

    names = [name for team in league.seated(round_).values() for name in team]
    assert [any(name in page for name in names) for page in (before, after)] == [False, True]
    assert all(team in before for team in TEAMS)
    changed = "This round was changed after it was first published"
    assert [changed in page for page in (before, after)] == [False, False]
    unpublish_round(round_=round_, by=hall.alice)
    publish_round(round_=round_, by=hall.alice)
    memory.clear()
    assert changed in Client().get(address).content.decode()


def published_payloads(league: LeagueOfTeams) -> list[bool]:
    """Of each entry that says who sits in a round, whether everybody may read it."""
    entries = Client().get(f"/api/v1/tournaments/{league.hall.tournament.slug}/ledger/").json()["entries"]
    return [one["payload"] is not None for one in entries if one["kind"] == "published"]


def everything_about(draw: Draw) -> str:
    """What everybody reads of a draw."""
    slug, stage = draw.stage.tournament.slug, draw.stage_id
    found = ""
    for path in (
        f"/t/{slug}/draw/",
        f"/t/{slug}/draw/{draw.pk}/",
        f"/t/{slug}/draw/{draw.pk}/record.json",
        f"/t/{slug}/downloads/draws.csv",
        f"/t/{slug}/downloads/ledger.csv",
        f"/api/v1/draws/{draw.pk}/",
        f"/api/v1/stages/{stage}/draws/",
        f"/api/v1/rounds/{draw.rounds.get(number=2).pk}/",
        f"/api/v1/tournaments/{slug}/ledger/",
    ):
        memory.clear()
        answer = Client().get(path)
        found += (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()
    return found
