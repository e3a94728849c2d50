-- runs with: 021
-- transaction: none
-- Indexes for what became slow with a million posts.

-- The posts of one creator, and how many there are (`ofCreator` in server/store/posts.ts): whether a post is hidden is read
-- from the index, so that counting reads no posts. It takes the place of the index without that column.
create index concurrently posts_of_profile on posts (profile_id, id) include (hidden_at);
drop index concurrently if exists posts_profile_id;

-- The strip reads stories newest first until it has enough (`listOthers` in server/store/stories.ts).
create index concurrently stories_newest on stories (created_at desc, profile_id);

-- The search of similar names, see 023.
create index concurrently profiles_name_key_trgm on profiles using gin (name_key gin_trgm_ops);

-- The badge of a creator's inbox (`countUnread` in server/store/conversations/conversations.ts) reads only conversations with
-- something unread, however many others there are. A fan has few conversations, so there is no such index for them.
create index concurrently conversations_unread_by_creator on conversations (creator_id) where last_position > creator_read;

-- The erasure of an account (`eraseHiddenWords` in server/store/deletion/erasure.ts) finds the messages of theirs that staff
-- removed without reading all their messages.
create index concurrently messages_hidden_of_sender on messages (sender_id) where hidden_at is not null;
