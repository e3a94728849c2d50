-- runs with: 021
-- What a period of a subscription has to know of the payment behind it. Only adds: for the version before, which knows none of
-- these columns, access ends with the period.

alter table subscriptions
  add column order_id uuid,
  add column membership_id uuid,
  -- The time that was bought or granted, before the queue and before a refund: where the period stands is computed from it
  -- (`arrangePeriods` in server/store/subscriptions/periods.ts). Null for rows of earlier versions.
  add column entitled_from timestamptz,
  add column entitled_until timestamptz,
  -- The end of access while a renewal is charged (the grace); null if access ends with the period.
  add column open_until timestamptz,
  -- When all of the money was given back, or a dispute was lost.
  add column refunded_at timestamptz,
  drop constraint subscriptions_check,
  -- A period that was refunded before its beginning has no length.
  add constraint subscriptions_order check (starts_at <= expires_at) not valid,
  add constraint subscriptions_open_until check (open_until between expires_at and expires_at + interval '72 hours') not valid;

-- Whichever version moves a period or changes its length: the grace moves with it, and what was granted or bought gets the same
-- length. Only a refund cuts a period that keeps what it was.
create function keep_period_in_step() returns trigger language plpgsql as $$
begin
  if new.open_until is not distinct from old.open_until then
    new.open_until := new.open_until + (new.expires_at - old.expires_at);
  end if;
  if new.refunded_at is null and new.entitled_until is not distinct from old.entitled_until then
    new.entitled_until := new.entitled_from + (new.expires_at - new.starts_at);
  end if;
  return new;
end
$$;
create trigger subscriptions_in_step before update of starts_at, expires_at on subscriptions
  for each row execute function keep_period_in_step();
