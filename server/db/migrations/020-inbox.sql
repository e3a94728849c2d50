-- The screens of contact messages and newsletter addresses. Only adds, so that old versions run beside new ones: what they
-- write has no answer yet, gets an id, and is found by its words.

-- When an admin marked a message as answered; null while it is open.
alter table contact_messages add column answered_at timestamptz;
create index contact_messages_open on contact_messages (id desc) where answered_at is null;
create index contact_messages_answered on contact_messages (id desc) where answered_at is not null;
-- What a message is found by. It goes with its row.
alter table contact_messages
  add column plain_words text generated always as (plain_text(name || ' ' || email || ' ' || message)) stored;
create index contact_messages_plain_words_trgm on contact_messages using gin (plain_words gin_trgm_ops);

-- Calls name an address by this id, so that no URL contains the address itself.
alter table newsletter_addresses add column id uuid not null unique default gen_random_uuid();
create index newsletter_addresses_newest on newsletter_addresses (created_at desc, id desc);
create index newsletter_addresses_email_key_trgm on newsletter_addresses using gin (email_key gin_trgm_ops);

-- The list of actions only grows: with those of every version that may run beside this one.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (
  action in (
    'post_removed', 'reports_dismissed', 'subscription_granted', 'subscription_revoked', 'creator_approved',
    'role_changed', 'media_viewed', 'evidence_viewed', 'account_frozen', 'account_unfrozen', 'account_closed',
    'audit_exported', 'contact_exported', 'newsletter_exported', 'contact_erased', 'newsletter_erased'
  )
);
