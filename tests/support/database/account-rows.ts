import type { Db } from '#server/db/connect.ts'
import { deviceName, deviceOf } from '#server/domain/device.ts'
import { hashPassword } from '#server/domain/passwords.ts'
import { emailKey } from '#server/emails.ts'
import { claimFreeUsername } from '#server/features/accounts/usernames.ts'
import { insertUser } from '#server/store/accounts/users.ts'
import { hashSecret, newId, newSecret } from '#server/store/ids.ts'
import { insertSession, rememberDevice } from '#server/store/sessions.ts'

/** Inserts accounts and sessions directly. That is faster than the API, which hashes every password again. */

const hashes = new Map<string, Promise<string>>()

function cachedHash(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Inserts an account as a sign-up does, with an address that is confirmed. Returns its id. */
export async function insertAccount(
  database: Db,
  { email, password, now }: { email: string; password: string; now: Date },
): Promise<string> {
  const password_hash = await cachedHash(password)
  const id = newId(now)
  await database.begin(async (db) => {
    const username = await claimFreeUsername(db, id, now)
    const confirmed = { created_at: now, email_confirmed_at: now }
    const member = { id, email, email_key: emailKey(email), username, password_hash, locale: null, ...confirmed }
    if (!(await insertUser(db, member))) throw new Error(`${email} is taken`)
  })
  return id
}

/** Inserts a session and its device as a sign-in does. Returns the token. */
export async function openSession(
  database: Db,
  { user_id, user_agent, now }: { user_id: string; user_agent: string; now: Date },
): Promise<string> {
  const token = newSecret()
  await database.begin(async (db) => {
    await insertSession(db, {
      id: newId(now),
      user_id,
      token_hash: hashSecret(token),
      user_agent,
      signed_in_with: 'password',
      now,
    })
    await rememberDevice(db, { user_id, device: deviceName(deviceOf(user_agent), 'en'), now })
  })
  return token
}

/** Inserts accounts that nobody can sign in to, in one statement. Returns their ids. */
export async function insertManyAccounts(db: Db, count: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    insert into users (id, email, email_key, username, password_hash, created_at)
    select gen_random_uuid(), n || '@crowd.test', n || '@crowd.test', 'crowd' || n, 'none', now()
    from generate_series(1, ${count}::int) n returning id`
  return rows.map(({ id }) => id)
}
