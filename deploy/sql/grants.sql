-- What the application may do. Run as the owner of the tables after every `migrate`; deploy/bin/prepare does.
GRANT USAGE ON SCHEMA public TO jantaku_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO jantaku_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO jantaku_app;

-- Ledgers only grow.
REVOKE UPDATE, DELETE, TRUNCATE ON tournaments_ledgerentry, tournaments_leagueledgerentry FROM jantaku_app;

-- Which migrations were applied is the owner's to say.
REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM jantaku_app;
