"""Who goes on to a final: set, looked at and confirmed at the desk, by the pages alone."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.actions.stages.finals import Final, before_the_final
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tests.tournaments.views.test_hostile_forms import Reader
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import form_team
from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification, terms_of
from tournaments.actions.stages.qualifiers import confirm_qualifiers, keys_of
from tournaments.models import Qualification
from tournaments.standings.qualifying import proposed

pytestmark = pytest.mark.django_db

DESK = "/t/spring-open/desk/"


@pytest.fixture
def scene() -> Final:
    return before_the_final()


@pytest.fixture
def alice(scene: Final) -> Client:
    return signed_in(scene.hall.alice)


def terms_page(scene: Final) -> str:
    return f"{DESK}stages/{scene.final.pk}/who/"


def players_page(scene: Final) -> str:
    return f"{DESK}stages/{scene.final.pk}/players/"


def form(answer: Any, action: str = "", **typed: object) -> dict[str, Any]:
    """The page's form as a browser would send it: its first one, or the one that leads to `action`."""
    found = [one for one in Reader(answer.content.decode(), "").forms if one.method == "POST"]
    ours = next(one for one in found if one.action == action and "key" in one.fields)
    return {**ours.fields, **typed}


def rule(scene: Final, number: int = 0, **fields: object) -> dict[str, object]:
    typed = {"source": scene.main.pk, "among": "ranking", **fields}
    return {f"rules-{number}-{name}": value for name, value in typed.items()}


def test_a_stage_that_was_added_leads_on_to_who_plays_in_it_or_to_its_draw(
    scene: Final, alice: Client
) -> None:
    sent = form(alice.get(DESK), f"{DESK}stages/", name="Play-off")

    answer = alice.post(f"{DESK}stages/", sent)

    stage = scene.hall.tournament.stages.get(name="Play-off")
    assert answer["Location"] == f"{DESK}stages/{stage.pk}/who/"
    page = alice.get(answer["Location"])
    assert "Stage added. Next: who qualifies for it?" in text_of(page)
    assert f'href="{DESK}draw/plan/">Everyone plays in this stage: draw its rounds' in page.content.decode()
    assert alice.post(f"{DESK}stages/", sent)["Location"] == answer["Location"]
    assert scene.hall.tournament.stages.count() == 3


def test_from_the_page_of_the_tournament_to_a_confirmed_final(scene: Final, alice: Client) -> None:
    assert terms_page(scene) in alice.get(f"{DESK}edit/").content.decode()

    page = alice.get(terms_page(scene))
    typed = form(page, **rule(scene, last=4), carries="ratio", part="1/2", quantum="0.1")
    proposal = alice.post(terms_page(scene), typed, follow=True)

    assert terms_of(scene.qualification) == Terms(
        rules=[Places(scene.main.pk, last=4)],
        carries="ratio",
        numerator=1,
        denominator=2,
        quantum=100,
        carries_points=False,
    )
    assert proposal.redirect_chain == [(players_page(scene), 302)]
    said = text_of(proposal)
    assert "Places 1 to 4 of Main stage" in said
    assert "All players start with 1/2 of their total, rounded to 0.1" in said
    assert "+62.8 +31.4" in said

    confirmed = alice.post(players_page(scene), form(proposal), follow=True)

    assert "Confirmed. The stage can be drawn." in text_of(confirmed)
    assert len(keys_of(scene.qualification)) == 4
    assert "The players of the stage “Final” were confirmed: 4" in text_of(
        alice.get("/t/spring-open/ledger/")
    )


def test_a_wild_card_is_given_a_seed(scene: Final, alice: Client) -> None:
    scene.set(rules=[Places(scene.main.pk, last=1)])
    (first,) = [
        int(name[5:])
        for name, value in form(alice.get(players_page(scene))).items()
        if value == "1" and name.startswith("seed-")
    ]
    wild = next(key for key in scene.hall.entries() if key != first)

    alice.post(players_page(scene), form(alice.get(players_page(scene)), **{f"seed-{wild}": "2"}))

    assert keys_of(scene.qualification) == [first, wild]


