-- Staff who look at a protected picture because of a report leave a line. The list of actions only grows: the version
-- before this one writes the others.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (
  action in (
    'post_removed', 'reports_dismissed', 'subscription_granted', 'creator_approved', 'role_changed', 'media_viewed'
  )
);

-- One line for each member of staff, picture and minute, however many parts and widths of it are fetched.
create unique index audit_log_looks on audit_log (staff_id, (details ->> 'media_id'), (details ->> 'minute'))
  where action = 'media_viewed';
