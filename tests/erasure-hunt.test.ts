import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/store/ids.ts'
import { noisePicture } from './support/pictures.ts'
import { storedFiles } from './support/stored-files.ts'
import { PASSWORD, world } from './support/world.ts'

/**
 * Somebody with everything an account can have, and a mark in every text they ever gave, but for what they wrote to
 * others. When they are erased, no table, no file and no line of the log holds it any more.
 */

const DAY = 24 * 60 * 60 * 1000
const MARK = 'marker7q3'
const { ctx, logs, member, creator, staff, visitor, stranger, subscribe, passes, mails } = await world({
  STORY_AUTHORS: 'creator',
  CONTACT_EMAIL: 'house@example.com',
})
const { db } = ctx

/** What must not be taken away with them. */
const kept = { conversation_id: '', ledger_id: newId(ctx.now()) }

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

const EMAIL = `${MARK}@example.com`
let id = ''

beforeAll(async () => {
  const [fan, other, admin] = [await member('fan'), await creator('other'), await staff('admin', 'admin')]
  const leaver = stranger(MARK)
  await leaver.signUp()
  const agent = { headers: { 'user-agent': `${MARK}/1.0` } }
  const credentials = { user: { email: EMAIL, password: PASSWORD } }
  leaver.token = String((await leaver.ask('POST', '/users/sign_in', credentials, agent)).headers.authorization)
  id = (await leaver.ask('GET', '/user')).body.id
  leaver.id = id
  for (const username of [`${MARK}-before`, `${MARK}-now`]) await leaver.ask('PUT', '/user', { username, locale: 'fr' })
  const profile_pic = await noisePicture({ width: 50, height: 50, seed: 1 })
  await leaver.send('PUT', `/profiles/${id}`, { bio: `Bio ${MARK}`, profile_pic })

  // What they published; one post was judged, and they answered.
  const post = await leaver.posts({ description: `Post ${MARK}` })
  const judged = await leaver.posts({ description: `Judged ${MARK}`, protected: true })
  await leaver.tells({ description: `Story ${MARK}` })
  for (const { id: post_id } of [post, judged])
    await fan.ask('POST', '/reports', { post_id, reason: 'Inapropriate content' })
  await admin.ask('DELETE', `/admin/posts/${judged.id}`, { reason: 'Stolen' })
  const [notice] = (await leaver.ask('GET', '/notices')).body
  const answered = await leaver.ask('POST', `/notices/${notice.id}/answer`, { answer: `Answer ${MARK}` })
  expect(answered.status).toBe(201)

  // What they did to others.
  const [theirs, gone] = [await other.posts(), await other.posts()]
  await leaver.ask('POST', '/like', { post_id: theirs.id })
  for (const { id: post_id } of [theirs, gone]) {
    const report = { post_id, reason: 'Inapropriate content', description: `Report ${MARK}` }
    expect((await leaver.ask('POST', '/reports', report)).status).toBe(201)
  }
  await admin.ask('DELETE', `/admin/posts/${gone.id}`)
  await subscribe(leaver, other)
  const grant = { username: fan.email, creator: `${MARK}-now`, days: 90 }
  expect((await admin.ask('POST', '/admin/subscriptions', grant)).status).toBe(201)
  kept.conversation_id = (await leaver.writes(other, 'What stays with the other one')).id
  await fan.writes(leaver, 'What a fan wrote')
  await db`
    insert into ledger (
      id, payment_reference, subscription_id, creator_id, period, paid_at, price, vat_country, vat_percent, vat, charged,
      platform_fee, banking_fee, net
    ) values (${kept.ledger_id}, 'p1', ${id}, ${id}, 'day', ${ctx.now()}, 100, 'FR', 20, 20, 120, 15, 8, 77)`

  // What they left as a visitor, in a case of their own.
  await visitor.ask('POST', '/newsletter', { email: EMAIL.toUpperCase(), isInterestedInCreating: true })
  await visitor.ask('POST', '/contact', { name: `Name ${MARK}`, email: EMAIL, message: `Contact ${MARK}` })

  // What the account's own matters keep.
  const soon = new Date(ctx.now().getTime() + DAY)
  await db`insert into known_devices values (${id}, ${`${MARK} on Linux`}, ${ctx.now()})`
  await db`
    insert into email_changes (id, user_id, old_email, new_email, confirm_hash, confirm_until, confirmed_at)
    values (${newId(ctx.now())}, ${id}, ${`old-${EMAIL}`}, ${EMAIL}, ${Buffer.from(MARK)}, ${soon}, ${ctx.now()})`
  await visitor.ask('POST', '/contact', { name: 'Before', email: `old-${EMAIL}`, message: `Before ${MARK}` })
  await mkdir(path.join(ctx.config.data_dir, 'exports'), { recursive: true })
  await writeFile(path.join(ctx.config.data_dir, 'exports', 'one.zip'), `Everything of ${MARK}`)
  await db`
    insert into exports (id, user_id, state, requested_at, file_key) values (${newId(ctx.now())}, ${id}, 'ready', ${ctx.now()}, 'one.zip')`

  // Mails of all kinds, sent and waiting.
  await visitor.ask('POST', '/users/password', { user: { email: ` ${EMAIL.toUpperCase()} ` } })
  for (const job of ['mail_contact_messages', 'mail_notices'] as const) await ctx.jobs.send(job, {})
  await mails()
  expect((await leaver.ask('POST', '/user/deletion', { current_password: PASSWORD })).status).toBe(200)
  await mails()
  await visitor.ask('POST', '/users/password', { user: { email: EMAIL } })
  // Leaving ended every session. Whatever may come to be one all the same does not stay.
  await db`
    insert into sessions (id, user_id, created_at, last_used_at, rotated_at, user_agent)
    values (${newId(ctx.now())}, ${id}, ${soon}, ${soon}, ${soon}, ${`${MARK}/1.0`})`
  // The disk has a clock of its own.
  const outbox = path.join(ctx.config.data_dir, 'outbox')
  for (const name of await readdir(outbox)) await utimes(path.join(outbox, name), ctx.now(), ctx.now())
})

