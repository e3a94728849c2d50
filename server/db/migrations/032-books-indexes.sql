-- runs with: 021
-- transaction: none
-- Indexes of the books, see 028.

-- A movement is booked once.
create unique index concurrently movements_once on movements (provider, kind, reference);
-- What was given back of a payment.
create index concurrently movements_original_id on movements (original_id) where original_id is not null;
create index concurrently movements_order_id on movements (order_id) where order_id is not null;
-- What was given back to the fans of a creator.
create index concurrently movements_reversals on movements (creator_id, kind) where kind <> 'payment';
create index concurrently subscriptions_membership_id on subscriptions (membership_id) where membership_id is not null;
create index concurrently subscriptions_order_id on subscriptions (order_id) where order_id is not null;

-- Until when access through a period is open, as `openUntil` in server/store/visibility/subscribers.ts asks for it for every post
-- and story: for one fan and one creator, and for all fans of a creator.
create index concurrently subscriptions_open_to_fan on subscriptions (fan_id, profile_id, (coalesce(open_until, expires_at)));
create index concurrently subscriptions_open_of_profile on subscriptions (profile_id, fan_id, (coalesce(open_until, expires_at)));
