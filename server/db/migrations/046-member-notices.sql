-- runs with: 021
-- allows: rename, because the view notices has the old name and columns, and the version before reads and writes through it
-- A notice goes to its reader by several channels, each with its own time. The version before cannot show a kind that it does
-- not know, so that the view leaves out the kinds that came after it.

alter table notices
  -- whom it is about, other than the reader; the erasure of that account erases it too
  add column about_id uuid,
  -- the conversation or the story it is about
  add column conversation_id uuid,
  add column story_id uuid,
  -- false: the reader wants it by push or mail only
  add column in_app boolean not null default true,
  -- when the push is due; null if there is none, or it was handed to the devices
  add column push_at timestamptz,
  -- not mailed before; null: at once
  add column mail_at timestamptz,
  -- part of the daily summary instead of a mail of its own
  add column in_summary boolean not null default false;
alter table notices rename to member_notices;

create view notices as
  select id, user_id, kind, details, post_id, case_id, created_at, read_at, mailed_at, decision_id
  from member_notices
  where in_app and not in_summary and kind in (
    'post_removed', 'report_upheld', 'report_dismissed', 'subscription_granted', 'subscription_revoked', 'creator_approved',
    'export_ready', 'decision', 'appeal_decided', 'report_reversed', 'case_opened', 'appeal_filed'
  );
