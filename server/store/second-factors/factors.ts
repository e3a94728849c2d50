import type { Queryable } from '#server/db/connect.ts'
import type { Sealed } from '#server/seal.ts'

/** How long an app can be linked after its secret was shown. */
const LINKING_MINUTES = 15

export interface PasskeyRow {
  id: string
  user_id: string
  credential_id: Buffer
  user_handle: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  is_synced: boolean
  created_at: Date
  last_used_at: Date | null
}

export async function listPasskeys(db: Queryable, user_id: string): Promise<PasskeyRow[]> {
  return await db<PasskeyRow[]>`
    select id, user_id, credential_id, user_handle, public_key, counter::float8 as counter, transports, name, is_synced, created_at, last_used_at
    from passkeys where user_id = ${user_id} order by created_at, id`
}

export async function findPasskey(db: Queryable, credential_id: Buffer): Promise<PasskeyRow | undefined> {
  const [row] = await db<PasskeyRow[]>`
    select id, user_id, credential_id, user_handle, public_key, counter::float8 as counter, transports, name, is_synced, created_at, last_used_at
    from passkeys where credential_id = ${credential_id}`
  return row
}

/** False if it is known already. */
export async function insertPasskey(db: Queryable, passkey: Omit<PasskeyRow, 'last_used_at'>): Promise<boolean> {
  const rows = await db`
    insert into passkeys ${db(passkey, 'id', 'user_id', 'credential_id', 'user_handle', 'public_key', 'counter', 'transports', 'name', 'is_synced', 'created_at')}
    on conflict (credential_id) do nothing returning id`
  return rows.length === 1
}

export async function renamePasskey(
  db: Queryable,
  { id, user_id, name }: { id: string; user_id: string; name: string },
): Promise<PasskeyRow | undefined> {
  const [row] = await db<PasskeyRow[]>`
    update passkeys set name = ${name} where id = ${id} and user_id = ${user_id} returning *`
  return row
}

export async function deletePasskey(
  db: Queryable,
  { id, user_id }: { id: string; user_id: string },
): Promise<{ name: string } | undefined> {
  const [row] = await db<{ name: string }[]>`
    delete from passkeys where id = ${id} and user_id = ${user_id} returning name`
  return row
}

/**
 * Compare and swap of the counter: false if another sign-in with this passkey was faster, or if the passkey was removed.
 * Authenticators that do not count always say zero.
 */
export async function recordPasskeyUse(
  db: Queryable,
  { id, counter, is_synced, now }: { id: string; counter: number; is_synced: boolean; now: Date },
): Promise<boolean> {
  const rows = await db`
    update passkeys set counter = ${counter}, is_synced = ${is_synced}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning id`
  return rows.length === 1
}

/** False if the challenge was answered before. */
export async function insertUsedChallenge(db: Queryable, challenge_hash: Buffer, expires_at: Date): Promise<boolean> {
  const rows = await db`
    insert into used_challenges (challenge_hash, expires_at) values (${challenge_hash}, ${expires_at})
    on conflict do nothing returning challenge_hash`
  return rows.length === 1
}

export interface AppRow {
  secret: Buffer
  key_id: string
  confirmed_at: Date | null
  last_step: number
}

/** The app that is linked. */
export async function findApp(db: Queryable, user_id: string): Promise<(AppRow & { confirmed_at: Date }) | undefined> {
  const [row] = await db<(AppRow & { confirmed_at: Date })[]>`
    select secret, key_id, confirmed_at, last_step::float8 as last_step from authenticator_apps
    where user_id = ${user_id} and confirmed_at is not null`
  return row
}

/** The app that is being linked. */
export async function findNewApp(db: Queryable, user_id: string, now: Date): Promise<AppRow | undefined> {
  const [row] = await db<AppRow[]>`
    select secret, key_id, confirmed_at, last_step::float8 as last_step from authenticator_apps
    where user_id = ${user_id} and confirmed_at is null
      and created_at > ${now}::timestamptz - make_interval(mins => ${LINKING_MINUTES})`
  return row
}

