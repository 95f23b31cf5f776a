"""Whatever anybody types into any form of any page: an answer, never a crash.

Every form is sent to PostgreSQL, which refuses what SQLite would store.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from tests.permissions import undone
from tests.thorough import THOROUGH, in_turn
from tests.tournaments.api.callers import CSRF
from tests.tournaments.views.permission_matrix import GET, PAGES, address
from tests.tournaments.views.test_permission_matrix import worlds
from tests.tournaments.worlds import ANONYMOUS, FRESH, ORGANIZER, PHONE, REPORTED, Worlds

pytestmark = [pytest.mark.slow, pytest.mark.database("postgres")]

__all__ = ["worlds"]  # a fixture

NUL = "a\x00b"
TYPED = (
    "\u202e000,1",
    "x" * 20_000,
    "9" * 5_000,
    "-1",
    "NaN",
    "²٣",
    "0001-01-01",
    "=1+1",
    'name,"\n\x00,',
    "round,table,east,south,west,north\n1,1,\x00,9999999999999999999,-1,1e9\n",
)
# Hidden in forms; with another one what is typed would be refused before anybody looks at it.
MACHINERY = ("csrfmiddlewaretoken", "key")
MORE = ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")


@dataclass
class Form:
    """A form as a browser would send it: where to, how, and with what."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Reader(HTMLParser):
    """Finds the forms of a page with what stands in them."""

    def __init__(self, page: str, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[Form] = []
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(has.get("action") or self.path, has.get("method", "get").upper()))
        if not self.forms or not (name := has.get("name") or self.select):
            return
        form = self.forms[-1]
        if tag == "button":
            form.buttons.append((name, has.get("value", "")))
        elif tag == "select":
            self.select = name
            form.fields.setdefault(name, "")
        elif tag == "option" and ("selected" in has or not form.fields[name]):
            form.fields[name] = has.get("value", "")
        elif tag in ("input", "textarea") and has.get("type") != "file":
            form.fields.setdefault(name, has.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""


def forms_of(client: Client, path: str) -> list[Form]:
    page = client.get(path)
    if page.streaming:
        # A file: read to its end, or it stays open.
        assert list(page.streaming_content)
        return []
    is_page = page.status_code == 200 and page["Content-Type"].startswith("text/html")
    return Reader(page.content.decode(), path).forms if is_page else []


def fillings(form: Form, number: int) -> Iterator[Mapping[str, str]]:
    """Of what is stored, one field after the other with a NUL; then all of them with each of the other things.

    Every field is sent with one of the buttons. Before a change lands every fourth field of a form, at least one, and
    the form with one of the other things, each in turn; thoroughly all of them.
    """
    if form.method == "POST":
        names = [one for one in form.fields if one != "csrfmiddlewaretoken"]
        buttons = form.buttons or [("", "")]
        tried = in_turn(names, number % min(4, len(names) or 1), of=4)
        for turn, (name, value) in enumerate(buttons):
            sent = form.fields | ({name: value} if name else {})
            yield from ({**sent, one: NUL} for one in tried[turn :: len(buttons)])
            if name and in_turn([name], turn + number, of=len(buttons)):
                yield {**sent, name: NUL}
    hidden = {name: value for name, value in form.fields.items() if name in MACHINERY}
    for typed in in_turn((NUL, *TYPED), number, of=1 + len(TYPED)):
        yield dict.fromkeys(form.fields, typed) | hidden | dict(form.buttons[:1])


def send(client: Client, form: Form, filling: Mapping[str, str]) -> HttpResponse:
    """Send a filled form, and undo what comes of it."""
    cache.clear()
    body = urlencode(filling)
    with undone():
        if form.method == "POST":
            return client.generic(
                "POST",
                form.action,
                body.encode(),
                "application/x-www-form-urlencoded",
                headers={"X-CSRFToken": CSRF},
            )
        return client.get(f"{form.action.partition('?')[0]}?{body}")


@pytest.mark.timeout(1500)
def test_nothing_that_is_typed_into_a_form_makes_the_server_stumble(worlds: Worlds) -> None:
    own = worlds.own
    desk = [address(route, page, own, own["slug"]) for route, page in PAGES.items() if GET in page.methods]
    desk += [
        f"/t/{own['slug']}/desk/tables/{own['reported_table']}/",
        f"/t/{own['slug']}/desk/tables/{own['hand_table']}/hands/1/",
        f"/t/{own['planned_slug']}/desk/rules/",
    ]
    desk += [f"/t/{own['slug']}/desk/draw/repair/", f"/t/{own['slug']}/desk/draw/import/"]
    visits = [(ORGANIZER, FRESH, path) for path in desk]
    visits += [
        (PHONE, scene, path) for scene in (FRESH, REPORTED) for path in ("/seat/table/", "/seat/hands/")
    ]
    visits += [(ANONYMOUS, FRESH, path) for path in MORE]
    seen: set[tuple[str, ...]] = set()
    statuses: Counter[int] = Counter()
    crashes = []

    for role, scene, path in visits:
        client = worlds.caller(role, scene).client
        client.raise_request_exception = False
        for form in forms_of(client, path):
            where = form.action if form.method == "POST" else ""
            shape = (role, where, *sorted(form.fields), *(name for name, _value in form.buttons))
            if shape in seen:
                continue
            seen.add(shape)
            for filling in fillings(form, len(seen)):
                status = send(client, form, filling).status_code
                statuses[status] += 1
                if status >= 500:
                    crashes.append((form.method, form.action, {n: v[:30] for n, v in filling.items()}))

    assert crashes == []
    # It reached something: many forms, of which a good part was taken and a good part refused.
    assert len(seen) > 40
    assert statuses[302] > (40 if THOROUGH else 20)
    assert statuses[422] > (100 if THOROUGH else 50)
