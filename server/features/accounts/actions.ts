import type { Locale, SignedIn, Theme, User } from '#contract/accounts.ts'
import { canAddStories, mayBeCreator, type Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { deviceName, deviceOf } from '#server/domain/device.ts'
import { notify } from '#server/domain/notify.ts'
import { hashPassword, refuseWeakPassword, verifyPassword } from '#server/domain/passwords.ts'
import { statementPath } from '#server/domain/statement-token.ts'
import { cleanEmail, emailKey } from '#server/emails.ts'
import { AccountFrozenError, AppError } from '#server/errors.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import type { QueueClient } from '#server/limits/bounded-queue.ts'
import { publishSessionsEnded } from '#server/live/live.ts'
import { mediaPath } from '#server/media/media.ts'
import { isAddressClosed } from '#server/store/accounts/closed-addresses.ts'
import { isEmailReserved } from '#server/store/accounts/email-changes.ts'
import { endDueFreeze, type FoundFreeze, findFreeze } from '#server/store/accounts/freezes.ts'
import { requestSignUpConfirmation } from '#server/store/accounts/sign-up-confirmations.ts'
import { claimUsername, renameUser } from '#server/store/accounts/usernames.ts'
import {
  findCredentials,
  findUser,
  insertUser,
  lockPasswordHash,
  setCreatorWish,
  setLocale,
  setTheme,
} from '#server/store/accounts/users.ts'
import { cancelDeletionRequest } from '#server/store/deletion/deletion-requests.ts'
import { hashSecret, newId, newSecret } from '#server/store/ids.ts'
import { deleteSurplusSessions, insertSession, rememberDevice } from '#server/store/sessions.ts'
import { emailTaken } from './refusals.ts'
import { claimFreeUsername, limitRename, refuseBadUsername } from './usernames.ts'

export function presentUser(ctx: Pick<Context, 'config' | 'payments'>, user: Viewer): User {
  const { picture_id, is_approved: _, ...rest } = user
  return {
    ...rest,
    profile_pic: mediaPath(picture_id),
    may_be_creator: mayBeCreator(user, ctx.config),
    can_add_stories: canAddStories(user, ctx.config),
    ...(ctx.payments && { payments: true }),
    ...(ctx.config.creator_enrollment === 'verified' && { verifies: true }),
  }
}

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
 * Signs in, and cancels a deletion request. An unknown address gets the same response after the same amount of work.
 * Only after the right password a frozen account is named as frozen.
 */
export async function signIn(
  ctx: Context,
  input: { email: string; password: string; user_agent: string; locale: Locale; asker: QueueClient },
): Promise<{ user: SignedIn; token: string }> {
  const credentials = await findCredentials(ctx.db, emailKey(input.email))
  const isRight = await verifyPassword(credentials?.password_hash, input.password, input.asker)
  if (!isRight || !credentials) throw wrongCredentials()
  const token = newSecret()
  const now = ctx.now()
  const device = deviceOf(input.user_agent)
  const { user, was_leaving, is_new_device, ended } = await ctx.db.begin(async (db) => {
    await endDueFreeze(db, credentials.id, now)
    const was_leaving = await cancelDeletionRequest(db, credentials.id, now)
    // The password may have been reset while it was verified. A reset ends all sessions, and must not miss this one.
    const isStillRight = await lockPasswordHash(db, credentials.id, credentials.password_hash)
    const found = isStillRight ? await findUser(db, credentials.id) : undefined
    if (!found) {
      const freeze = await findFreeze(db, credentials.id, credentials.password_hash)
      throw freeze ? frozen(ctx, freeze) : wrongCredentials()
    }
    await insertSession(db, {
      id: newId(now),
      user_id: found.id,
      token_hash: hashSecret(token),
      user_agent: input.user_agent,
      now,
    })
    const is_new_device = await rememberDevice(db, { user_id: found.id, device: deviceName(device, 'en'), now })
    if (is_new_device) await notify(db, [{ id: newId(now), user_id: found.id, kind: 'new_sign_in', created_at: now }])
    const ended = await deleteSurplusSessions(db, found.id)
    return { user: found, was_leaving, is_new_device, ended }
  })
  publishSessionsEnded(ctx, { user_id: user.id, session_ids: ended })
  if (is_new_device) {
    const { locale } = input
    ctx.live.publish({ kind: 'notices_changed', user_ids: [user.id] })
    await trySend(ctx, 'send_new_device', { user_id: user.id, device, at: now.toISOString(), locale })
  }
  return { user: { ...presentUser(ctx, user), was_leaving }, token }
}

/** Only whoever has given the right password is told, with the way to appeal. */
function frozen({ secret }: Pick<Context, 'secret'>, { decision_id, ...freeze }: FoundFreeze): AccountFrozenError {
  return new AccountFrozenError(freeze, decision_id === null ? undefined : statementPath(secret, decision_id))
}

function wrongCredentials(): AppError {
  return new AppError('wrong_credentials', 'Wrong email or password')
}

export async function updateUser(
  ctx: Context,
  viewer: Viewer,
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
  return presentUser(ctx, user)
}
