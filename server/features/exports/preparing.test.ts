import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { createDiskExports, exportFolder } from '#server/media/store/export-files.ts'
import { openConversation } from '#tests/support/database/conversation-rows.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { unzip } from '#tests/support/files/zip.ts'
import { isLongForm } from '#tests/support/long-form.ts'
import { type Person, world } from '#tests/support/world.ts'
import { prepareExports } from './jobs.ts'
import { messagesOf } from './pages.ts'

const { ctx, creator, member, passes, logs, runJob } = await world()

const requestExport = async (person: Person): Promise<string> => (await person.ask('POST', '/exports')).body.id
const newest = async (person: Person) => (await person.ask('GET', '/exports')).body[0]
const files = async () => await readdir(exportFolder(ctx.config)).catch(() => [])

/** A disk with no room for more than `bytes`. */
function fullAfter(bytes: number) {
  let written = 0
  return () =>
    new Writable({
      write(chunk: Buffer, _, done) {
        written += chunk.length
        done(written > bytes ? Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }) : null)
      },
    })
}

describe('Exports that cannot be prepared', () => {
  it('An export is tried three times, then it has failed, leaves nothing behind, and can be requested again', async () => {
    const amy = await creator('amy')
    await amy.posts()
    const id = await requestExport(amy)
    for (const _ of [1, 2, 3]) {
      expect(await newest(amy)).toMatchObject({ id, state: 'preparing' })
      await prepareExports({ ...ctx, media: { ...ctx.media, exports: createDiskExports(ctx.config, fullAfter(500)) } })
      passes(10 * MINUTE_MS)
    }
    expect(await newest(amy)).toMatchObject({ id, state: 'failed', expires_at: null, bytes: null })
    expect(await files()).toEqual([])
    expect(logs.join('\n')).toContain('no space left on device')
    expect((await amy.fetch(`/exports/${id}/file`)).status).toBe(404)
    expect((await amy.ask('GET', '/notices')).body).toEqual([])

    const again = await amy.ask('POST', '/exports')
    expect(again.status).toBe(201)
    await ctx.jobs.runDue()
    expect(await newest(amy)).toMatchObject({ id: again.body.id, state: 'ready' })
  })

  it('An export that cannot be prepared does not hold up others', async () => {
    const [bad, good] = [await creator('bad'), await member('good')]
    await bad.posts()
    await requestExport(bad)
    await requestExport(good)
    const read = ctx.media.store.read
    ctx.media.store.read = () => Promise.reject(new Error('the bucket is away'))
    await prepareExports(ctx)
    ctx.media.store.read = read
    expect([(await newest(bad)).state, (await newest(good)).state]).toEqual(['preparing', 'ready'])
    passes(10 * MINUTE_MS)
    await prepareExports(ctx)
    expect((await newest(bad)).state).toBe('ready')
  })

  it('An export is resumed when its process ended, and given up when that happens every time', async () => {
    const [bob, eve] = [await member('bob'), await member('eve')]
    await requestExport(bob)
    const held_until = new Date(ctx.now().getTime() + 10 * MINUTE_MS)
    await ctx.db`update exports set held_until = ${held_until}, attempts = 1 where user_id = ${bob.id}`
    // The first process may still be working on it.
    await prepareExports(ctx)
    expect((await newest(bob)).state).toBe('preparing')
    await requestExport(eve)
    await ctx.db`update exports set held_until = ${held_until}, attempts = 3 where user_id = ${eve.id}`
    passes(10 * MINUTE_MS)
    await prepareExports(ctx)
    expect([(await newest(bob)).state, (await newest(eve)).state]).toEqual(['ready', 'failed'])
  })

  it('An export that takes too long is started again by another process, and the first result is discarded', async () => {
    const max = await creator('max')
    await max.posts()
    const id = await requestExport(max)
    const read = ctx.media.store.read
    ctx.media.store.read = async (...key) => {
      ctx.media.store.read = read
      // The machine was suspended, and another process took over and finished.
      passes(11 * MINUTE_MS)
      await prepareExports(ctx)
      expect((await newest(max)).state).toBe('ready')
      return await read(...key)
    }
    await prepareExports(ctx)
    expect((await files()).filter((name) => name.startsWith(id))).toEqual([`${id}-2.zip`])
    expect((await max.fetch(`/exports/${id}/file`)).status).toBe(200)
    expect((await max.ask('GET', '/notices')).body).toHaveLength(1)
  })

  it('An export of somebody who was erased meanwhile leaves no file', async () => {
    const ann = await creator('ann')
    await ann.posts()
    const id = await requestExport(ann)
    const read = ctx.media.store.read
    ctx.media.store.read = async (...key) => {
      await ctx.db`delete from exports where id = ${id}`
      return await read(...key)
    }
    await prepareExports(ctx)
    ctx.media.store.read = read
    expect(await files()).not.toContainEqual(expect.stringContaining(id))
  })
})

