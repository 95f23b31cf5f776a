"""The staff at work at the same moment: nobody is locked out, nothing stands still, no result is half in a round."""

import pytest

from tests.thorough import examples

pytestmark = pytest.mark.race

TURNS = examples(10, of=40)  # even: the two ways of removing in turn


def test_two_organizers_who_remove_each_other_time_and_again_never_leave_a_tournament_without_one(four):
    hall = four.do("open_planned", slug="staff")
    tournament, alice = hall["tournament"], hall["organizer"]
    olga = four.do("open_planned", slug="other")["organizer"]
    orphaned, statuses = 0, []
    for turn in range(TURNS):
        (first, *_more) = four.do("organizers", tournament=tournament)["users"]
        for user in (alice, olga):
            four.do("give_role", tournament=tournament, user=user, role="organizer", by=first)
        if turn % 2:
            calls = [
                {"do": "take_role", "user": olga, "by": alice},
                {"do": "take_role", "user": alice, "by": olga},
            ]
        else:
            calls = [
                {"do": "give_role", "role": "scorer", "user": olga, "by": alice},
                {"do": "give_role", "role": "scorer", "user": alice, "by": olga},
            ]

        replies = four.at_once([{"tournament": tournament, **call} for call in calls])

        statuses.append(sorted(one["status"] for one in replies))
        if not four.do("organizers", tournament=tournament)["users"]:
            orphaned += 1
            four.do("give_role", tournament=tournament, user=alice, role="organizer", by=alice)
    assert (orphaned, statuses) == (0, [[200, 409]] * TURNS)


def test_imports_and_a_draw_at_once_wait_for_each_other_and_none_stands_still(four):
    for turn in range(examples(4, of=10)):
        hall = four.do("open_planned", slug=f"hall-{turn}")

        replies = four.at_once(
            [
                {"do": "draw_by_lot", "stage": hall["stage"], "by": hall["organizer"]},
                {"do": "import_both", "stage": hall["stage"], "by": hall["organizer"]},
            ]
        )

        # What the players' list brought may be one too few or too many for tables of four.
        assert [one["status"] for one in replies] in ([200, 200], [422, 200]), replies
        assert four.do("verify", tournament=hall["tournament"])["problems"] == []


def test_a_round_that_is_closed_names_exactly_the_tables_whose_result_came_too_late(four):
    seen = set()
    for turn in range(examples(8, of=20)):
        hall = four.do("open_with_one_table", slug=f"hall-{turn}")
        confirm = {"do": "confirm", "table": hall["table"], "token": hall["token"], "if_match": hall["tag"]}
        closing = {"do": "close", "round": hall["round"], "by": hall["organizer"]}

        confirmed, closed = four.at_once([confirm, closing] if turn % 2 else [closing, confirm])[
            :: 1 if turn % 2 else -1
        ]

        assert closed["status"] == 200, closed
        assert (confirmed["status"], closed["body"]["open"]) in ((200, []), (409, [1]))
        seen.add(confirmed["status"])
    assert seen <= {200, 409}
