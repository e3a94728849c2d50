-- runs with: 021
-- transaction: none
-- What is due, and what exists only once: a notice about a post and a story, and one about a conversation until it is read.
create index concurrently member_notices_push_due on member_notices (push_at) where push_at is not null;
create index concurrently member_notices_mail_due on member_notices ((coalesce(mail_at, created_at))) where mailed_at is null;
create index concurrently member_notices_about_id on member_notices (about_id) where about_id is not null;
create index concurrently member_notices_conversation on member_notices (conversation_id) where conversation_id is not null;
create unique index concurrently member_notices_post on member_notices (user_id, post_id) where kind = 'new_post';
create unique index concurrently member_notices_story on member_notices (user_id, story_id) where kind = 'new_story';
create unique index concurrently member_notices_unread_conversation on member_notices (user_id, conversation_id, kind)
  where read_at is null and conversation_id is not null;