async function eraseDue(): Promise<void> {
  await ctx.jobs.send('erase_accounts', {})
  await ctx.jobs.runDue()
}

describe('The hunt for somebody who was erased', () => {
  it('finds them in many places before', async () => {
    const tables = new Set((await marksInTables()).map((row) => row.split(': ')[0]))
    const everywhere = [
      'users',
      'usernames',
      'profiles',
      'posts',
      'stories',
      'reports',
      'handled_reports',
      'report_cases',
      'newsletter_addresses',
      'contact_messages',
      'known_devices',
      'email_changes',
    ].map((name) => `public.${name}`)
    expect([...tables]).toEqual(expect.arrayContaining([...everywhere, 'pgboss.job_common']))
    const folders = (await marksInFiles()).map((file) => path.relative(ctx.config.data_dir, file).split(path.sep)[0])
    expect(new Set(folders)).toEqual(new Set(['outbox', 'exports']))
    expect((await storedFiles(ctx)).length).toBeGreaterThan(0)
  })

  it('finds no trace after, in any table, file or line of the log', async () => {
    passes(14 * DAY)
    await eraseDue()
    expect(await marksInTables()).toEqual([])
    expect(await marksInFiles()).toEqual([])
    expect(logs.filter((line) => line.toLowerCase().includes(MARK))).toEqual([])
  })

  it('finds no row of theirs, and no byte of what they published', async () => {
    const owned: [table: string, column: string][] = [
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
    for (const [table, column] of owned) {
      expect([table, ...(await db`select 1 from ${db(table)} where ${db(column)} = ${id}`)]).toEqual([table])
    }
    const known = await db<{ store_key: string }[]>`select store_key from media`
    const files = await storedFiles(ctx)
    expect(files.filter((file) => !known.some(({ store_key }) => file.startsWith(store_key)))).toEqual([])
    expect(files.length).toBeGreaterThan(0)
  })

  it('finds what stays, without a name: messages, lines of the ledger and of the audit', async () => {
    expect([
      ...(await db`select username, email, erased_at is not null as is_gone from users where id = ${id}`),
    ]).toEqual([{ username: null, email: null, is_gone: true }])
    expect([...(await db`select content from messages where conversation_id = ${kept.conversation_id}`)]).toEqual([
      { content: 'What stays with the other one' },
    ])
    expect([...(await db`select creator_id from ledger where id = ${kept.ledger_id}`)]).toEqual([{ creator_id: id }])
    expect([...(await db`select action from audit_log where user_id = ${id}`)]).toEqual([{ action: 'post_removed' }])
  })

  it('is not about others: their posts, likes and mails are there', async () => {
    expect([...(await db`select likes_count from posts`)]).toEqual([{ likes_count: 0 }])
    const [row] = await db`select count(*) from users where username is not null`
    expect(row?.count).toBe(3)
  })
})
