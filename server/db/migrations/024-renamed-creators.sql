-- runs with: 021
-- The other half of 023: a rename reaches the profile.

create function copy_name_from_user() returns trigger language plpgsql as $$
begin
  update profiles set name_key = lower(new.username) where id = new.id;
  return null;
end
$$;

create trigger users_name_key after update of username on users
  for each row when (old.username is distinct from new.username) execute function copy_name_from_user();
