"""The manual from its first command to the first result: steps 1 to 9."""

import time

from tools.install_test.house import House, Wrong
from tools.install_test.manual import DOMAIN, under

OWNER = ("owner@example.org", "a long enough password")


def programs(house: House) -> str:
    """1 Programs"""
    began = time.monotonic()
    house.follow("1. Programs", network=True)
    return f"{time.monotonic() - began:.0f} s"


def firewall(house: House) -> str:
    """1 Firewall"""
    done = house.machine.run(under("1. Programs")[1], check=False)
    if done.returncode:
        # A container may not be allowed to filter packets, unlike a real machine.
        house.machine.run("ufw --version")
        return "ufw is installed; this container may not switch it on"
    house.see(done.stdout, "Firewall is active")
    return "active"


def code(house: House) -> str:
    """2 Code and user"""
    commands = under("2. The code")[0].replace("ADDRESS_OF_THIS_REPOSITORY", "/root/jantaku.git")
    house.machine.run(commands, network=True)
    house.machine.run("git -C /srv/jantaku/app config --get remote.origin.url")
    denied = house.machine.run(
        "runuser -u jantaku -- touch /srv/jantaku/app/x || runuser -u jantaku -- mv /srv/jantaku/app /srv/jantaku/b"
        " || runuser -u jantaku -- touch /srv/jantaku/app/.venv/x",
        check=False,
    )
    if denied.returncode == 0:
        raise Wrong("the service user can change the code")
    return "belongs to root; jantaku cannot change it"


def settings(house: House) -> str:
    """3 Settings"""
    house.follow("3. Settings")
    again = house.machine.run(under("3. Settings")[0], check=False)
    if again.returncode == 0:
        raise Wrong("settings were written twice")
    files = "/etc/jantaku.env /etc/jantaku-owner.env /etc/jantaku-backup.key"
    modes = house.machine.run(f"stat -c '%a %U:%G' {files}").stdout.split("\n")
    if modes[:3] != ["640 root:jantaku", "600 root:root", "600 root:root"]:
        raise Wrong(str(modes))
    # Instead of an editor: a mail server that does not answer.
    house.machine.run("sed -i 's#^EMAIL_URL=.*#EMAIL_URL=smtp://127.0.0.1:1025#' /etc/jantaku.env")
    return ", ".join(modes[:2])


def database(house: House) -> str:
    """4 Checksums, roles, database"""
    house.see(house.follow("4. The database", 0), "Checksums enabled in cluster")
    house.see(
        house.follow("4. The database", 1),
        "the roles jantaku_owner and jantaku_app and the database jantaku are there",
    )
    return house.machine.run("su postgres -c 'cd /; psql -XAt -c \"SHOW data_checksums\"'").stdout.strip()


def tables(house: House) -> str:
    """5 Tables, rights, check"""
    output = house.follow("5. Tables", 0)
    house.see(output, "OK", "System check identified no issues")
    guarded = house.machine.run(
        'set -a; . /etc/jantaku.env; psql "$DATABASE_URL" -c "DELETE FROM tournaments_ledgerentry"',
        check=False,
    ).stdout
    house.see(guarded, "permission denied for table tournaments_ledgerentry")
    return f"{output.count('... OK')} migrations; the app's role may not touch the ledger"


def account(house: House) -> str:
    """5 First account"""
    house.machine.run(
        under("5. Tables")[1].replace("createsuperuser", "createsuperuser --noinput"),
        variables={
            "DJANGO_SUPERUSER_EMAIL": OWNER[0],
            "DJANGO_SUPERUSER_NAME": "Owner",
            "DJANGO_SUPERUSER_PASSWORD": OWNER[1],
        },
    )
    return OWNER[0]


