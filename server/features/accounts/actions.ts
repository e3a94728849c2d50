import type { Locale, Theme, User } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { hashPassword, refuseWeakPassword, verifyPassword } from '#server/domain/passwords.ts'
import { askSecondStep, findFactors } from '#server/domain/second-factors/tickets.ts'
import { shutStaffDoor } from '#server/domain/staff-door.ts'
import { cleanEmail, emailKey } from '#server/emails.ts'
import { AppError } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import type { QueueClient } from '#server/limits/bounded-queue.ts'
import { isAddressClosed } from '#server/store/accounts/closed-addresses.ts'
import { isEmailReserved } from '#server/store/accounts/email-changes.ts'
import { requestSignUpConfirmation } from '#server/store/accounts/sign-up-confirmations.ts'
import { claimUsername, renameUser } from '#server/store/accounts/usernames.ts'
import {
  findCredentials,
  findUser,
  insertUser,
  setCreatorWish,
  setLocale,
  setTheme,
} from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { type Opened, openSession, refuseFrozen, wrongCredentials } from './open-session.ts'
import { presentUser } from './present-user.ts'
import { emailTaken } from './refusals.ts'
import { isTrustedHere } from './trusted-browser.ts'
import { claimFreeUsername, limitRename, refuseBadUsername } from './usernames.ts'

/** The version of the sentence beside the age box of the sign-up form, `accounts.signup.age` of the translations. */
export const AGE_WORDING = '2026-11'

interface SignUp {
  email: string
  password: string
  /** Missing if the client does not know the field; the box of such a client is not known to us. */
  age_confirmed?: boolean
  /** Null if no language was chosen. */
  locale: Locale | null
  /** The language of the page. */
  page_locale: Locale
  asker: QueueClient
}

/** Creates the account. A mail with a link to confirm the address follows; nothing is refused before that. */
export async function signUp(ctx: Context, input: SignUp): Promise<User> {
  if (input.age_confirmed === false) {
    throw new AppError('invalid', 'You must be at least 18 years old to sign up', { age_confirmed: 'required' })
  }
  const email = cleanEmail(input.email)
  await refuseWeakPassword(input.password, email)
  const password_hash = await hashPassword(input.password, input.asker)
  const now = ctx.now()
  const id = newId(now)
  const user = await ctx.db.begin(async (db) => {
    const username = await claimFreeUsername(db, id, now)
    const isNew = await insertUser(db, {
      id,
      email,
      email_key: emailKey(email),
      username,
      password_hash,
      locale: input.locale,
      created_at: now,
      age: input.age_confirmed ? { wording: AGE_WORDING, locale: input.page_locale } : undefined,
    })
    if (!isNew) throw emailTaken()
    // The former owner of the address may still restore it to their account.
    if (await isEmailReserved(db, { email_key: emailKey(email), user_id: id, now })) throw emailTaken()
    if (await isAddressClosed(db, ctx.secret, email)) throw emailTaken()
    await requestSignUpConfirmation(db, id)
    return await findUser(db, id)
  })
  if (!user) throw new Error('a user that was just made is not there')
  // If the job is lost, `mail_sign_up_confirmations` sends the mail.
  await trySend(ctx, 'send_sign_up_confirmation', { user_id: id, locale: input.page_locale })
  return presentUser(ctx, user)
}

/**
 * Signs in. An unknown address gets the same response after the same amount of work. If the account has a second factor, the
 * right password is answered with `SecondStepError`, except on a browser that its owner trusts.
 */
export async function signIn(
  ctx: Context,
  input: {
    email: string
    password: string
    user_agent: string
    locale: Locale
    cookie: string | undefined
    /** Set if somebody has signed in to this account from it before. */
    device_id: string | undefined
    asker: QueueClient
  },
): Promise<Opened> {
  const credentials = await findCredentials(ctx.db, emailKey(input.email))
  const isRight = await verifyPassword(credentials?.password_hash, input.password, input.asker)
  if (!isRight || !credentials) throw wrongCredentials()
  const factors = await findFactors(ctx.db, credentials.id)
  const isTrusted = factors !== undefined && (await isTrustedHere(ctx, credentials.id, input.cookie))
  if (factors && !isTrusted) {
    await refuseFrozen(ctx, credentials)
    throw await askSecondStep(ctx, { ...credentials, device_id: input.device_id }, factors)
  }
  return await openSession(ctx, credentials, {
    ...input,
    prove: async () => (isTrusted ? 'trusted_browser' : 'password'),
  })
}

export async function updateUser(
  ctx: Context,
  viewer: SessionViewer,
  changes: { username?: string; wish_to_become_creator?: boolean; locale?: Locale; theme?: Theme | null },
): Promise<User> {
  const { wish_to_become_creator, locale, theme } = changes
  // The current name is always accepted, even if it is reserved by now.
  const username = changes.username === viewer.username ? undefined : changes.username
  if (username !== undefined) refuseBadUsername(username, viewer.username)
  const user = await limitRename(ctx, { user_id: viewer.id, is_rename: username !== undefined }, () =>
    ctx.db.begin(async (db) => {
      if (username !== undefined) {
        const isFree = await claimUsername(db, viewer.id, username, ctx.now())
        if (!isFree) throw new AppError('username_taken', 'This username is taken', { username: 'taken' })
        await renameUser(db, viewer.id, username, ctx.now())
      }
      if (wish_to_become_creator !== undefined) await setCreatorWish(db, viewer.id, wish_to_become_creator)
      if (locale !== undefined) await setLocale(db, viewer.id, locale)
      if (theme !== undefined) await setTheme(db, viewer.id, theme)
      return await findUser(db, viewer.id)
    }),
  )
  if (!user) throw new AppError('unauthenticated', 'This account is gone')
  const { signed_in_with } = viewer
  return presentUser(ctx, shutStaffDoor(ctx.config, { ...user, signed_in_with }))
}
