-- runs with: 021
-- How a session was begun. Null: with a password only, also by an older version. Only adds.

alter table sessions add column signed_in_with text;
