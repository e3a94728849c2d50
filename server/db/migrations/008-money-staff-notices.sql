-- What fans paid, what staff did, and who was told.

-- What cannot be undone is only ever added to.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name;
end
$$;

-- One row a paid period: where its money went, in whole cents. It names nobody: who is gone leaves only ids that lead nowhere.
create table ledger (
  id uuid primary key,
  -- what the payment provider calls the payment: the same one again is the same row
  payment_reference text not null unique,
  subscription_id uuid not null,
  creator_id uuid not null,
  period text not null check (period in ('day', 'week', 'month')),
  paid_at timestamptz not null,
  price integer not null check (price > 0),
  vat_country text not null,
  vat_percent numeric(5, 2) not null check (vat_percent >= 0),
  vat integer not null check (vat >= 0),
  charged integer not null,
  platform_fee integer not null check (platform_fee >= 0),
  banking_fee integer not null check (banking_fee >= 0),
  net integer not null,
  -- the demo world's: nobody's money
  is_demo boolean not null default false,
  check (charged = price + vat),
  check (price = platform_fee + banking_fee + net)
);
create index ledger_creator_id on ledger (creator_id, paid_at);
create trigger ledger_is_kept before update or delete on ledger for each row execute function refuse_change();
create trigger ledger_is_kept_whole before truncate on ledger for each statement execute function refuse_change();

-- What staff did. No foreign keys: what happened stays written when those it happened to are gone.
create table audit_log (
  id uuid primary key,
  -- null for what was done from the command line
  staff_id uuid,
  action text not null check (
    action in ('post_removed', 'reports_dismissed', 'subscription_granted', 'creator_approved', 'role_changed')
  ),
  -- whom it was done to: the author of a post, the fan, the member
  user_id uuid not null,
  post_id uuid,
  reason text,
  -- whatever else belongs to the action; ids and numbers, never names
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index audit_log_user_id on audit_log (user_id);
create trigger audit_log_is_kept before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_is_kept_whole before truncate on audit_log for each statement execute function refuse_change();

-- The few among the many, newest first, as staff list them.
create index users_role on users (role, id) where role is not null;

-- Reports that were dismissed stay: the same person does not report the same post again, and others may.
alter table reports add column dismissed_at timestamptz;
create index reports_open on reports (post_id, created_at) where dismissed_at is null;

-- What staff decided about a post, once it is decided: the post may be gone, and its reports with it.
create table report_cases (
  id uuid primary key,
  post_id uuid not null,
  author_id uuid not null references users (id) on delete cascade,
  -- the words and the lock of the post at that moment
  description text not null,
  protected boolean not null,
  outcome text not null check (outcome in ('removed', 'dismissed')),
  note text,
  staff_id uuid references users (id) on delete set null,
  handled_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index report_cases_author_id on report_cases (author_id);
create index report_cases_staff_id on report_cases (staff_id);
-- Staff look at what happened last: a decision, or an answer to one.
create index report_cases_last_event on report_cases (coalesce(answered_at, handled_at) desc, id desc);

create table handled_reports (
  id uuid primary key,
  case_id uuid not null references report_cases (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  reason text not null,
  description text
);
create index handled_reports_case_id on handled_reports (case_id);
create index handled_reports_author_id on handled_reports (author_id);

create table notices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  -- what the words are made of when somebody reads them, in their language
  details jsonb not null default '{}',
  post_id uuid,
  case_id uuid references report_cases (id) on delete cascade,
  created_at timestamptz not null,
  read_at timestamptz,
  -- null until it was mailed, or has waited so long that nobody is mailed of it any more
  mailed_at timestamptz
);
create index notices_user_id on notices (user_id, id desc);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_case_id on notices (case_id);
create index notices_unmailed on notices (id) where mailed_at is null;
