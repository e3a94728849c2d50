-- The landing page asks who was here last with something for everyone. Answered from the posts alone that takes as long as
-- one creator has posts, or as there are creators. No foreign key: it would lock a post that somebody else is deleting.
alter table profiles add column last_public_post_id uuid;
update profiles set last_public_post_id = (
  select id from posts where profile_id = profiles.id and not protected order by id desc limit 1
);
create index profiles_last_public_post_id on profiles (last_public_post_id) where last_public_post_id is not null;

drop index posts_public;
drop index posts_protected_of_profile;
