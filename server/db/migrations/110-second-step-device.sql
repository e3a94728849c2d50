-- runs with: 021
-- The known device on which a sign-in waits for its second step: its attempts have a limit of their own. Null: on such a device
-- nobody has signed in to this account before, or an older version did not ask. Only adds.

alter table sign_in_tickets add column device_id text;
