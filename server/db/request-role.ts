import { createHmac } from 'node:crypto'
import type { Db, Tx } from './connect.ts'

/**
 * The role that requests and jobs use in the embedded database (least privilege). It reads and writes rows, and cannot
 * create, alter or truncate tables, which limits the damage of an SQL injection. Migrations and the job queue, which
 * creates its own tables, use the owner role.
 */
export const REQUEST_ROLE = 'loge_requests'

/** No request normally takes nearly this long. Only the last step of a backup may hold a lock for that long. */
export const REQUEST_TIMEOUTS = {
  statement_timeout: '10s',
  lock_timeout: '8s',
  idle_in_transaction_session_timeout: '60s',
}
type Timeouts = Readonly<Record<keyof typeof REQUEST_TIMEOUTS, string>>

/** Jobs have no timeouts: a sweep may read whole tables, and a transaction may wait for a mail server or a bucket. */
export const NO_TIMEOUTS: Timeouts = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** Derived from the owner's password (HMAC), so that no second file is needed and a copied folder works. */
export function requestPassword(owner_password: string): string {
  return createHmac('sha256', owner_password).update(REQUEST_ROLE).digest('base64url')
}

/**
 * Creates or updates the role. Idempotent; runs at every start after the migrations, so that data folders of earlier
 * versions get the role and new tables get its grants.
 */
export async function prepareRequestRole(
  owner: Db,
  password: string,
  timeouts: Timeouts = REQUEST_TIMEOUTS,
): Promise<void> {
  const settings = Object.entries(timeouts).map(
    ([name, value]) => `alter role ${REQUEST_ROLE} set ${name} = '${value}';`,
  )
  await owner.begin(async (tx) => {
    // Safe to interpolate: the password contains only letters, digits, - and _, and the names are constants of this
    // file.
    await tx.unsafe(`
      do $$
      begin
        if not exists (select from pg_roles where rolname = '${REQUEST_ROLE}') then create role ${REQUEST_ROLE}; end if;
        execute format('revoke temporary on database %I from public', current_database());
      end
      $$;
      alter role ${REQUEST_ROLE} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit
        password '${password}';
      ${settings.join('\n')}
      revoke create on schema public from public;
      alter default privileges grant usage on schemas to ${REQUEST_ROLE};
      alter default privileges grant select, insert, update, delete on tables to ${REQUEST_ROLE};
      alter default privileges grant usage, select, update on sequences to ${REQUEST_ROLE};
    `)
    for (const schema of ['public', 'pgboss']) await grantRows(tx, schema)
    // Only the owner may record migrations.
    await tx.unsafe(`revoke insert, update, delete on migrations from ${REQUEST_ROLE}`)
  })
}

/**
 * Grants access to existing tables; later ones get the default privileges. The job queue creates its schema at the
 * first start.
 */
async function grantRows(tx: Tx, schema: string): Promise<void> {
  const [found] = await tx`select from pg_namespace where nspname = ${schema}`
  if (!found) return
  await tx.unsafe(`
    grant usage on schema ${schema} to ${REQUEST_ROLE};
    grant select, insert, update, delete on all tables in schema ${schema} to ${REQUEST_ROLE};
    grant usage, select, update on all sequences in schema ${schema} to ${REQUEST_ROLE};
  `)
}
