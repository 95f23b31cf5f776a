"""Users of a Jantaku server: an organizer who signs in, phones, and traffic. Needs only Python 3.

Runs in the machine under test: python3 visitors.py WHAT … prints a line of JSON, and exits with 1 on failure.
"""

import base64
import hmac
import http.cookiejar
import json
import re
import socket
import ssl
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import Counter
from collections.abc import Callable
from email.message import Message
from pathlib import Path
from typing import Any

SITE = "https://league.example.org"
NOTES = Path("/root/visitors.json")
PATIENCE = 30
Json = Any
Answer = tuple[int, Message, str, str]
POINTS = [40_000, 30_000, 20_000, 10_000]


class Visitor:
    """A browser or a program, with cookies and browser headers."""

    def __init__(self, bearer: str = "") -> None:
        self.bearer = bearer
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies),
            urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile="/root/ca.pem")),
        )

    def ask(
        self,
        path: str,
        body: Json = None,
        *,
        form: "dict[str, str] | None" = None,
        key: str = "",
        if_match: str = "",
    ) -> Answer:
        """Return status, headers, text and final address; status 0 without an answer."""
        headers = {"Referer": SITE + "/", "Accept-Language": "en"}
        data = None
        if form is not None:
            data = urllib.parse.urlencode(form).encode()
        elif body is not None:
            data = json.dumps(body).encode()
            headers |= {"Content-Type": "application/json", "Idempotency-Key": key or uuid.uuid4().hex}
            headers |= {"X-CSRFToken": self.csrf()}
        if self.bearer:
            headers["Authorization"] = f"Bearer {self.bearer}"
        if if_match:
            headers["If-Match"] = f'"{if_match}"'
        request = urllib.request.Request(SITE + path, data, headers)  # noqa: S310 - our own address
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, answer.headers, answer.read().decode(), answer.url
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode(errors="replace"), path
        except OSError as error:
            return 0, Message(), str(error), path

    def csrf(self) -> str:
        """The cookie has the prefix `__Host-`, except in older versions."""
        of_this_site = [cookie.value or "" for cookie in self.cookies if cookie.name.endswith("csrftoken")]
        return next(iter(of_this_site), "")

    def api(self, path: str, body: Json = None, **more: Any) -> Json:
        """Return the JSON of a successful answer."""
        status, _headers, text, _url = self.ask(f"/api/v1{path}", body, **more)
        if status not in (200, 201, 202):
            raise SystemExit(f"{path}: {status} {text[:500]}")
        return json.loads(text)


def notes() -> "dict[str, Json]":
    return dict(json.loads(NOTES.read_text())) if NOTES.exists() else {}


def note(**found: Json) -> None:
    NOTES.write_text(json.dumps({**notes(), **found}))


def signin(email: str, password: str) -> Json:
    """Sign in on the page as a browser does, and make a token for the program.

    If a second factor is required first, as for operators, set up an app for one-time codes.
    """
    browser = Visitor()
    browser.ask("/accounts/login/")
    form = {"login": email, "password": password, "csrfmiddlewaretoken": browser.csrf()}
    status, _headers, text, url = browser.ask("/accounts/login/", form=form)
    if url.endswith("/accounts/2fa/"):
        set_up_second_factor(browser)
        status, _headers, text, url = browser.ask("/me/")
    if status != 200 or not url.endswith("/me/"):
        raise SystemExit(f"sign-in: {status} {url} {re.sub('<[^>]+>', ' ', text)[:600]}")
    made = browser.api("/tokens/", {"name": f"test {uuid.uuid4().hex[:6]}", "scope": "manage"})
    note(token=made["token"])
    return {"signed in as": browser.api("/me/").get("name", email) or email}


def set_up_second_factor(browser: Visitor) -> None:
    path = "/accounts/2fa/totp/activate/"
    found = re.search(r'class="secret">([A-Z2-7]+)<', browser.ask(path)[2])
    if found is None:
        raise SystemExit("the page for a second factor shows no key")
    status, _headers, text, url = browser.ask(
        path, form={"code": one_time_code(found[1]), "csrfmiddlewaretoken": browser.csrf()}
    )
    if status != 200 or url.endswith(path):
        raise SystemExit(f"second factor: {status} {url} {re.sub('<[^>]+>', ' ', text)[:600]}")


