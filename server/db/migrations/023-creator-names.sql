-- runs with: 021
-- The search of similar names looks among creators only (`listCreatorsBySimilarName` in
-- server/store/creators/creator-search.ts): the index of all names has twenty times as many. Triggers keep the copy of the
-- name, also for versions that do not know it. The lock makes a rename run before or after the first profile.

alter table profiles add column name_key text;

create function copy_name_to_profile() returns trigger language plpgsql as $$
begin
  new.name_key := (select lower(username) from users where id = new.id for share);
  return new;
end
$$;

create trigger profiles_name_key before insert on profiles for each row execute function copy_name_to_profile();
