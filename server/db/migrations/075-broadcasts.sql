-- runs with: 021
-- What creators write to many of their subscribers, who still waits for it, and the message that greets new subscribers.
-- Only adds.

create table broadcasts (
  id uuid primary key,
  creator_id uuid not null references users (id) on delete cascade,
  -- what the device of the creator called it: the same one again is the same broadcast
  client_id uuid not null,
  audience text not null,
  -- of the audience `label`: the word that the creator uses for these fans
  label text,
  -- with the token for the name
  content text not null,
  publish_at timestamptz not null,
  created_at timestamptz not null,
  -- when the recipients were written down
  started_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz,
  total integer not null,
  sent integer not null default 0,
  left_out integer not null default 0,
  unique (creator_id, client_id)
);
create index broadcasts_of_creator on broadcasts (creator_id, created_at desc, id desc);
create index broadcasts_due on broadcasts (publish_at, id) where ended_at is null and cancelled_at is null;

-- Who still waits for a broadcast. The row is deleted in the transaction that writes the message.
create table broadcast_recipients (
  broadcast_id uuid not null references broadcasts (id) on delete cascade,
  fan_id uuid not null references users (id) on delete cascade,
  primary key (broadcast_id, fan_id)
);
create index broadcast_recipients_fan_id on broadcast_recipients (fan_id);

create table welcome_messages (
  creator_id uuid primary key references users (id) on delete cascade,
  enabled boolean not null,
  content text not null,
  updated_at timestamptz not null
);

-- A new subscriber who is greeted. It is written in the transaction that opens the access.
create table welcomes (
  id uuid primary key,
  creator_id uuid not null references users (id) on delete cascade,
  fan_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  -- when the message was written; its client_id is this id
  sent_at timestamptz
);
create index welcomes_waiting on welcomes (id) where sent_at is null;
create index welcomes_of_creator on welcomes (creator_id, sent_at desc);
create index welcomes_fan_id on welcomes (fan_id);
