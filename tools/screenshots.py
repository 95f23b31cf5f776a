"""Take the pictures in docs/pictures from the demo, or of every page in every look.

python -m tools.screenshots                 the chosen few, for the documentation
python -m tools.screenshots --guides        those of the guides, each in both languages
python -m tools.screenshots --all FOLDER    every page × phone and laptop × light and dark × English and Japanese
"""

import argparse
import base64
import io
import shutil
import tempfile
from itertools import product
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tools.demo_house import ORGANIZER, PASSWORD, REPOSITORY, House, demo_house

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
EVENT = "/t/demo-spring-open/"
TEAMS = "/t/demo-team-league/"
# Name → address, and who opens it: anyone, a phone with a seat, or the organizer.
ANYBODY = {
    "front": "/",
    "league": "/l/m-league/",
    "tournament": EVENT,
    "standings": EVENT + "standings/",
    "season": "/t/m-league-2018/standings/",
    "hall": "/t/m-league-2018/hall/screen/?show=standings",
    "round": EVENT + "rounds/4/",
    "table": "/t/m-league-2018/tables/1/",
    "player": "/players/1/",
    "rulebook": "/rulebooks/mleague/",
    "calculator": EVENT + "calculator/",
    "conditions": "/rulebooks/mleague/conditions/?E=285&S=262&W=240&N=213&hand=S4&goal=1&seat=W",
    "entries": EVENT + "players/",
    "draws": EVENT + "draw/",
    "draw": EVENT + "draw/1/?again=1",
    "ledger": EVENT + "ledger/",
    "downloads": EVENT + "downloads/",
    "hall-screens": EVENT + "hall/",
    "seat": "/seat/",
    "sign-in": "/accounts/login/",
    "sign-up": "/accounts/signup/",
    "sign-in-by-code": "/accounts/login/code/",
    "invitation-code": "/invitation/",
    "register": EVENT + "register/",
    "registration-code": "/registration/",
    "not-found": "/nowhere/",
}
PHONE = {"my-table": "/seat/table/", "hands": "/seat/hands/", "outbox": "/seat/table/"}
TABLET = {"tablet": "/kiosk/"}
ORGANIZERS = {
    "desk": EVENT + "desk/",
    "desk-draw": EVENT + "desk/draw/plan/",
    "desk-night": EVENT + "desk/night/",
    "desk-rules": EVENT + "desk/rules/",
    "desk-ranking": EVENT + "desk/rules/ranking/",
    "desk-edit": EVENT + "desk/edit/",
    "desk-threes": EVENT + "desk/draw/tables-of/3/",
    "desk-players": EVENT + "desk/entries/",
    "desk-edit-player": EVENT + "desk/entries/1/edit/",
    "desk-registrations": EVENT + "desk/registrations/",
    "desk-check-in": EVENT + "desk/check-in/",
    "desk-import": EVENT + "desk/entries/import/",
    "desk-phones": EVENT + "desk/phones/",
    "desk-cards": EVENT + "desk/cards/",
    "desk-tablets": EVENT + "desk/tablets/",
    "desk-sheets": EVENT + "desk/sheets/",
    "desk-table": EVENT + "desk/",
    "desk-penalties": EVENT + "desk/penalties/",
    "desk-staff": EVENT + "desk/staff/",
    "me": "/me/",
    "tokens": "/me/tokens/",
    "rulebooks": "/new/",
    "new-tournament": "/new/danching/",
    "take-in": "/new/from-a-file/",
}
# The same with the brand of a fictional club for both events.
BRANDED = {"brand-event": EVENT, "brand-teams": TEAMS + "standings/"}
# Pictures for the documentation: name, width, colours, language. Those with a brand come last.
CHOSEN = [
    ("season", 1280, "light", "en"),
    ("standings", 390, "light", "en"),
    ("standings", 1280, "dark", "ja"),
    ("my-table", 390, "light", "ja"),
    ("my-table", 390, "dark", "en"),
    ("hands", 390, "light", "en"),
    ("outbox", 390, "light", "en"),
    ("round", 1280, "light", "en"),
    ("desk", 1280, "light", "ja"),
    ("desk", 390, "dark", "en"),
    ("draw", 1280, "light", "en"),
    ("hall", 1280, "dark", "en"),
    ("conditions", 390, "light", "ja"),
    ("conditions", 390, "dark", "en"),
    ("desk-night", 390, "light", "en"),
    ("take-in", 390, "light", "en"),
    ("tablet", 768, "light", "en"),
    ("brand-event", 1280, "light", "en"),
    ("brand-teams", 390, "dark", "ja"),
]
# The maximum height: four screens on a phone; for some pages the first screen is enough.
TALLEST_PAGE = 4 * 844
FIRST_SCREENS = {"season": 1210, "brand-event": 800, "brand-teams": 844}
LOGO = """
<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80" viewBox="0 0 200 80" fill="#ffd24a">
  <circle cx="40" cy="40" r="38"/><rect x="84" y="26" width="114" height="28"/>
</svg>
"""
# Pictures for the guides, at the smallest readable size, in both languages. Name → width.
GUIDES = {
    "my-table": 390,
    "hands": 390,
    "outbox": 390,
    "desk": 640,
    "desk-cards": 640,
    "desk-draw": 640,
    "desk-night": 390,
    "desk-sheets": 640,
    "desk-table": 640,
    "downloads": 640,
    "hall-screens": 640,
}
TALLEST = 860  # of a guide's picture, which text follows
AS_WEBP = """
async (source) => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d').drawImage(picture, 0, 0);
  return canvas.toDataURL('image/webp', 0.7);
}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument(
        "--all", metavar="FOLDER", type=Path, help="every page in every look, into this folder"
    )
    parser.add_argument("--guides", action="store_true", help="the pictures of docs/guides")
    arguments = parser.parse_args()
    folder = arguments.all
    looks = CHOSEN
    if folder:
        names = [*ANYBODY, *PHONE, *TABLET, *ORGANIZERS]
        looks = list(product(names, (390, 1280), ("light", "dark"), ("en", "ja")))
    chromium = next(
        filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-headless-shell"))), None
    )
    with (
        tempfile.TemporaryDirectory() as place,
        demo_house(Path(place)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        if arguments.guides:
            take_for_guides(browser, house, REPOSITORY / "docs" / "guides" / "pictures")
        else:
            take(browser, house, looks, folder or REPOSITORY / "docs" / "pictures")
        browser.close()


def take(browser: Browser, house: House, looks: list[tuple[str, int, str, str]], folder: Path) -> None:
    """Take each picture as a user who may see the page."""
    folder.mkdir(parents=True, exist_ok=True)
    people = _people(browser, house)
    is_branded = False
    for name, width, colours, language in looks:
        if name in BRANDED and not is_branded:
            _give_a_brand(people["organizer"])
            is_branded = True
        page = _open(people, house, name, width, colours, language)
        tallest = FIRST_SCREENS.get(name, TALLEST_PAGE)
        height = min(page.evaluate("document.documentElement.scrollHeight"), tallest)
        page.set_viewport_size({"width": width, "height": height})
        path = folder / f"{name}-{width}-{colours}-{language}.png"
        path.write_bytes(_smaller(page.screenshot()))
        print(path.name, path.stat().st_size)
        page.close()


def take_for_guides(browser: Browser, house: House, folder: Path) -> None:
    """Take the guides' pictures: light, in each language, as WebP, a third of the size."""
    folder.mkdir(parents=True, exist_ok=True)
    people = _people(browser, house)
    converter = browser.new_page()
    for (name, width), language in product(GUIDES.items(), ("en", "ja")):
        page = _open(people, house, name, width, "light", language)
        height = min(page.evaluate("document.documentElement.scrollHeight"), TALLEST)
        page.set_viewport_size({"width": width, "height": height})
        source = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
        webp = converter.evaluate(AS_WEBP, source).partition(",")[2]
        path = folder / f"{name}-{language}.webp"
        path.write_bytes(base64.b64decode(webp))
        print(path.name, path.stat().st_size)
        page.close()
    converter.close()


