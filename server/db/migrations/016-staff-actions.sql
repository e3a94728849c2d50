-- Staff take back a granted subscription, and download lists (the audit log now, contact messages and newsletter
-- addresses later). The list of actions only grows: the version
-- before this one writes the others.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (
  action in (
    'post_removed', 'reports_dismissed', 'subscription_granted', 'creator_approved', 'role_changed', 'media_viewed',
    'account_frozen', 'account_unfrozen', 'account_closed',
    'subscription_revoked', 'audit_exported', 'contact_exported', 'newsletter_exported'
  )
);

-- The audit log, newest first, of one member of staff or with one action.
create index audit_log_staff_id on audit_log (staff_id, id desc);
create index audit_log_action on audit_log (action, id desc);

-- Whether a period was paid for: only the others can be taken back.
create index ledger_subscription_id on ledger (subscription_id);
