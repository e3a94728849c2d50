-- Indexes for what became slow with a million posts. Only indexes, so that the version before this one runs beside it.
-- runs with: 021

-- The posts of one creator, and how many there are (`ofCreator` in server/store/posts.ts): whether a post is hidden is read
-- from the index, so that counting reads no posts. It takes the place of the index without that column.
create index posts_of_profile on posts (profile_id, id) include (hidden_at);
drop index posts_profile_id;
