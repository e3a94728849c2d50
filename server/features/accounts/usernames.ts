import { randomInt } from 'node:crypto'
import { USERNAME_MAX, USERNAME_MIN, USERNAME_PATTERN } from '#contract/accounts.ts'
import { isReservedUsername, isStaffLikeUsername } from '#contract/reserved-usernames.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError, invalid } from '#server/errors.ts'
import { limitRate, uncountRate } from '#server/limits/rate-limits.ts'
import { claimUsername } from '#server/store/accounts/usernames.ts'

const SHAPE = new RegExp(USERNAME_PATTERN)

/** `present` is the current name. It may be reserved by now, and its owner may still change its case. */
export function refuseBadUsername(username: string, present: string): void {
  if (username.length < USERNAME_MIN || username.length > USERNAME_MAX || !SHAPE.test(username)) {
    throw invalid(
      'username',
      `A username has ${USERNAME_MIN} to ${USERNAME_MAX} letters, digits, _ or -, and starts with a letter or a digit`,
    )
  }
  if (username.toLowerCase() === present.toLowerCase()) return
  if (isReservedUsername(username) || isStaffLikeUsername(username)) {
    throw new AppError('username_reserved', 'This username is reserved', { username: 'reserved' })
  }
}

/** The rename is counted first, so that concurrent requests are counted one by one, and uncounted if it is refused. */
export async function limitRename<T>(
  ctx: Context,
  { user_id, is_rename }: { user_id: string; is_rename: boolean },
  change: () => Promise<T>,
): Promise<T> {
  if (!is_rename) return await change()
  await limitRate(ctx, 'rename', { user_id })
  try {
    return await change()
  } catch (error) {
    await uncountRate(ctx, 'rename', { user_id })
    throw error
  }
}

/** Without letters that look like digits. */
const BASE_32 = 'abcdefghjkmnpqrstvwxyz0123456789'

/** A random name for a new member, which reveals nothing of the e-mail address. */
function neutralUsername(): string {
  const characters = Array.from({ length: 6 }, () => BASE_32[randomInt(BASE_32.length)])
  return `member_${characters.join('')}`
}

export async function claimFreeUsername(db: Queryable, user_id: string, now: Date): Promise<string> {
  for (;;) {
    const username = neutralUsername()
    if (await claimUsername(db, user_id, username, now)) return username
  }
}
