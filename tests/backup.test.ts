import { cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { REPORT_REASONS } from '#contract/posts.ts'
import { connect, type Db } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { recordPayment } from '#server/domain/payments/record-payment.ts'
import { createS3Store } from '#server/media/store/s3-store.ts'
import { startProduct } from '#tests/e2e/support/product.ts'
import { clip } from '#tests/support/files/clips.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { mediaOf } from '#tests/support/files/stored-files.ts'
import type { Ended } from '#tests/support/processes/run-script.ts'
import { startS3 } from '#tests/support/processes/s3.ts'
import {
  backUp,
  backUpAlone,
  restore,
  restoreAlone,
  rowsIn,
  scratchPlaces,
  settingsOf,
} from '#tests/support/scenarios/backups.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'
import { takeBackup } from '../scripts/take-backup.ts'

const { scratch, newFolder, emptyDatabase, emptyInstallation } = await scratchPlaces()

const original = await world({ STORY_AUTHORS: 'creator' })
const { ctx, creator, member, subscribe } = original
const amy = await creator('amy')
const fan = await member('fan')
await subscribe(fan, amy)
// Two pictures, their two sealed copies, and the picture of a draft.
const file = await Promise.all([7, 8].map((seed) => noisePicture({ width: 40, height: 50, seed })))
const { body: album } = await amy.send('POST', '/posts', { description: 'An album', file, alt: ['One', 'Two'] })
await fan.ask('POST', '/reports', { post_id: album.id, reason: REPORT_REASONS[0] })
await original.runJob('seal_evidence')
await amy.send('POST', '/posts', { description: 'A draft', file: file.slice(1), draft: 'true' })
const open = await amy.posts({ description: 'Bonjour \u{1f3ad}\n"quoted" \\ tab\t' })
const locked = await amy.posts({ protected: true })
await amy.tells({ protected: true, media: await clip('talking.mp4') })
await fan.ask('POST', '/like', { post_id: open.id })
const { id: conversation } = await fan.writes(amy, 'Salut\u202f!\r\nA \\n is no new line')
await amy.says(conversation, 'العربية \u{1f525}')
await ctx.db.begin((tx) =>
  recordPayment(tx, {
    payment_reference: 'p-1',
    fan_id: fan.id,
    creator_id: amy.id,
    period: 'month',
    price: 2399,
    vat_country: 'FR',
    paid_at: ctx.now(),
  }),
)

const saved = newFolder()
const made = await backUpAlone(settingsOf(original), saved)

describe('The backup command', () => {
  it.each([[[]], [['a', '--quick']]])('The backup command prints its usage for wrong arguments: %j', async (args) => {
    const { code, stderr } = await backUp(settingsOf(original), ...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining('npm run backup -- FOLDER')])
  })

  it('The backup command refuses a folder that already exists, and does not change it', async () => {
    const { code, stdout, stderr } = await backUp(settingsOf(original), scratch)
    expect([code, stdout, stderr]).toEqual([1, '', `${scratch} already exists: choose a folder that does not exist.\n`])
  })

  it('The backup command refuses a database that Loge has never used', async () => {
    const folder = newFolder()
    expect(await backUp(await emptyInstallation(), folder)).toMatchObject({
      code: 1,
      stderr:
        'This database has never been used by Loge, so there is nothing to back up: check DATABASE_URL and DATA_DIR.\n',
    })
    await expect(stat(folder)).rejects.toThrow()
  })

  it('Backup and restore say in one sentence that the database refused the login, without its password', async () => {
    const url = new URL(settingsOf(original).DATABASE_URL)
    url.password = 'planted-password'
    for (const command of [backUp, restore]) {
      const { code, stdout, stderr } = await command({ ...settingsOf(original), DATABASE_URL: url.href }, newFolder())
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(/^The database cannot be used: .*\n$/)
      expect(stderr).not.toContain('planted-password')
    }
  })

  it('The backup command prints how many rows and media files the backup has, and nothing else', () => {
    expect([made.code, made.stderr]).toEqual([0, ''])
    expect(made.stdout).toMatch(/ has \d+ rows of \d+ tables, and 8 media files\.\n$/)
  })
})

