import { createHmac } from 'node:crypto'
import type { Db, Tx } from './connect.ts'

/**
 * The role that requests and jobs use in the database that comes along. It reads and writes rows, and can neither change
 * nor empty a table: whatever gets into a statement stays within what the product itself could do. Migrations and the
 * job queue, which makes tables of its own, keep the owner's role.
 */
export const REQUEST_ROLE = 'loge_requests'

/** Nothing that a person waits for takes nearly as long. A lock is held that long only by the last step of a backup. */
const REQUEST_TIMEOUTS = {
  statement_timeout: '60s',
  lock_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
}
type Timeouts = Readonly<Record<keyof typeof REQUEST_TIMEOUTS, string>>

/** For jobs: a sweep may read whole tables, and a transaction may wait for a mail server or a bucket. */
export const NO_TIMEOUTS: Timeouts = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/** Made of the owner's password, so that no further file has to be kept, and a copied folder works as it is. */
export function requestPassword(owner_password: string): string {
  return createHmac('sha256', owner_password).update(REQUEST_ROLE).digest('base64url')
}

/** At every start, after the migrations: folders of earlier versions get the role, and new tables its rights. */
export async function prepareRequestRole(
  owner: Db,
  password: string,
  timeouts: Timeouts = REQUEST_TIMEOUTS,
): Promise<void> {
  const settings = Object.entries(timeouts).map(
    ([name, value]) => `alter role ${REQUEST_ROLE} set ${name} = '${value}';`,
  )
  await owner.begin(async (tx) => {
    // The password has letters, digits, - and _ alone, and the names stand in this file.
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
    // What was migrated is the owner's to say.
    await tx.unsafe(`revoke insert, update, delete on migrations from ${REQUEST_ROLE}`)
  })
}

/** What is there already; what comes later has the default privileges. The queue makes its schema at the first start. */
async function grantRows(tx: Tx, schema: string): Promise<void> {
  const [found] = await tx`select from pg_namespace where nspname = ${schema}`
  if (!found) return
  await tx.unsafe(`
    grant usage on schema ${schema} to ${REQUEST_ROLE};
    grant select, insert, update, delete on all tables in schema ${schema} to ${REQUEST_ROLE};
    grant usage, select, update on all sequences in schema ${schema} to ${REQUEST_ROLE};
  `)
}
