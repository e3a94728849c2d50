import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { hashAddress } from '#server/store/newsletter.ts'
import { EMAILS, MARK, MarkedLife } from './support/marked-life.ts'
import { storedFiles } from './support/stored-files.ts'
import { world } from './support/world.ts'

/**
 * Somebody with everything an account can have, and a mark in every text they ever gave, but for what they wrote to
 * others. When they are erased, no table, no file and no line of the log holds it any more.
 */

const here = await world({ STORY_AUTHORS: 'creator', CONTACT_EMAIL: 'house@example.com' })
const { ctx, logs, passes } = here
const { db } = ctx
const life = new MarkedLife(here)

/** Words of ours, of staff and for others, keys, and what is only ever one of a few. */
const NOT_THEIRS = [
  'audit_log.action',
  'audit_log.details',
  'audit_log.reason',
  'contact_messages.locale',
  'exports.file_key',
  'exports.state',
  'handled_reports.reason',
  'known_devices.device',
  'ledger.payment_reference',
  'ledger.period',
  'ledger.vat_country',
  'mail_counts.budget',
  'media.content_type',
  'media.files',
  'media.store_key',
  'messages.content',
  'migrations.name',
  'migrations.sha256',
  'newsletter_addresses.consent_locale',
  'newsletter_addresses.consent_version',
  'newsletter_departures.consent_locale',
  'newsletter_departures.consent_version',
  'notices.details',
  'notices.kind',
  'reactions.emoji',
  'report_cases.note',
  'report_cases.outcome',
  'reports.reason',
  'secrets.name',
  'unknown_files.store_key',
  'users.demo',
  'users.locale',
  'users.password_hash',
  'users.role',
  'users.theme',
]

