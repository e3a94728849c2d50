import { createECDH, createHash, randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Queryable } from '#server/db/connect.ts'

/**
 * The key that signs tickets and signed URLs: derived from SECRET_KEY, or generated once and stored for all processes.
 */
export async function findSigningSecret(db: Queryable, { secret_key }: Pick<Config, 'secret_key'>): Promise<Buffer> {
  if (secret_key !== undefined) return createHash('sha256').update(secret_key).digest()
  return await keep(db, 'signing', randomBytes(32))
}

/** A random id that identifies this database. */
export async function findDatabaseIdentity(db: Queryable): Promise<string> {
  return (await keep(db, 'identity', randomBytes(16))).toString('hex')
}

/**
 * The keys that encrypt the secrets of authenticator apps, the present one first. Without SECRET_KEY it is made once and
 * kept for all processes; if SECRET_KEY is set later, that key still opens.
 */
export async function findFactorKeys(
  db: Queryable,
  { secret_key, secret_key_before }: Pick<Config, 'secret_key' | 'secret_key_before'>,
): Promise<[string, ...string[]]> {
  const before = secret_key_before === undefined ? [] : [secret_key_before]
  if (secret_key === undefined) return [(await keep(db, FACTORS, randomBytes(32))).toString('hex'), ...before]
  const [kept] = await db<{ value: Buffer }[]>`select value from secrets where name = ${FACTORS}`
  return [secret_key, ...before, ...(kept ? [kept.value.toString('hex')] : [])]
}

const FACTORS = 'factors'
const PUSH_KEY_BYTES = 32

/** The private key that signs push messages (VAPID). It stays when SECRET_KEY changes: browsers subscribed with its public half. */
export async function findPushKey(db: Queryable): Promise<Buffer> {
  const key = createECDH('prime256v1')
  key.generateKeys()
  // OpenSSL leaves out leading zeros.
  const bytes = Buffer.alloc(PUSH_KEY_BYTES)
  const significant = key.getPrivateKey()
  significant.copy(bytes, PUSH_KEY_BYTES - significant.length)
  return await keep(db, 'push', bytes)
}

/** Returns the stored value, or stores the offered one. All processes get the value that was stored first. */
async function keep(db: Queryable, name: string, offered: Buffer): Promise<Buffer> {
  await db`insert into secrets (name, value) values (${name}, ${offered}) on conflict (name) do nothing`
  const [row] = await db<{ value: Buffer }[]>`select value from secrets where name = ${name}`
  if (!row) throw new Error('a secret that was just kept is not there')
  return row.value
}
