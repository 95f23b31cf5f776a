"""The referee's hand calculator, as a plain form: all of it works without JavaScript."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from rules.forms.calculator import spelled_out, with_tap
from scoring.rulebook.rulebook import editions
from tests.rules.views.test_rulebooks import page_of, text_of
from tests.thorough import in_turn

pytestmark = [pytest.mark.django_db, pytest.mark.once("asks the rules alone; nothing is stored or read")]
HAND = "tiles=123m406p11s78s9s(777z)&seat=S"


def ask(query: str, language: str = "", path: str = "/calculator/") -> str:
    return text_of(f"{language}{path}?{query}")


def value_of(page: str, name: str) -> str:
    match = re.search(rf'name="{name}" value="([^"]*)"', page)
    return match[1] if match else ""


def test_a_ron_is_explained_step_by_step():
    page = ask(f"{HAND}&win=ron&honba=1&sticks=1&dora=7p")

    assert "3,300 2 han 30 fu 2 han 30 fu 2,000 + 1 counter 300 + 1 stick 1,000 = 3,300" in page
    assert "The discarder 2,300" in page
    assert "Chun · red dragon 1 han Red fives 1 han" in page
    assert "base 20 open triplet of orphans 4 Sum 24, rounded up to 30 fu" in page


def test_the_same_in_japanese():
    page = ask(f"{HAND}&win=ron&honba=1&sticks=1", "/ja")

    assert "30符2翻 2,000点 ＋1本場 300点 ＋供託1本 1,000点 ＝3,300点" in page
    assert "役牌 中 1翻" in page


def test_a_tsumo_names_what_child_and_dealer_pay():
    page = ask(f"{HAND}&win=tsumo")

    assert "Each child 500" in page
    assert "The dealer 1,000" in page


def test_a_dealers_tsumo_is_paid_alike_by_all():
    page = ask("tiles=123m406p11s78s9s(777z)&seat=E&win=tsumo")

    assert "Each child 1,000" in page
    assert "The dealer 1," not in page


def test_house_by_house_the_same_hand_is_worth_what_its_rulebook_says():
    hand = "tiles=123m456p11s78s9s(777z)&seat=S&win=ron&riichi="

    assert "1 han 30 fu 1,000" in ask(f"rulebook=jpml_a&{hand}")
    assert "1 han 1,000" in ask(f"rulebook=beginner_simple&{hand}")


def test_what_this_rulebook_does_not_count_is_named():
    page = ask("rulebook=jpml_a&tiles=123m456p11s789s789p&last=9p&seat=S&win=ron&riichi=riichi&ippatsu=on")

    assert "Not counted under this rulebook: ippatsu" in page


def test_a_limit_is_named():
    page = ask("tiles=222333444m666p88s&seat=E&win=tsumo")

    assert "48,000 yakuman" in page
    assert "Each child 16,000" in page


def test_the_world_series_counts_patterns():
    page = ask("rulebook=wsom&tiles=111222333m555p1z1z&last=1z&seat=S&win=ron")

    assert "The discarder" in page
    assert "4.1 All Triplets 30" in page
    assert "× 3 =" in page


@pytest.mark.parametrize(
    ("query", "english", "japanese"),
    [
        ("tiles=123m456p11s789s99s1z", "neither four sets", "4面子1雀頭"),
        ("tiles=123m456p11s78s9s(999m)", "has no yaku", "役がありません"),
        ("tiles=123m&win=ron", "3 concealed tiles", "枚数が合いません"),
        ("tiles=12x", "cannot be read", "牌を読み取れません"),
        ("tiles=123m406p11s78s9s(777z)&riichi=riichi", "this hand is open", "門前のみ"),
        ("tiles=1111m1m406p78s9s(777z)", "only four", "4枚まで"),
        ("tiles=123m406p11s78s(777z)", "Say which tile", "アガリ牌"),
    ],
)
def test_a_hand_that_does_not_win_says_why(query, english, japanese):
    assert english in ask(f"{query}&win=ron")
    assert japanese in ask(f"{query}&win=ron", "/ja")


@pytest.mark.parametrize(
    "query",
    [
        "tiles=" + "1m" * 200,
        "honba=-1&tiles=1m&win=ron",
        "honba=9999999999999999999999&win=ron&tiles=1m",
        "seat=X&tiles=1m&win=ron",
        "win=maybe&tiles=%00",
        "to=nowhere&add=1m",
        "add=9z",
        "add=%F0%9F%80%84&to=hand",
        "last=12345m&tiles=123m&win=ron",
        "dora=zzzz&tiles=123m406p11s78s9s(777z)&win=ron",
    ],
)
def test_nonsense_is_answered_and_never_breaks(query):
    assert Client().get(f"/calculator/?{query}").status_code == 200


def test_the_calculator_of_a_rulebook_asks_for_no_other():
    page = Client().get("/rulebooks/tenhou_sanma/calculator/").content.decode()

    assert 'name="rulebook"' not in page
    assert 'name="kita"' in page
    assert Client().get("/calculator/?rulebook=nobodys").status_code == 404
    assert Client().get("/rulebooks/mcr/calculator/").status_code == 404


def tap(query: str) -> dict[str, str]:
    return with_tap(QueryDict(query)).dict()


@pytest.mark.parametrize(
    ("query", "tiles"),
    [
        ("tiles=123m&add=5p", "123m5p"),
        ("tiles=123m&add=0p", "123m0p"),
        ("tiles=123m&add=3s&to=chi", "123m (345s)"),
        ("tiles=&add=9s&to=chi", "(789s)"),
        ("tiles=&add=0p&to=pon", "(055p)"),
        ("tiles=&add=7z&to=kan", "(7777z)"),
        ("tiles=&add=1s&to=closed", "[1111s]"),
        ("tiles=123m (345s)&undo=1", "1m2m3m"),
        ("tiles=123m&undo=1", "1m2m"),
        ("tiles=&undo=1", ""),
    ],
)
def test_without_javascript_a_key_adds_its_tile_and_undo_takes_the_last(query, tiles):
    page = tap(query.replace(" ", "%20"))

    assert page["tiles"] == tiles
    assert not {"add", "undo"} & set(page)


def test_a_key_can_add_to_the_indicators():
    assert tap("tiles=1m&dora=3s&add=5p&to=dora") == {"tiles": "1m", "dora": "3s5p", "to": "dora"}


def test_melds_keep_their_shape_when_the_hand_is_spelled_out():
    assert spelled_out("123m (777z)99s") == "1m2m3m (777z)9s9s"


def test_the_answer_can_be_sent_to_somebody_as_an_address():
    page = Client().get(f"/calculator/?{HAND}&win=ron&honba=2").content.decode()

    assert 'value="123m406p11s78s9s(777z)"' in page
    assert re.search(r'name="honba" value="2"', page)


# Every day a half of the editions, the one that has none among them; the conditions' test has the other.
@pytest.mark.parametrize("edition", in_turn(editions(), 0, of=2))
def test_every_rulebook_page_leads_to_a_calculator_only_if_there_is_one(edition):
    address = f"/rulebooks/{edition}/calculator/"
    is_offered = address in page_of(edition)

    assert Client().get(address).status_code == (200 if is_offered else 404)
    assert is_offered == (edition != "mcr")
