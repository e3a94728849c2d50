-- runs with: 021
-- The evidence of a reported post with several pictures: those after the first, which stays in `cases`. The columns mean the same.

create table case_files (
  case_id uuid not null references cases (id) on delete cascade,
  -- 2 to 10
  position smallint not null,
  source_key text,
  source_files jsonb,
  sealed_key text,
  sealed_name text,
  sealed_bytes bigint,
  sealed_type text,
  primary key (case_id, position),
  check ((source_key is null) = (source_files is null))
);
create index case_files_source_key on case_files (source_key) where source_key is not null;
create index case_files_sealed_key on case_files (sealed_key) where sealed_key is not null;
