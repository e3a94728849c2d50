-- Accounts that staff have frozen or closed. This migration only adds: a version before this one runs beside it. While one
-- still runs, its answers show a frozen account and it lets that person sign in; the sessions that were ended stay ended.

-- 'infinity' freezes for good. Ground and facts are told at sign-in.
alter table users
  add column frozen_at timestamptz,
  add column frozen_until timestamptz,
  add column frozen_ground text check (frozen_ground <> ''),
  add column frozen_facts text check (frozen_facts <> ''),
  add constraint users_frozen_with_reasons check (
    num_nulls(frozen_at, frozen_until, frozen_ground, frozen_facts) in (0, 4)
  );
create index users_frozen_until on users (frozen_until) where frozen_until is not null;

-- Whoever others do not see, with the condition of `isAbsent` in server/store/visibility/people.ts. The index `users_absent`
-- has the condition of the version before this one, which still needs it; a later migration drops it.
create index users_absent_or_frozen on users (id)
  where erased_at is not null or demo = 'closed' or frozen_until is not null;

-- What is left of the address of a closed account: an HMAC of its normal form. Nobody signs up with it again.
create table closed_addresses (
  address_hash bytea primary key,
  closed_at timestamptz not null
);
