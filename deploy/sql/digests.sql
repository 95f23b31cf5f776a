-- What is in this database, a line each: the rows of every table and their digest, then every guard and constraint.
-- Databases with the same lines hold the same. For psql, inside a transaction (deploy/bin/backup, rehearse, restore).
SET LOCAL timezone = 'UTC';
SET LOCAL datestyle = 'ISO, YMD';
SET LOCAL intervalstyle = 'postgres';
SET LOCAL extra_float_digits = 1;
SET LOCAL bytea_output = 'hex';

SELECT format(
    'SELECT %L, count(*), md5(coalesce(string_agg(md5(t::text), '''' ORDER BY md5(t::text) COLLATE "C"), '''')) '
    'FROM public.%I AS t',
    'table ' || tablename, tablename
) FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE "C" \gexec

SELECT 'trigger ' || tgname || ' on ' || tgrelid::regclass || ', enabled ' || tgenabled::text
FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname COLLATE "C", tgrelid::regclass::text COLLATE "C";

SELECT 'function ' || proname, md5(prosrc)
FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' ORDER BY proname COLLATE "C", 2;

-- Names only: PostgreSQL writes the same condition in other words after a restore.
SELECT 'constraint ' || conname || ' on ' || conrelid::regclass || ', valid ' || convalidated
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
ORDER BY conname COLLATE "C", conrelid::regclass::text COLLATE "C";

SELECT 'index ' || indexname || ' on ' || tablename
FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname COLLATE "C";
