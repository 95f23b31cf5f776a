"""deploy/nginx in a real nginx, in front of a real Jantaku: what visitors get, and what others do not."""

import contextlib
import gzip
import http.client
import json
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

from tests.docs.installed import DEPLOY, exchanged, program, written
from tests.races.databases import Template
from tools.environment import ROOT
from tournaments.demo import event

pytestmark = [pytest.mark.once("what nginx does before Jantaku gets a request"), pytest.mark.slow]

DOMAIN = "league.example.org"
PATIENCE = 20


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        packed = self.headers.get("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


@dataclass
class Nginx:
    """A running nginx. `app` is where it looks for Jantaku, `live` where for the streams."""

    http: int
    https: int
    app: int
    live: int
    trusted: ssl.SSLContext
    log: Path
    """A line a request: where it was passed on to; “-” where nginx had the answer itself."""

    def connection(self) -> http.client.HTTPSConnection:
        """By https and by name, as a browser connects."""
        connection = http.client.HTTPSConnection(DOMAIN, context=self.trusted, timeout=PATIENCE)
        plain = socket.create_connection(("127.0.0.1", self.https), timeout=PATIENCE)
        connection.sock = self.trusted.wrap_socket(plain, server_hostname=DOMAIN)
        return connection

    def passed_on(self) -> int:
        """How many requests Jantaku has got so far. nginx writes a line once the visitor has the answer."""
        written = -1
        while written != (written := self.log.stat().st_size):
            time.sleep(0.1)
        return sum(line != "-" for line in self.log.read_text().splitlines())

    def get(self, path: str, *, body: bytes | None = None, **headers: str) -> Answer:
        """Ask by https and by name, as a browser does."""
        with contextlib.closing(self.connection()) as connection:
            sent = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET" if body is None else "POST", path, body, sent)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _number in range(count)]
        return [probe.getsockname()[1] for probe in probes]


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def configured(folder: Path, ports: list[int], domain: str, changes: dict[str, str]) -> Path:
    """The files of deploy/nginx as Debian includes them, with ports and folders of our own, and these changes."""
    http_port, https_port, app_port, live_port = ports
    listen = {
        "listen [::]:80": f"listen [::1]:{http_port}",
        "listen 80": f"listen 127.0.0.1:{http_port}",
        "/var/www/jantaku-acme": str(folder / "acme"),
        DOMAIN: domain,
    }
    tls = {
        "listen [::]:443": f"listen [::1]:{https_port}",
        "listen 443": f"listen 127.0.0.1:{https_port}",
        "127.0.0.1:8000": f"127.0.0.1:{app_port}",
        f"/etc/letsencrypt/live/{DOMAIN}": str(folder),
        "127.0.0.1:8001": f"127.0.0.1:{live_port}",
        "/var/lib/nginx/jantaku": f"{folder}/cache",
        DOMAIN: domain,
    }
    for kind, places in (("http", listen), ("https", tls)):
        text = exchanged((DEPLOY / "nginx" / f"jantaku-{kind}.conf").read_text(), places)
        for old, new in changes.items():
            text = text.replace(old, new)
        if not has_ipv6():
            text = "\n".join(line for line in text.splitlines() if "listen [" not in line)
        written(folder, f"{kind}.conf", text)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return written(
        folder,
        "nginx.conf",
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        "http {\nlog_format passed_on '$upstream_addr';\nlog_subrequest on;\n"
        f"access_log {folder}/access.log passed_on;\n{temporary}"
        f"include {folder}/http.conf;\ninclude {folder}/https.conf;\n}}\n",
    )


@contextlib.contextmanager
def running(
    folder: Path, app: int, live: int, domain: str = DOMAIN, changes: dict[str, str] | None = None
) -> Iterator[Nginx]:
    """nginx with our configuration and a certificate of its own, before whatever listens on these ports."""
    binary = program("nginx", required="JANTAKU_REQUIRE_NGINX")
    command = [
        program("openssl", required="JANTAKU_REQUIRE_NGINX"),
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        f"/CN={DOMAIN}",
    ]
    command += ["-addext", f"subjectAltName=DNS:{DOMAIN}"]
    command += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)
    proof = folder / "acme" / ".well-known" / "acme-challenge"
    proof.mkdir(parents=True)
    written(proof, "token", "proof")
    ports = [*free_ports(2), app, live]
    file = configured(folder, ports, domain, changes or {})
    tested = subprocess.run([binary, "-t", "-c", file], capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    process = subprocess.Popen([binary, "-c", file], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(ports[1])
        trusted = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        yield Nginx(*ports, trusted, folder / "access.log")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


@pytest.fixture(scope="module")
def alone() -> Iterator[Nginx]:
    """nginx while Jantaku is away."""
    # Not pytest's folder: root's nginx works as somebody else, who must reach it.
    with tempfile.TemporaryDirectory(prefix="jantaku-nginx-") as folder:
        Path(folder).chmod(0o755)
        with running(Path(folder), *free_ports(2)) as nginx:
            yield nginx


@pytest.fixture(scope="module")
def hasty() -> Iterator[Nginx]:
    """nginx that waits a second where it waits for fifteen, and answers two requests at once instead of 300."""
    changes = {
        "_timeout 15s;": "_timeout 1s;",
        "limit_conn jantaku_requests 300;": "limit_conn jantaku_requests 2;",
    }
    changes["limit_conn jantaku_streams 2000;"] = "limit_conn jantaku_streams 2;"
    with tempfile.TemporaryDirectory(prefix="jantaku-nginx-") as folder, silence() as app, silence() as live:
        Path(folder).chmod(0o755)
        with running(Path(folder), app, live, changes=changes) as nginx:
            yield nginx


@contextlib.contextmanager
def silence() -> Iterator[int]:
    """The port of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as server:
        yield server.getsockname()[1]


def _wait_for(port: int) -> None:
    patience_ends = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < patience_ends, "nginx does not come up"
            time.sleep(0.05)
        else:
            return


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Nginx]:
    """nginx with Jantaku behind it as a server runs it, and the demo's tournament in it."""
    program("nginx", required="JANTAKU_REQUIRE_NGINX")
    template = Template(tmp_path_factory.mktemp("site"))
    (app,) = free_ports(1)
    variables = {"SITE_URL": f"https://{DOMAIN}", "ALLOWED_HOSTS": f"{DOMAIN},127.0.0.1", "PROXY_COUNT": "1"}
    here = template.environment(template.url, **variables)
    manage = [sys.executable, "manage.py", "load_demo"]
    subprocess.run(manage, cwd=ROOT, env=here, check=True, capture_output=True)
    gunicorn = [sys.executable, "-m", "gunicorn", "config.wsgi", "--worker-class=gthread", "--threads=2"]
    server = subprocess.Popen(
        [*gunicorn, f"--bind=127.0.0.1:{app}", "--no-control-socket", "--log-level=warning"],
        cwd=ROOT,
        env=here,
    )
    try:
        _wait_for(app)
        with tempfile.TemporaryDirectory(prefix="jantaku-nginx-") as folder:
            Path(folder).chmod(0o755)
            with running(Path(folder), app, *free_ports(1)) as nginx:
                yield nginx
    finally:
        server.terminate()
        server.wait(PATIENCE)
        template.remove()


STANDINGS = f"/t/{event.SLUG}/standings/"
CROWD = 8


def look_often(nginx: Nginx, times: int) -> list[tuple[int, bytes]]:
    """What a browser gets that asks for the standings again and again on one connection."""
    with contextlib.closing(nginx.connection()) as connection:
        seen = []
        for _time in range(times):
            connection.request("GET", f"{STANDINGS}?asked-by=a-crowd")
            answer = connection.getresponse()
            seen.append((answer.status, answer.read()))
        return seen


def test_a_page_comes_packed_and_its_repeat_is_a_304(site: Nginx) -> None:
    page = site.get(STANDINGS, Accept_Encoding="gzip")

    again = site.get(STANDINGS, Accept_Encoding="gzip", If_None_Match=page.headers["ETag"])

    assert (page.status, page.headers["Content-Encoding"], "Player 01" in page.text) == (200, "gzip", True)
    assert page.headers["ETag"].startswith('W/"')
    assert "Accept-Encoding" in ", ".join(page.headers.get_all("Vary", []))
    assert (again.status, again.body) == (304, b"")


def test_whoever_cannot_unpack_gets_the_page_as_it_is(site: Nginx) -> None:
    page = site.get(STANDINGS)

    assert (page.status, page.headers["Content-Encoding"], b"Player 01" in page.body) == (200, None, True)
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_two_thousand_requests_for_a_page_reach_jantaku_a_few_times(site: Nginx) -> None:
    before, begin = site.passed_on(), time.monotonic()

    with ThreadPoolExecutor(CROWD) as crowd:
        pages = [
            page
            for seen in crowd.map(lambda _visitor: look_often(site, 2_000 // CROWD), range(CROWD))
            for page in seen
        ]

    seconds = time.monotonic() - begin
    assert (len(pages), len(set(pages))) == (2_000, 1)
    # One a second, and one that was under way.
    assert 1 <= site.passed_on() - before <= seconds + 1


def test_jantaku_says_for_how_long_a_page_may_be_kept(site: Nginx) -> None:
    page = site.get(STANDINGS)

    assert page.headers["Cache-Control"] == "public, max-age=1, stale-while-revalidate=1"


SOMEBODY = pytest.mark.parametrize(
    "who",
    [
        {"Cookie": f"sessionid=anybody; {settings.LANGUAGE_COOKIE_NAME}=ja"},
        {"Cookie": f"{settings.LANGUAGE_COOKIE_NAME}=en"},
        {"Authorization": "Bearer anything"},
    ],
)


@SOMEBODY
def test_whoever_is_somebody_is_never_answered_from_what_is_kept(site: Nginx, who: dict[str, str]) -> None:
    address = f"{STANDINGS}?kept-from={len(str(who))}"
    site.get(address)
    before = site.passed_on()

    site.get(address, **who)
    site.get(address, **who)

    assert site.passed_on() - before == 2


@SOMEBODY
def test_what_somebody_was_answered_is_not_kept_for_others(site: Nginx, who: dict[str, str]) -> None:
    address = f"{STANDINGS}?kept-for={len(str(who))}"
    before = site.passed_on()

    site.get(address, **who)
    site.get(address)

    assert site.passed_on() - before == 2


def test_a_phone_and_an_organizer_share_public_pages_with_everybody(site: Nginx) -> None:
    address, before = f"{STANDINGS}?kept-with=cookies", site.passed_on()
    begin = time.monotonic()

    pages = [
        site.get(address, **who)
        for who in ({"Cookie": f"jantaku_seat=x; csrftoken={'c' * 32}"}, {"Cookie": "sessionid=z"}, {})
    ]

    assert len({page.body for page in pages}) == 1
    assert "public" in pages[0].headers["Cache-Control"]
    assert site.passed_on() - before <= 1 + (time.monotonic() - begin)


def test_a_program_with_a_cookie_is_answered_by_jantaku(site: Nginx) -> None:
    before = site.passed_on()

    for _time in range(2):
        site.get("/api/v1/tournaments/", Cookie="sessionid=z")

    assert site.passed_on() - before == 2


def test_what_is_not_everybodys_is_never_kept(site: Nginx) -> None:
    before = site.passed_on()

    answers = [site.get(path) for path in 2 * ["/accounts/login/"] + 2 * ["/api/v1/me/"] + 2 * ["/healthz"]]

    assert [answer.status for answer in answers] == 6 * [200]
    assert site.passed_on() - before == 6


def test_news_are_kept_for_a_second_and_nothing_older_is_given(site: Nginx) -> None:
    news = site.get(f"/t/{event.SLUG}/news/")

    assert (news.status, json.loads(news.body)["in_play"]) == (200, True)
    assert news.headers["Cache-Control"] == "public, max-age=1"


def test_a_stream_of_news_is_not_looked_for_among_the_pages(site: Nginx) -> None:
    # Nobody serves streams here.
    assert site.get(f"/t/{event.SLUG}/news/stream/").status == 503


def test_a_stream_for_programs_is_answered_by_the_web_server_where_nobody_serves_streams(site: Nginx) -> None:
    answer = site.get(f"/api/v1/tournaments/{event.SLUG}/stream/", Accept="text/event-stream")

    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream")
    assert answer.body.startswith(b"retry: 2000\n\nid: ")


def test_visitors_of_another_language_get_a_page_of_their_own(site: Nginx) -> None:
    english, japanese = site.get(STANDINGS), site.get(STANDINGS, Accept_Language="ja")

    assert (english.status, english.headers["Content-Language"]) == (200, "en")
    assert (japanese.status, japanese.headers["Location"]) == (302, f"/ja{STANDINGS}")


def test_jantaku_itself_refuses_what_nginx_lets_through(site: Nginx) -> None:
    answer = site.get("/api/v1/tournaments/", body=b"[" + b" " * 2_900_000, Content_Type="application/json")

    assert 400 <= answer.status < 500
    assert set(json.loads(answer.body)["error"]) == {"code", "message", "fields"}


def test_whoever_is_refused_by_the_headers_alone_may_send_the_rest_and_gets_the_answer(site: Nginx) -> None:
    lines = ["Host: 127.0.0.1", "X-Forwarded-Proto: https", "Content-Length: 2900000"]
    head = "\r\n".join(["POST /api/v1/tournaments/ HTTP/1.1", *lines, "", ""])
    with socket.create_connection(("127.0.0.1", site.app), timeout=PATIENCE) as slow:
        slow.sendall(head.encode())
        for _piece in range(10):
            time.sleep(0.05)
            slow.sendall(b" " * 290_000)
        answer = slow.recv(1024)

    assert answer.startswith(b"HTTP/1.1 401 ")


def test_a_body_larger_than_an_import_is_refused_in_the_apis_shape(alone: Nginx) -> None:
    answer = alone.get("/api/v1/tournaments/", body=b" " * 3_200_000, Content_Type="application/json")

    assert (answer.status, answer.headers["Content-Type"]) == (413, "application/json")
    assert json.loads(answer.body)["error"]["code"] == "body_too_large"


def test_a_file_larger_than_an_import_is_refused_in_words(alone: Nginx) -> None:
    answer = alone.get("/t/spring-open/desk/entries/import/", body=b" " * 3_200_000)

    assert (answer.status, answer.headers["Content-Type"]) == (413, "text/html; charset=utf-8")
    assert "This file is too large" in answer.text


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/new/from-a-file/", 9),
        ("/ja/new/from-a-file/", 9),
        ("/api/v1/tournament-files/", 17),
        ("/seat/table/photo/", 9),
        ("/ja/seat/table/photo/", 9),
        ("/t/spring-open/desk/tables/7/photo/", 9),
        ("/ja/t/spring-open/desk/tables/7/photo/", 9),
        ("/api/v1/tables/7/photos/", 9),
    ],
)
def test_a_whole_tournament_and_a_photo_may_be_larger_than_a_list(alone: Nginx, path: str, most: int) -> None:
    fits = alone.get(path, body=b" " * (most * 1_000_000), Content_Type="application/json")
    too_large = alone.get(path, body=b" " * (most * 1_050_000 + 50_000), Content_Type="application/json")

    # Nobody is behind this one.
    assert (fits.status, too_large.status) == (503, 413)


def test_while_jantaku_is_away_people_read_when_to_come_back(alone: Nginx) -> None:
    answer = alone.get("/t/spring-open/")

    assert (answer.status, answer.headers["Retry-After"], answer.headers["Cache-Control"]) == (
        503,
        "5",
        "no-store",
    )
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert ("One moment, please" in answer.text, "お試しください" in answer.text) == (True, True)


def test_while_jantaku_is_away_programs_read_the_apis_shape(alone: Nginx) -> None:
    answer = alone.get("/api/v1/rulebooks/")

    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert answer.headers["Content-Type"] == "application/json"
    assert json.loads(answer.body)["error"]["code"] == "try_again"


def test_without_tls_there_is_the_certificates_proof_and_the_way_to_https(alone: Nginx) -> None:
    proof = plain(alone, "/.well-known/acme-challenge/token", DOMAIN)
    page = plain(alone, "/t/spring-open/?a=1", DOMAIN)

    assert proof is not None
    assert (proof.status, proof.body) == (200, b"proof")
    assert page is not None
    assert (page.status, page.headers["Location"]) == (301, f"https://{DOMAIN}/t/spring-open/?a=1")


def is_closed_by_nginx(connection: socket.socket) -> bool:
    """In a third of the minute that nginx takes by itself, and without an answer."""
    connection.settimeout(PATIENCE)
    try:
        return connection.recv(1024) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


HALF_A_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40)
HALF_A_REQUEST = f"GET / HTTP/1.1\r\nHost: {DOMAIN}\r\n".encode()


@pytest.mark.parametrize("said", [b"", HALF_A_HELLO], ids=["nothing", "half a handshake"])
def test_who_says_nothing_on_the_tls_port_is_let_go_soon(hasty: Nginx, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty.https), timeout=PATIENCE) as connection:
        connection.sendall(said)

        assert is_closed_by_nginx(connection)


