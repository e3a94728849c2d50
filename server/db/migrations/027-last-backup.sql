-- runs with: 021
-- When `npm run backup` last completed, for the health check. Only adds: older versions do not know the table.

create table last_backup (
  -- One row.
  is_only boolean primary key default true check (is_only),
  taken_at timestamptz not null,
  -- False for `--database-only`.
  has_media boolean not null
);
