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
    -- Where the administrator is no superuser, as at most who rent databases out: may make databases for them, and end
    -- their connections.
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        GRANT jantaku_owner, jantaku_app TO current_user;
    END IF;
END
$$;