@pytest.mark.parametrize("said", [b"", HALF_A_REQUEST], ids=["nothing", "half a request"])
def test_who_says_nothing_after_the_handshake_is_let_go_soon(hasty: Nginx, said: bytes) -> None:
    with contextlib.closing(hasty.connection()) as connection:
        connection.sock.sendall(said)

        assert is_closed_by_nginx(connection.sock)


@pytest.mark.parametrize("said", [b"", HALF_A_REQUEST], ids=["nothing", "half a request"])
def test_who_says_nothing_on_the_plain_port_is_let_go_soon(hasty: Nginx, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", hasty.http), timeout=PATIENCE) as connection:
        connection.sendall(said)

        assert is_closed_by_nginx(connection)


def test_all_four_servers_wait_for_fifteen_seconds() -> None:
    """`hasty` exchanges what stands here; a time that is missing would be nginx's own minute."""
    texts = [(DEPLOY / "nginx" / f"jantaku-{kind}.conf").read_text() for kind in ("http", "https")]

    servers = [part for text in texts for part in text.split("\nserver {\n")[1:]]

    wanted = ("client_header_timeout 15s;", "client_body_timeout 15s;", "server_tokens off;")
    assert [[line for line in wanted if line not in server] for server in servers] == 4 * [[]]


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/t/spring-open/", "text/html; charset=utf-8"), ("/api/v1/rulebooks/", "application/json")],
)
def test_one_address_is_answered_a_bounded_number_of_times_at_once(
    hasty: Nginx, path: str, kind: str
) -> None:
    """Jantaku is silent here, so whatever is asked stays under way. Streams are counted for themselves."""
    with contextlib.ExitStack() as open_ones:
        for _number in range(2):
            connection = open_ones.enter_context(contextlib.closing(hasty.connection()))
            connection.request("GET", "/t/spring-open/?under-way")
        time.sleep(0.3)

        answer = hasty.get(path)

        stream = open_ones.enter_context(contextlib.closing(hasty.connection()))
        stream.request("GET", "/t/spring-open/news/stream/")
        stream.sock.settimeout(0.5)
        with pytest.raises(TimeoutError):
            stream.sock.recv(1)
    assert (answer.status, answer.headers["Retry-After"], answer.headers["Content-Type"]) == (429, "5", kind)
    assert answer.headers["Server"] == "nginx"
    if kind == "application/json":
        assert json.loads(answer.body)["error"]["code"] == "too_many_requests"


