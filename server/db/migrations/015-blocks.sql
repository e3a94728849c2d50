-- Who blocks whom, and whose posts and stories a fan does not want in the feed. Old versions do not know these tables;
-- while one of them still runs, a block has no effect on its answers.
create table blocks (
  user_id uuid not null references users (id) on delete cascade,
  other_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, other_id),
  check (user_id <> other_id)
);
-- Visibility asks in both directions: whom does the viewer block, and who blocks the viewer.
create index blocks_other_id on blocks (other_id, user_id);
create index blocks_listed on blocks (user_id, created_at desc, other_id desc);

create table mutes (
  user_id uuid not null references users (id) on delete cascade,
  other_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, other_id),
  check (user_id <> other_id)
);
create index mutes_other_id on mutes (other_id);
create index mutes_listed on mutes (user_id, created_at desc, other_id desc);
