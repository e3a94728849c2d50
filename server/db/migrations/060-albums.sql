-- runs with: 021
-- What a post of several pictures, a pinned one and one that was a draft knows of itself. Its first picture stays `media_id`.
-- Only adds. A post of before has no width: it is read from `media` then.
alter table posts
  add column pictures_count smallint not null default 1,
  add column alt text not null default '',
  -- in percent, from the top left corner
  add column focus_x smallint not null default 50,
  add column focus_y smallint not null default 50,
  -- of the largest file of the first picture
  add column width integer,
  add column height integer,
  add column pinned_at timestamptz,
  -- which draft it was: the same draft is published once
  add column draft_id uuid;
