-- What a sign-up proves: an age that was confirmed in some wording, and an address that was confirmed by mail. Only adds, so
-- that old versions run beside new ones. Whoever signs up through an old version has not confirmed the address.
alter table users
  add column age_confirmed_at timestamptz,
  -- which version of the sentence beside the box, and in which language it was read
  add column age_wording text,
  add column age_locale text check (age_locale in ('en', 'fr')),
  add constraint users_age_confirmed check (num_nulls(age_confirmed_at, age_wording, age_locale) in (0, 3));

-- Everybody who is here already counts as confirmed. A default fills the column without writing every row.
alter table users add column email_confirmed_at timestamptz default now();
alter table users alter column email_confirmed_at drop default;
update users set email_confirmed_at = null where username is null;

-- The mail that confirms the address of a sign-up: due, or sent with a link. Its secret is made when it is sent.
create table sign_up_confirmations (
  user_id uuid primary key references users (id) on delete cascade,
  mail_due boolean not null default true,
  token_hash bytea unique,
  valid_until timestamptz,
  check (num_nulls(token_hash, valid_until) in (0, 2))
);
create index sign_up_confirmations_mail_due on sign_up_confirmations (user_id) where mail_due;
create index sign_up_confirmations_valid_until on sign_up_confirmations (valid_until);

-- Staff list those who wish to become creators.
create index users_wish_to_become_creator on users (id) where wish_to_become_creator;
