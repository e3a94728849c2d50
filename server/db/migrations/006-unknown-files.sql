-- What the media store holds and no row of `media` speaks of, since when, and when it was last looked at.
create table unknown_files (
  store_key text primary key,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
