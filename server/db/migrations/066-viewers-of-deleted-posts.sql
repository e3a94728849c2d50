-- runs with: 021
-- allows: rows, because the deletions are in the function, one statement at a time.
-- Whoever deletes a post, and in whichever version: who has seen it goes with it.
create function delete_post_viewers() returns trigger language plpgsql as $$
begin
  delete from post_viewers using gone where post_viewers.post_id = gone.id;
  delete from post_tallies using gone where post_tallies.post_id = gone.id;
  return null;
end
$$;
create trigger posts_viewers_deleted after delete on posts referencing old table as gone
  for each statement execute function delete_post_viewers();
