-- runs with: 021
-- Who has seen a post, as long as it takes not to count anybody twice: 31 days. What stays is the tally. The version before
-- knows neither.

create table post_viewers (
  -- No foreign key: it would lock a post that somebody likes or deletes. A trigger (066) deletes the rows with the post.
  post_id uuid not null,
  viewer_id uuid not null references users (id) on delete cascade,
  -- the day in UTC on which they saw it first
  day date not null,
  -- whether the tally contains it
  counted boolean not null default false,
  primary key (post_id, viewer_id)
);
create index post_viewers_viewer_id on post_viewers (viewer_id);
create index post_viewers_uncounted on post_viewers (post_id) where not counted;
create index post_viewers_day on post_viewers using brin (day);

-- How many people have seen a post, without those of `post_viewers` that are not counted yet.
create table post_tallies (
  post_id uuid primary key,
  people integer not null check (people > 0)
);

-- Who has seen something of a creator, by day, for 31 days: so many days a period has, whose people are counted once.
create table creator_viewers (
  profile_id uuid not null references users (id) on delete cascade,
  viewer_id uuid not null references users (id) on delete cascade,
  day date not null,
  -- The days since this person saw something of the creator before; 31 if it is longer ago, or was never.
  gap smallint not null check (gap between 1 and 31),
  counted boolean not null default false,
  primary key (profile_id, viewer_id, day)
);
create index creator_viewers_viewer_id on creator_viewers (viewer_id);
create index creator_viewers_uncounted on creator_viewers (profile_id, day) where not counted;
create index creator_viewers_day on creator_viewers using brin (day);

-- How many people saw something of a creator on a day, by the days since the time before. From these follows how many
-- different people it were in any period of up to 31 days: those whose time before was before the period.
create table creator_tallies (
  profile_id uuid not null references users (id) on delete cascade,
  day date not null,
  gap smallint not null check (gap between 1 and 31),
  people integer not null check (people > 0),
  primary key (profile_id, day, gap)
);

-- How many people had seen a story when it was over. Their names are erased with the story.
create table story_tallies (
  story_id uuid primary key,
  profile_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  ended_at timestamptz not null,
  people integer not null check (people >= 0)
);
create index story_tallies_of_profile on story_tallies (profile_id, created_at);
