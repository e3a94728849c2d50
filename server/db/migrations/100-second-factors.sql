-- runs with: 021
-- Second factors: passkeys, authenticator apps and recovery codes; the second step of a sign-in; and the way through staff for
-- who has lost all of them. Only adds.

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id bytea not null unique,
  -- what the authenticator gives back at a sign-in without an address; it says nothing of the account
  user_handle bytea not null,
  public_key bytea not null,
  -- of authenticators that count; one that goes back is a copy
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- whether it is kept on several devices
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id, created_at);

create table authenticator_apps (
  user_id uuid primary key references users (id) on delete cascade,
  -- encrypted, see server/domain/factor-seal.ts
  secret bytea not null,
  key_id text not null,
  created_at timestamptz not null,
  -- null while it is being linked
  confirmed_at timestamptz,
  -- the time step of the last code that was accepted: it and those before it are refused
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  position smallint not null,
  code_hash text not null,
  salt bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, position)
);

-- A right password that waits for its second step.
create table sign_in_tickets (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- a digest of the password hash: the ticket is worth nothing once the password has changed
  password_mark bytea not null,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_tickets_user_id on sign_in_tickets (user_id);
create index sign_in_tickets_expires_at on sign_in_tickets (expires_at);

-- Challenges of passkeys that were answered. They are signed, so those that wait are not stored.
create table used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_expires_at on used_challenges (expires_at);

-- Browsers that are not asked for the second step for a while.
create table trusted_browsers (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index trusted_browsers_user_id on trusted_browsers (user_id);
create index trusted_browsers_expires_at on trusted_browsers (expires_at);

-- Somebody has lost every second factor and asks staff to remove them.
create table factor_recoveries (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  requested_at timestamptz not null,
  -- an admin can decide from then on
  due_at timestamptz not null,
  -- of the link that stops it
  stop_hash bytea unique,
  state text not null,
  ended_at timestamptz
);
create unique index factor_recoveries_waiting on factor_recoveries (user_id) where state = 'waiting';
create index factor_recoveries_user_id on factor_recoveries (user_id);
create index factor_recoveries_state on factor_recoveries (state, requested_at, id);
