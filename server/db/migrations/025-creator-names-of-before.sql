-- runs with: 021
-- transaction: batches
-- The names of creators from before 023. A rename at the same time has filled in the name itself, and is not overwritten. An
-- erased account has no name.

with batch as (
  select p.id, lower(u.username) as name_key from profiles p join users u on u.id = p.id
  where p.name_key is null and u.username is not null limit 1000
)
update profiles set name_key = batch.name_key from batch where profiles.id = batch.id and profiles.name_key is null;
