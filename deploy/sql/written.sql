-- How far ledgers and hands have come: one line, another one once anything was played or decided. For deploy/bin/backup.
SELECT (SELECT max(id) FROM tournaments_ledgerentry), (SELECT max(id) FROM tournaments_leagueledgerentry),
    (SELECT max(id) FROM tournaments_handrecord);
