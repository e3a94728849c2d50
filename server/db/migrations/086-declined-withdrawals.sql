-- runs with: 021
-- How staff answered a fan who asked to withdraw. A whole refund marks the order with its key before the provider is asked, so
-- that nobody declines meanwhile what is being given back.
alter table orders
  add column whole_refund text,
  add column withdrawal_declined_at timestamptz,
  add column withdrawal_answer text;
