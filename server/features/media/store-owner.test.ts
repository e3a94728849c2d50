import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { keysOf } from '#tests/support/files/stored-files.ts'
import { startS3 } from '#tests/support/processes/s3.ts'
import { type World, world } from '#tests/support/world.ts'

async function ownerOf({ ctx }: World): Promise<string | undefined> {
  const marker = await ctx.media.store.read('owner')
  return marker && (await text(marker))
}

function refusals({ logs }: World): string[] {
  return logs.filter((line) => line.includes('nothing is swept'))
}

/** Lets days pass, with sweeps in between. */
async function sweepForDays(product: World): Promise<void> {
  for (const ms of [0, 2 * DAY_MS, 2 * DAY_MS]) {
    product.passes(ms)
    await product.runJob('sweep_media')
  }
}

const PLACES: Record<string, () => Promise<Record<string, string>>> = {
  folder: async () => ({}),
  bucket: async () => (await startS3()).env,
}

describe.each(Object.entries(PLACES))('The owner of a %s', async (_name, place) => {
  const env = await place()
  const first = await world(env)
  // Another database that uses the same store.
  const second = await world({ ...env, DATA_DIR: first.ctx.config.data_dir })
  const amy = await first.creator('amy')
  await amy.posts()
  const kept = await keysOf(first.ctx.media.store)

  it('A media store belongs to the database that used it first, and another database never sweeps it', async () => {
    expect(await ownerOf(first)).toMatch(/^[0-9a-f]{32}$/)
    await sweepForDays(second)
    expect(await keysOf(first.ctx.media.store)).toEqual(kept)
    expect(refusals(second)[0]).toContain('belongs to another database')
    await sweepForDays(first)
    expect(await keysOf(first.ctx.media.store)).toEqual(kept)
    expect(refusals(first)).toEqual([])
  })

  it('A media store without an owner is not swept while most of its files are unknown', async () => {
    await first.ctx.media.store.remove('owner')
    await sweepForDays(second)
    expect(await keysOf(first.ctx.media.store)).toEqual(kept)
    expect(refusals(second).at(-1)).toContain('files that this database does not know')
    expect(await ownerOf(first)).toBeUndefined()
    // The database that knows the files becomes the owner again.
    await first.runJob('sweep_media')
    expect(await ownerOf(first)).toMatch(/^[0-9a-f]{32}$/)
  })

  it('A media store can be given to another database by hand, whose sweep still waits for a day', async () => {
    const { identity } = JSON.parse(refusals(second).at(-1) ?? '')
    await first.ctx.media.store.put('owner', Buffer.from(`${identity}\n`), 'text/plain')
    await second.runJob('sweep_media')
    second.passes(DAY_MS)
    await second.runJob('sweep_media')
    expect(await keysOf(first.ctx.media.store)).toEqual(kept)
    second.passes(1)
    await second.runJob('sweep_media')
    expect(await keysOf(first.ctx.media.store)).toEqual([])
    expect(await ownerOf(first)).toBe(`${identity}\n`)
  })
})

describe('The sweep of unknown files', async () => {
  const product = await world()
  const { ctx, passes } = product
  const { store } = ctx.media
  const put = (key: string) => store.put(key, Buffer.from('x'), 'image/webp')

  it('A file is deleted a day after it was first found without a row, counted anew after it had one', async () => {
    await put('aa/restored/960.webp')
    // The file is old, but the database lost its row just now.
    passes(100 * DAY_MS)
    await product.runJob('sweep_media')
    expect(await keysOf(product.ctx.media.store)).toEqual(['aa/restored/960.webp'])
    const amy = await product.creator('amy')
    await ctx.db`
      insert into media values (gen_random_uuid(), ${amy.id}, 'aa/restored', 'image/webp', '[]', ${ctx.now()})`
    passes(HOUR_MS / 2)
    await product.runJob('sweep_media')
    await ctx.db`delete from media`
    passes(DAY_MS)
    await product.runJob('sweep_media')
    expect(await keysOf(product.ctx.media.store)).toEqual(['aa/restored/960.webp'])
    passes(DAY_MS + 1)
    await product.runJob('sweep_media')
    expect(await keysOf(product.ctx.media.store)).toEqual([])
    passes(1)
    await product.runJob('sweep_media')
    expect(await ctx.db`select from unknown_files`).toHaveLength(0)
  })

  it('The sweep continues after a file that cannot be deleted, and logs its name', async () => {
    await put('aa/one/960.webp')
    await put('bb/stuck/960.webp')
    await put('cc/three/960.webp')
    await product.runJob('sweep_media')
    passes(2 * DAY_MS)
    const { remove } = store
    store.remove = (key) => (key.startsWith('bb') ? Promise.reject(new Error('stuck')) : remove(key))
    await product.runJob('sweep_media')
    store.remove = remove
    expect(await keysOf(product.ctx.media.store)).toEqual(['bb/stuck/960.webp'])
    expect(product.logs.filter((line) => line.includes('bb/stuck/960.webp'))).toHaveLength(1)
  })

  it('The sweep ignores files that are not its own, and continues after a folder that it cannot read', async () => {
    const root = path.join(ctx.config.data_dir, 'media')
    for (const file of ['lost+found/x', 'backup/aa/one.webp', 'aa/note.txt', 'notes.txt']) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true })
      await writeFile(path.join(root, file), 'x')
    }
    // Not a folder, though it has the name of one, and nothing that could be cleared.
    await writeFile(path.join(root, 'b0'), 'x')
    await writeFile(path.join(root, '.aside'), 'x')
    await rm(path.join(root, '.unfinished'), { recursive: true })
    await rename(path.join(root, '.aside'), path.join(root, '.unfinished'))
    expect(await keysOf(product.ctx.media.store)).toEqual(['bb/stuck/960.webp'])
    await product.runJob('sweep_media')
    expect(await keysOf(product.ctx.media.store)).toEqual([])
    expect(product.logs.filter((line) => line.includes('a folder cannot be swept'))).toHaveLength(2)
    expect((await readdir(root)).sort()).toEqual([
      '.unfinished',
      'aa',
      'b0',
      'backup',
      'bb',
      'cc',
      'lost+found',
      'notes.txt',
      'owner',
    ])
  })
})
