-- What visitors leave behind: an address for early access, or a message.

-- One row an address, whatever its case. What was agreed to is kept with it.
create table newsletter_addresses (
  -- the address as it is compared: trimmed, without case
  email_key text primary key,
  email text not null,
  is_interested_in_creating boolean not null,
  consent_version text not null,
  consent_locale text not null check (consent_locale in ('en', 'fr')),
  consented_at timestamptz not null,
  created_at timestamptz not null
);
create index newsletter_addresses_consented_at on newsletter_addresses (consented_at);

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  email_key text not null,
  message text not null,
  locale text not null check (locale in ('en', 'fr')),
  created_at timestamptz not null,
  -- null until somebody was told
  mailed_at timestamptz
);
create index contact_messages_created_at on contact_messages (created_at);
create index contact_messages_unmailed on contact_messages (id) where mailed_at is null;
