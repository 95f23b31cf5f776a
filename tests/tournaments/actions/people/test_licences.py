"""A licence number belongs to whose it is, and not to whoever typed it first: the operator gives it to them."""

import pytest

from players.actions import licences_of, set_licences
from players.models import Player, User
from tests.permissions import digest
from tests.tournaments.api.callers import Caller, signed_in
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in as browser_of
from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError
from tournaments.actions.people.editing import LICENCE_MOVES, edit_player
from tournaments.actions.people.entries import register
from tournaments.actions.seen_versions import entry_tag, player_tag
from tournaments.models import LedgerEntry
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db
LICENCE = ("EMA", "04090035")


@pytest.fixture
def squatter() -> Player:
    """Somebody in a tournament of strangers, with the number that is Dora's."""
    other = open_hall("strangers", players=0)
    found = Player.objects.create(name="Squatter")
    register(tournament=other.tournament, player=found, by=other.alice)
    set_licences(player=found, licences=[LICENCE, ("WRC", "1")])
    return found


@pytest.fixture
def root(db: None) -> Actor:
    return Actor(User.objects.create_superuser("root@example.org", name="Root"))


def dora() -> Player:
    return Player.objects.get(name="Dora")


def give(by: Actor, confirm: list[str]) -> None:
    player = dora()
    edit_player(
        player=player, changes={"licences": [LICENCE]}, seen=player_tag(player), by=by, confirm=confirm
    )


def test_those_who_answer_for_the_player_read_who_can_help(hall: Hall, squatter: Player) -> None:
    before = digest()

    with pytest.raises(ActionError) as refusal:
        give(hall.alice, [LICENCE_MOVES])

    assert (refusal.value.code, digest() == before) == ("licence_taken", True)
    assert refusal.value.message == (
        "The licence EMA 04090035 belongs to someone else. If it is this player's, the operator can "
        "reassign it."
    )


def test_the_operator_is_asked_and_gives_it_to_the_player(hall: Hall, squatter: Player, root: Actor) -> None:
    before = digest()
    with pytest.raises(ActionError) as question:
        give(root, ["plays_elsewhere"])
    assert (question.value.code, question.value.fields["confirm"]) == ("please_confirm", [LICENCE_MOVES])
    assert (
        "The licence EMA 04090035 currently belongs to Squatter, who will lose it." in question.value.message
    )
    assert digest() == before

    give(root, ["plays_elsewhere", LICENCE_MOVES])

    assert (licences_of(dora()), licences_of(squatter)) == ([LICENCE], [("WRC", "1")])


def test_the_ledgers_of_both_have_it(hall: Hall, squatter: Player, root: Actor) -> None:
    give(root, ["plays_elsewhere", LICENCE_MOVES])

    edits = LedgerEntry.objects.filter(kind="player_edited").order_by("tournament__slug")
    assert [(one.tournament.slug, one.content["player"], one.content["changed"]) for one in edits] == [
        ("spring-open", dora().pk, ["licences"]),
        ("strangers", squatter.pk, ["licences"]),
    ]
    assert [verify_ledger(one.tournament_id).problems for one in edits] == [[], []]


def test_a_call_of_the_operator_gives_it(hall: Hall, squatter: Player, root: Actor) -> None:
    player, caller = dora(), signed_in(root.user)
    body = {"licences": [{"body": "EMA", "number": "04090035"}], "confirm": ["plays_elsewhere"]}

    def call(caller: Caller, confirm: list[str]) -> int:
        sent = {**body, "confirm": confirm}
        answer = caller.call("PATCH", f"/v1/players/{player.pk}/", sent, if_match=player_tag(player))
        return answer.status_code

    statuses = [call(caller, ["plays_elsewhere"]), call(caller, ["plays_elsewhere", LICENCE_MOVES])]

    assert (statuses, licences_of(player)) == ([409, 200], [LICENCE])


def test_the_desk_asks_the_operator(hall: Hall, squatter: Player, root: Actor) -> None:
    entry, browser = hall.tournament.entries.get(player=dora()), browser_of(root)
    path = f"/t/spring-open/desk/entries/{entry.pk}/edit/"
    sent = {
        "name": "Dora",
        "licences": "EMA 04090035",
        "number": entry.number,
        "seen_player": player_tag(entry.player),
        "seen_entry": entry_tag(entry),
    }

    asked = browser.post(path, {**sent, "confirm": ["plays_elsewhere"]})
    answer = browser.post(path, {**sent, "confirm": ["plays_elsewhere", LICENCE_MOVES]})

    assert (
        "The licence EMA 04090035 currently belongs to Squatter, who will lose it." in asked.content.decode()
    )
    assert (answer.status_code, licences_of(dora())) == (302, [LICENCE])
