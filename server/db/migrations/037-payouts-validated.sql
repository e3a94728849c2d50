-- runs with: 021
alter table movements validate constraint movements_provider;
alter table movements validate constraint movements_payout;
