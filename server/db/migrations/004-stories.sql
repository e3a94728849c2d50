-- Stories, who has seen them, and what opens a protected video.

-- Nothing stores "is over": a story is up while the clock has not reached its end.
create table stories (
  id uuid primary key,
  profile_id uuid not null references profiles (id) on delete cascade,
  media_id uuid not null unique references media (id),
  description text not null,
  protected boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- the demo world's own: a job puts its end off for as long as it is a demo
  is_demo boolean not null default false,
  check (created_at < expires_at)
);
create index stories_expires_at on stories (expires_at);
create index stories_profile_id on stories (profile_id, expires_at);

create table story_views (
  story_id uuid not null references stories (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (story_id, user_id)
);
create index story_views_user_id on story_views (user_id);

-- What was made up once and must be the same in every process.
create table secrets (
  name text primary key,
  value bytea not null
);