describe('The sweep of exports', () => {
  it('The sweep removes exports of nobody and unfinished files, and leaves the rest', async () => {
    const cat = await member('cat')
    const id = await requestExport(cat)
    await ctx.jobs.runDue()
    const folder = exportFolder(ctx.config)
    const unknown_file = '019ba4d2-0000-7000-8000-000000000000.zip'
    await writeFile(path.join(folder, unknown_file), 'x')
    for (const [name, age] of [
      ['old.part', 2 * HOUR_MS],
      ['new.part', MINUTE_MS],
      [`${id}-1.zip`, DAY_MS],
    ] as const) {
      if (name.endsWith('.part')) await writeFile(path.join(folder, name), 'x')
      const at = new Date(ctx.now().getTime() - age)
      await utimes(path.join(folder, name), at, at)
    }
    await runJob('sweep_exports')
    const left = await files()
    expect(left).toEqual(expect.arrayContaining([`${id}-1.zip`, 'new.part']))
    expect(left).not.toContain(unknown_file)
    expect(left).not.toContain('old.part')
  })

  it('The sweep removes a failed export after a week', async () => {
    const dan = await member('dan')
    const id = await requestExport(dan)
    await ctx.db`update exports set state = 'failed' where id = ${id}`
    passes(7 * DAY_MS)
    await runJob('sweep_exports')
    expect(await newest(dan)).toBeUndefined()
  })
})

/** The number of rows that are read before other work gets a turn of the event loop. */
const PAGE = 200
/** Ten pages of messages, and fifty in the long form. */
const MESSAGES = PAGE * (isLongForm ? 50 : 10)

async function mostInOneTurn(rows: AsyncIterable<unknown>): Promise<number> {
  let [in_turn, most, isOver] = [0, 0, false]
  const countAnew = () => {
    in_turn = 0
    if (!isOver) setImmediate(countAnew)
  }
  countAnew()
  for await (const _ of rows) {
    in_turn += 1
    most = Math.max(most, in_turn)
  }
  isOver = true
  return most
}

describe('Large exports', () => {
  it('A large account is exported completely, while others are answered and one picture at a time is open', async () => {
    const [fan, star] = [await member('fan'), await creator('star')]
    await insertPosts(
      ctx,
      star,
      Array.from({ length: 450 }, (_, i) => `Post ${i}`),
    )
    for (const seed of [1, 2, 3]) await star.posts({ file: await noisePicture({ seed }) })
    const conversation_id = await openConversation(ctx.db, { fan, creator: star })
    await ctx.db`
      insert into messages (id, conversation_id, position, sender_id, content, created_at)
      select gen_random_uuid(), ${conversation_id}, n, ${fan.id}, repeat('word ', 100) || n, ${ctx.now()}
      from generate_series(1, ${MESSAGES}::int) n`
    const read = ctx.media.store.read
    let [open, most] = [0, 0]
    ctx.media.store.read = async (...key) => {
      const stream = await read(...key)
      open += 1
      most = Math.max(most, open)
      stream?.once('close', () => {
        open -= 1
      })
      return stream
    }
    const id = await requestExport(star)
    const events: string[] = []
    const prepared = prepareExports(ctx).then(() => events.push('prepared'))
    while (!events.includes('prepared')) {
      expect((await fan.ask('GET', '/conversations')).status).toBe(200)
      events.push('answered')
    }
    await prepared
    ctx.media.store.read = read
    expect(events.indexOf('prepared')).toBeGreaterThan(20)
    expect(most).toBe(1)
    const found = await unzip((await star.fetch(`/exports/${id}/file`)).bytes)
    const messages = JSON.parse(found.get(`conversations/${conversation_id}.json`)?.toString() ?? '')
    expect(messages).toHaveLength(MESSAGES)
    expect(messages.at(-1).content).toBe(`${'word '.repeat(100)}${MESSAGES}`)
    expect(JSON.parse(found.get('posts.json')?.toString() ?? '')).toHaveLength(453)
    const reader = { db: ctx.db, user_id: star.id, now: ctx.now(), onPage: async () => {} }
    expect(await mostInOneTurn(messagesOf(reader, conversation_id))).toBe(PAGE)
  })
})