def services(house: House) -> str:
    """6 Services and timers"""
    *start, ask = under("6. Services")[0].strip().splitlines()
    house.machine.run("\n".join(start))
    took = house.wait_until_ready()
    answer = house.machine.run(ask, check=False).stdout
    house.see(answer, '"ready": true')
    active = house.machine.run(
        "systemctl is-active jantaku-web jantaku-worker jantaku-beat jantaku-clean.timer jantaku-backup.timer"
        " jantaku-verify.timer jantaku-watch.timer"
    ).stdout.split()
    security = house.machine.run(
        "for unit in web worker beat clean verify backup watch; do systemd-analyze security --no-pager jantaku-$unit"
        " | tail -n 1 | grep -o '[0-9][0-9.]* [A-Z]*'; done"
    ).stdout.split("\n")
    return f"{set(active)}, ready after {took:.1f} s; exposure {', '.join(filter(None, security))}"


def nginx(house: House) -> str:
    """7 nginx and certificate"""
    commands = under("7. nginx")[0]
    first, rest = commands.split("certbot certonly", 1)
    house.machine.run(first)
    house.machine.run("mkdir -p /var/www/jantaku-acme/.well-known/acme-challenge")
    house.machine.run("echo proof > /var/www/jantaku-acme/.well-known/acme-challenge/x")
    proof = house.machine.run(f"sleep 1; curl -s http://{DOMAIN}/.well-known/acme-challenge/x").stdout
    house.see(proof, "proof")
    # certbot needs the internet; a self-signed certificate replaces it.
    house.machine.run("certbot --version && systemctl is-enabled certbot.timer")
    live = f"/etc/letsencrypt/live/{DOMAIN}"
    house.machine.run(
        f"mkdir -p {live} && openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN={DOMAIN} "
        f"-addext subjectAltName=DNS:{DOMAIN} -keyout {live}/privkey.pem -out {live}/fullchain.pem "
        f"&& cp {live}/fullchain.pem /root/ca.pem"
    )
    house.see(
        house.machine.run("cd /srv/jantaku/app\n" + rest.strip().splitlines()[-1]).stdout,
        f"nginx serves {DOMAIN} by https",
    )
    page = "sleep 1; curl -s -o /dev/null -w '%{http_code}' --cacert /root/ca.pem"
    codes = [
        house.machine.run(f"{page} {how} || true").stdout.strip()
        for how in (
            f"-4 https://{DOMAIN}/",
            f"-6 https://{DOMAIN}/",
            f"http://{DOMAIN}/",
            "-k https://127.0.0.1/",
            "-g -k 'https://[::1]/'",
            "http://127.0.0.1/",
            "-g 'http://[::1]/'",
        )
    ]
    if codes != ["200", "200", "301", "000", "000", "000", "000"]:
        raise Wrong(f"by name v4, v6, http; by number: {codes}")
    return "v4 and v6 by name 200, by number nothing; certificate self-signed here"


def first_signin(house: House) -> str:
    """8 First sign-in, without mail"""
    house.visitor("signin", *OWNER)
    return "a browser and a token"


def mail(house: House) -> str:
    """8 Mail"""
    house.machine.run("python3 -u /root/visitors.py mailbox > /root/mail.txt 2>&1 < /dev/null &\nsleep 2")
    house.follow("8. The first sign-in")
    time.sleep(1)
    house.see(house.machine.run("cat /root/mail.txt").stdout, "you@example.org")
    return "arrived"


def play(house: House) -> str:
    """A tournament: 8 players, drawn, started"""
    return str(house.visitor("tournament", "spring-open"))


def phones(house: House) -> str:
    """Four phones report and confirm"""
    return str(house.visitor("report", "0"))


def weak_etags(house: House) -> str:
    """A repeat behind gzip is a 304"""
    found = house.visitor("etag")
    if found["again"] != 304 or "Accept-Encoding" not in str(found["Vary"]):
        raise Wrong(str(found))
    return str(found["ETag"])


def news_at_once(house: House) -> str:
    """10 News at once"""
    house.see(house.follow("10. News at once"), "ok")
    house.wait_until_ready()
    stream = f"curl -s -N -m 3 --cacert /root/ca.pem https://{DOMAIN}/t/spring-open/news/stream/"
    # The stream is endless: curl stops after its first heartbeat.
    house.see(house.machine.run(f"{stream} -D - || true").stdout, "text/event-stream", ": ")
    security = house.machine.run("systemd-analyze security --no-pager jantaku-live | tail -n 1").stdout
    return f"a stream beats; {security.strip()}"
