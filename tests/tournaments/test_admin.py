"""The operator looks through the admin site; actions are done at the desk."""

import subprocess
import sys

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from players.actions import add_player
from players.models import NameTrace, Player, User
from tests.tournaments.hall import Hall, play
from tournaments.models import League, Table

pytestmark = pytest.mark.database("sqlite")

EDITABLE = {"Player", "Club", "User", "Licence"}


@pytest.fixture
def operator(client: Client, db: None) -> Client:
    client.force_login(
        User.objects.create_superuser("operator@example.org", "a long password", name="Operator")
    )
    return client


def test_keys_and_sessions_are_their_owners_alone_before_any_address_is_asked_for() -> None:
    program = (
        "import django; django.setup()\n"
        "from django.contrib import admin\n"
        "print(*sorted({model._meta.app_label for model in admin.site._registry}))"
    )

    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    ).stdout

    assert shown.split() == ["account", "auth", "players", "tournaments"]


def test_every_page_opens(operator: Client, hall: Hall, table: Table) -> None:
    play(table, hall.alice)

    for model, site in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert operator.get(reverse(f"{name}_changelist")).status_code == 200, name
        row = model._default_manager.first()
        if row is not None and model._meta.app_label in {"tournaments", "players"}:
            assert operator.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200, (name, site)


def test_facts_of_a_tournament_cannot_be_edited_here(operator: Client, hall: Hall, table: Table) -> None:
    sheet = play(table, hall.alice)

    answer = operator.post(
        reverse("admin:tournaments_scoresheet_change", args=[sheet.pk]), {"east": 99_000, "status": "void"}
    )

    sheet.refresh_from_db()
    assert (answer.status_code, sheet.east, sheet.status) == (403, 40_000, "confirmed")


def test_nothing_that_has_a_ledger_is_editable() -> None:
    editable = {
        model.__name__
        for model, site in admin.site._registry.items()
        if model in apps.get_app_config("tournaments").get_models()
        and type(site).has_change_permission is admin.ModelAdmin.has_change_permission
    }

    assert editable == set()


def test_a_player_renamed_is_found_under_the_new_name(operator: Client, hall: Hall) -> None:
    player = hall.tournament.entries.get(number=2).player
    form = {
        "name": "Dora  Neu",
        "reading": "",
        "country": "",
        "club": "",
        "aliases": "[]",
        "user": "",
        "licences-TOTAL_FORMS": 0,
        "licences-INITIAL_FORMS": 0,
    }

    operator.post(reverse("admin:players_player_change", args=[player.pk]), form)

    player.refresh_from_db()
    assert (player.name, player.skeleton) == ("Dora Neu", "doraneu")


@pytest.mark.parametrize("in_bulk", [False, True])
def test_only_a_player_without_account_or_tournament_is_deleted_and_leaves_a_trace(
    operator: Client, hall: Hall, in_bulk: bool
) -> None:
    plays = hall.tournament.entries.get(number=2).player
    has_account, nobody = add_player(name="Kei"), add_player(name="Nobody")
    has_account.user = hall.charlie.user
    has_account.save(update_fields=["user"])

    for player in (plays, has_account, nobody):
        if in_bulk:
            sent = {"action": "delete_selected", "_selected_action": [player.pk], "post": "yes"}
            operator.post(reverse("admin:players_player_changelist"), sent)
        else:
            operator.post(reverse("admin:players_player_delete", args=[player.pk]), {"post": "yes"})

    gone = {plays, has_account, nobody} - set(Player.objects.all())
    assert gone == {nobody}
    assert (
        NameTrace.objects.filter(subject=f"player:{nobody.pk}").values_list("digest", flat=True).last() == ""
    )


def test_no_secret_is_shown(operator: Client, hall: Hall, table: Table) -> None:
    play(table, hall.alice)
    token = table.seats.first().tokens.get()

    page = operator.get(reverse("admin:tournaments_seattoken_change", args=[token.pk])).content.decode()

    assert token.code_hash not in page
    assert token.device_hash not in page


def test_a_league_is_founded_by_its_action(operator: Client) -> None:
    page = reverse("admin:tournaments_league_add")

    answer = operator.post(page, {"name": "River League", "slug": "river", "about": ""})
    again = operator.post(page, {"name": "Another", "slug": "river", "about": ""})

    assert (answer.status_code, again.status_code) == (302, 200)
    league = League.objects.get()
    assert list(league.ledger.order_by("seq").values_list("kind", flat=True)) == [
        "founded",
        "organizer_appointed",
    ]
