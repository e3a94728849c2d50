-- Whatever is reported opens a case, which keeps what the reporters saw. It has no foreign keys: it stays when the post is
-- deleted, the story is over, or the account is erased. Only adds: the version before this one does not know these tables,
-- and a post that is reported through it gets its case with the next report.

-- The last number of each year; a case is called 2026-0142.
create table case_numbers (
  year integer primary key,
  last integer not null
);

create table cases (
  id uuid primary key,
  number text not null unique,
  kind text not null check (kind in ('post', 'story', 'message', 'profile')),
  object_id uuid not null,
  -- whom it is about: the author
  subject_id uuid not null,
  state text not null check (state in ('open', 'decided', 'appealed')),
  -- of the worst reason: 3 urgent, 2 high, 1 normal, 0 low
  severity smallint not null check (severity between 0 and 3),
  opened_at timestamptz not null,
  due_at timestamptz not null,
  -- the member of staff who looks into it
  taken_by uuid,
  decided_at timestamptz,
  -- the words that the first reporter saw; null once they are erased
  evidence jsonb,
  -- the files in the media store that are held until the sealed copy exists
  source_key text,
  source_files jsonb,
  -- the sealed copy, the size of its file and its type
  sealed_key text,
  sealed_name text,
  sealed_bytes bigint,
  sealed_type text,
  -- when the evidence is erased, unless it is on legal hold
  erase_at timestamptz,
  legal_hold boolean not null default false,
  check ((source_key is null) = (source_files is null)),
  check ((state = 'decided') = (decided_at is not null) or state = 'appealed')
);
-- One case for each object, until it is decided.
create unique index cases_undecided on cases (kind, object_id) where state <> 'decided';
create index cases_object on cases (kind, object_id);
create index cases_subject_id on cases (subject_id);
-- The queue of staff: the worst first, then what is due first.
create index cases_queue on cases (state, severity desc, due_at, id);
create index cases_source_key on cases (source_key) where source_key is not null;
create index cases_sealed_key on cases (sealed_key) where sealed_key is not null;
create index cases_erase_at on cases (erase_at) where erase_at is not null;

create table case_reports (
  id uuid primary key,
  case_id uuid not null references cases (id) on delete cascade,
  reporter_id uuid not null,
  reason text not null,
  description text,
  -- the words that this reporter saw, if they were others than those of the case
  evidence jsonb,
  created_at timestamptz not null,
  unique (case_id, reporter_id)
);
create index case_reports_reporter_id on case_reports (reporter_id, id);

-- Cases for the posts that wait for a decision now.
with waiting as (
  select post_id, min(created_at) as opened_at,
    max(case when reason = 'Inapropriate content' then 1 else 2 end) as severity
  from reports where dismissed_at is null group by post_id
), numbered as (
  select *, extract(year from opened_at at time zone 'UTC')::int as year,
    row_number() over (partition by extract(year from opened_at at time zone 'UTC') order by opened_at, post_id) as place
  from waiting
)
insert into cases (id, number, kind, object_id, subject_id, state, severity, opened_at, due_at, evidence, source_key, source_files, sealed_type)
select gen_random_uuid(), n.year || '-' || case when n.place < 10000 then lpad(n.place::text, 4, '0') else n.place::text end,
  'post', n.post_id, p.profile_id, 'open', n.severity, n.opened_at,
  n.opened_at + case when n.severity = 2 then interval '2 days' else interval '5 days' end,
  jsonb_build_object('username', u.username, 'text', p.description, 'messages', '[]'::jsonb), m.store_key, m.files, m.content_type
from numbered n
  join posts p on p.id = n.post_id
  join users u on u.id = p.profile_id
  join media m on m.id = p.media_id;

insert into case_reports (id, case_id, reporter_id, reason, description, created_at)
select r.id, c.id, r.author_id, r.reason, r.description, r.created_at
from reports r join cases c on c.object_id = r.post_id where r.dismissed_at is null;

insert into case_numbers (year, last)
select split_part(number, '-', 1)::int, count(*) from cases group by 1;

-- Every opening of a sealed copy is a line. The list of actions only grows.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (
  action in (
    'post_removed', 'reports_dismissed', 'subscription_granted', 'creator_approved', 'role_changed', 'media_viewed',
    'account_frozen', 'account_unfrozen', 'account_closed',
    'subscription_revoked', 'audit_exported', 'contact_exported', 'newsletter_exported',
    'evidence_viewed'
  )
);
