-- The two roles, with the passwords that deploy/bin/create-database sets before: jantaku.owner_password and
-- jantaku.app_password. May be repeated.
SET password_encryption = 'scram-sha-256';
DO $$
DECLARE
    role text;
BEGIN
    FOREACH role IN ARRAY ARRAY['owner', 'app'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'jantaku_' || role) THEN
            EXECUTE format('CREATE ROLE %I LOGIN', 'jantaku_' || role);
        END IF;
        EXECUTE format(
            'ALTER ROLE %I PASSWORD %L', 'jantaku_' || role, current_setting('jantaku.' || role || '_password')
        );
    END LOOP;
END
$$;
