-- runs with: 021
-- allows: two tables, because the new tables refer to users and sessions only, and nobody uses them yet
-- What people choose to be told of, the devices that get push messages, what is on its way to them, how far an event to many
-- people was told, and who waits until a creator sells tickets. Only adds.

create table notification_settings (
  user_id uuid primary key references users (id) on delete cascade,
  -- only what differs from the defaults: {"post": {"push": false}}
  choices jsonb not null default '{}',
  mails text not null default 'at_once' check (mails in ('at_once', 'daily')),
  quiet_from text,
  quiet_until text,
  time_zone text not null default 'Europe/Paris',
  push_says text not null default 'nothing' check (push_says in ('nothing', 'name')),
  updated_at timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null))
);

-- A device gets push messages while its session lasts.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- the push service asked to wait
  resting_until timestamptz
);
create index push_devices_user_id on push_devices (user_id);
create index push_devices_session_id on push_devices (session_id);

-- A notice on its way to a device. The row is deleted when the push service has it.
create table push_deliveries (
  notice_id uuid not null references member_notices (id) on delete cascade,
  device_id uuid not null references push_devices (id) on delete cascade,
  due_at timestamptz not null,
  -- a process is sending it until then
  leased_until timestamptz,
  attempts integer not null default 0,
  primary key (notice_id, device_id)
);
create index push_deliveries_device_id on push_deliveries (device_id);
create index push_deliveries_due_at on push_deliveries (due_at);

-- An event that many people are told of, in batches. The row is deleted when all of them are told.
create table tellings (
  id uuid primary key,
  kind text not null check (kind in ('new_post', 'new_story', 'box_open')),
  creator_id uuid not null references users (id) on delete cascade,
  -- the post or the story
  thing_id uuid,
  -- the last person who was told
  told_until uuid,
  created_at timestamptz not null
);
create index tellings_creator_id on tellings (creator_id);

-- Up to which message people were told of new ones; a single row.
create table told_messages (
  only_row boolean primary key default true check (only_row),
  until_id uuid not null
);

create table waiting_fans (
  creator_id uuid not null references users (id) on delete cascade,
  fan_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (creator_id, fan_id)
);
create index waiting_fans_fan_id on waiting_fans (fan_id);
