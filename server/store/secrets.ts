import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Queryable } from '#server/db/connect.ts'

/** What tickets are signed with: made from SECRET_KEY, or made up once and kept for every process there is. */
export async function findSigningSecret(db: Queryable, { secret_key }: Pick<Config, 'secret_key'>): Promise<Buffer> {
  if (secret_key !== undefined) return createHash('sha256').update(secret_key).digest()
  return await keep(db, 'signing', randomBytes(32))
}

/** What tells this database from every other one, for as long as it is there. */
export async function findDatabaseIdentity(db: Queryable): Promise<string> {
  return (await keep(db, 'identity', randomBytes(16))).toString('hex')
}

/** The first one to be offered under a name is the one. */
async function keep(db: Queryable, name: string, offered: Buffer): Promise<Buffer> {
  await db`insert into secrets (name, value) values (${name}, ${offered}) on conflict (name) do nothing`
  const [row] = await db<{ value: Buffer }[]>`select value from secrets where name = ${name}`
  if (!row) throw new Error('a secret that was just kept is not there')
  return row.value
}