@pytest.mark.parametrize("host", ["127.0.0.1", "other.example.org", "xn--league.example.org"])
def test_whoever_comes_by_another_name_without_tls_is_not_answered(alone: Nginx, host: str) -> None:
    assert plain(alone, "/", host) is None


@pytest.mark.parametrize("name", ["other.example.org", None])
def test_whoever_comes_by_another_name_with_tls_sees_no_certificate(alone: Nginx, name: str | None) -> None:
    anything = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anything.check_hostname, anything.verify_mode = False, ssl.CERT_NONE

    with (
        socket.create_connection(("127.0.0.1", alone.https), timeout=PATIENCE) as connection,
        pytest.raises(ssl.SSLError, match=r"(?i)unrecognized.name"),
    ):
        anything.wrap_socket(connection, server_hostname=name)


@pytest.mark.skipif(not has_ipv6(), reason="no IPv6 on this machine")
def test_both_ports_answer_by_ipv6_too(alone: Nginx) -> None:
    for port in (alone.http, alone.https):
        socket.create_connection(("::1", port), timeout=PATIENCE).close()


def test_old_tls_is_refused(alone: Nginx) -> None:
    old = ssl.create_default_context()
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1

    with (
        socket.create_connection(("127.0.0.1", alone.https), timeout=PATIENCE) as connection,
        pytest.raises(ssl.SSLError),
    ):
        old.wrap_socket(connection, server_hostname=DOMAIN)


def plain(nginx: Nginx, path: str, host: str) -> Answer | None:
    """Ask without TLS; None when the connection is closed without a word."""
    connection = http.client.HTTPConnection("127.0.0.1", nginx.http, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.putrequest("GET", path, skip_host=True)
        connection.putheader("Host", host)
        connection.endheaders()
        try:
            answer = connection.getresponse()
        except http.client.RemoteDisconnected:
            return None
        return Answer(answer.status, answer.headers, answer.read())