def one_time_code(secret: str) -> str:
    """Return the app's current code: six digits, changing every half minute (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    seal = hmac.digest(key, int(time.time() // 30).to_bytes(8, "big"), "sha1")
    start = seal[-1] & 15
    return f"{(int.from_bytes(seal[start : start + 4], 'big') & 0x7FFF_FFFF) % 1_000_000:06}"


def tournament(slug: str) -> Json:
    """Set up a tournament with eight players: draw, publish, start, issue seat codes."""
    desk = Visitor(notes()["token"])
    made = desk.api("/tournaments/", {"slug": slug, "name": slug.title(), "rulebook": "mleague"})
    stage = made["stages"][0]["id"]
    for name in ("Bob", "Dora", "Emil", "Fumi", "Goro", "Hana", "佐藤 健太", "Jun"):
        desk.api(f"/tournaments/{slug}/entries/", {"name": name})
    round_ = desk.api(f"/stages/{stage}/rounds/", {})
    desk.api(f"/rounds/{round_['id']}/publish/", {})
    desk.api(f"/rounds/{round_['id']}/start/", {})
    codes = desk.api(f"/rounds/{round_['id']}/seat-tokens/", {})["codes"]
    tables: dict[str, list[str]] = {}
    for code in codes:
        tables.setdefault(str(code["table"]), []).append(code["code"])
    note(slug=slug, stage=stage, tables=tables)
    return {"tables": len(tables), "codes": len(codes)}


def report(which: str) -> Json:
    """Let four phones of a table report and confirm; the standings must then include the game."""
    known = notes()
    table, codes = sorted(known["tables"].items())[int(which)]
    phones = [Visitor() for _code in codes]
    for phone, code in zip(phones, codes, strict=True):
        phone.ask("/seat/")  # as from a scanned card: sets the CSRF cookie
        phone.api("/seats/claim/", {"code": code})
    before = standings(known["stage"])["games_counted"]
    sheet = phones[0].api(f"/tables/{table}/scoresheets/", {"points": POINTS})
    for phone in phones[1:]:
        sheet = phone.api(f"/scoresheets/{sheet['id']}/confirm/", {}, if_match=sheet["tag"])
    began = time.monotonic()
    while standings(known["stage"])["games_counted"] == before:
        if time.monotonic() - began > 60:
            raise SystemExit("the standings do not move")
        time.sleep(0.1)
    return {"status": sheet["status"], "standings after": round(time.monotonic() - began, 1)}


def standings(stage: int) -> Json:
    return Visitor(notes()["token"]).api(f"/stages/{stage}/standings/")


def etag() -> Json:
    """Check that an ETag sent back unchanged, behind gzip, is answered with 304."""
    visitor = Visitor(notes()["token"])
    path = f"/t/{notes()['slug']}/standings/"
    visitor.opener.addheaders = [("Accept-Encoding", "gzip")]
    request = urllib.request.Request(SITE + path, headers={"Accept-Encoding": "gzip"})  # noqa: S310
    with visitor.opener.open(request, timeout=PATIENCE) as answer:
        tag, vary = answer.headers["ETag"], answer.headers["Vary"]
    again = urllib.request.Request(  # noqa: S310
        SITE + path, headers={"Accept-Encoding": "gzip", "If-None-Match": tag}
    )
    try:
        with visitor.opener.open(again, timeout=PATIENCE) as answer:
            status = answer.status
    except urllib.error.HTTPError as error:
        status = error.code
    return {"ETag": tag, "Vary": vary, "again": status}


def order_draw(slug: str) -> Json:
    """Order a draw that takes some seconds, and return its id."""
    desk = Visitor(notes()["token"])
    slug = f"{slug}-{uuid.uuid4().hex[:6]}"
    made = desk.api("/tournaments/", {"slug": slug, "name": slug.title(), "rulebook": "mleague"})
    stage = made["stages"][0]["id"]
    names = "name\n" + "\n".join(f"Player {number}" for number in range(1, 83)) + "\n"
    desk.api(f"/tournaments/{slug}/import/", {"csv": names})
    job = desk.api(
        f"/stages/{stage}/draws/", {"method": "schedule", "rounds": 12, "effort": 16, "remainder": "byes"}
    )
    note(job=job["id"])
    began = time.monotonic()
    while desk.api(f"/draw-jobs/{job['id']}/")["status"] == "queued":
        if time.monotonic() - began > PATIENCE:
            raise SystemExit("nobody begins with the draw")
        time.sleep(0.1)
    return {"about": f"{job['about_ms']} ms"}


def draw() -> Json:
    """Return the state of the ordered draw."""
    job = Visitor(notes()["token"]).api(f"/draw-jobs/{notes()['job']}/")
    return {name: job[name] for name in ("status", "started_at", "ended_at")}


def traffic(until: str) -> Json:
    """Request pages, a desk and the phones' API and write, each in a loop until the file exists; retry failures."""
    known = notes()
    stop = Path(until)
    statuses: Counter[int] = Counter()
    wrong: list[str] = []
    acknowledged: list[str] = []
    slow = [0.0]

    def loop(visit: "Callable[[], Answer]") -> None:
        while not stop.exists():
            began = time.monotonic()
            status, _headers, text, _url = visit()
            slow[0] = max(slow[0], time.monotonic() - began)
            statuses[status] += 1
            if status >= 500 and status != 503:
                wrong.append(f"{status} {text[:300]}")
            time.sleep(0.02)

    def pages() -> None:
        visitor = Visitor()
        paths = ["/", f"/t/{known['slug']}/", f"/t/{known['slug']}/standings/", "/rulebooks/", "/ja/"]
        paths += [
            f"/t/{known['slug']}/players/",
            f"/t/{known['slug']}/ledger/",
            "/calculator/",
            "/accounts/login/",
        ]
        turn = iter(range(10**9))
        loop(lambda: visitor.ask(paths[next(turn) % len(paths)]))

    def desk() -> None:
        visitor = Visitor()
        visitor.ask("/accounts/login/")
        form = {"login": known["email"], "password": known["password"], "csrfmiddlewaretoken": visitor.csrf()}
        visitor.ask("/accounts/login/", form=form)
        loop(lambda: visitor.ask(f"/t/{known['slug']}/desk/"))

    def writer() -> None:
        visitor = Visitor(known["token"])
        waiting: list[tuple[str, str]] = []

        def write() -> Answer:
            # Retry unanswered requests unchanged, with their key, as phones do.
            slug, key = waiting.pop() if waiting else (f"traffic-{uuid.uuid4().hex[:10]}", uuid.uuid4().hex)
            body = {"slug": slug, "name": slug, "rulebook": "mleague"}
            answer = visitor.ask("/api/v1/tournaments/", body, key=key)
            if answer[0] == 201:
                acknowledged.append(slug)
                time.sleep(0.3)  # below the rate limit of a program
            elif answer[0] in (0, 503):
                waiting.append((slug, key))
                time.sleep(0.5)
            else:
                wrong.append(f"writer: {answer[0]} {answer[2][:300]}")
            return answer

        loop(write)
        patience_ends = time.monotonic() + PATIENCE
        while waiting and time.monotonic() < patience_ends:
            write()

    threads = [threading.Thread(target=target) for target in (pages, pages, desk, writer)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    reader = Visitor(known["token"])
    lost = [slug for slug in acknowledged if reader.ask(f"/api/v1/tournaments/{slug}/")[0] != 200]
    found = {
        "statuses": dict(statuses),
        "acknowledged": len(acknowledged),
        "lost": lost,
        "slowest": round(slow[0], 2),
    }
    if wrong or lost:
        raise SystemExit(json.dumps({**found, "wrong": wrong[:10]}))
    return found


def demo(email: str, password: str) -> Json:
    """Take the demo's accounts and codes for our visitors."""
    signin(email, password)
    desk = Visitor(notes()["token"])
    slug = desk.api("/me/")["roles"][-1]["tournament"]
    note(slug=slug, email=email, password=password)
    return {"slug": slug}


def mailbox() -> None:
    """Run a mail server that prints messages, with minimal SMTP, one at a time."""
    with socket.create_server(("127.0.0.1", 1025)) as server:
        while True:
            connection, _address = server.accept()
            with connection, connection.makefile("rw", newline="\r\n") as letter:
                said = "220 here"
                while True:
                    letter.write(f"{said}\r\n")
                    letter.flush()
                    line = letter.readline()
                    print(line.strip())
                    word = line.strip().upper()[:4]
                    if not line or word == "QUIT":
                        break
                    if word == "DATA":
                        letter.write("354 go on\r\n")
                        letter.flush()
                        for line in iter(letter.readline, ".\r\n"):
                            if not line:
                                break
                            print(line.strip())
                    said = "250 well"


if __name__ == "__main__":
    answer = globals()[sys.argv[1]](*sys.argv[2:])
    if answer is not None:
        print(json.dumps(answer, ensure_ascii=False))
