-- People, their names, their sessions.

create table users (
  id uuid primary key,
  email text not null,
  -- the address as it is compared: trimmed, without case
  email_key text not null unique,
  username text not null,
  password_hash text not null,
  role text check (role in ('admin', 'moderator')),
  wish_to_become_creator boolean not null default false,
  locale text check (locale in ('en', 'fr')),
  created_at timestamptz not null
);
create unique index users_username on users (lower(username));

-- Every name somebody has, and the ones they had: a former name still leads to its owner,
-- and can be taken by another only some time after it was given up.
create table usernames (
  name_key text primary key,
  -- a name is claimed before its owner is written down
  user_id uuid not null references users (id) on delete cascade deferrable initially deferred,
  released_at timestamptz
);
create index usernames_user_id on usernames (user_id);

-- A profile's id is its owner's user id: one value for the person, whatever they are called by.
create table profiles (
  id uuid primary key references users (id) on delete cascade,
  bio text not null default '',
  day_subscription numeric(5, 2) not null default 7.99 check (day_subscription between 0.01 and 999.99),
  week_subscription numeric(5, 2) not null default 14.99 check (week_subscription between 0.01 and 999.99),
  month_subscription numeric(5, 2) not null default 23.99 check (month_subscription between 0.01 and 999.99),
  created_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- when the newest token was handed out: of requests that arrive together only one rotates
  rotated_at timestamptz not null,
  user_agent text not null
);
create index sessions_user_id on sessions (user_id);
create index sessions_last_used_at on sessions (last_used_at);

-- Only the hash of a token is kept. A session has several while the old one fades out.
create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  first_used_at timestamptz,
  dies_at timestamptz
);
create index session_tokens_session_id on session_tokens (session_id);

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user_id on password_resets (user_id);

-- One row that the readiness probe writes to: a database that only reads is not ready.
create table readiness_probe (
  id boolean primary key default true check (id),
  written_at timestamptz not null
);
insert into readiness_probe (written_at) values (now());
