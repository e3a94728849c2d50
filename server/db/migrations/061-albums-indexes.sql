-- runs with: 021
-- transaction: none
create unique index concurrently posts_draft_id on posts (draft_id) where draft_id is not null;
-- A creator pins one post.
create unique index concurrently posts_pinned on posts (profile_id) where pinned_at is not null;
