import { type Static, Type } from 'typebox'
import { ROLES, User } from './accounts.ts'
import { MODERATOR_FREEZE_MAX_HOURS, REASONS } from './decisions.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, MediaPath, Nothing, nullable, oneOf, Time } from './schemas.ts'

export const USER_KINDS = ['admin', 'moderator', 'creator', 'lambda'] as const
/** The longest subscription that staff can grant at once. */
export const GRANT_MAX_DAYS = 3650

export const AdminUser = Type.Object({
  ...User.properties,
  created_at: Time,
  /** When the account will be erased, if its deletion was requested; otherwise null. */
  erased_at: nullable(Time),
  /** When an admin approved the user as a creator; null if nobody did. */
  creator_approved_at: nullable(Time),
  /** Since when staff have frozen the account; otherwise null. */
  frozen_at: nullable(Time),
  /** When the freeze ends. Null if the account is not frozen, or frozen for good. */
  frozen_until: nullable(Time),
})

/** What staff do to others, in the audit log. A new action is a line here; the compiler then requires its texts and icon. */
export const AUDIT_ACTIONS = [
  'post_removed',
  'reports_dismissed',
  'subscription_granted',
  'subscription_revoked',
  'creator_approved',
  'role_changed',
  'media_viewed',
  'audit_exported',
  'account_frozen',
  'account_unfrozen',
  'account_closed',
  'evidence_viewed',
  'case_taken',
  'case_decided',
  'appeal_decided',
  'legal_hold_changed',
  'closing_proposed',
  'contact_exported',
  'newsletter_exported',
  'contact_erased',
  'newsletter_erased',
  'order_refunded',
  'withdrawal_declined',
  'verification_viewed',
  'verification_decided',
  'payout_batch_created',
  'payout_file_downloaded',
  'payout_batch_marked',
  'payout_decided',
  'seller_report_exported',
  'leak_looked_up',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
  'recovery_asked',
  'recovery_stopped',
  'recovery_approved',
  'recovery_refused',
] as const

/** The value of `who` for what was done on the command line. No username contains an at sign. */
export const COMMAND_LINE = '@house'

/** With the current name; an erased account is called `member`. */
const Person = Type.Object({ username: Type.String(), profile_pic: nullable(MediaPath) })

export const AuditEntry = Type.Object({
  id: Id,
  created_at: Time,
  /** Null for the command line. */
  who: nullable(Person),
  action: oneOf(AUDIT_ACTIONS),
  /** The user who is affected; the member of staff if nobody else is. */
  whom: Person,
  post_id: nullable(Id),
  reason: nullable(Type.String()),
  /** The creator of a complimentary subscription. */
  creator: nullable(Type.String()),
  /** The granted days. */
  days: nullable(Type.Integer()),
  /** The new role. Null if it was taken away, and for other actions. */
  role: nullable(oneOf(ROLES)),
})

/** Somebody who works here. */
export const StaffMember = Type.Object({
  id: Id,
  username: Type.String(),
  profile_pic: nullable(MediaPath),
  role: oneOf(ROLES),
  /** When the role was given. Null if the audit log does not know it. */
  since: nullable(Time),
  /** Who gave it. Null for the command line, or if the audit log does not know it. */
  by: nullable(Type.String()),
})

export const staff = {
  list_users: endpoint({
    method: 'GET',
    path: '/admin/users',
    access: 'staff',
    summary: 'Users, of every kind or of one; X-Total-Count says how many there are',
    query: Type.Object({
      /** Empty or absent means every kind. */
      kind: Type.Optional(oneOf([...USER_KINDS, ''])),
      /** A part of a username or e-mail address, or a former username. */
      search: Type.Optional(Type.String({ maxLength: 200 })),
      /** `true` lists only those who wish to become creators. */
      wish: Type.Optional(oneOf(['true', 'false', ''])),
      cursor: Type.Optional(Id),
    }),
    response: Type.Array(AdminUser),
  }),
  approve_creator: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/approve',
    access: 'admin',
    summary: 'Let a member create a profile while enrolment is by invitation',
    params: IdParams,
    response: Nothing,
  }),
  freeze_user: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/freeze',
    access: 'staff',
    summary: `Freeze an account: nobody sees it, and its owner cannot sign in; moderators for ${MODERATOR_FREEZE_MAX_HOURS} hours at most`,
    params: IdParams,
    /** `until`: null freezes for good. */
    body: Type.Object({ until: nullable(Time), ...REASONS }),
    response: Nothing,
  }),
  unfreeze_user: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/unfreeze',
    access: 'staff',
    summary: 'End a freeze; everything is as it was',
    params: IdParams,
    response: Nothing,
  }),
  close_user: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/close',
    access: 'admin',
    summary:
      'Close an account: it is hidden at once and erased after the grace period, and its address cannot sign up again. It takes a second admin, if there is one',
    params: IdParams,
    body: Type.Object(REASONS),
    /** `proposed`: a second admin has to agree; until then the account is frozen. */
    response: Type.Object({ state: oneOf(['decided', 'proposed']) }),
  }),
  grant_subscription: endpoint({
    method: 'POST',
    path: '/admin/subscriptions',
    access: 'admin',
    summary: 'Grant a complimentary subscription',
    body: Type.Object({
      username: Type.String({ maxLength: 200 }),
      creator: Type.String({ maxLength: 200 }),
      days: Type.Integer({ minimum: 1, maximum: GRANT_MAX_DAYS }),
    }),
    status: 201,
    response: Type.Object({ expires_at: Time }),
  }),
  revoke_subscription: endpoint({
    method: 'DELETE',
    path: '/admin/subscriptions',
    access: 'admin',
    summary: 'Take back what is left of a complimentary subscription; paid periods stay whole',
    body: Type.Object({ username: Type.String({ maxLength: 200 }), creator: Type.String({ maxLength: 200 }) }),
    response: Nothing,
  }),
  list_audit: endpoint({
    method: 'GET',
    path: '/admin/audit',
    access: 'staff',
    summary: 'What staff did, newest first; `format=csv` answers text/csv with all of it',
    query: Type.Object({
      /** The username of a member of staff, or `@house` for the command line. Empty or absent means everybody. */
      who: Type.Optional(Type.String({ maxLength: 200 })),
      action: Type.Optional(oneOf([...AUDIT_ACTIONS, ''])),
      /** A part of the username of anybody who is named, or a former username. */
      search: Type.Optional(Type.String({ maxLength: 200 })),
      cursor: Type.Optional(Id),
      format: Type.Optional(oneOf(['json', 'csv'])),
    }),
    response: Type.Array(AuditEntry),
    produces: ['application/json', 'text/csv'],
  }),
  list_roles: endpoint({
    method: 'GET',
    path: '/admin/roles',
    access: 'staff',
    summary: 'Who works here, with which role, since when and by whom',
    response: Type.Array(StaffMember),
  }),
  set_role: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/role',
    access: 'admin',
    summary: 'Give somebody a role, or take it away with null; nobody changes their own',
    params: IdParams,
    body: Type.Object({ role: nullable(oneOf(ROLES)) }),
    response: Nothing,
  }),
}

export type AdminUser = Static<typeof AdminUser>
export type AuditEntry = Static<typeof AuditEntry>
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
export type StaffMember = Static<typeof StaffMember>
