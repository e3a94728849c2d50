-- runs with: 021
-- The marks in protected pictures: whose key made them, which pictures have been marked, and who was shown which. Only adds.

-- The key of a viewer's marks. After an account was erased the key stays, without anybody: what it made can still be told
-- from other marks, and no name is left.
create table viewer_marks (
  id uuid primary key,
  viewer_id uuid unique references users (id) on delete set null,
  key bytea not null,
  created_at timestamptz not null
);

-- A picture that was shown with marks. The row goes with its files.
create table marked_pictures (
  store_key text primary key,
  owner_id uuid not null references users (id) on delete cascade,
  -- brightness, row by row: a leaked copy is compared with it
  thumbnail bytea not null,
  thumbnail_width smallint not null,
  last_shown_at timestamptz not null
);
create index marked_pictures_of_owner on marked_pictures (owner_id, last_shown_at desc);
create index marked_pictures_last_shown on marked_pictures (last_shown_at desc);

create table mark_servings (
  store_key text not null references marked_pictures (store_key) on delete cascade,
  mark_id uuid not null references viewer_marks (id) on delete cascade,
  first_shown_at timestamptz not null,
  last_shown_at timestamptz not null,
  primary key (store_key, mark_id)
);
create index mark_servings_mark_id on mark_servings (mark_id);
create index mark_servings_last_shown on mark_servings (last_shown_at);

-- Who looked a copy up, and what they were told. The copy itself is not kept.
create table leak_lookups (
  id uuid primary key,
  asker_id uuid not null references users (id) on delete cascade,
  as_staff boolean not null,
  outcome text not null,
  sure real,
  owner_id uuid references users (id) on delete set null,
  viewer_id uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index leak_lookups_of_asker on leak_lookups (asker_id, created_at desc);
create index leak_lookups_owner_id on leak_lookups (owner_id);
create index leak_lookups_viewer_id on leak_lookups (viewer_id);
create index leak_lookups_created_at on leak_lookups (created_at);
