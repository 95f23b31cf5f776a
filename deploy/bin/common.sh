# Read by the other scripts here: where things are, and as whom which program runs.
set -eu
umask 022
APP=$(cd "$(dirname "$0")/../.." && pwd)
ETC=/etc
SETTINGS=$ETC/jantaku.env
OWNER_SETTINGS=$ETC/jantaku-owner.env
BACKUP_KEY=$ETC/jantaku-backup.key
BACKUPS=/var/backups/jantaku
# What these scripts note for themselves. Root's alone: in its own folder the application could change a note.
STATE=/var/lib/jantaku-deploy
SERVICES="jantaku-web jantaku-worker jantaku-beat jantaku-live"
KEEP_DAYS=${KEEP_DAYS:-30}
SQL="psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1"

say() { echo "jantaku: $*"; }
fail() { echo "jantaku: $*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "please run this as root."

needs_settings() {
    if [ -r "$SETTINGS" ] && [ -r "$OWNER_SETTINGS" ]; then return; fi
    fail "$SETTINGS or $OWNER_SETTINGS is missing. Make them: deploy/bin/settings league.example.org"
}

# --- The database, wherever DATABASE_URL and OWNER lead -----------------------------------------------------------

# address DATABASE_URL|OWNER|ADMIN: what the settings say; nothing if they do not.
address() { ( unset "$1"; . "$SETTINGS"; . "$OWNER_SETTINGS"; eval "printf '%s\n' \"\${$1:-}\"" ); }

# reach VARIABLE [DATABASE]: sets what deploy/reach.py tells of this address. The password goes to PostgreSQL's programs
# by the environment, as it goes to the services: what stands in a command line, everybody can read.
reach() {
    reached=$(URL=$(address "$1") NAME=${2:-} python3 "$APP/deploy/reach.py" 2>&1) ||
        fail "$1, in $SETTINGS or $OWNER_SETTINGS: $reached"
    eval "$reached"
    export REACH PGPASSWORD
    # For Debian's pg_wrapper, which chooses the version of a program by them.
    # shellcheck disable=SC2153
    if [ -n "$REACH_HOST" ]; then export PGHOST="$REACH_HOST" PGPORT="$REACH_PORT"; fi
}
place() { ( reach "$1"; echo "$REACH_PLACE" ); }
database() { needs_settings; ( reach OWNER; echo "$REACH_NAME" ); }

# sql VARIABLE DATABASE …: psql by this address; with DATABASE "" the one that it names.
# shellcheck disable=SC2086
sql() { ( reach "$1" "$2"; shift 2; exec $SQL --field-separator=' ' --no-password --dbname="$REACH" "$@" ); }

# By a role that may make and rename databases: ADMIN of the settings, or this machine's user postgres, whom PostgreSQL
# knows without a password.
# shellcheck disable=SC2086
admin_sql() { (
    if [ -n "$(address ADMIN)" ]; then
        reach ADMIN
        exec $SQL --field-separator=' ' --no-password --dbname="$REACH" "$@"
    fi
    reach OWNER
    unset PGHOST PGPASSWORD
    cd /
    exec runuser -u postgres -- $SQL --field-separator=' ' --port="$REACH_PORT" --dbname=postgres "$@"
) }

# Which running server it is; behind a pooler the real one.
SERVER="SELECT system_identifier, pg_postmaster_start_time() FROM pg_control_system()"
server() { sql "$1" "" --command="$SERVER"; }

# What the services write must be what is backed up and upgraded.
needs_database() {
    needs_settings
    app=$(place DATABASE_URL)
    ours=$(place OWNER)
    [ "$app" != "$ours" ] || return 0
    told="DATABASE_URL leads to $app, OWNER (in $OWNER_SETTINGS) to $ours"
    there=$(sql DATABASE_URL "" --command="$SERVER, current_database()") || fail "$told; the former does not answer."
    here=$(sql OWNER "" --command="$SERVER, current_database()") || fail "$told; the latter does not answer."
    [ "$there" = "$here" ] || fail "$told: two databases. This script works on OWNER's, the services on the other one.
    Write the same place into both; after moving to another machine see docs/scaling.md."
}

needs_admin() {
    needs_settings
    [ -n "$(address ADMIN)" ] || ( reach OWNER; [ -n "$REACH_LOCAL" ] ) ||
        fail "OWNER leads to $(place OWNER), which is not this machine. This script makes or renames databases there and
    needs a role that may: put ADMIN=postgres://ROLE:PASSWORD@… into $OWNER_SETTINGS (docs/scaling.md)."
    here=$(admin_sql --command="$SERVER") || fail "the PostgreSQL at $(place OWNER) cannot be administered; see above."
    # Before there is a database nobody can look.
    there=$(server OWNER 2> /dev/null) || return 0
    [ "$here" = "$there" ] || fail "OWNER leads to $(place OWNER), but ADMIN, or postgres of
    this machine, to another server."
}

exists() { [ "$(echo "SELECT 1 FROM pg_database WHERE datname = :'name'" | admin_sql --set=name="$1")" = 1 ]; }
create() {
    echo "CREATE DATABASE :\"name\" OWNER jantaku_owner ENCODING 'UTF8' TEMPLATE template0" | admin_sql --set=name="$1"
}
drop() {
    echo 'SET client_min_messages = warning; DROP DATABASE IF EXISTS :"name" WITH (FORCE);' | admin_sql --set=name="$1"
}

# Databases of before a restore or an upgrade, the oldest first.
kept_databases() {
    echo "SELECT datname FROM pg_database WHERE datname ~ ('^' || :'name' || '_before_[0-9]{8}t[0-9]{6}\$') ORDER BY 1" |
        sql OWNER "" --set=name="$(database)"
}

# --- manage.py ----------------------------------------------------------------------------------------------------

# As the services run it, from any folder. With another database: DATABASE=name manage …
manage() { (
    needs_settings
    set -a; . "$SETTINGS"; set +a
    if [ -n "${DATABASE:-}" ]; then
        reach DATABASE_URL "$DATABASE"
        export DATABASE_URL="$REACH_URL"
        unset REACH PGPASSWORD PGHOST PGPORT
    fi
    cd "$APP"
    exec runuser -u jantaku -- env HOME=/nonexistent DATABASE_STATEMENT_TIMEOUT=10min \
        .venv/bin/python manage.py "$@"
) }

# With the role that owns the tables. As root: a process of the services' user could be read by the services.
manage_as_owner() { (
    needs_settings
    set -a; . "$SETTINGS"; . "$OWNER_SETTINGS"; set +a
    cd "$APP"
    exec env DATABASE_URL="$OWNER" DATABASE_STATEMENT_TIMEOUT=10min .venv/bin/python manage.py "$@"
) }

# --- Services -----------------------------------------------------------------------------------------------------

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
    host=$(domain)
    for _ in $(seq 60); do
        if curl --silent --fail --output /dev/null --max-time 5 -H "Host: $host" http://127.0.0.1:8000/readyz; then
            say "ready."
            return
        fi
        sleep 1
    done
    fail "the web server does not become ready: journalctl -u jantaku-web"
}

