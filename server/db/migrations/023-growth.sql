-- Indexes for what became slow with a million posts. Only indexes, so that the version before this one runs beside it.
-- runs with: 021

-- The posts of one creator, and how many there are (`ofCreator` in server/store/posts.ts): whether a post is hidden is read
-- from the index, so that counting reads no posts. It takes the place of the index without that column.
create index posts_of_profile on posts (profile_id, id) include (hidden_at);
drop index posts_profile_id;

-- The strip reads stories newest first until it has enough (`listOthers` in server/store/stories.ts).
create index stories_newest on stories (created_at desc, profile_id);

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
create function copy_name_from_user() returns trigger language plpgsql as $$
begin
  update profiles set name_key = lower(new.username) where id = new.id;
  return null;
end
$$;
create trigger users_name_key after update of username on users
  for each row when (old.username is distinct from new.username) execute function copy_name_from_user();
update profiles set name_key = lower(username) from users where users.id = profiles.id;
create index profiles_name_key_trgm on profiles using gin (name_key gin_trgm_ops);

-- The badge of a creator's inbox (`countUnread` in server/store/conversations/conversations.ts) reads only conversations with
-- something unread, however many others there are. A fan has few conversations, so there is no such index for them.
create index conversations_unread_by_creator on conversations (creator_id) where last_position > creator_read;

-- The erasure of an account (`eraseHiddenWords` in server/store/deletion/erasure.ts) finds the messages of theirs that staff
-- removed without reading all their messages.
create index messages_hidden_of_sender on messages (sender_id) where hidden_at is not null;
