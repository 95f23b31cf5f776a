"""A brand is on the pages of its owner and on no other's, and harmless whatever is typed."""

import io
import re

import pytest
from django.core import mail
from django.test import Client, RequestFactory
from PIL import Image

from players.models import NameTrace, User
from tests.permissions import digest
from tests.tournaments.brands import BRAND, brand, sent_picture
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.said import HIDDEN, HOSTILE, LONG
from tournaments.actions.about.brands import set_brand
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StaleVersion
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import About, sign_up
from tournaments.actions.seen_versions import brand_tag, divisions_tag
from tournaments.credentials.registration_links import mail_link
from tournaments.models import Brand, BrandPicture, League, Registration, Sponsor, Tournament
from tournaments.models.about.brands import shown_brand
from tournaments.verification import verify_ledger
from tournaments.verification.leagues.ledger import verify_league
from web.colours import TEXT, brand_colours, contrast
from web.pictures import BadPicture, logo_of
from web.version import __version__

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]
ALICE = "alice@hall.example"


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall()


@pytest.fixture
def league(hall: Hall) -> League:
    """The league of the hall's tournament, which is in its first season."""
    found = create_league(slug="river-league", name="River League", by=hall.alice)
    season = create_season(league=found, name="2026", by=hall.alice)
    set_divisions(season=season, divisions=[{"name": ""}], seen=divisions_tag([]), by=hall.alice)
    Tournament.objects.filter(pk=hall.tournament.pk).update(season=season)
    return found


def page_of(address: str) -> str:
    return Client().get(address).content.decode()


def test_the_tournaments_pages_wear_it(hall: Hall) -> None:
    brand(hall.tournament, hall.alice, has_poster=True)

    page = page_of("/t/spring-open/")

    assert "· Ueno Mahjong Club</title>" in page
    assert '<link rel="stylesheet" href="/brand/7a1f5c.d81b60.css">' in page
    assert "<bdi>Ueno Mahjong Club</bdi>" in page
    assert "1-2-3 Ueno, Tokyo<br>Open every day" in page
    assert 'href="/t/spring-open/legal/imprint/"' in page
    assert 'href="https://tiles.example/" rel="nofollow sponsored noopener"' in page
    assert "<bdi>Café Ron</bdi>" in page
    assert 'alt="Poster: Spring Open"' in page
    assert f"Runs on Jantaku {__version__}" in page
    for address in set(re.findall(r'"(/brand/[^"]+)"', page)):
        found = Client().get(address)
        assert (found.status_code, "immutable" in found["Cache-Control"]) == (200, True)


def test_no_other_page_wears_it(hall: Hall) -> None:
    brand(hall.tournament, hall.alice)
    other = open_hall(slug="other-open")

    for address in ("/", "/tournaments/", f"/t/{other.tournament.slug}/", "/calculator/"):
        page = page_of(address)
        assert "Ueno" not in page
        assert "/brand/" not in page


def test_what_is_empty_is_the_leagues_and_then_the_sites(hall: Hall, league: League) -> None:
    operator = Actor(is_console=True)
    brand(None, operator, name="The Site", footer="Site foot", accent="#112233")
    brand(league, hall.alice, name="", footer="League foot", accent="", colour="#0a4558")
    set_brand(
        owner=hall.tournament,
        brand={"name": "The Event"},
        sponsors=[],
        pictures=[],
        seen=brand_tag(hall.tournament),
        by=hall.alice,
    )

    found = shown_brand(hall.tournament.pk, league.pk)

    assert (found.name, found.footer, found.colour, found.accent) == (
        "The Event",
        "League foot",
        "#0a4558",
        "#112233",
    )
    assert shown_brand(league=league.pk).name == shown_brand().name == "The Site"
    assert [one.name for one in found.sponsors] == ["Green Tiles", "Café Ron"]
    assert 'href="/l/river-league/legal/imprint/"' in page_of("/t/spring-open/")


def test_pages_that_lie_ready_follow_a_new_brand_of_the_site(hall: Hall, league: League) -> None:
    client = Client()
    before = [client.get(one).content for one in ("/calculator/", "/t/spring-open/players/")]
    assert not any(b"The Site" in one for one in before)

    brand(None, Actor(is_console=True), name="The Site")

    assert [b"The Site" in client.get(one).content for one in ("/", "/l/river-league/")] == [True, True]
    assert b"The Site" in client.get("/t/spring-open/players/").content


