#!/bin/sh
# For compose.yaml: make the two roles, with their passwords, and the database, if it is not there. May be repeated.
set -eu

# As SQL writes it.
literal() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/''/g")"; }

{
    echo "SET jantaku.owner_password = $(literal "$OWNER_PASSWORD");"
    echo "SET jantaku.app_password = $(literal "$APP_PASSWORD");"
    cat "$(dirname "$0")/../sql/roles.sql"
} | psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname=postgres
there=$(psql --no-psqlrc --tuples-only --no-align --dbname=postgres \
    --command="SELECT count(*) FROM pg_database WHERE datname = 'jantaku'")
[ "$there" = 1 ] || createdb --owner=jantaku_owner --encoding=UTF8 --template=template0 jantaku
