-- runs with: 021
-- Payments on the same account of the provider that are not this product's: of another shop, or in another currency. They
-- are in no book and are left alone there; staff see them.
create table foreign_payments (
  id uuid primary key,
  provider text not null check (provider in ('stripe', 'sandbox')),
  reference text not null,
  reason text not null check (reason in ('not_ours', 'other_currency')),
  -- In the smallest unit of the currency.
  charged integer not null,
  currency text not null,
  created_at timestamptz not null,
  unique (provider, reference)
);
