# Read by the other scripts here: where things are, and as whom which program runs.
set -eu
umask 022
APP=$(cd "$(dirname "$0")/../.." && pwd)
SETTINGS=/etc/jantaku.env
OWNER_SETTINGS=/etc/jantaku-owner.env
BACKUPS=/var/backups/jantaku
SERVICES="jantaku-web jantaku-worker jantaku-beat jantaku-live"

say() { echo "jantaku: $*"; }
fail() { echo "jantaku: $*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "please run this as root."

needs_settings() {
    [ -r "$SETTINGS" ] && [ -r "$OWNER_SETTINGS" ] ||
        fail "$SETTINGS or $OWNER_SETTINGS is missing. Make them: deploy/bin/settings league.example.org"
}

# The part of an address that is wanted: password_of URL, database_of URL.
password_of() { echo "$1" | sed -E 's#^[a-z]+://[^:]+:([^@]*)@.*#\1#'; }
database_of() { echo "$1" | sed -E 's#^.*/([^/?]+)(\?.*)?$#\1#'; }
database() { needs_settings; ( . "$SETTINGS"; database_of "$DATABASE_URL" ); }

# PostgreSQL knows the system's user postgres without a password, so none can be seen in `ps`.
as_postgres() { ( cd /; runuser -u postgres -- "$@" ); }
sql() { as_postgres psql --no-psqlrc --quiet --tuples-only --no-align --field-separator=' ' \
    --set=ON_ERROR_STOP=1 "$@"; }

# manage.py as the services run it. With another database: DATABASE=name manage …
manage() { (
    needs_settings
    set -a; . "$SETTINGS"; set +a
    [ -z "${DATABASE:-}" ] || DATABASE_URL="${DATABASE_URL%/*}/$DATABASE"
    cd "$APP"
    exec runuser -u jantaku -- env HOME=/nonexistent DATABASE_STATEMENT_TIMEOUT=10min \
        .venv/bin/python manage.py "$@"
) }

# manage.py with the role that owns the tables. As root: a process of the services' user could be read by the services.
manage_as_owner() { (
    needs_settings
    set -a; . "$SETTINGS"; . "$OWNER_SETTINGS"; set +a
    cd "$APP"
    exec env DATABASE_URL="$OWNER" DATABASE_STATEMENT_TIMEOUT=10min .venv/bin/python manage.py "$@"
) }

stop_services() {
    for service in $SERVICES; do
        if systemctl --quiet is-active "$service"; then systemctl stop "$service"; fi
    done
}

# Those that are meant to run; before `deploy/bin/units` there are none.
start_services() {
    for service in $SERVICES; do
        if systemctl --quiet is-enabled "$service" 2>/dev/null; then systemctl start "$service"; fi
    done
    if systemctl --quiet is-enabled jantaku-web 2>/dev/null; then wait_until_ready; fi
}

wait_until_ready() {
    host=$( . "$SETTINGS"; echo "$SITE_URL" | sed -E 's#^https?://([^/:]+).*#\1#' )
    for _ in $(seq 60); do
        if curl --silent --fail --output /dev/null --max-time 5 -H "Host: $host" http://127.0.0.1:8000/readyz; then
            say "ready."
            return
        fi
        sleep 1
    done
    fail "the web server does not become ready: journalctl -u jantaku-web"
}

# digests DATABASE: what is in it, a line each.
digests() { { echo "BEGIN;"; cat "$APP/deploy/sql/digests.sql"; } | sql --dbname="$1"; }

# fill DATABASE FILE: restore a dump into an empty database, and hold what came against the dump's own digests.
fill() {
    say "restoring $2 into the database $1 …"
    as_postgres pg_restore --exit-on-error --single-transaction --dbname="$1" < "$2"
    if [ -r "${2%.dump}.digests" ]; then
        digests "$1" | diff "${2%.dump}.digests" - || fail "the database $1 is not what was backed up."
        say "$(grep -c ^table "${2%.dump}.digests") tables, the same in every digest."
    else
        say "no ${2%.dump}.digests beside it: the contents are not compared."
    fi
}

newest_backup() { find "$BACKUPS" -name 'jantaku-*.dump' 2>/dev/null | sort | tail -n 1; }
