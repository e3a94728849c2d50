-- runs with: 021
-- allows: two tables, because the new tables refer to profiles and media, and nobody uses them yet
-- Posts that are not out yet. They are not in `posts`, so nothing that lists posts can show them.

create table drafts (
  id uuid primary key,
  profile_id uuid not null references profiles (id) on delete cascade,
  description text not null default '',
  protected boolean not null default false,
  -- of a scheduled post
  publish_at timestamptz,
  -- when it is tried: at that time, or later after a failure
  due_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((publish_at is null) = (due_at is null))
);
create index drafts_profile_id on drafts (profile_id, id);
create index drafts_due_at on drafts (due_at) where due_at is not null;

create table draft_pictures (
  media_id uuid primary key references media (id),
  draft_id uuid not null references drafts (id) on delete cascade,
  position smallint not null,
  alt text not null default '',
  focus_x smallint not null default 50,
  focus_y smallint not null default 50,
  width integer not null,
  height integer not null,
  -- of the request that brought it: a repeated one finds it
  client_id uuid,
  unique (draft_id, client_id)
);
