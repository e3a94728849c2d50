-- runs with: 021
-- The constraints of 028 hold for all rows from before, too.

alter table movements validate constraint movements_provider;
alter table movements validate constraint movements_kind;
alter table movements validate constraint movements_price;
alter table movements validate constraint movements_balance;
alter table movements validate constraint movements_direction;
