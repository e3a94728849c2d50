-- runs with: 021
-- allows: rename, because the view ledger has the old name and columns, and the version before reads and writes through it
-- The books of a shop: orders, memberships, what a provider told, movements of money in both directions, and receipts. The
-- table of payments becomes the table of movements and keeps every row. None of these tables has a foreign key to users: they
-- name nobody, and stay when an account is erased.

alter table ledger rename column payment_reference to reference;
alter table ledger rename column paid_at to occurred_at;
-- The old unique constraint on the reference alone stays until the next release, because the version before relies on it
-- (`on conflict (payment_reference)`).
alter table ledger
  -- 'none': recorded without a provider, as all rows from before and those of the demo data
  add column provider text not null default 'none',
  add column kind text not null default 'payment',
  -- what a refund or a dispute reverses
  add column original_id uuid,
  add column order_id uuid,
  -- null for rows from before
  add column booked_at timestamptz,
  alter column booked_at set default now(),
  -- null for money that opened nothing: it is nobody's income
  alter column subscription_id drop not null,
  alter column creator_id drop not null,
  alter column period drop not null,
  alter column vat_country drop not null,
  alter column vat_percent drop not null,
  -- a reversal is negative
  drop constraint ledger_price_check,
  drop constraint ledger_vat_check,
  drop constraint ledger_platform_fee_check,
  drop constraint ledger_banking_fee_check,
  drop constraint ledger_check,
  drop constraint ledger_check1,
  add constraint movements_provider check (provider in ('none', 'stripe', 'sandbox')) not valid,
  add constraint movements_kind check (
    kind in ('payment', 'refund', 'dispute', 'dispute_won', 'transfer', 'payout', 'adjustment')
  ) not valid,
  add constraint movements_price check (charged = price + vat) not valid,
  add constraint movements_balance check (charged = vat + platform_fee + banking_fee + net) not valid,
  add constraint movements_direction check (
    case kind
      when 'payment' then charged > 0 and vat >= 0 and banking_fee >= 0 and original_id is null
        and (subscription_id is null or platform_fee >= 0)
      when 'refund' then charged < 0 and vat <= 0 and original_id is not null
      when 'dispute' then charged <= 0 and vat <= 0 and original_id is not null
      when 'dispute_won' then charged >= 0 and vat >= 0 and original_id is not null
      else true
    end
  ) not valid;
alter table ledger rename to movements;

create view ledger as
  select id, reference as payment_reference, subscription_id, creator_id, period, occurred_at as paid_at, price,
    vat_country, vat_percent, vat, charged, platform_fee, banking_fee, net, is_demo
  from movements where kind = 'payment' and subscription_id is not null;

-- What a fan clicked: price, VAT, country and consent are frozen at that moment.
create table orders (
  id uuid primary key,
  fan_id uuid not null,
  creator_id uuid not null,
  period text not null check (period in ('day', 'week', 'month')),
  renews boolean not null,
  price integer not null check (price > 0),
  -- the country that the fan stated
  vat_country text not null,
  vat_percent numeric(5, 2) not null check (vat_percent >= 0),
  vat integer not null check (vat >= 0),
  charged integer not null,
  -- the wording of the consent to start at once
  consent text not null,
  consent_locale text not null,
  consented_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'failed', 'expired', 'refunded')),
  provider text not null check (provider in ('stripe', 'sandbox')),
  checkout_reference text unique,
  customer text,
  client_id uuid,
  -- further evidence of where the fan is, from the provider
  billing_country text,
  card_country text,
  created_at timestamptz not null,
  paid_at timestamptz,
  withdrawal_asked_at timestamptz,
  unique (fan_id, client_id),
  check (fan_id <> creator_id),
  check (charged = price + vat)
);
create index orders_of_fan on orders (fan_id, created_at desc, id desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_withdrawal_asked on orders (created_at desc, id desc) where withdrawal_asked_at is not null;

-- A month that renews at the provider.
create table memberships (
  id uuid primary key,
  order_id uuid not null,
  fan_id uuid not null,
  creator_id uuid not null,
  provider text not null check (provider in ('stripe', 'sandbox')),
  reference text not null,
  customer text,
  state text not null check (state in ('active', 'past_due', 'ended')),
  -- false after it was cancelled: it ends with the period
  renews boolean not null,
  -- what is charged for each period, from the order
  price integer not null,
  charged integer not null,
  period_starts_at timestamptz not null,
  period_ends_at timestamptz not null,
  card_last4 text,
  ended_at timestamptz,
  -- when the product decided that the provider must end it; a job repeats that until it has
  end_wanted_at timestamptz,
  -- since when the product, and not the fan, has stopped the renewal, because one of the two is frozen
  paused_at timestamptz,
  -- the ends of the periods about whose renewal or failure the fan was mailed
  reminded_for timestamptz,
  failure_mailed_for timestamptz,
  second_failure_mailed_for timestamptz,
  unique (provider, reference)
);
create unique index memberships_of_pair on memberships (fan_id, creator_id)
  where state <> 'ended' and end_wanted_at is null;
create index memberships_of_creator on memberships (creator_id) where state <> 'ended';
create index memberships_to_end on memberships (end_wanted_at) where state <> 'ended' and end_wanted_at is not null;
create index memberships_ends on memberships (period_ends_at) where state <> 'ended';

-- The inbox: what a provider told. The body of an event is not kept, because it contains personal data; the handler fetches
-- the object as it is then.
create table provider_events (
  provider text not null,
  id text not null,
  type text not null,
  subject_kind text check (subject_kind in ('checkout', 'payment', 'membership')),
  subject text,
  at timestamptz not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  error text,
  primary key (provider, id),
  check ((subject_kind is null) = (subject is null))
);
create index provider_events_due on provider_events (next_attempt_at) where handled_at is null;
create index provider_events_handled on provider_events (handled_at) where handled_at is not null;

-- Money that was taken and opened nothing. It is sent back.
create table unapplied_payments (
  id uuid primary key,
  movement_id uuid not null unique,
  reason text not null check (
    reason in (
      'unknown_order', 'unknown_country', 'fan_gone', 'fan_frozen', 'creator_gone', 'creator_frozen', 'blocked',
      'amount_differs'
    )
  ),
  state text not null default 'refunding' check (state in ('refunding', 'refunded', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  resolved_at timestamptz
);
create index unapplied_payments_newest on unapplied_payments (created_at desc, id desc);
create index unapplied_payments_open on unapplied_payments (created_at) where state = 'refunding';

-- The last number of each year. The row lock of the transaction that draws one leaves no gap.
create table receipt_numbers (
  year integer primary key,
  last integer not null
);

create table receipts (
  -- "2026-000417"
  number text primary key,
  year integer not null,
  sequence integer not null,
  kind text not null check (kind in ('receipt', 'credit_note')),
  movement_id uuid not null unique,
  order_id uuid not null,
  fan_id uuid not null,
  creator_id uuid not null,
  -- everything that is printed, with the names of that time; kept ten years, also after the erasure of an account
  facts jsonb not null,
  issued_at timestamptz not null,
  unique (year, sequence)
);
create index receipts_of_fan on receipts (fan_id, number desc);
create index receipts_of_order on receipts (order_id);
create trigger receipts_are_kept before update or delete on receipts for each row execute function refuse_change();
create trigger receipts_are_kept_whole before truncate on receipts for each statement execute function refuse_change();
