-- runs with: 021
-- The end that a fan was told of three days before: told again only if the period ends at another time. Only adds.

alter table subscriptions add column told_end timestamptz;