def _smaller(png: bytes) -> bytes:
    """Return a picture in 255 colours, a third of the size: pages have few."""
    smaller = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        few = picture.convert("RGB").quantize(255, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(smaller, "PNG", optimize=True)
    return smaller.getvalue()


def _people(browser: Browser, house: House) -> dict[str, BrowserContext]:
    organizer = _organizer(browser, house)
    return {
        "anybody": browser.new_context(base_url=house.url),
        "organizer": organizer,
        "phone": _phone(browser, house),
        "tablet": _tablet(browser, house, organizer),
    }


def _open(
    people: dict[str, BrowserContext], house: House, name: str, width: int, colours: str, language: str
) -> Page:
    """Open a page as a user who may see it, with three scores typed on a reporting phone, and a hand tapped."""
    places = {"anybody": ANYBODY | BRANDED, "phone": PHONE, "tablet": TABLET, "organizer": ORGANIZERS}
    who, address = next((who, place[name]) for who, place in places.items() if name in place)
    page = (_out_of_reach(people["phone"], house) if name == "outbox" else people[who]).new_page()
    page.set_viewport_size({"width": width, "height": 844 if width < 600 else 800})
    page.emulate_media(color_scheme=colours, reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(("/ja" if language == "ja" else "") + address)
    if name == "hall":
        page.locator("body.still").wait_for()  # its animations have ended
        page.wait_for_timeout(500)
    if name == "desk-table":
        page.locator(".todo a").first.click()  # the first task of the referee: a disputed result
        page.wait_for_url("**/desk/tables/*/")
    if name in ("my-table", "outbox"):
        for box, typed in zip(page.locator("[data-points]").all(), ("412", "305", "198"), strict=False):
            box.fill(typed)
    if name == "outbox":
        page.context.set_offline(True)
        page.locator("[data-submit]").click()
        page.locator("#report").wait_for(state="hidden")
        page.evaluate("scrollTo(0, 0)")
    if name == "hands":
        for name, value in (("what", "ron0"), ("loser", 1), ("riichi", 0), ("han0", 3), ("fu0", 40)):
            page.locator(f"[name={name}][value='{value}']").check()
        page.locator(".paid li").wait_for()
    return page


def _out_of_reach(phone: BrowserContext, house: House) -> BrowserContext:
    """Return the phone without a connection: what it stores appears in no other picture."""
    browser = phone.browser
    assert browser is not None, "a context of its own has no browser"
    return browser.new_context(base_url=house.url, has_touch=True, storage_state=phone.storage_state())


def _organizer(browser: Browser, house: House) -> BrowserContext:
    context = browser.new_context(base_url=house.url)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", ORGANIZER)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_url("**/me/")
    page.goto("/me/")  # the greeting does not belong in pictures
    page.close()
    return context


def _give_a_brand(organizer: BrowserContext) -> None:
    """Give both events the name, colours and logo of a club, and a team a colour and a mark."""
    page = organizer.new_page()
    page.set_content(LOGO)
    logo = page.locator("svg").screenshot(omit_background=True)
    for event in (EVENT, TEAMS):
        page.goto(event + "desk/brand/")
        form = page.locator("form.said")
        form.locator("[name=name]").fill("Ueno Mahjong Club 上野")
        form.locator("[name=colour]").fill("#7a1f5c")
        form.locator("[name=accent]").fill("#d81b60")
        form.locator("[name=picture]").set_input_files(
            {"name": "logo.png", "mimeType": "image/png", "buffer": logo}
        )
        form.get_by_role("button", name="Save").click()
        page.get_by_text("The brand is saved").wait_for()
    page.goto(TEAMS + "desk/teams/")
    team = page.locator("form[action$='/look/']").nth(1)
    team.locator("[name=has_colour]").check()
    team.locator("[name=colour]").fill("#2b5ce6")
    team.locator("[name=mark]").fill("AB")
    team.get_by_role("button", name="Save").click()
    page.get_by_text("colour and mark are saved").wait_for()
    page.wait_for_timeout(3_000)  # public pages are cached briefly
    page.close()


def _phone(browser: Browser, house: House) -> BrowserContext:
    context = browser.new_context(base_url=house.url, has_touch=True)
    page = context.new_page()
    page.goto(f"/seat/#{house.codes[0]}")
    page.wait_for_url("**/seat/table/")
    page.close()
    return context


def _tablet(browser: Browser, house: House, organizer: BrowserContext) -> BrowserContext:
    """Return the tablet of the phone's table."""
    desk = organizer.new_page()
    desk.goto(f"{EVENT}desk/tablets/?table=5")
    desk.get_by_role("button", name="Hand out a tablet").click()
    code = desk.locator(".player-card .code").inner_text().replace(" ", "")
    desk.close()
    context = browser.new_context(base_url=house.url, has_touch=True)
    page = context.new_page()
    page.goto(f"/kiosk/#{code}")
    page.locator("form[data-hand]").wait_for()
    page.close()
    return context


if __name__ == "__main__":
    main()
