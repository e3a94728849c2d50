import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { openDetails } from '#server/domain/identities.ts'
import { closeCase } from '#server/store/decisions/decisions.ts'
import { hashAddress } from '#server/store/newsletter/newsletter.ts'
import { WITHOUT_USER_TEXT } from './support/database/text-columns.ts'
import { exportFiles, mediaOf, storedFiles } from './support/files/stored-files.ts'
import { sendIdentity } from './support/scenarios/identities.ts'
import { EMAILS, MARKER, MarkedAccount } from './support/scenarios/marked-account.ts'
import { world } from './support/world.ts'

/**
 * Searches for the remains of an erased account. The account has everything that an account can have, and a marker in every
 * text it ever sent, except messages to others. After the erasure no table, file or log line contains the marker, except
 * the evidence of cases about the account, and 180 days after the decision that does not either, and its receipts and
 * statements, which go after ten years. Who a creator was is kept sealed as long as the books that name them, and nobody
 * reads the marker in it.
 */

const installation = await world({
  STORY_AUTHORS: 'creator',
  CONTACT_EMAIL: 'house@example.com',
  PAYMENTS: 'sandbox',
})
const { ctx, logs, passes } = installation
const { db } = ctx
const account = new MarkedAccount(installation)

/** The marker in a column of bytes. */
const MARKER_BYTES = Buffer.from(MARKER).toString('hex')

