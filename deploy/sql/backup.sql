-- The dump, and the moment at which digests.sql, which follows in the same transaction, looks as well. For psql by
-- deploy/bin/backup, which opens file 3 for the dump and says in REACH where the database is.
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT pg_export_snapshot() AS snapshot \gset
\set ended `pg_dump --format=custom --lock-wait-timeout=60s --no-password --snapshot=:'snapshot' --dbname="$REACH" >&3; echo $?`
\echo pg_dump ended with :ended
