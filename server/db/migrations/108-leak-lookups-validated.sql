-- runs with: 021
alter table audit_log validate constraint audit_log_action_check;
