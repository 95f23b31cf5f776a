"""By whatever way somebody comes into a second division of a season: it is asked about, or left to the organizer."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from players.actions import add_player
from players.models import Player
from tests.permissions import digest, digest_of
from tests.tournaments.api.callers import code_of, program
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import send
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round
from tournaments.actions.draws.free_play import draw_night
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.actions.errors import StateRefuses
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.other_divisions import IN_ANOTHER_DIVISION
from tournaments.actions.people.editing import edit_entry
from tournaments.actions.people.entries import register, reinstate, withdraw
from tournaments.actions.people.newcomers import Newcomer
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import (
    About,
    accept_registration,
    accept_registrations,
    sign_up,
)
from tournaments.actions.seen_versions import entry_tag
from tournaments.actions.setup.ranking import set_ranking
from tournaments.models import Entry, LedgerEntry, Registration, Round, Team

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]
AS_OF = re.compile(r'name="as_of" value="(\d+)"')
Status = Registration.Status
NOBODY = Actor()


@dataclass
class Scene:
    """Two divisions of a season, of eight players each; `bob` plays in the upper one."""

    upper: Hall
    lower: Hall

    @property
    def bob(self) -> Player:
        return self.upper.tournament.entries.get(number=1).player

    @property
    def alice(self) -> Actor:
        return self.lower.alice

    def here(self) -> set[int]:
        """The players of the lower division."""
        active = Entry.objects.active().filter(tournament=self.lower.tournament)
        return set(active.values_list("player", flat=True))


def written() -> list[str]:
    """A digest of what an import writes; keys and tokens that were used are others."""
    return [digest_of(model._meta.db_table) for model in (Player, Entry, Team, Round, LedgerEntry)]


@pytest.fixture
def scene(hall: Hall) -> Scene:
    league = create_league(slug="river", name="River", by=hall.alice)
    season = create_season(league=league, name="1", by=hall.alice)
    upper = open_hall("upper", season=season, level=1)
    lower = open_hall("lower", players=0, season=season, level=2)
    return Scene(upper, lower)


def asked(act: Callable[..., object]) -> None:
    """It is asked first and changes nothing, then done with the answer."""
    before = digest()
    with pytest.raises(StateRefuses, match="Bob plays in Spring Open, another division of this season") as no:
        act()
    assert (no.value.fields["confirm"], digest()) == ([IN_ANOTHER_DIVISION], before)
    act(confirm=[IN_ANOTHER_DIVISION])


def withdrawn_from_the_lower(scene: Scene) -> Entry:
    entry = register(
        tournament=scene.lower.tournament, player=scene.bob, by=scene.alice, confirm=[IN_ANOTHER_DIVISION]
    )
    return withdraw(entry=entry, by=scene.alice)


def stands_in(scene: Scene) -> Entry:
    return register(tournament=scene.lower.tournament, player=scene.bob, by=scene.alice, is_substitute=True)


def test_taking_a_withdrawn_player_back_is_asked_about(scene: Scene) -> None:
    entry = withdrawn_from_the_lower(scene)

    asked(lambda **said: reinstate(entry=entry, by=scene.alice, **said))

    assert scene.bob.pk in scene.here()


def test_a_substitute_who_comes_back_is_not_asked_about(scene: Scene) -> None:
    entry = withdraw(entry=stands_in(scene), by=scene.alice)

    assert reinstate(entry=entry, by=scene.alice).status == Entry.Status.ACTIVE


def test_a_substitute_who_is_none_any_more_is_asked_about(scene: Scene) -> None:
    entry = stands_in(scene)
    change = {"entry": entry, "changes": {"is_substitute": False}, "seen": entry_tag(entry)}

    asked(lambda **said: edit_entry(**change, by=scene.alice, **said))

    assert not Entry.objects.get(pk=entry.pk).is_substitute


def test_a_newcomer_of_a_night_is_asked_about(scene: Scene) -> None:
    entries = [
        register(tournament=scene.lower.tournament, player=other, by=scene.alice)
        for other in Player.objects.filter(entries__tournament__slug="spring-open", entries__number__lt=4)
    ]
    night = {"stage": scene.lower.stage, "present": entries, "by": scene.alice}

    asked(lambda **said: draw_night(**night, newcomers=[Newcomer("Bob", player=scene.bob)], **said))

    assert scene.bob.pk in scene.here()


def test_joining_rounds_that_are_drawn_is_asked_about(scene: Scene) -> None:
    """By name, and as a substitute who takes over for good."""
    others = Player.objects.filter(entries__tournament__slug="spring-open").order_by("pk")
    for other in others[1:5]:
        register(tournament=scene.lower.tournament, player=other, by=scene.alice)
    substitute = stands_in(scene)
    draw_round(stage=scene.lower.stage, by=scene.alice, seed="0123456789abcdef")
    leaver = scene.lower.tournament.entries.get(number=1)
    repair = {"stage": scene.lower.stage, "by": scene.alice}

    asked(
        lambda **said: repair_schedule(
            **repair, change=ScheduleChange(substitutes={leaver: substitute}), **said
        )
    )

    assert not Entry.objects.get(pk=substitute.pk).is_substitute
    # And by name.
    dora = scene.upper.tournament.entries.get(number=2).player
    newcomers = [Newcomer("Dora", player=dora)]
    before = digest()
    with pytest.raises(StateRefuses, match="Dora plays in Spring Open") as no:
        repair_schedule(**repair, change=ScheduleChange(newcomers=newcomers, remainder="byes"))
    assert (no.value.fields["confirm"], digest()) == ([IN_ANOTHER_DIVISION], before)
    repair_schedule(
        **repair, change=ScheduleChange(newcomers=newcomers, remainder="byes"), confirm=[IN_ANOTHER_DIVISION]
    )
    assert dora.pk in scene.here()


class TestWhoRegistersThemselves:
    def opened(self, scene: Scene, **terms: Any) -> None:
        set_self_registration(
            tournament=scene.lower.tournament,
            terms=RegistrationTerms(is_open=True, capacity=None, **terms),
            by=scene.alice,
        )

    @pytest.mark.parametrize("by_name", [True, False])
    def test_is_left_to_the_organizer_who_is_asked(self, scene: Scene, by_name: bool) -> None:
        """By name or by their account; with nobody else of that name."""
        self.opened(scene)
        about = About("Bob") if by_name else scene.bob

        registration = sign_up(tournament=scene.lower.tournament, about=about, by=NOBODY)

        assert (registration.status, scene.here()) == (Status.PENDING, set())
        asked(
            lambda **said: accept_registration(
                registration=registration, player=scene.bob, by=scene.alice, **said
            )
        )
        assert scene.here() == {scene.bob.pk}

    def test_is_not_among_those_who_are_accepted_all_at_once(self, scene: Scene) -> None:
        self.opened(scene, needs_approval=True)
        sign_up(tournament=scene.lower.tournament, about=scene.bob, by=NOBODY)
        sign_up(tournament=scene.lower.tournament, about=About("Kei"), by=NOBODY)

        found = accept_registrations(tournament=scene.lower.tournament, by=scene.alice)

        assert (found, scene.bob.pk in scene.here(), len(scene.here())) == ((1, 1), False, 1)

    def test_does_not_move_up_alone(self, scene: Scene) -> None:
        """A place that becomes free is reserved until the organizer has decided."""
        set_self_registration(
            tournament=scene.lower.tournament,
            terms=RegistrationTerms(is_open=True, capacity=1),
            by=scene.alice,
        )
        kei = sign_up(tournament=scene.lower.tournament, about=About("Kei"), by=NOBODY)
        bob = sign_up(tournament=scene.lower.tournament, about=scene.bob, by=NOBODY)
        assert (kei.status, bob.status) == (Status.ACCEPTED, Status.WAITING)

        withdraw(entry=kei.entry, by=scene.alice)

        bob.refresh_from_db()
        assert (bob.status, scene.here()) == (Status.PENDING, set())

    def test_whom_the_organizer_has_entered_meanwhile_is_not_asked_about_again(self, scene: Scene) -> None:
        self.opened(scene)
        registration = sign_up(tournament=scene.lower.tournament, about=scene.bob, by=NOBODY)
        register(
            tournament=scene.lower.tournament, player=scene.bob, by=scene.alice, confirm=[IN_ANOTHER_DIVISION]
        )

        accept_registration(registration=registration, by=scene.alice)

        assert Registration.objects.get().status == Status.ACCEPTED


class TestSubstitutesWhoAreRanked:
    """Where they have a rank like everybody, they would move like everybody at the end of the season."""

    @staticmethod
    def rank(hall: Hall, **said: object) -> None:
        set_ranking(
            tournament=hall.tournament, substitutes="ranked", withdrawn="ranked", by=hall.alice, **said
        )
        hall.tournament.refresh_from_db()

    def test_one_more_is_asked_about(self, scene: Scene) -> None:
        self.rank(scene.lower)
        more = {"player": scene.bob, "is_substitute": True, "by": scene.alice}

        asked(lambda **said: register(tournament=scene.lower.tournament, **more, **said))

        assert scene.lower.tournament.entries.get().is_substitute

    def test_one_who_comes_back_is_asked_about(self, scene: Scene) -> None:
        entry = withdraw(entry=stands_in(scene), by=scene.alice)
        self.rank(scene.lower)

        asked(lambda **said: reinstate(entry=entry, by=scene.alice, **said))

        assert Entry.objects.get(pk=entry.pk).status == Entry.Status.ACTIVE

    def test_ranking_those_who_are_there_is_asked_about(self, scene: Scene) -> None:
        stands_in(scene)

        asked(lambda **said: self.rank(scene.lower, **said))

        assert scene.lower.tournament.substitutes == "ranked"

    def test_one_of_the_other_division_is_asked_about_in_this_one(self, scene: Scene) -> None:
        entry = scene.upper.tournament.entries.get(number=1)
        edit_entry(entry=entry, changes={"is_substitute": True}, seen=entry_tag(entry), by=scene.upper.alice)
        more = {"player": scene.bob, "by": scene.alice}
        self.rank(scene.upper)

        asked(lambda **said: register(tournament=scene.lower.tournament, **more, **said))

        assert scene.bob.pk in scene.here()


class TestListsAndResults:
    """By every door of a file, for an organizer of the league: nothing is written until it is said that they play in
    both divisions.
    """

    PLAYERS = "name\nZoe\n"
    RESULTS = "round,table,player,points\n1,1,Zoe,40000\n1,1,Kei,30000\n1,1,Leo,20000\n1,1,Mio,10000\n"

    @pytest.fixture
    def zoe(self, scene: Scene) -> Player:
        """Somebody of the upper division whose name nobody else has."""
        zoe = add_player(name="Zoe")
        register(tournament=scene.upper.tournament, player=zoe, by=scene.upper.alice)
        return zoe

    @pytest.mark.parametrize("what", ["players", "results"])
    def test_at_the_desk(self, scene: Scene, hall: Hall, zoe: Player, what: str) -> None:
        page = f"/t/lower/desk/{'entries' if what == 'players' else what}/import/"
        text = self.PLAYERS if what == "players" else self.RESULTS
        alice, before = signed_in(hall.alice), written()
        typed = {"text": text} | ({"stage": str(scene.lower.stage.pk)} if what == "results" else {})

        looked = alice.post(page, {**typed, "do": "look"})
        send(alice, page, **typed, do="import", as_of=AS_OF.search(looked.content.decode())[1])

        assert 'name="two_divisions"' in looked.content.decode()
        assert 'name="two_divisions"' not in alice.get(page).content.decode()
        assert (scene.here(), written()) == (set(), before)
        send(
            alice,
            page,
            **typed,
            do="import",
            as_of=AS_OF.search(looked.content.decode())[1],
            two_divisions="on",
        )
        assert zoe.pk in scene.here()

    def test_by_a_call(self, scene: Scene, hall: Hall, zoe: Player) -> None:
        caller, before = program(hall.alice.user), written()

        refused = caller.call("POST", "/v1/tournaments/lower/import/", {"csv": self.PLAYERS})

        assert (code_of(refused), written()) == ((422, "import_has_errors"), before)
        body = {"csv": self.PLAYERS, "confirm": [IN_ANOTHER_DIVISION]}
        assert caller.call("POST", "/v1/tournaments/lower/import/", body).status_code == 200
        assert scene.here() == {zoe.pk}

    def test_on_the_console(self, scene: Scene, hall: Hall, zoe: Player, tmp_path: Path) -> None:
        file = tmp_path / "results.csv"
        file.write_text(self.RESULTS)
        before, options = written(), {"tournament": "lower", "by": "alice@spring-open.example"}

        with pytest.raises(CommandError, match="Nothing was imported"):
            call_command("import_results", file, **options, stdout=StringIO(), stderr=StringIO())

        assert written() == before
        call_command(
            "import_results", file, **options, two_divisions=True, stdout=StringIO(), stderr=StringIO()
        )
        assert zoe.pk in scene.here()
