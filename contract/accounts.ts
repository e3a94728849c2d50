import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { LOCALES } from './locales.ts'
import { Id, LinkToken, MediaPath, Nothing, nullable, oneOf } from './schemas.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
export const EMAIL_MAX = 254
/** A basic e-mail address: visible characters, one at sign, and a domain that ends with a dot and two letters. Needs the flag u. */
export const EMAIL_PATTERN = '^[^\\s\\p{C}@,;:<>()"]+@[^\\s\\p{C}@,;:<>()"]+\\.[A-Za-z]{2,}$'
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const USERNAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9_-]*$'
export const ROLES = ['admin', 'moderator'] as const
const THEMES = ['light', 'dark'] as const

export const Role = oneOf(ROLES)
export const Locale = oneOf(LOCALES)
export const Theme = oneOf(THEMES)

export const User = Type.Object({
  id: Id,
  username: Type.String(),
  email: Type.String(),
  /** Whether its owner has followed a link that was sent to this address. Nothing is refused before that. */
  email_confirmed: Type.Boolean(),
  role: nullable(Role),
  profile_id: nullable(Id),
  /** The portrait, if the user has a profile. */
  profile_pic: nullable(MediaPath),
  wish_to_become_creator: Type.Boolean(),
  /** True if the user has a profile or may create one: everybody may, unless enrolment is by invitation. */
  may_be_creator: Type.Boolean(),
  can_add_stories: Type.Boolean(),
  locale: nullable(Locale),
  /** Null means the theme of the system. */
  theme: nullable(Theme),
  /** `shut`: staff need a second factor here, and this session was begun without one. */
  staff_door: Type.Optional(oneOf(['shut'])),
  /** True while something can be bought in this house. Absent without a payment provider. */
  payments: Type.Optional(Type.Boolean()),
  /** True if creators must be verified before they publish. */
  verifies: Type.Optional(Type.Boolean()),
})

/** `was_leaving`: the account was in its grace period, and this sign-in has cancelled the deletion. */
export const SignedIn = Type.Object({ ...User.properties, was_leaving: Type.Boolean() })

/** An e-mail address as typed. Surrounding spaces are removed before it is stored. */
export const Email = Type.String({ maxLength: EMAIL_MAX, pattern: `^\\s*${EMAIL_PATTERN.slice(1, -1)}\\s*$` })
/** 8 to 128 characters, and not a common password. The server checks both, because they have different error codes. */
export const NewPassword = Type.String({ maxLength: 1000 })
/** Sign-in only compares the password, so only its length is limited. */
const Credential = Type.String({ minLength: 1, maxLength: 1000 })

/** The current password. Required for changes that could lock the owner out or that cannot be undone. */
export const CurrentPassword = Type.String({ minLength: 1, maxLength: 1000 })

export const accounts = {
  sign_up: endpoint({
    method: 'POST',
    path: '/users',
    access: 'public',
    summary: 'Sign up; a link sent to the address confirms it',
    body: Type.Object({
      user: Type.Object({
        email: Email,
        password: NewPassword,
        /** Whether the person ticked the box "I am at least 18 years old". Older clients do not send it. */
        age_confirmed: Type.Optional(Type.Boolean()),
      }),
    }),
    status: 201,
    response: User,
  }),
  sign_in: endpoint({
    method: 'POST',
    path: '/users/sign_in',
    access: 'public',
    summary: 'Sign in; the token comes in the Authorization header of the answer',
    body: Type.Object({ user: Type.Object({ email: Credential, password: Credential }) }),
    response: SignedIn,
  }),
  sign_out: endpoint({
    method: 'DELETE',
    path: '/users/sign_out',
    access: 'member',
    summary: 'End this session',
    response: Nothing,
  }),
  request_password_reset: endpoint({
    method: 'POST',
    path: '/users/password',
    access: 'public',
    summary: 'Ask for a link to set a new password; the answer is the same for every address',
    body: Type.Object({ user: Type.Object({ email: Email }) }),
    response: Nothing,
  }),
  confirm_password_reset: endpoint({
    method: 'PUT',
    path: '/users/password',
    access: 'public',
    summary: 'Set a new password with the token of the link',
    body: Type.Object({
      user: Type.Object({
        reset_password_token: Type.String({ maxLength: 200 }),
        password: NewPassword,
        password_confirmation: Type.String({ maxLength: 1000 }),
      }),
    }),
    response: Nothing,
  }),
  get_user: endpoint({
    method: 'GET',
    path: '/user',
    access: 'member',
    summary: 'The signed-in user',
    response: User,
  }),
  update_user: endpoint({
    method: 'PUT',
    path: '/user',
    access: 'member',
    summary: 'Change the username, the wish to become a creator, the language, or light and dark',
    body: Type.Object(
      {
        username: Type.Optional(Type.String({ maxLength: 200 })),
        wish_to_become_creator: Type.Optional(Type.Boolean()),
        locale: Type.Optional(Locale),
        theme: Type.Optional(nullable(Theme)),
      },
      { minProperties: 1 },
    ),
    response: User,
  }),
  change_password: endpoint({
    method: 'PUT',
    path: '/user/password',
    access: 'member',
    summary: 'Set another password; every other session ends',
    body: Type.Object({
      current_password: CurrentPassword,
      password: NewPassword,
      password_confirmation: Type.String({ maxLength: 1000 }),
    }),
    response: Nothing,
  }),
  change_email: endpoint({
    method: 'PUT',
    path: '/user/email',
    access: 'member',
    summary: 'Ask for another address; a link sent there confirms it',
    body: Type.Object({ current_password: CurrentPassword, email: Email }),
    response: Nothing,
  }),
  confirm_email: endpoint({
    method: 'POST',
    path: '/user/email/confirm',
    access: 'public',
    summary:
      'Confirm an address with the token of the link: that of a sign-up, or a new one, and then the old one is told',
    body: LinkToken,
    response: Nothing,
  }),
  resend_confirmation: endpoint({
    method: 'POST',
    path: '/user/email/confirmation',
    access: 'member',
    summary: 'Send the link that confirms the address again; does nothing if it is confirmed',
    response: Nothing,
  }),
  undo_email: endpoint({
    method: 'POST',
    path: '/user/email/undo',
    access: 'public',
    summary: 'Take the old address back, within seven days; every session ends',
    body: LinkToken,
    response: Nothing,
  }),
}

export type User = Static<typeof User>
export type SignedIn = Static<typeof SignedIn>
export type Role = Static<typeof Role>
export type Locale = Static<typeof Locale>
export type Theme = Static<typeof Theme>
