-- What people do with their own accounts, and who is found.

-- Comes with PostgreSQL, and who owns a database may create it there. Where that is not so, somebody else has to.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise exception 'the extension pg_trgm is missing (%). Have somebody who may do so run "create extension pg_trgm" in this database once, and start again', sqlerrm;
end
$$;

-- Light or dark, as somebody chose it; null follows the system.
alter table users add column theme text check (theme in ('light', 'dark'));

-- The devices somebody signed in from, in words ("Firefox on Linux"): a new one is told by mail.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device text not null,
  first_seen_at timestamptz not null,
  primary key (user_id, device)
);

-- A change of address: asked for, confirmed from the new address, and undone from the old one while there is time.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  new_email text not null,
  -- both secrets are made when their mail is sent
  confirm_hash bytea unique,
  confirm_until timestamptz not null,
  confirmed_at timestamptz,
  -- the address it was, once it no longer is: nobody else can take it while it can be taken back
  old_email text,
  old_email_key text,
  undo_hash bytea unique,
  undo_until timestamptz
);
create index email_changes_user_id on email_changes (user_id);
create index email_changes_old_email_key on email_changes (old_email_key);
-- Of several that were asked for only the newest counts.
create unique index email_changes_waiting on email_changes (user_id) where confirmed_at is null;

-- What somebody asked to take home. The file lies in DATA_DIR until it expires.
create table exports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed')),
  requested_at timestamptz not null,
  -- who prepares it holds it until then, and says so again and again; whoever ended half-way holds it no longer
  held_until timestamptz,
  attempts integer not null default 0,
  ready_at timestamptz,
  expires_at timestamptz,
  bytes bigint,
  file_key text
);
create index exports_user_id on exports (user_id, requested_at desc);
create index exports_expires_at on exports (expires_at);

-- Who wants to leave is hidden from this moment, and erased when this time has come. Signing in takes it back.
alter table users add column erased_at timestamptz;
create index users_erased_at on users (erased_at) where erased_at is not null;
-- The row of who was erased stays without anything of theirs: what they wrote to others hangs on its id.
alter table users alter column email drop not null, alter column email_key drop not null,
  alter column username drop not null, alter column password_hash drop not null;
alter table users add constraint users_known_or_erased check (
  num_nulls(email, email_key, username, password_hash) = case when username is null then 4 else 0 end
  and (username is not null or erased_at is not null)
);

-- An address is on the list once the link that was sent there was followed. Those from before that rule have agreed already.
alter table newsletter_addresses add column confirmed_at timestamptz;
update newsletter_addresses set confirmed_at = consented_at;
alter table newsletter_addresses add column confirm_hash bytea unique;
alter table newsletter_addresses add column confirm_until timestamptz;
-- A letter with the link is still to be written.
alter table newsletter_addresses add column mail_due boolean not null default false;
create index newsletter_addresses_mail_due on newsletter_addresses (email_key) where mail_due;
-- SHA-256 of 'newsletter:' and email_key: what is left of an address that has gone.
alter table newsletter_addresses add column address_hash bytea unique;
update newsletter_addresses set address_hash = sha256(convert_to('newsletter:' || email_key, 'UTF8'));
alter table newsletter_addresses alter column address_hash set not null;

-- One for each letter: its way out works as long as it is kept, also after the address came and went.
create table newsletter_links (
  token_hash bytea primary key,
  address_hash bytea not null,
  created_at timestamptz not null
);
create index newsletter_links_address_hash on newsletter_links (address_hash, created_at desc);
create index newsletter_links_created_at on newsletter_links (created_at);

-- The proof that somebody who has left had agreed, without their address.
create table newsletter_departures (
  id uuid primary key,
  address_hash bytea not null,
  consent_version text not null,
  consent_locale text not null check (consent_locale in ('en', 'fr')),
  consented_at timestamptz not null,
  confirmed_at timestamptz not null,
  left_at timestamptz not null
);
create index newsletter_departures_address_hash on newsletter_departures (address_hash);
create index newsletter_departures_left_at on newsletter_departures (left_at);

-- A text as it is searched: without accents and case, and œ is two letters. The same for everybody, so that it can be indexed.
create function plain_text(words text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g')), 'œ', 'oe'), 'æ', 'ae')
$$;

-- Who is found: by how a name begins, by a name that is nearly so, by words of a bio.
create index users_username_prefix on users (lower(username) text_pattern_ops);
create index users_username_trgm on users using gin (lower(username) gin_trgm_ops);
alter table profiles add column plain_bio text generated always as (plain_text(bio)) stored;
create index profiles_plain_bio_trgm on profiles using gin (plain_bio gin_trgm_ops);
