-- Conversations between a fan and a creator: one for each pair.

create table conversations (
  id uuid primary key,
  fan_id uuid not null references users (id),
  creator_id uuid not null references profiles (id),
  created_at timestamptz not null,
  -- Adding a message locks this row, so that the messages of a conversation have one order, and it is the order of their
  -- times too.
  last_position integer not null default 0,
  last_message_at timestamptz not null,
  -- Up to which position each side has read, and has got, what the other one wrote.
  fan_read integer not null default 0,
  creator_read integer not null default 0,
  fan_delivered integer not null default 0,
  creator_delivered integer not null default 0,
  unique (fan_id, creator_id),
  check (fan_id <> creator_id)
);
create index conversations_fan_id on conversations (fan_id, last_message_at desc, id desc);
create index conversations_creator_id on conversations (creator_id, last_message_at desc, id desc);

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  position integer not null,
  sender_id uuid not null references users (id),
  content text not null,
  -- What the sender's device called it: the same one again is the same message.
  client_id uuid,
  created_at timestamptz not null,
  unique (conversation_id, position),
  unique (conversation_id, sender_id, client_id)
);

create table reactions (
  message_id uuid not null references messages (id) on delete cascade,
  user_id uuid not null references users (id),
  emoji text not null,
  created_at timestamptz not null,
  primary key (message_id, user_id, emoji)
);
