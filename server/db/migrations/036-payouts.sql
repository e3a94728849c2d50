-- runs with: 021
-- Creators are paid: who they are, where their money goes, what was paid out, and what each month was. Only adds. No table has a
-- foreign key to users: what the law wants kept stays when an account is erased, and the erasure removes the rest by itself.
-- Every column named `sealed` is encrypted with a key that is not in the database (server/seal.ts); `key_id` says with which.

alter table movements
  drop constraint movements_provider,
  add constraint movements_provider check (provider in ('none', 'stripe', 'sandbox', 'manual')) not valid,
  -- A payout takes from a creator's share and from nothing else; one that comes back names the payout.
  add constraint movements_payout check (
    kind not in ('payout', 'transfer')
    or (
      creator_id is not null and vat = 0 and platform_fee = 0 and banking_fee = 0 and net = charged
      and case when original_id is null then charged < 0 else charged > 0 end
    )
  ) not valid;

create table verifications (
  creator_id uuid primary key,
  state text not null check (state in ('in_review', 'refused', 'verified')),
  -- name, birth date, address and tax number
  sealed bytea not null,
  key_id text not null,
  sent_at timestamptz not null,
  decided_at timestamptz,
  -- null for the command line
  decided_by uuid,
  refusal text,
  note text,
  is_demo boolean not null default false,
  check ((state = 'in_review') = (decided_at is null)),
  check ((state = 'refused') = (refusal is not null))
);
create index verifications_waiting on verifications (sent_at, creator_id) where state = 'in_review';
create index verifications_decided on verifications (decided_at desc, creator_id desc) where decided_at is not null;

create table verification_files (
  creator_id uuid not null references verifications (creator_id) on delete cascade,
  kind text not null check (kind in ('document', 'portrait')),
  content_type text not null,
  sealed bytea not null,
  key_id text not null,
  created_at timestamptz not null,
  primary key (creator_id, kind)
);

-- Somebody who is paid: when, and where to.
create table payees (
  creator_id uuid primary key,
  schedule text not null default 'monthly' check (schedule in ('monthly', 'on_request')),
  -- the holder and the IBAN, if payouts are made by hand
  sealed bytea,
  key_id text,
  -- "FR76" and the last four digits, to recognise it
  account_begin text,
  account_last4 text,
  -- the account at the payout provider
  provider text check (provider in ('stripe', 'sandbox')),
  reference text,
  is_ready boolean not null default false,
  changed_at timestamptz,
  held_until timestamptz,
  is_demo boolean not null default false,
  check ((sealed is null) = (key_id is null)),
  unique (provider, reference)
);

create table payout_batches (
  id uuid primary key,
  -- counted in the transaction, because a backup contains no sequences
  number integer not null unique,
  -- null for the command line
  created_by uuid,
  created_at timestamptz not null,
  downloaded_at timestamptz,
  sent_at timestamptz
);
create index payout_batches_newest on payout_batches (created_at desc, id desc);

-- The money leaves the balance with the movement that has the id of the payout as its reference, in the same transaction.
create table payouts (
  id uuid primary key,
  creator_id uuid not null,
  cents integer not null check (cents > 0),
  state text not null check (state in ('asked', 'sent', 'paid', 'failed')),
  -- how it is paid; the provider of its movement
  provider text not null check (provider in ('manual', 'stripe', 'sandbox')),
  batch_id uuid references payout_batches (id),
  -- at the provider
  reference text,
  -- the account as it was when it was asked for, so that a change concerns only what comes later
  sealed bytea,
  key_id text,
  account_last4 text,
  -- "2026-12" of a monthly payout: there is one of a month
  month text,
  client_id uuid,
  asked_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  failure text check (failure in ('account_unknown', 'account_closed', 'name_differs', 'refused', 'other')),
  note text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  is_demo boolean not null default false,
  unique (creator_id, month),
  unique (creator_id, client_id),
  unique (provider, reference),
  check ((state in ('paid', 'failed')) = (ended_at is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index payouts_of_creator on payouts (creator_id, asked_at desc, id desc);
create index payouts_newest on payouts (asked_at desc, id desc);
create index payouts_waiting on payouts (asked_at) where state = 'asked';
create index payouts_of_batch on payouts (batch_id) where batch_id is not null;

-- The monthly payouts of a month are all asked for.
create table payout_runs (
  -- "2026-12"
  month text primary key,
  finished_at timestamptz not null
);

create table monthly_statement_numbers (
  -- "2026-10"
  month text primary key,
  last integer not null,
  -- when every statement of the month was issued; null while some are missing, for example after a crash
  finished_at timestamptz
);

create table monthly_statements (
  -- "2026-10-0038"
  number text primary key,
  month text not null,
  sequence integer not null,
  creator_id uuid not null,
  -- everything that is printed, with the names of that time; kept ten years, also after the erasure of an account
  facts jsonb not null,
  issued_at timestamptz not null,
  unique (creator_id, month),
  unique (month, sequence)
);
-- Statements are only ever added to. Those of the demo world, which are about nobody, may be removed.
create function refuse_statement_removal() returns trigger language plpgsql as $$
begin
  if not exists (select from users u where u.id = old.creator_id and u.demo is not null) then
    raise exception '% is only ever added to', tg_table_name;
  end if;
  return old;
end
$$;
create trigger monthly_statements_are_kept before update on monthly_statements for each row execute function refuse_change();
create trigger monthly_statements_are_not_removed before delete on monthly_statements
  for each row execute function refuse_statement_removal();
create trigger monthly_statements_are_kept_whole before truncate on monthly_statements for each statement execute function refuse_change();
