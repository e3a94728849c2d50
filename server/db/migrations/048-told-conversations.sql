-- runs with: 021
-- Up to which position each side was told of what the other one wrote. Somebody is told again only after having read.

alter table conversations
  add column fan_told integer not null default 0,
  add column creator_told integer not null default 0;
