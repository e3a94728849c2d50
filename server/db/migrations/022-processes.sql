-- runs with: 021
-- The processes that serve this database, each with a heartbeat. Only adds: older versions do not know the table.

-- Unlogged: the rows are worth nothing after a crash, and a heartbeat is not worth a write to the log.
create unlogged table processes (
  id uuid primary key,
  -- How far its live events go: 'process', or 'redis'.
  reach text not null,
  seen_at timestamptz not null
);