def test_two_with_one_seed_are_refused(scene: Final, alice: Client) -> None:
    scene.set()
    typed = form(alice.get(players_page(scene)))
    seeds = [name for name, value in typed.items() if name.startswith("seed-") and value]

    answer = alice.post(players_page(scene), typed | dict.fromkeys(seeds, "1"))

    assert answer.status_code == 422
    assert "Two entries have the same seed." in text_of(answer)
    assert keys_of(scene.qualification) == []


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"carries": "ratio", "part": "half"}, "Please enter a fraction such as 1/2."),
        ({"carries": "ratio", "part": "3/2"}, "between 0 and all of it"),
        ({"carries": "by_rank", "by_rank": "many"}, "Please enter numbers"),
        ({"carries": "by_rank", "by_rank": "0.00001"}, "This is finer than the rulebook allows"),
        ({"carries": "by_rank", "by_rank": "1e99"}, "Please enter numbers"),
        ({"carries": "by_rank", "by_rank": ""}, "are required with"),
        ({"rules-0-last": "0"}, "greater than or equal to 1"),
        ({"rules-0-first": "3", "rules-0-last": "2"}, "from better to worse"),
    ],
)
def test_what_cannot_be_meant_is_said_beside_it(
    scene: Final, alice: Client, typed: dict[str, str], words: str
) -> None:
    answer = alice.post(terms_page(scene), form(alice.get(terms_page(scene)), **rule(scene, last=4)) | typed)

    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not Qualification.objects.exists()


def test_fixed_totals_are_typed_in_points(scene: Final, alice: Client) -> None:
    typed = {"carries": "by_rank", "by_rank": "120、70, −30.5 0"}

    alice.post(terms_page(scene), form(alice.get(terms_page(scene)), **rule(scene, last=4)) | typed)

    assert terms_of(scene.qualification).by_rank == [120_000, 70_000, -30_500, 0]
    assert form(alice.get(terms_page(scene)))["by_rank"] == "120, 70, -30.5, 0"


def test_before_anything_is_played_nobody_goes_on_by_the_rules_and_everybody_can_be_named(
    scene: Final, alice: Client
) -> None:
    third = add_stage(tournament=scene.hall.tournament, name="Third", by=scene.hall.alice)
    terms = Terms(rules=[Places(scene.final.pk, last=1, among="groups")])
    set_qualification(stage=third, terms=terms, seen=qualification_tag(None), by=scene.hall.alice)

    page = alice.get(f"{DESK}stages/{third.pk}/players/")

    assert "By these rules, no one qualifies yet." in text_of(page)
    assert re.findall(r'<details class="card" (\w*)>', page.content.decode()) == ["open"]
    assert page.content.decode().count('name="seed-') == 8


def test_where_all_go_on_nobody_is_left_to_be_named(scene: Final, alice: Client) -> None:
    scene.set()
    four = alice.get(players_page(scene))
    scene.set(rules=[Places(scene.main.pk, last=8)])

    eight = alice.get(players_page(scene))

    others = "Others: enter a seed for each player who also plays"
    assert [others in text_of(page) for page in (four, eight)] == [True, False]
    assert eight.content.decode().count('name="seed-') == 8


