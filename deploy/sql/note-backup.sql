-- Note when a backup was made, for whoever watches over the house. An older version has no such table.
DO $$
BEGIN
    IF to_regclass('tournaments_heartbeat') IS NOT NULL THEN
        INSERT INTO tournaments_heartbeat (name, beat_at) VALUES ('backup', now())
        ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at;
    END IF;
END
$$;
