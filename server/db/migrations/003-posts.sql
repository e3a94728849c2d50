-- Pictures, posts, what people think of them, and who may see them.

-- What lies in the media store under one key. The id is all that anybody outside learns, and it can be replaced while the
-- bytes stay where they are: a picture that becomes protected gets a new one, so that no address from before leads to it.
create table media (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  store_key text not null,
  content_type text not null,
  -- one for each width, smallest first: [{"name": "480.webp", "width": 480, "height": 600, "bytes": 31415}]
  files jsonb not null,
  created_at timestamptz not null
);
create index media_store_key on media (store_key);
create index media_owner_id on media (owner_id);

alter table profiles add column picture_id uuid references media (id);
create unique index profiles_picture_id on profiles (picture_id);

-- The id sorts by the time it was made: it is the order of every list, and where the next page begins.
create table posts (
  id uuid primary key,
  profile_id uuid not null references profiles (id) on delete cascade,
  media_id uuid not null unique references media (id),
  description text not null,
  protected boolean not null,
  -- kept in step with the likes under a lock of this row
  likes_count integer not null default 0 check (likes_count >= 0),
  created_at timestamptz not null
);
create index posts_profile_id on posts (profile_id, id);
-- What the landing page asks: who was here last, whose open posts there are, and what they keep behind the curtain.
create index posts_public on posts (id, profile_id) where not protected;
create index posts_public_of_profile on posts (profile_id, id) where not protected;
create index posts_protected_of_profile on posts (profile_id, id) where protected;

create table likes (
  user_id uuid not null references users (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, post_id)
);
create index likes_post_id on likes (post_id);

create table reports (
  id uuid primary key,
  post_id uuid not null references posts (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  reason text not null check (reason in ('Inapropriate content', 'The account is stealing someone identity')),
  description text,
  created_at timestamptz not null,
  unique (post_id, author_id)
);
create index reports_author_id on reports (author_id);

-- Nothing stores "is subscribed": access is these dates, looked at when somebody asks.
create table subscriptions (
  id uuid primary key,
  fan_id uuid not null references users (id) on delete cascade,
  profile_id uuid not null references profiles (id) on delete cascade,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  check (starts_at < expires_at),
  check (fan_id <> profile_id)
);
create index subscriptions_fan_id on subscriptions (fan_id, profile_id, expires_at);
create index subscriptions_profile_id on subscriptions (profile_id, expires_at);

-- While enrolment is by invitation, only who was approved may open a profile.
alter table users add column creator_approved_at timestamptz;