/** Every text that our own tables hold; what a text is made of counts too. */
async function textColumns(): Promise<{ table: string; column: string }[]> {
  return await db<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.data_type in ('text', 'jsonb', 'json', 'character varying')
    order by 1, 2`
}

async function markedColumns(): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await textColumns()) {
    const rows = await db`select from ${db(table)} where position(${MARK} in lower(${db(column)}::text)) > 0 limit 1`
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** Everything in the database that holds the mark, as "table: row". */
async function marksInTables(): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['public.users', 'pgboss.job_common']))
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db<{ row: string }[]>`
      select t::text as row from ${db.unsafe(name)} t where position(${MARK} in lower(t::text)) > 0`
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

/** Every file below DATA_DIR with the mark in its name or its bytes, whatever they are encoded in. */
async function marksInFiles(): Promise<string[]> {
  const entries = await readdir(ctx.config.data_dir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file, 'latin1')
    const words = [...bytes.matchAll(/[A-Za-z0-9+/=\r\n]{40,}/g)].map(([text]) =>
      Buffer.from(text, 'base64').toString('latin1'),
    )
    const text = [file, bytes, bytes.replaceAll('=\r\n', ''), ...words].join('\n').toLowerCase()
    if (text.includes(MARK)) found.push(file)
  }
  return found
}

async function exported(): Promise<string[]> {
  return await readdir(path.join(ctx.config.data_dir, 'exports'))
}

/** Whose rows are theirs, by the one column that says so. */
const OWNED: [table: string, column: string][] = [
  ['posts', 'profile_id'],
  ['stories', 'profile_id'],
  ['media', 'owner_id'],
  ['likes', 'user_id'],
  ['reports', 'author_id'],
  ['handled_reports', 'author_id'],
  ['report_cases', 'author_id'],
  ['notices', 'user_id'],
  ['subscriptions', 'fan_id'],
  ['subscriptions', 'profile_id'],
  ['sessions', 'user_id'],
  ['usernames', 'user_id'],
  ['known_devices', 'user_id'],
  ['password_resets', 'user_id'],
  ['email_changes', 'user_id'],
  ['exports', 'user_id'],
  ['story_views', 'user_id'],
]

/** Where something of theirs lies that no mark can be in. */
async function ownedRows(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [table, column] of OWNED) {
    found[`${table}.${column}`] = (await db`select from ${db(table)} where ${db(column)} = ${life.id}`).length
  }
  for (const table of ['newsletter_links', 'newsletter_departures']) {
    found[table] = (await db`select from ${db(table)} where address_hash in ${db(EMAILS.map(hashAddress))}`).length
  }
  found['pgboss.job'] = (await db`select from pgboss.job where position(${life.id} in data::text) > 0`).length
  return found
}

beforeAll(() => life.live())

describe('The hunt for somebody who was erased', () => {
  it('finds them before, in every text that people can give', async () => {
    const marked = await markedColumns()
    const all = (await textColumns()).map(({ table, column }) => `${table}.${column}`)
    // A new column is marked in the life above, or is one that holds no word of anybody who can leave.
    expect(all.filter((name) => !marked.includes(name))).toEqual(NOT_THEIRS)
    const folders = (await marksInFiles()).map((file) => path.relative(ctx.config.data_dir, file).split(path.sep)[0])
    expect(new Set(folders)).toEqual(new Set(['outbox']))
    expect((await marksInTables()).some((row) => row.startsWith('pgboss.job'))).toBe(true)
  })

  it('finds rows, pictures and an export of theirs before', async () => {
    expect(Object.entries(await ownedRows()).filter(([, count]) => count === 0)).toEqual([])
    expect(await exported()).toHaveLength(1)
    expect((await storedFiles(ctx)).length).toBeGreaterThan(0)
  })

  it('finds no trace after, in any table, file or line of the log', async () => {
    passes(7 * DAY_MS)
    await ctx.jobs.send('erase_accounts', {})
    await ctx.jobs.runDue()
    expect(await marksInTables()).toEqual([])
    expect(await marksInFiles()).toEqual([])
    expect(logs.filter((line) => line.toLowerCase().includes(MARK))).toEqual([])
  })

  it('finds no row of theirs, and no byte of what they published or took home', async () => {
    expect(Object.entries(await ownedRows()).filter(([, count]) => count > 0)).toEqual([])
    expect(await exported()).toEqual([])
    const known = await db<{ store_key: string }[]>`select store_key from media`
    const files = await storedFiles(ctx)
    expect(files.filter((file) => !known.some(({ store_key }) => file.startsWith(store_key)))).toEqual([])
    expect(files.length).toBeGreaterThan(0)
  })

  it('finds what stays, without a name: messages, lines of the ledger and of the audit', async () => {
    expect([...(await db`select * from users where id = ${life.id}`)]).toEqual([
      {
        id: life.id,
        email: null,
        email_key: null,
        username: null,
        password_hash: null,
        role: null,
        wish_to_become_creator: false,
        locale: null,
        theme: null,
        creator_approved_at: null,
        created_at: expect.any(Date),
        erased_at: ctx.now(),
        demo: null,
      },
    ])
    expect([...(await db`select * from profiles where id = ${life.id}`)]).toEqual([
      {
        id: life.id,
        bio: '',
        plain_bio: '',
        picture_id: null,
        last_public_post_id: null,
        day_subscription: '7.99',
        week_subscription: '14.99',
        month_subscription: '23.99',
        created_at: expect.any(Date),
      },
    ])
    const { conversation_id, ledger_id } = life.kept
    expect([...(await db`select content from messages where conversation_id = ${conversation_id}`)]).toEqual([
      { content: 'What stays with the other one' },
    ])
    expect([...(await db`select creator_id from ledger where id = ${ledger_id}`)]).toEqual([{ creator_id: life.id }])
    const done = await db<{ action: string }[]>`select action from audit_log where user_id = ${life.id} order by action`
    expect(done.map(({ action }) => action)).toEqual(['creator_approved', 'post_removed'])
  })

  it('is not about others: their posts and names are there, and a like less is counted', async () => {
    expect([...(await db`select likes_count from posts`)]).toEqual([{ likes_count: 0 }])
    const [row] = await db`select count(*) from users where username is not null`
    expect(row?.count).toBe(3)
  })
})
