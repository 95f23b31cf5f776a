"""What do I need? As a plain form for a phone in the last hand: all of it works without JavaScript."""

import re

import pytest
from django.test import Client

from rules.views.conditions_wording import who_is_tenpai
from scoring.hand.value import is_riichi
from scoring.rulebook.rulebook import editions, load
from tests.rules.views.test_rulebooks import page_of, text_of
from tests.thorough import in_turn

pytestmark = [pytest.mark.django_db, pytest.mark.once("asks the rules alone; nothing is stored or read")]
LAST = "E=180&S=300&W=280&N=240&hand=S4&goal=1"


def ask(query: str, language: str = "", path: str = "/conditions/") -> str:
    page = text_of(f"{language}{path}?{query}")
    return page[: page.find("Rulebook Beginner")] if "Rulebook Beginner" in page else page


def test_one_player_sees_every_way_at_a_glance():
    page = ask(f"{LAST}&seat=N&honba=1")

    assert "24,000 3 · 6,000 behind" in page
    assert "Tsumo 1,200 / 2,300 or more 4 han, 3 han 40 fu, 2 han 70 fu" in page
    assert "Ron from South 3,900 or more 4 han, 3 han 30 fu, 2 han 60 fu" in page
    assert "Ron from East 5,800 or more 4 han, 3 han 50 fu, 2 han 90 fu" in page
    assert "Draw not enough" in page


def test_the_same_in_japanese():
    page = ask(f"{LAST}&seat=N&honba=1", "/ja")

    assert "ツモ 1,200・2,300以上 4翻・3翻40符・2翻70符" in page
    assert "南からロン 3,900以上" in page
    assert "流局 届かない" in page


def test_everybody_is_shown_side_by_side():
    page = Client().get(f"/conditions/?{LAST}").content.decode()

    assert re.findall(r'id="need-(\d)"', page) == ["1", "2", "3", "4"]


def test_the_leader_may_win_with_anything_and_sees_what_the_others_must_not():
    page = ask(f"{LAST}&seat=S")

    assert "Tsumo any hand Ron from anyone any hand Draw South tenpai or West noten" in page
    assert "If another player wins West Tsumo 300 / 500 to 400 / 800 Ron from South 1,000 exactly" in page


def test_the_dealer_sees_that_the_game_may_go_on():
    assert "After a win here the game may continue." in ask(f"{LAST}&seat=E")
    assert "After a win here the game may continue." not in ask(f"{LAST}&seat=W")


def test_a_draw_says_who_must_be_tenpai_and_a_stick_of_ones_own_costs():
    page = ask("E=255&S=270&W=235&N=240&hand=S4&goal=1&seat=N")

    assert "Draw North tenpai; South, East noten" in page
    assert "Draw, in riichi South, West, East noten" in page


def test_who_is_in_riichi_is_taken_off_his_points():
    assert "Ron from South 5,200 or more" in ask("E=250&S=300&W=205&N=245&hand=S4&goal=1&seat=W")
    assert "Ron from South 3,900 or more" in ask("E=250&S=300&W=205&N=245&hand=S4&goal=1&seat=W&riichi=S")


def test_a_dead_hand_cannot_win_and_says_so_in_both_languages():
    dead = f"{LAST}&seat=S&dead=S"

    pages = [ask(dead), ask(dead, "/ja")]

    assert "Dead hand no win in this hand Draw West noten" in pages[0]
    assert "アガリ放棄 この局はアガれません 流局" in pages[1]
    assert "Tsumo any hand" not in pages[0]


def test_a_total_is_a_goal_too():
    page = ask("E=180&S=300&W=280&N=240&hand=S4&goal=total&total=20.5&seat=N")

    assert "Tsumo 1,300 / 2,600 or more" in page
    assert "Enter the points needed." in text_of("/conditions/?E=180&S=300&W=280&N=240&hand=S4&goal=total")


def test_the_seats_turn_with_the_deal():
    """In South 2 the player who dealt first is North; ties go to whoever dealt earlier."""
    page = ask("E=180&S=300&W=300&N=220&hand=S2&goal=1&seat=W&rulebook=tenhou")

    assert "This is not the last hand" in page
    assert "30,000 2" in page