/** Every column of our tables that holds text or JSON. */
async function textColumns(): Promise<{ table: string; column: string }[]> {
  return await db<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema = 'public' and c.data_type in ('text', 'jsonb', 'json', 'character varying')
    order by 1, 2`
}

async function columnsWithMarker(): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await textColumns()) {
    const rows = await db`select from ${db(table)} where position(${MARKER} in lower(${db(column)}::text)) > 0 limit 1`
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** Every row of the database that contains the marker, as "table: row". */
async function rowsWithMarker(): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['public.users', 'pgboss.job_common']))
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db<{ row: string }[]>`
      select t::text as row from ${db.unsafe(name)} t
      where position(${MARKER} in lower(t::text)) > 0 or position(${MARKER_BYTES} in lower(t::text)) > 0`
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

/** Every file below DATA_DIR with the marker in its name or its bytes, also in base64 or quoted-printable. */
async function filesWithMarker(): Promise<string[]> {
  const entries = await readdir(ctx.config.data_dir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file, 'latin1')
    const words = [...bytes.matchAll(/[A-Za-z0-9+/=\r\n]{40,}/g)].map(([text]) =>
      Buffer.from(text, 'base64').toString('latin1'),
    )
    const text = [file, bytes, bytes.replaceAll('=\r\n', ''), ...words].join('\n').toLowerCase()
    if (text.includes(MARKER)) found.push(file)
  }
  return found
}

/** The tables that belong to an account, with the column of its id. */
const OWNED: [table: string, column: string][] = [
  ['posts', 'profile_id'],
  ['drafts', 'profile_id'],
  ['stories', 'profile_id'],
  ['media', 'owner_id'],
  ['likes', 'user_id'],
  ['reports', 'author_id'],
  ['handled_reports', 'author_id'],
  ['report_cases', 'author_id'],
  ['blocks', 'user_id'],
  ['blocks', 'other_id'],
  ['mutes', 'user_id'],
  ['mutes', 'other_id'],
  ['member_notices', 'user_id'],
  ['member_notices', 'about_id'],
  ['notification_settings', 'user_id'],
  ['push_devices', 'user_id'],
  ['tellings', 'creator_id'],
  ['waiting_fans', 'creator_id'],
  ['waiting_fans', 'fan_id'],
  ['fan_labels', 'creator_id'],
  ['fan_labels', 'fan_id'],
  ['fan_notes', 'creator_id'],
  ['fan_notes', 'fan_id'],
  ['saved_replies', 'creator_id'],
  ['broadcasts', 'creator_id'],
  ['broadcast_recipients', 'fan_id'],
  ['welcome_messages', 'creator_id'],
  ['welcomes', 'creator_id'],
  ['welcomes', 'fan_id'],
  ['subscriptions', 'fan_id'],
  ['subscriptions', 'profile_id'],
  ['sessions', 'user_id'],
  ['usernames', 'user_id'],
  ['known_devices', 'user_id'],
  ['password_resets', 'user_id'],
  ['email_changes', 'user_id'],
  ['sign_up_confirmations', 'user_id'],
  ['exports', 'user_id'],
  ['story_views', 'user_id'],
  ['post_viewers', 'viewer_id'],
  ['creator_viewers', 'viewer_id'],
  ['creator_viewers', 'profile_id'],
  ['creator_tallies', 'profile_id'],
  ['story_tallies', 'profile_id'],
  ['verification_files', 'creator_id'],
  ['passkeys', 'user_id'],
  ['authenticator_apps', 'user_id'],
  ['recovery_codes', 'user_id'],
  ['sign_in_tickets', 'user_id'],
  ['trusted_browsers', 'user_id'],
  ['factor_recoveries', 'user_id'],
  ['viewer_marks', 'viewer_id'],
  ['marked_pictures', 'owner_id'],
  ['leak_lookups', 'asker_id'],
  ['leak_lookups', 'owner_id'],
  ['leak_lookups', 'viewer_id'],
]

/** Columns that still have the id of an erased account, without a name: of its conversations, and of what staff decided. */
const KEPT = [
  'conversations.creator_id',
  'conversations.fan_id',
  'messages.sender_id',
  'profiles.id',
  'reactions.user_id',
  'report_cases.staff_id',
]

/** How many rows of each table belong to the account. These have no text, so that the marker cannot find them. */
async function ownedRows(): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [table, column] of OWNED) {
    found[`${table}.${column}`] = (await db`select from ${db(table)} where ${db(column)} = ${account.id}`).length
  }
  for (const table of ['newsletter_links', 'newsletter_departures']) {
    found[table] = (await db`select from ${db(table)} where address_hash in ${db(EMAILS.map(hashAddress))}`).length
  }
  found['pgboss.job'] = (await db`select from pgboss.job where position(${account.id} in data::text) > 0`).length
  return found
}

/** What the law wants kept for ten years, with the name that was printed. */
const PAPERS = ['public.monthly_statements', 'public.receipts']
const tablesOf = (rows: string[]) => rows.map((row) => row.slice(0, row.indexOf(':'))).sort()

beforeAll(() => account.fill())

describe('The erasure of an account', () => {
  it('Before the erasure every column that can hold text of a user contains the marker', async () => {
    const marked = await columnsWithMarker()
    const all = (await textColumns()).map(({ table, column }) => `${table}.${column}`)
    // A new column has to be filled by MarkedAccount, or to be added to the list of columns without text of users.
    expect(all.filter((name) => !marked.includes(name))).toEqual(WITHOUT_USER_TEXT)
    const folders = (await filesWithMarker()).map((file) => path.relative(ctx.config.data_dir, file).split(path.sep)[0])
    expect(new Set(folders)).toEqual(new Set(['outbox']))
    expect((await rowsWithMarker()).some((row) => row.startsWith('pgboss.job'))).toBe(true)
  })

  it('Every column that refers to an account is hunted through, or is known to stay', async () => {
    const referring = await db<{ name: string }[]>`
      select c.conrelid::regclass || '.' || a.attname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid in ('users'::regclass, 'profiles'::regclass)`
    const known = OWNED.map(([table, column]) => `${table}.${column}`)
    const others = referring.map(({ name }) => name).filter((name) => !known.includes(name))
    expect(others.sort()).toEqual(KEPT)
  })

  it('Before the erasure the account has rows in every table, pictures and an export', async () => {
    expect(Object.entries(await ownedRows()).filter(([, count]) => count === 0)).toEqual([])
    expect(await exportFiles(ctx)).toHaveLength(1)
    expect((await storedFiles(ctx)).length).toBeGreaterThan(0)
  })

  it('After the erasure no table, file or log line contains the marker, except the evidence of cases, one receipt and one statement', async () => {
    passes(7 * DAY_MS)
    await ctx.jobs.send('erase_accounts', {})
    await ctx.jobs.runDue()
    const rows = await rowsWithMarker()
    expect(tablesOf(rows)).toEqual([...Array(3).fill('public.cases'), ...PAPERS])
    expect(await filesWithMarker()).toEqual([])
    expect(logs.filter((line) => line.toLowerCase().includes(MARKER))).toEqual([])
  })

  it('After the erasure the account has no rows, no media files and no export', async () => {
    expect(Object.entries(await ownedRows()).filter(([, count]) => count > 0)).toEqual([])
    expect(await exportFiles(ctx)).toEqual([])
    const known = await mediaOf(db)
    const files = await storedFiles(ctx)
    expect(files.filter((file) => !known.some(({ store_key }) => file.startsWith(store_key)))).toEqual([])
    expect(files.length).toBeGreaterThan(0)
  })

  it('After the erasure messages, ledger entries and audit entries stay, without a name', async () => {
    expect([...(await db`select * from users where id = ${account.id}`)]).toEqual([
      {
        id: account.id,
        email: null,
        email_key: null,
        username: null,
        password_hash: null,
        role: null,
        wish_to_become_creator: false,
        locale: null,
        theme: null,
        creator_approved_at: null,
        email_confirmed_at: null,
        age_confirmed_at: null,
        age_wording: null,
        age_locale: null,
        created_at: expect.any(Date),
        erased_at: ctx.now(),
        demo: null,
        frozen_at: null,
        frozen_until: null,
        frozen_ground: null,
        frozen_facts: null,
      },
    ])
    expect([...(await db`select * from profiles where id = ${account.id}`)]).toEqual([
      {
        id: account.id,
        bio: '',
        plain_bio: '',
        picture_mark: 'off',
        picture_id: null,
        hidden_bio: null,
        hidden_picture_id: null,
        last_public_post_id: null,
        name_key: null,
        day_subscription: '7.99',
        week_subscription: '14.99',
        month_subscription: '23.99',
        created_at: expect.any(Date),
      },
    ])
    expect([
      ...(await db`select actions, ground, facts, appeal from decisions where subject_id = ${account.id}`),
    ]).toEqual([{ actions: ['remove'], ground: 'terms_conduct', facts: '[erased]', appeal: '' }])
    const { conversation_id, ledger_id } = account.kept
    expect([...(await db`select content from messages where conversation_id = ${conversation_id}`)]).toEqual([
      { content: 'What stays with the other one' },
    ])
    expect([...(await db`select hidden_content from messages where hidden_at is not null`)]).toEqual([
      { hidden_content: '' },
    ])
    expect([...(await db`select creator_id from movements where id = ${ledger_id}`)]).toEqual([
      { creator_id: account.id },
    ])
    const done = await db<
      { action: string }[]
    >`select action from audit_log where user_id = ${account.id} order by action`
    expect(done.map(({ action }) => action)).toEqual([
      'creator_approved',
      'post_removed',
      'verification_decided',
      'verification_viewed',
    ])
  })

  it('After the erasure who the creator was stays sealed, because the books name them, and nobody finds it', async () => {
    const [kept] = await db<{ sealed: Buffer; key_id: string; note: string | null }[]>`
      select sealed, key_id, note from verifications where creator_id = ${account.id}`
    expect(kept && ctx.seal && openDetails(ctx.seal, account.id, kept).legal_name).toBe(`Name ${MARKER}`)
    expect(kept?.note).toBeNull()
    expect(await db`select from payees where creator_id = ${account.id} and sealed is not null`).toHaveLength(1)
  })

  it('An erasure keeps the posts and names of others, and their like counts go down', async () => {
    // One of them was removed, and is kept for an appeal of its author.
    const kept = await db`select likes_count, hidden_at is null as is_shown from posts order by 2`
    expect([...kept]).toEqual([false, true].map((is_shown) => ({ likes_count: 0, is_shown })))
    const [row] = await db`select count(*) from users where username is not null`
    expect(row?.count).toBe(4)
  })

  it('After the decision of its cases and 180 days nothing is left of the account but its papers, also of the evidence', async () => {
    for (const { id } of await db<{ id: string }[]>`select id from cases where state = 'open'`)
      await db.begin((tx) => closeCase(tx, id, ctx.now()))
    passes(181 * DAY_MS)
    for (const job of ['erase_evidence', 'erase_removed'] as const) await ctx.jobs.send(job, {})
    await ctx.jobs.runDue()
    expect(tablesOf(await rowsWithMarker())).toEqual(PAPERS)
    const known = await db<{ store_key: string }[]>`select store_key from media`
    expect(
      (await storedFiles(ctx)).filter((file) => !known.some(({ store_key }) => file.startsWith(store_key))),
    ).toEqual([])
  })

  it('After ten years and the year of the last movement nobody knows who the creator was, and no paper names them', async () => {
    const left = async () => {
      for (const job of ['erase_identities', 'erase_receipts', 'erase_statements'] as const)
        await ctx.jobs.send(job, {})
      await ctx.jobs.runDue()
      const rows =
        await db`select from verifications v join payees p using (creator_id) where creator_id = ${account.id}`
      return rows.length
    }
    passes(Date.parse('2036-12-31T23:59:59Z') - ctx.now().getTime())
    expect(await left()).toBe(1)
    expect(tablesOf(await rowsWithMarker())).toEqual(PAPERS)
    passes(1000)
    expect(await left()).toBe(0)
    expect(await rowsWithMarker()).toEqual([])
    expect(await db`select from payees where creator_id = ${account.id}`).toHaveLength(0)
    expect(await db`select from movements where creator_id = ${account.id}`).toHaveLength(1)
  })

  it('Of a creator whom no book names nothing is kept', async () => {
    const zoe = await installation.creator('zoe')
    expect((await sendIdentity(zoe)).status).toBe(200)
    await db`update users set erased_at = ${ctx.now()} where id = ${zoe.id}`
    await ctx.jobs.send('erase_accounts', {})
    await ctx.jobs.runDue()
    for (const table of ['verifications', 'verification_files', 'payees'])
      expect(await db`select from ${db(table)} where creator_id = ${zoe.id}`, table).toHaveLength(0)
  })
})
