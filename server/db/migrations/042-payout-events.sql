-- runs with: 021
-- A payout provider tells of accounts and payouts, see 036.

alter table provider_events
  drop constraint provider_events_subject_kind_check,
  add constraint provider_events_subject_kind_check check (
    subject_kind in ('checkout', 'payment', 'membership', 'account', 'payout')
  ) not valid;
