-- runs with: 021
-- transaction: none
-- Who has seen a story, newest first; the likes of a post in a period; whose access to a creator began or ended in a period.
create index concurrently story_views_newest on story_views (story_id, seen_at desc, user_id desc);
create index concurrently likes_of_post_by_time on likes (post_id, created_at);
create index concurrently subscriptions_begun on subscriptions (profile_id, starts_at);
create index concurrently subscriptions_ended on subscriptions (profile_id, (coalesce(open_until, expires_at)));
