-- runs with: 021
-- The constraints of 031 hold for all rows from before, too.

alter table subscriptions validate constraint subscriptions_order;
alter table subscriptions validate constraint subscriptions_open_until;
