-- What staff decide about cases, and the appeals against it. Only adds. A version before this one does not know what is
-- hidden, and still erases a removed post at once.

-- Null: everybody sees it who may. What staff hide or remove is absent for everybody, its author included, until it is
-- restored or erased.
alter table posts add column hidden_at timestamptz;
alter table stories add column hidden_at timestamptz;
create index posts_hidden on posts (id) where hidden_at is not null;
create index stories_hidden on stories (id) where hidden_at is not null;
-- The content of a hidden message is a placeholder; its words are here.
alter table messages add column hidden_at timestamptz, add column hidden_content text;
alter table messages add constraint messages_hidden check ((hidden_at is null) = (hidden_content is null));
-- What staff took away of a profile: its row of media stays and nothing refers to it, so nobody can download it.
alter table profiles add column hidden_picture_id uuid references media (id), add column hidden_bio text;
create unique index profiles_hidden_picture_id on profiles (hidden_picture_id) where hidden_picture_id is not null;

alter table cases
  -- a moderator has hidden it, and an admin has to decide
  add column needs_admin boolean not null default false,
  -- the admin who wants to close the account; a second one has to agree
  add column closing_proposed_by uuid;

-- One case for each object until it is decided. While an appeal waits, something new about the object is a case of its own.
drop index cases_undecided;
create unique index cases_undecided on cases (kind, object_id) where decided_at is null;
-- The whole queue of staff, complaints included: the worst first, then what is due first.
create index cases_waiting on cases (severity desc, due_at, id) where state <> 'decided';
-- Who has opened the evidence of a case.
create index audit_log_evidence on audit_log ((details ->> 'case_id'), staff_id) where action = 'evidence_viewed';

-- No foreign keys to people: a decision stays when the account is erased, without words that name anybody.
create table decisions (
  id uuid primary key,
  case_id uuid not null references cases (id) on delete cascade,
  subject_id uuid not null,
  actions text[] not null check (
    cardinality(actions) > 0 and actions <@ array['dismiss', 'warn', 'hide', 'remove', 'freeze', 'close']
  ),
  -- of a profile: what was removed
  parts text[] check (parts <@ array['picture', 'bio']),
  ground text,
  facts text,
  until timestamptz,
  -- null for the command line and for automatic decisions
  decided_by uuid,
  is_automated boolean not null default false,
  -- false if staff looked without any report
  is_noticed boolean not null,
  decided_at timestamptz not null,
  appeal_until timestamptz not null,
  undone_at timestamptz,
  -- when what was removed was erased for good
  erased_at timestamptz,
  appeal text,
  appealed_at timestamptz,
  appeal_outcome text check (appeal_outcome in ('upheld', 'rejected')),
  appeal_answer text,
  appeal_decided_by uuid,
  appeal_decided_at timestamptz,
  -- No decision against somebody without a ground and the facts.
  constraint decisions_have_reasons check (
    actions = array['dismiss'] or (ground is not null and facts is not null and ground <> '' and facts ~ '\S')
  ),
  constraint decisions_dismiss_alone check (actions = array['dismiss'] or not 'dismiss' = any (actions)),
  check ((appeal is null) = (appealed_at is null)),
  check (num_nulls(appeal_outcome, appeal_answer, appeal_decided_at) in (0, 3)),
  check (appeal_outcome is null or appealed_at is not null)
);
create index decisions_case_id on decisions (case_id, id);
create index decisions_subject_id on decisions (subject_id, id);
create index decisions_open_appeals on decisions (appealed_at) where appealed_at is not null and appeal_decided_at is null;
create index decisions_erasable on decisions (appeal_until)
  where 'remove' = any (actions) and undone_at is null and erased_at is null;
create index decisions_decided_at on decisions (decided_at);

-- The decision that closed the account, so that an appeal can lift it after the erasure too.
alter table closed_addresses add column decision_id uuid references decisions (id) on delete set null;

-- The decision that a notice is about, and the object of a report whose outcome is told.
alter table notices add column decision_id uuid references decisions (id) on delete cascade;

-- An outsider gives notice. Name and address are erased two years after the decision.
create table content_notices (
  id uuid primary key,
  number text not null unique,
  urls text[] not null,
  reason text not null,
  explanation text not null,
  name text,
  email text,
  locale text,
  -- of the demo world: in no figures
  is_demo boolean not null default false,
  created_at timestamptz not null,
  -- when the receipt was mailed
  mailed_at timestamptz,
  decided_at timestamptz,
  outcome text check (outcome in ('acted', 'dismissed')),
  told_at timestamptz
);
create index content_notices_unmailed on content_notices (created_at) where email is not null and mailed_at is null;
create index content_notices_untold on content_notices (decided_at) where decided_at is not null and told_at is null;
create index content_notices_created_at on content_notices (created_at);
create table content_notice_numbers (year integer primary key, last integer not null);

-- A notice is a report without an account. Each address in it can lead to another case.
alter table case_reports alter column reporter_id drop not null;
alter table case_reports add column content_notice_id uuid references content_notices (id) on delete set null;
create index case_reports_content_notice_id on case_reports (content_notice_id) where content_notice_id is not null;
-- A free-standing notice, whose addresses lead nowhere, is a case about nobody.
alter table cases drop constraint cases_kind_check;
alter table cases add constraint cases_kind_check check (kind in ('post', 'story', 'message', 'profile', 'notice'));
alter table cases alter column subject_id drop not null;
alter table cases add constraint cases_subject check ((subject_id is null) = (kind = 'notice'));

-- When staff were last mailed about new cases and appeals.
create table staff_mails (only_row boolean primary key default true check (only_row), sent_at timestamptz not null);

-- The list of actions only grows.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (
  action in (
    'post_removed', 'reports_dismissed', 'subscription_granted', 'creator_approved', 'role_changed', 'media_viewed',
    'account_frozen', 'account_unfrozen', 'account_closed',
    'subscription_revoked', 'audit_exported', 'contact_exported', 'newsletter_exported', 'contact_erased',
    'newsletter_erased', 'evidence_viewed',
    'case_taken', 'case_decided', 'appeal_decided', 'legal_hold_changed', 'closing_proposed'
  )
);
