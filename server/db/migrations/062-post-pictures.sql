-- runs with: 021
-- allows: two tables, because the new table refers to posts and media, and nobody uses it yet
-- The pictures of a post after the first. While a row is here the sweep of the version before cannot delete its picture.

create table post_pictures (
  media_id uuid primary key references media (id),
  post_id uuid not null references posts (id) on delete cascade,
  -- 2 to 10
  position smallint not null,
  alt text not null default '',
  focus_x smallint not null default 50,
  focus_y smallint not null default 50,
  width integer not null,
  height integer not null
);
create index post_pictures_post_id on post_pictures (post_id, position);
