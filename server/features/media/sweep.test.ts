import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { insertMedia } from '#server/store/media.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { keysOf } from '#tests/support/files/stored-files.ts'
import { startS3 } from '#tests/support/processes/s3.ts'
import { world } from '#tests/support/world.ts'

const { env } = await startS3()
const PRODUCTS = { folder: await world(), bucket: await world(env) }

describe.each(Object.entries(PRODUCTS))('The sweep of a %s', async (_name, product) => {
  const { ctx, creator, passes, visitor } = product
  const amy = await creator('amy')
  const { store } = ctx.media
  // Files carry the time of the real clock, so the test's clock starts at that time.
  passes(Date.now() - ctx.now().getTime())
  await amy.signIn()

  const keys = () => keysOf(store)
  const sweep = () => product.runJob('sweep_media')

  const seen = (file: string | null) => product.ctx.db`select store_key from media where id = ${file?.slice(7) ?? ''}`

  it('The sweep keeps pictures that are in use, however old they are', async () => {
    const post = await amy.posts()
    await amy.send('PUT', `/profiles/${amy.id}`, { profile_pic: await noisePicture({ seed: 9 }) })
    const before = await keys()
    expect(before.length).toBeGreaterThan(1)
    passes(100 * HOUR_MS)
    await sweep()
    expect(await keys()).toEqual(before)
    expect([200, 302]).toContain((await visitor.fetch(post.file ?? '')).status)
  })

  it('The sweep deletes rows that nothing refers to, with their files, once they are an hour old', async () => {
    const before = await keys()
    const created_at = ctx.now()
    const files = [{ name: '960.webp', width: 1, height: 1, bytes: 1 }]
    const orphan = {
      id: newId(created_at),
      owner_id: amy.id,
      store_key: 'aa/orphan',
      content_type: 'image/webp',
      files,
    }
    await store.put('aa/orphan/960.webp', Buffer.from('x'), 'image/webp')
    await insertMedia(ctx.db, { ...orphan, created_at })
    passes(HOUR_MS)
    await sweep()
    expect(await keys()).toContain('aa/orphan/960.webp')
    passes(1)
    await sweep()
    expect(await keys()).toEqual(before)
    expect(await ctx.db`select from media where id = ${orphan.id}`).toHaveLength(0)
  })

  it('The sweep keeps files that another row still refers to', async () => {
    const post = await amy.posts({ file: await noisePicture({ seed: 3 }) })
    const [row] = await seen(post.file)
    const created_at = new Date(ctx.now().getTime() - 2 * HOUR_MS)
    await ctx.db`
      insert into media select ${newId(created_at)}, owner_id, store_key, content_type, files, ${created_at}
      from media where store_key = ${row?.store_key}`
    const before = await keys()
    await sweep()
    expect(await keys()).toEqual(before)
    expect(await ctx.db`select from media where store_key = ${row?.store_key}`).toHaveLength(1)
  })

  it('The sweep deletes files without a row, once they have been unknown for a day', async () => {
    const before = await keys()
    await store.put('aa/unknown/480.webp', Buffer.from('x'), 'image/webp')
    await store.put('aa/unknown/960.webp', Buffer.from('x'), 'image/webp')
    await sweep()
    passes(DAY_MS)
    await sweep()
    expect(await keys()).toHaveLength(before.length + 2)
    passes(1)
    await sweep()
    expect(await keys()).toEqual(before)
  })

  it('The sweep deletes uploads that were never finished', async () => {
    const folder = path.join(ctx.config.data_dir, 'uploads')
    await mkdir(folder, { recursive: true })
    for (const [name, age] of [
      ['under-way', HOUR_MS - 1000],
      ['left-behind', HOUR_MS + 1000],
    ] as const) {
      await writeFile(path.join(folder, name), 'half a picture')
      const time = new Date(ctx.now().getTime() - age)
      await utimes(path.join(folder, name), time, time)
    }
    await sweep()
    expect(await readdir(folder)).toEqual(['under-way'])
  })

  it('The sweep deletes files that could not be deleted before, because the store was out of reach', async () => {
    const before = await keys()
    const post = await amy.posts({ file: await noisePicture({ seed: 4 }) })
    const { remove } = store
    store.remove = () => Promise.reject(new Error('away'))
    expect((await amy.ask('DELETE', `/posts/${post.id}`)).status).toBe(200)
    store.remove = remove
    expect((await keys()).length).toBeGreaterThan(before.length)
    await sweep()
    passes(25 * HOUR_MS)
    await sweep()
    expect(await keys()).toEqual(before)
  })
})

describe('Pictures that become protected', () => {
  it('A picture that becomes protected has a new id and the same bytes, which stay until the post is deleted', async () => {
    const { ctx, creator } = PRODUCTS.folder
    const ann = await creator('ann')
    const post = await ann.posts({ file: await noisePicture({ seed: 5 }) })
    const { body } = await ann.ask('PATCH', `/posts/${post.id}`, { protected: true })
    expect(body.file).not.toBe(post.file)
    expect((await ann.fetch(post.file ?? '')).status).toBe(404)
    const { status, bytes } = await ann.fetch(body.file)
    expect(status).toBe(200)
    const [row] = await ctx.db`select store_key from media where id = ${body.file.slice(7)}`
    expect(await ctx.media.read(`${row?.store_key}/480.webp`, bytes.length)).toEqual(bytes)
    await ann.ask('DELETE', `/posts/${post.id}`)
    expect(await ctx.media.store.read(`${row?.store_key}/480.webp`)).toBeUndefined()
  })
})
