-- runs with: 021
-- allows: two tables, because the new tables refer to users and profiles only, and nobody uses them yet
-- What creators keep for themselves: labels and notes on their fans, and replies that they use again. Only adds.

-- A label is there while some fan carries it. The key is its text without accents and case (`plain_text`).
create table fan_labels (
  creator_id uuid not null references profiles (id) on delete cascade,
  fan_id uuid not null references users (id) on delete cascade,
  label_key text not null,
  label text not null,
  primary key (creator_id, fan_id, label_key),
  check (creator_id <> fan_id)
);
create index fan_labels_label on fan_labels (creator_id, label_key, fan_id);
create index fan_labels_fan_id on fan_labels (fan_id);

create table fan_notes (
  creator_id uuid not null references profiles (id) on delete cascade,
  fan_id uuid not null references users (id) on delete cascade,
  note text not null,
  updated_at timestamptz not null,
  primary key (creator_id, fan_id),
  check (creator_id <> fan_id)
);
create index fan_notes_fan_id on fan_notes (fan_id);

create table saved_replies (
  id uuid primary key,
  creator_id uuid not null references profiles (id) on delete cascade,
  content text not null,
  created_at timestamptz not null
);
create index saved_replies_creator_id on saved_replies (creator_id, id);
