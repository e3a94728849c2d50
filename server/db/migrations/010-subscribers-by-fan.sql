-- Whether one fan subscribes to one creator is asked for every post and story that is shown. With an index of a creator's
-- subscribers by time PostgreSQL may read all of them to answer that; by fan, either index leads to the pair.
create index subscriptions_of_profile on subscriptions (profile_id, fan_id, expires_at);
drop index subscriptions_profile_id;