def test_one_line_may_be_left_out_and_a_wrong_sum_is_shown():
    assert "24,000 3 · 6,000 behind" in ask("E=180&S=300&W=280&hand=S4&goal=1&seat=N")
    assert "1,000 short" in ask("E=180&S=300&W=280&N=230&hand=S4&goal=1")
    assert "1,000 more" in ask("E=180&S=300&W=280&N=240&sticks=1&hand=S4&goal=1")
    assert "one may be left empty" in ask("E=180&S=300&hand=S4&goal=1")


def test_three_players_have_three_lines():
    page = Client().get("/rulebooks/tenhou_sanma/conditions/").content.decode()

    assert 'name="W"' in page
    assert 'name="N"' not in page
    assert 'name="rulebook"' not in page
    assert "Tsumo" in ask("E=300&S=400&W=350&hand=S3&goal=1", path="/rulebooks/tenhou_sanma/conditions/")


def test_what_the_rulebook_leaves_open_is_named():
    open_rule = "rulebook=jpml_a&E=8&S=300&W=300&N=592&hand=S4&goal=1"

    assert "set for this event: yaku.riichi_below_1000" in ask(open_rule)
    assert "1000点未満のリーチ" in text_of(f"/ja/conditions/?{open_rule}")


@pytest.mark.parametrize(
    "query",
    [
        "E=" + "9" * 50,
        "E=9999999&S=-9999999&W=500&N=500&hand=S4&goal=1",
        "E=5&S=%00&W=1&N=1",
        "E=250&S=250&W=250&N=250&hand=X9&goal=1",
        "E=250&S=250&W=250&N=250&hand=S4&goal=total&total=NaN",
        "E=250&S=250&W=250&N=250&hand=S4&goal=total&total=99999999",
        "E=250&S=250&W=250&N=250&hand=S4&goal=total&total=-99999.9",
        "E=250&S=250&W=250&N=250&hand=S4&goal=0",
        "E=250&S=250&W=250&N=250&hand=W4&goal=1&riichi=E&riichi=E",
        "E=0&S=0&W=0&N=1000&hand=S4&goal=1&riichi=E&riichi=S&riichi=W&riichi=N",
        "E=250&S=250&W=250&N=250&hand=S4&goal=1&riichi=X&seat=Q&honba=-1&sticks=1e9",
        "honba=%F0%9F%80%84",
        "rulebook=beginner&E=250&S=250&W=250&N=250&hand=S4&goal=1",
    ],
)
def test_nonsense_is_answered_and_never_breaks(query):
    assert Client().get(f"/conditions/?{query}").status_code == 200


# Every day a half of the editions, one that is none of riichi among them; the calculator's test has the other.
@pytest.mark.parametrize("edition", in_turn(editions(), 1, of=2))
def test_every_riichi_rulebook_leads_to_its_conditions(edition):
    address = f"/rulebooks/{edition}/conditions/"
    is_offered = address in page_of(edition)

    assert Client().get(address).status_code == (200 if is_offered else 404)
    assert is_offered == is_riichi(load(edition))
    assert Client().get("/conditions/?rulebook=nobodys").status_code == 404


def test_the_database_is_asked_for_the_brand_alone(django_assert_num_queries):
    with django_assert_num_queries(1):
        Client().get(f"/conditions/?{LAST}")


NAMES = ("A", "B", "C")
EVERY = [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]


@pytest.mark.parametrize(
    ("sets", "words"),
    [
        (EVERY, ("any draw",)),
        ([], ()),
        ([(0,), (0, 1), (0, 2), (0, 1, 2)], ("A tenpai",)),
        ([(0,), (0, 2)], ("A tenpai; B noten",)),
        ([(), (0, 1, 2)], ("A, B, C tenpai", "A, B, C noten")),
    ],
)
def test_tenpai_is_described_in_few_words(sets, words):
    assert who_is_tenpai(sets, EVERY, NAMES) == words


def test_a_hand_is_called_as_in_the_hall(client):
    def hand(path: str) -> str:
        return re.search(r'<option value="S4"[^>]*>([^<]+)<', client.get(path).content.decode())[1]

    assert (hand("/conditions/"), hand("/ja/conditions/")) == ("South 4", "南4局")
