-- runs with: 021
-- transaction: none
-- The movements of a creator in the order in which they were booked, for statements and the balance, see `bookedAt` in
-- server/store/payouts/moves.ts.
create index concurrently movements_booked on movements (creator_id, (coalesce(booked_at, occurred_at)), id);
