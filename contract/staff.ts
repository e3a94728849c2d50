import { type Static, Type } from 'typebox'
import { User } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Nothing, nullable, oneOf, Time, visibleText } from './schemas.ts'

export const USER_KINDS = ['admin', 'moderator', 'creator', 'lambda'] as const
/** The longest subscription that staff can grant at once. */
export const GRANT_MAX_DAYS = 3650

/** The longest freeze by a moderator. */
export const MODERATOR_FREEZE_MAX_HOURS = 72
export const GROUND_MAX = 300
export const FACTS_MAX = 2000

/** Why staff decide against somebody: an article of a law or a section of the terms, and what happened. */
const REASONS = { ground: visibleText(GROUND_MAX), facts: visibleText(FACTS_MAX) }

export const AdminUser = Type.Object({
  ...User.properties,
  created_at: Time,
  /** When the account will be erased, if its deletion was requested; otherwise null. */
  erased_at: nullable(Time),
  /** Since when staff have frozen the account; otherwise null. */
  frozen_at: nullable(Time),
  /** When the freeze ends. Null if the account is not frozen, or frozen for good. */
  frozen_until: nullable(Time),
  /** True if the user has a profile or may create one: everybody may, unless enrolment is by invitation. */
  may_be_creator: Type.Boolean(),
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
    summary: 'Close an account: it is erased at once, and its address cannot sign up again',
    params: IdParams,
    body: Type.Object(REASONS),
    response: Nothing,
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
}

export type AdminUser = Static<typeof AdminUser>