def test_the_ledger_tells_no_word_and_proves_all(hall: Hall) -> None:
    brand(hall.tournament, hall.alice, has_poster=True)

    assert hall.kinds()[-3:] == ["brand_set", "sponsors_set", "brand_pictures_set"]
    trace = NameTrace.objects.get(subject=f"brand_pictures:{hall.tournament.pk}")
    assert hall.last_payload() == {"count": 3, "digest": trace.digest}
    assert verify_ledger(hall.tournament.pk).problems == []


def test_the_same_again_changes_nothing(hall: Hall, league: League) -> None:
    for owner in (hall.tournament, league, None):
        brand(owner, hall.alice)
    before = digest()

    for owner in (hall.tournament, league, None):
        brand(owner, hall.alice)

    assert digest() == before


def test_a_leagues_ledger_proves_its_brand(hall: Hall, league: League) -> None:
    brand(league, hall.alice)
    assert verify_league(league.pk).problems == []

    Sponsor.objects.filter(league=league).update(link="https://evil.example/")

    [problem] = verify_league(league.pk).problems
    assert "the brand of the league" in str(problem)


def test_pictures_that_nothing_names_any_more_are_gone(hall: Hall) -> None:
    brand(hall.tournament, hall.alice, has_poster=True)

    set_brand(
        owner=hall.tournament,
        brand={},
        sponsors=[],
        pictures=[],
        seen=brand_tag(hall.tournament),
        by=hall.alice,
    )

    assert [one.objects.count() for one in (Brand, Sponsor, BrandPicture)] == [0, 0, 0]
    assert verify_ledger(hall.tournament.pk).problems == []


def test_two_who_edit_at_once_do_not_undo_each_other(hall: Hall) -> None:
    seen = brand_tag(hall.tournament)
    brand(hall.tournament, hall.alice)
    before = digest()

    with pytest.raises(StaleVersion):
        set_brand(
            owner=hall.tournament, brand={"name": "X"}, sponsors=[], pictures=[], seen=seen, by=hall.alice
        )

    assert digest() == before


@pytest.mark.parametrize(
    "brand_",
    [
        {"colour": "red"},
        {"accent": "#12345g"},
        {"imprint_link": "javascript:alert(1)"},
        {"privacy_link": "data:text/html,x"},
        {"logo": "../../etc/passwd"},
        {"logo": "0" * 32 + "-10x10.png"},
        {"name": "x" * 61},
        *({"name": text} for text in HIDDEN),
        *({"footer": text} for text in HIDDEN),
    ],
)
def test_what_would_harm_is_refused(hall: Hall, brand_: dict[str, str]) -> None:
    before = digest()

    with pytest.raises(RulesRefuse):
        set_brand(
            owner=hall.tournament,
            brand=brand_,
            sponsors=[],
            pictures=[],
            seen=brand_tag(hall.tournament),
            by=hall.alice,
        )

    assert digest() == before


def test_hostile_words_stand_as_they_were_typed_and_do_nothing(hall: Hall) -> None:
    hostile = HOSTILE[:60]
    set_brand(
        owner=hall.tournament,
        brand={"name": hostile, "footer": HOSTILE + "\n" + LONG, "imprint": HOSTILE},
        sponsors=[{"name": hostile, "link": "", "logo": ""}, {"name": LONG, "link": "", "logo": ""}],
        pictures=[],
        seen=brand_tag(hall.tournament),
        by=hall.alice,
    )

    for address in ("/t/spring-open/", "/t/spring-open/legal/imprint/"):
        page = page_of(address)
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert 'href="javascript' not in page
        assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 3
        assert LONG in page


@pytest.mark.parametrize(
    "file", [b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"", b"GIF89a", b"\x89PNG\r\n\x1a\nbroken"]
)
def test_what_is_no_picture_is_refused(file: bytes) -> None:
    with pytest.raises(BadPicture):
        logo_of(io.BytesIO(file))