/** Replaces an app that was never linked. False if one is linked. */
export async function startApp(
  db: Queryable,
  user_id: string,
  { sealed, key_id }: Sealed,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    insert into authenticator_apps (user_id, secret, key_id, created_at) values (${user_id}, ${sealed}, ${key_id}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, key_id = excluded.key_id, created_at = excluded.created_at
      where authenticator_apps.confirmed_at is null
    returning user_id`
  return rows.length === 1
}

/** Compare and swap: of two requests with a code of this secret one links the app. */
export async function confirmApp(
  db: Queryable,
  { user_id, secret, step, now }: { user_id: string; secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const rows = await db`
    update authenticator_apps set confirmed_at = ${now}, last_step = ${step}
    where user_id = ${user_id} and confirmed_at is null and secret = ${secret} returning user_id`
  return rows.length === 1
}

/** Compare and swap of the last step: of two sign-ins with the same code one gets true. */
export async function takeStep(db: Queryable, user_id: string, step: number): Promise<boolean> {
  const rows = await db`
    update authenticator_apps set last_step = ${step}
    where user_id = ${user_id} and confirmed_at is not null and last_step < ${step} returning user_id`
  return rows.length === 1
}

/** Seals with the present key what an earlier one has sealed, unless it has changed in the meantime. */
export async function resealApp(
  db: Queryable,
  user_id: string,
  before: Buffer,
  { sealed, key_id }: Sealed,
): Promise<void> {
  await db`
    update authenticator_apps set secret = ${sealed}, key_id = ${key_id} where user_id = ${user_id} and secret = ${before}`
}

export async function deleteApp(db: Queryable, user_id: string): Promise<boolean> {
  const rows = await db<{ confirmed_at: Date | null }[]>`
    delete from authenticator_apps where user_id = ${user_id} returning confirmed_at`
  return rows.some(({ confirmed_at }) => confirmed_at !== null)
}

export interface RecoveryCodeRow {
  position: number
  created_at: Date
  used_at: Date | null
  salt: Buffer
}

export async function listRecoveryCodes(db: Queryable, user_id: string): Promise<RecoveryCodeRow[]> {
  return await db<RecoveryCodeRow[]>`
    select position, created_at, used_at, salt from recovery_codes where user_id = ${user_id} order by position`
}

export async function replaceRecoveryCodes(
  db: Queryable,
  { user_id, hashes, salt, now }: { user_id: string; hashes: readonly string[]; salt: Buffer; now: Date },
): Promise<void> {
  await db`delete from recovery_codes where user_id = ${user_id}`
  const rows = hashes.map((code_hash, index) => ({ user_id, position: index + 1, code_hash, salt, created_at: now }))
  await db`insert into recovery_codes ${db(rows, 'user_id', 'position', 'code_hash', 'salt', 'created_at')}`
}

/** Compare and swap: of two sign-ins with the same code one gets true. */
export async function takeRecoveryCode(db: Queryable, user_id: string, code_hash: string, now: Date): Promise<boolean> {
  const rows = await db`
    update recovery_codes set used_at = ${now}
    where user_id = ${user_id} and code_hash = ${code_hash} and used_at is null returning position`
  return rows.length === 1
}

export interface FactorCounts {
  passkeys: number
  has_app: boolean
  codes_left: number
}

/** What somebody can give as a second step. Recovery codes alone are no factor. */
export async function countFactors(db: Queryable, user_id: string): Promise<FactorCounts> {
  const [row] = await db<[FactorCounts]>`
    select (select count(*)::int from passkeys where user_id = ${user_id}) as passkeys,
      exists (select from authenticator_apps where user_id = ${user_id} and confirmed_at is not null) as has_app,
      (select count(*)::int from recovery_codes where user_id = ${user_id} and used_at is null) as codes_left`
  return row
}

/** Everything that is asked for in the second step, every sign-in that waits for it, and every browser that was excepted. */
export async function deleteFactors(db: Queryable, user_id: string): Promise<void> {
  await db`delete from sign_in_tickets where user_id = ${user_id}`
  await db`delete from passkeys where user_id = ${user_id}`
  await db`delete from authenticator_apps where user_id = ${user_id}`
  await db`delete from recovery_codes where user_id = ${user_id}`
  await deleteTrustedBrowsers(db, user_id)
}

export async function deleteTrustedBrowsers(db: Queryable, user_id: string): Promise<void> {
  await db`delete from trusted_browsers where user_id = ${user_id}`
}

export async function insertTrustedBrowser(
  db: Queryable,
  browser: { token_hash: Buffer; user_id: string; expires_at: Date },
): Promise<void> {
  await db`insert into trusted_browsers ${db(browser, 'token_hash', 'user_id', 'expires_at')}`
}

/** Whether one of these tokens is of a browser that is excepted for this account. */
export async function isTrustedBrowser(
  db: Queryable,
  { user_id, hashes, now }: { user_id: string; hashes: readonly Buffer[]; now: Date },
): Promise<boolean> {
  for (const token_hash of hashes) {
    const rows = await db`
      select from trusted_browsers where token_hash = ${token_hash} and user_id = ${user_id} and expires_at > ${now}`
    if (rows.length > 0) return true
  }
  return false
}