def test_it_says_where_everybody_comes_from(scene: Final, alice: Client) -> None:
    by, third = (
        scene.hall.alice,
        add_stage(tournament=scene.hall.tournament, name="Third", by=scene.hall.alice),
    )
    rules = [Places(stage.pk, last=1, among="groups") for stage in (scene.main, scene.final)]
    set_qualification(stage=third, terms=Terms(rules=rules), seen=qualification_tag(None), by=by)
    seen = proposed(third.qualification)
    winners = [one.key for one in seen.candidates]
    named = next(key for key in scene.hall.entries() if key not in winners)
    confirm_qualifiers(stage=third, keys=[*winners, named], seen=proposal_tag(seen), by=by)

    page = alice.get(f"{DESK}stages/{third.pk}/players/").content.decode()

    rows = re.findall(r'<th scope="row"><bdi>(.*?)</bdi></th>\s*<td>(.*?)</td>', page, re.DOTALL)
    names = dict(scene.hall.tournament.entries.values_list("pk", "player__name"))
    assert [(name, " ".join(came.split())) for name, came in rows] == [
        (names[winners[0]], "Main stage · Table 1 · place 1"),
        (names[winners[1]], "Main stage · Table 2 · place 1"),
        (names[named], "named by hand"),
    ]


def test_of_teams_the_list_says_so(scene: Final, alice: Client) -> None:
    for name, first in (("Bears", 1), ("Cats", 5)):
        team = form_team(tournament=scene.hall.tournament, name=name, by=scene.hall.alice)
        scene.hall.tournament.entries.filter(number__range=(first, first + 3)).update(team=team)
    heading = re.compile(r'<th scope="col">\s*(Team|Player)\s*</th>')
    scene.set()
    of_players = heading.findall(alice.get(players_page(scene)).content.decode())

    scene.set(rules=[Places(scene.main.pk, last=1)], of_teams=True)

    of_teams = heading.findall(alice.get(players_page(scene)).content.decode())
    assert (of_players, of_teams) == (["Player"], ["Team"])


def test_taken_back_and_removed_everybody_plays_again(scene: Final, alice: Client) -> None:
    scene.set()
    scene.confirm()
    assert (
        "The players of this stage are confirmed. To change the rules, take back the confirmation first."
        in text_of(alice.get(terms_page(scene)))
    )

    page = alice.get(players_page(scene))
    alice.post(f"{players_page(scene)}take-back/", form(page, f"{players_page(scene)}take-back/"))
    page = alice.get(terms_page(scene))
    alice.post(f"{terms_page(scene)}remove/", form(page, f"{terms_page(scene)}remove/"))

    assert not Qualification.objects.exists()


def test_once_drawn_the_list_stays(scene: Final, alice: Client) -> None:
    scene.set()
    scene.confirm()
    draw(stage=scene.final, plan=Plan(), by=scene.hall.alice)

    page = alice.get(players_page(scene))

    assert "Rounds of this stage are drawn: the list can no longer change." in text_of(page)
    assert "take-back" not in page.content.decode()


def test_the_page_of_the_draw_says_who_is_to_be_confirmed_and_then_how_many_play(
    scene: Final, alice: Client
) -> None:
    scene.set()
    before = alice.get(f"{DESK}draw/plan/")
    assert "Confirm who plays in Final before drawing it." in text_of(before)
    assert before.context["players"] == 8
    assert "Confirm who plays in Final before drawing it." in text_of(alice.get(f"{DESK}draw/"))

    scene.confirm()

    after = alice.get(f"{DESK}draw/plan/")
    assert "Confirm who plays in" not in text_of(after)
    assert after.context["players"] == 4
    assert "Confirm who plays in" not in text_of(alice.get(f"{DESK}draw/"))


def test_teams_are_offered_where_there_are_some(scene: Final, alice: Client) -> None:
    assert "Whole teams qualify" not in text_of(alice.get(terms_page(scene)))
    scene.hall.tournament.teams.create(name="Bears")

    assert "Whole teams qualify" in text_of(alice.get(terms_page(scene)))


def test_a_stage_of_another_tournament_is_not_here(scene: Final, alice: Client) -> None:
    assert alice.get(f"{DESK}stages/{scene.final.pk + 100}/who/").status_code == 404
    assert alice.get(f"{DESK}stages/{scene.main.pk}/players/").status_code == 404