def test_a_logo_is_made_anew_small_and_transparent() -> None:
    file = sent_picture(2_000, 500)
    file = io.BytesIO(file.getvalue() + b"<script>alert(1)</script>")

    logo = logo_of(file)

    assert logo.content.startswith(b"\x89PNG")
    assert b"script" not in logo.content
    assert len(logo.content) <= 16 * 1024
    with Image.open(io.BytesIO(logo.content)) as image:
        assert image.size == (logo.width, logo.height) == (480, 120)
        assert image.convert("RGBA").getpixel((470, 60))[3] == 0


@pytest.mark.parametrize("colour", ["#ffffff", "#ffff00", "#000000", "#7a1f5c", "#808080", "#00ffff"])
def test_every_text_on_a_brands_colours_can_be_read(colour: str) -> None:
    found = brand_colours(colour, colour)

    for name in ("--felt", "--felt-up"):
        assert min(contrast(text, step) for step in found[name] for text in ("#f8f4e8", "#c3d5cb")) >= TEXT
    for name in ("--press", "--press-up"):
        assert min(contrast("#fdfcf7", step) for step in found[name]) >= TEXT
    assert min(contrast(found["--link"].light, ground) for ground in ("#faf8f2", "#ffffff")) >= TEXT
    assert min(contrast(found["--link"].dark, ground) for ground in ("#0f1513", "#161e1b")) >= TEXT


@pytest.mark.parametrize("address", ["x.y", "7a1f5c", "7a1f5c.d81b60}", "7A1F5C.d81b60", "..", "-.-x"])
def test_a_sheet_is_of_two_colours_and_of_nothing_else(address: str) -> None:
    assert Client().get(f"/brand/{address}.css").status_code == 404


def test_an_organizer_sets_it_in_the_browser(hall: Hall) -> None:
    client = Client()
    client.force_login(hall.alice.user)
    tag = brand_tag(hall.tournament)
    typed = {
        **BRAND,
        "seen": tag,
        "sponsors-TOTAL_FORMS": "2",
        "sponsors-INITIAL_FORMS": "0",
        "sponsors-0-name": "Green Tiles",
        "sponsors-0-ORDER": "2",
        "sponsors-1-name": "Café Ron",
        "sponsors-1-ORDER": "1",
    }

    preview = client.post("/t/spring-open/desk/brand/", {**typed, "preview": "1"})
    saved = client.post(
        "/t/spring-open/desk/brand/", {**typed, "picture": sent_picture(), "poster_picture": sent_picture()}
    )

    assert (preview.status_code, b"/brand/7a1f5c.d81b60.css" in preview.content) == (200, True)
    assert saved.status_code == 302
    found = Brand.objects.get(tournament=hall.tournament)
    assert {name: getattr(found, name) for name in BRAND} == BRAND
    assert found.logo.endswith(".png")
    assert found.poster.endswith(".jpg")
    assert list(Sponsor.objects.values_list("ordinal", "name")) == [(1, "Café Ron"), (2, "Green Tiles")]
    assert b"Ueno Mahjong Club" in client.get("/t/spring-open/desk/").content


@pytest.mark.parametrize("is_founder", [True, False])
def test_mails_are_signed_by_the_brand_of_those_who_are_trusted(hall: Hall, is_founder: bool) -> None:
    User.objects.filter(pk=hall.alice.user.pk).update(is_founder=is_founder)
    brand(hall.tournament, hall.alice)
    about = About("Ken")
    set_self_registration(
        tournament=hall.tournament, terms=RegistrationTerms(is_open=True, email="optional"), by=hall.alice
    )
    sign_up(tournament=hall.tournament, about=about, email="ken@home.example", by=Actor())

    mail_link(RequestFactory().get("/"), Registration.objects.select_related("tournament").get())

    [sent] = mail.outbox
    assert sent.body.endswith("-- \nUeno Mahjong Club\n1-2-3 Ueno, Tokyo\nOpen every day\n\n") == is_founder
    assert ("Ueno" in sent.body) == is_founder


def test_paper_says_whose_it_is(hall: Hall) -> None:
    hall.started()
    brand(hall.tournament, hall.alice)
    sheets = "/t/spring-open/print/stages/1/rounds/1"

    pages = [
        page_of(one) for one in (f"{sheets}/scoresheets/", f"{sheets}/names/", "/t/spring-open/players/")
    ]

    # In the bar, which is not printed, and on each sheet.
    assert [page.count("<bdi>Ueno Mahjong Club</bdi>") for page in pages] == [3, 2, 2]