domain() { ( . "$SETTINGS"; echo "$SITE_URL" | sed -E 's#^https?://([^/:]+).*#\1#' ); }

# --- Backups ------------------------------------------------------------------------------------------------------

# Root's alone; those of the group that takes them to another machine may read, once there is one (deploy/bin/ship).
backup_folder() {
    if getent group jantaku-ship > /dev/null; then
        install -d -m 750 -o root -g jantaku-ship "$BACKUPS"
    else
        install -d -m 700 -o root -g root "$BACKUPS"
    fi
}

# digests DATABASE: what is in it, a line each.
digests() { { echo "BEGIN;"; cat "$APP/deploy/sql/digests.sql"; } | sql OWNER "$1"; }

# fill DATABASE FILE: restore a dump into an empty database, and hold what came against the dump's own digests.
fill() {
    say "restoring $2 into the database $1 …"
    ( reach OWNER "$1"
      exec pg_restore --exit-on-error --single-transaction --no-password --dbname="$REACH" < "$2" )
    if [ -r "${2%.dump}.digests" ]; then
        digests "$1" | diff "${2%.dump}.digests" - || fail "the database $1 is not what was backed up."
        say "$(grep -c ^table "${2%.dump}.digests") tables, the same in every digest."
    else
        say "no ${2%.dump}.digests beside it: the contents are not compared."
    fi
}

newest_backup() { find "$BACKUPS" -name 'jantaku-*.dump' 2>/dev/null | sort | tail -n 1; }
