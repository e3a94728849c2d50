-- runs with: 021
-- allows: two tables, because each gets a column without a rewrite, and both are small and written briefly
-- How often in a row a device could not be reached, which its back-off counts with, and since when a push is due: it is given up
-- a day later. Null for what the version before has handed over. Only adds.

alter table push_devices add column failures integer not null default 0;
alter table push_deliveries add column planned_at timestamptz;
