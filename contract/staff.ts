import { type Static, Type } from 'typebox'
import { User } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Nothing, nullable, oneOf, Time } from './schemas.ts'

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