describe('A backup', () => {
  const files = async () => (await readdir(saved, { recursive: true })).map((name) => path.join(saved, name))

  it('Only its owner can read a backup', async () => {
    for (const file of [saved, ...(await files())]) {
      const found = await stat(file)
      expect([file, found.mode & 0o777]).toEqual([file, found.isDirectory() ? 0o700 : 0o600])
    }
  })

  it('A backup contains no sessions, so that a session that has ended since then stays ended', async () => {
    const names = await readdir(path.join(saved, 'tables'))
    expect(names).toContain('messages.jsonl.gz')
    for (const name of ['sessions', 'session_tokens', 'password_resets', 'exports', 'migrations'])
      expect(names).not.toContain(`${name}.jsonl.gz`)
  })

  it('No table has a sequence, because a backup contains no sequences', async () => {
    expect([...(await ctx.db`select sequencename from pg_sequences where schemaname = 'public'`)]).toEqual([])
  })
})

/** Signs in to another running product, and returns functions that read from it. */
async function visit(url: string, person: Person) {
  const call = (method: string, at: string, token = '', body?: unknown) =>
    fetch(`${url}/api${at}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const old = await call('GET', '/user', person.token)
  const user = { email: person.email, password: PASSWORD }
  const token = (await call('POST', '/users/sign_in', '', { user })).headers.get('authorization') ?? ''
  const bytesOf = async (at: string | null) => Buffer.from(await (await call('GET', at ?? '', token)).arrayBuffer())
  const json = async (at: string) => await (await call('GET', at, token)).json()
  return { old_status: old.status, bytesOf, json }
}

describe('A restored backup', () => {
  it('A restored installation has the same rows, and its media files are where the rows say', async () => {
    const target = await emptyInstallation()
    expect(await restoreAlone(target, saved)).toMatchObject({ code: 0, stderr: '' })
    const rows = await rowsIn(target.DATABASE_URL)
    expect(rows).toEqual(await rowsIn(settingsOf(original).DATABASE_URL))
    for (const name of [
      'users',
      'posts',
      'post_pictures',
      'drafts',
      'draft_pictures',
      'case_files',
      'likes',
      'messages',
      'movements',
      'secrets',
      'stories',
    ])
      expect([name, rows[name]?.length]).not.toEqual([name, 0])
    const list = async (folder: string) => (await readdir(path.join(folder, 'media'), { recursive: true })).sort()
    expect((await list(target.DATA_DIR)).filter((name) => name !== '.unfinished')).toEqual(
      (await list(ctx.config.data_dir)).filter((name) => name !== '.unfinished'),
    )
  })

  it('A product can run on a restored backup, and be backed up and restored again while it runs', async () => {
    const data_dir = newFolder()
    // No DATABASE_URL: this is the embedded database.
    expect(await restore({ DATA_DIR: data_dir }, saved)).toMatchObject({ code: 0, stderr: '' })
    const product = await startProduct({ DATA_DIR: data_dir })
    try {
      const { old_status, bytesOf, json } = await visit(product.url, amy)
      expect(old_status).toBe(401)
      for (const post of [open, locked])
        expect((await bytesOf(post.file)).equals((await amy.fetch(post.file ?? '')).bytes)).toBe(true)
      const said = ({ messages }: { messages: { content: string }[] }) => messages.map(({ content }) => content)
      const before = (await amy.ask('GET', `/conversations/${conversation}`)).body
      expect(said(await json(`/conversations/${conversation}`))).toEqual(said(before))
      expect(await json('/user')).toMatchObject({ id: amy.id, email: amy.email })
      expect(product.takeLog()).toBe('')

      const again = newFolder()
      expect(await backUpAlone({ DATA_DIR: data_dir }, again)).toMatchObject({ code: 0, stderr: '' })
      const target = await emptyInstallation()
      expect(await restore(target, again)).toMatchObject({ code: 0, stderr: '' })
      const [rows, originalRows] = [await rowsIn(target.DATABASE_URL), await rowsIn(settingsOf(original).DATABASE_URL)]
      for (const name of ['users', 'posts', 'messages', 'movements', 'secrets'])
        expect([name, rows[name]]).toEqual([name, originalRows[name]])
    } finally {
      await product.stop()
    }
  })

  it('A restored backup of an older version is migrated at the next start', async () => {
    const old = await emptyDatabase()
    const migrations = path.resolve(import.meta.dirname, '../server/db/migrations')
    const before = newFolder()
    await mkdir(before)
    for (const name of (await readdir(migrations)).sort().slice(0, 4))
      await cp(path.join(migrations, name), path.join(before, name))
    const db = connect(old, { max: 1 })
    await migrate(old, before)
    await db`insert into newsletter_addresses values ('a@b.cc', 'a@b.cc', true, 'v', 'en', now(), now())`
    await db.end()
    const folder = newFolder()
    expect(await backUp({ DATABASE_URL: old, DATA_DIR: newFolder() }, folder)).toMatchObject({ code: 0, stderr: '' })
    const target = await emptyInstallation()
    expect(await restore(target, folder)).toMatchObject({ code: 0, stderr: '' })
    expect(Object.keys(await rowsIn(target.DATABASE_URL))).not.toContain('movements')
    const restored = connect(target.DATABASE_URL, { max: 1 })
    await migrate(target.DATABASE_URL, migrations)
    expect([...(await restored`select email from newsletter_addresses`)]).toEqual([{ email: 'a@b.cc' }])
    await restored.end()
  })

  it('A backup is consistent, even if people post and delete while it is taken', async () => {
    const busy = await world()
    const ben = await busy.creator('ben')
    await ben.posts()
    const gone = await ben.posts()
    let reads = 0
    let added = ''
    let is_late_done = false
    let late: Promise<unknown> = Promise.resolve()
    /** Reads three files: two of posts that exist at the start, one of which is deleted meanwhile, and one of a new post. */
    async function read(key: string) {
      reads += 1
      if (reads === 1) await ben.ask('DELETE', `/posts/${gone.id}`)
      if (reads === 3) {
        late = ben.ask('DELETE', `/posts/${added}`).then(({ status }) => {
          is_late_done = true
          return status
        })
        // This deletion has to wait for the lock until the bytes are copied.
        const waiting = () => busy.ctx.db`select from pg_locks where relation = 'media'::regclass and not granted`
        await expect.poll(async () => is_late_done || (await waiting()).length > 0).toBe(true)
      }
      return await busy.ctx.media.store.read(key)
    }
    /** The new post comes after the first copy, whose order is that of random keys, and before the lock. */
    const begin: Db['begin'] = async (work) => {
      added = (await ben.posts()).id
      return await busy.ctx.db.begin(work)
    }
    const db = new Proxy(busy.ctx.db, { get: (own, name) => (name === 'begin' ? begin : Reflect.get(own, name)) })
    const folder = newFolder()
    const { lost_files } = await takeBackup(db, { read }, folder)
    expect([lost_files, reads, await late]).toEqual([[], 3, 200])
    const target = await emptyInstallation()
    expect(await restore(target, folder)).toMatchObject({ code: 0, stderr: '' })
    expect((await rowsIn(target.DATABASE_URL)).posts).toHaveLength(2)
    expect((await rowsIn(settingsOf(busy).DATABASE_URL)).posts).toHaveLength(1)
  })

  it('A backup of media in a bucket can be restored to a folder, and the other way round', async () => {
    const bucket = await startS3()
    const remote = await world(bucket.env)
    await (await remote.creator('ben')).posts({ protected: true })
    const folder = newFolder()
    expect(await backUp({ ...settingsOf(remote), ...bucket.env }, folder)).toMatchObject({ code: 0, stderr: '' })
    const target = await emptyInstallation()
    expect(await restore(target, folder)).toMatchObject({ code: 0, stderr: '' })
    const [media] = await mediaOf(remote.ctx.db)
    const key = `${media?.store_key}/${media?.files[0]?.name}`
    const kept = await remote.ctx.media.store.read(key)
    expect(
      (await readFile(path.join(target.DATA_DIR, 'media', key))).equals(await buffer(kept ?? Readable.from([]))),
    ).toBe(true)

    const other = await startS3()
    expect(await restore({ ...(await emptyInstallation()), ...other.env }, folder)).toMatchObject({
      code: 0,
      stderr: '',
    })
    const there = await createS3Store(other.settings).read(key)
    expect((await buffer(there ?? Readable.from([]))).length).toBe(media?.files[0]?.bytes)
  })

  it('Backup and restore say how many media files are missing, whether they were left out or lost before', async () => {
    const alone = newFolder()
    expect((await backUp(settingsOf(original), alone, '--database-only')).stdout).toContain('no media files')
    const missing: Ended = { code: 0, stdout: expect.any(String), stderr: expect.stringMatching(/^8 files /) }
    expect(await restore(await emptyInstallation(), alone)).toEqual(missing)

    const incomplete = await world()
    await (await incomplete.creator('ben')).posts()
    await rm(path.join(incomplete.ctx.config.data_dir, 'media'), { recursive: true })
    const folder = newFolder()
    expect((await backUp(settingsOf(incomplete), folder)).stderr).toMatch(
      /^[13] files are missing in the media store: backup\.json/,
    )
    expect((await restore(await emptyInstallation(), folder)).stderr).toMatch(
      /^[13] files are missing in the media store: copy/,
    )
  })
})
