-- runs with: 021
-- transaction: none
-- Who has seen a story, newest first; the likes of a post in a period. Whose access began or ended is found by the index of a
-- creator's subscriptions: one by time as well would lead the planner to read all of a creator's subscribers for each question
-- about one of them.
create index concurrently story_views_newest on story_views (story_id, seen_at desc, user_id desc);
create index concurrently likes_of_post_by_time on likes (post_id, created_at);
