-- runs with: 021
alter table audit_log
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (
    action in (
      'post_removed', 'reports_dismissed', 'subscription_granted', 'creator_approved', 'role_changed', 'media_viewed',
      'account_frozen', 'account_unfrozen', 'account_closed',
      'subscription_revoked', 'audit_exported', 'contact_exported', 'newsletter_exported', 'contact_erased',
      'newsletter_erased', 'evidence_viewed',
      'case_taken', 'case_decided', 'appeal_decided', 'legal_hold_changed', 'closing_proposed',
      'order_refunded', 'withdrawal_declined',
      'verification_viewed', 'verification_decided', 'payout_batch_created', 'payout_file_downloaded',
      'payout_batch_marked', 'payout_decided', 'seller_report_exported'
    )
  ) not valid;
