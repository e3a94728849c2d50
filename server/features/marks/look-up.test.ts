import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES } from '#contract/media.ts'
import { eraseUser } from '#server/store/deletion/erasure.ts'
import { insertPayment } from '#tests/support/database/movement-rows.ts'
import { photoLike } from '#tests/support/files/photo-like.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { type Person, world } from '#tests/support/world.ts'

const product = await world()
const { ctx, creator, member, subscribe, visitor, staff, runJob, passes } = product
const amy = await creator('amy')
const eve = await creator('eve')
const fan = await member('fan')
const admin = await staff('admin', 'admin')
await subscribe(fan, amy)
await amy.ask('PUT', '/picture_mark', { mark: 'unseen' })
const photo = async (seed: number) =>
  await sharp(await photoLike(seed))
    .jpeg({ quality: 95 })
    .toBuffer()
const post = await amy.posts({ protected: true, file: await photo(1), description: 'The long note' })
const public_post = await amy.posts({ file: await photo(2) })
const nameOf = async (person: Person) => (await person.ask('GET', '/user')).body.username
const seen = (await fan.fetch(`${post.file}?w=480`)).bytes
const copy = await sharp(seen).jpeg({ quality: 60 }).toBuffer()
const stored = (await amy.fetch(`${post.file}?w=480`)).bytes
const lookUp = async (person: Person, file: Buffer, path = '/leak_lookups', fields = {}) =>
  await person.send('POST', path, { ...fields, file })
const asStaff = async (file: Buffer, fields = {}) => await lookUp(admin, file, '/admin/leak_lookups', fields)

describe('Tracing a leak', () => {
  it('Only creators look up, and only staff look up pictures of others', async () => {
    expect((await lookUp(visitor, copy)).status).toBe(401)
    expect((await lookUp(fan, copy)).status).toBe(403)
    expect((await lookUp(amy, copy, '/admin/leak_lookups')).status).toBe(403)
  })

  it('What is no picture, is too small or is missing is refused in words', async () => {
    expect((await amy.send('POST', '/leak_lookups', {})).status).toBe(422)
    for (const file of [Buffer.from('no picture'), await noisePicture({ width: 30, height: 30 })]) {
      const { status, body } = await lookUp(amy, file)
      expect([status, typeof body.error]).toEqual([422, 'string'])
    }
  })

  it('A copy names the fan who was shown it, and when, but not to other creators', async () => {
    const { status, body } = await lookUp(amy, copy)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      outcome: 'named',
      picture: { post_id: post.id, description: 'The long note', file: post.file },
      viewers: [{ username: await nameOf(fan), first_shown_at: ctx.now().toISOString(), ticket: 'granted' }],
      compared: 1,
      pictures: 1,
    })
    expect(body.sure).toBeGreaterThan(0.95)
    expect((await lookUp(eve, copy)).body).toMatchObject({
      outcome: 'unknown',
      picture: null,
      viewers: [],
      compared: 0,
    })
  })

  it('The look-up says what gave the fan access then, and not what does now', async () => {
    const [{ id: subscription_id } = { id: '' }] = await ctx.db<{ id: string }[]>`
      select id from subscriptions where fan_id = ${fan.id}`
    await insertPayment(ctx.db, {
      price: 100,
      subscription_id,
      creator_id: amy.id,
      occurred_at: ctx.now(),
      period: 'week',
    })
    await ctx.db`
      insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
      select gen_random_uuid(), fan_id, profile_id, expires_at, 'infinity', created_at from subscriptions where id = ${subscription_id}`
    for (const { body } of [await lookUp(amy, copy), await asStaff(copy)]) expect(body.viewers[0].ticket).toBe('week')
  })

  it('Two look-ups at once are both answered, and a third has to wait', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => lookUp(amy, copy)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429])
  })

  it('A picture that was published twice names the one to whom the copy was shown, whichever was shown last', async () => {
    const again = await amy.posts({ protected: true, file: await photo(1) })
    const second = await member('second')
    await subscribe(second, amy)
    passes(1000)
    await second.fetch(`${again.file}?w=480`)
    const { body } = await lookUp(amy, copy)
    expect(body).toMatchObject({ outcome: 'named', picture: { post_id: post.id }, compared: 2 })
    expect(body.viewers.map(({ username }: { username: string }) => username)).toEqual([await nameOf(fan)])
    await amy.ask('DELETE', `/posts/${again.id}`)
    await runJob('sweep_marks')
  })

  it('A file that is not what it says, has too many pixels or is too large is refused, and nothing is written', async () => {
    const before = await ctx.db`select from leak_lookups`
    const png = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>')
    const cut = copy.subarray(0, copy.length >> 1)
    for (const file of [png, svg, cut, Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(500)])])
      expect((await lookUp(amy, file)).status).toBe(422)
    expect((await lookUp(amy, Buffer.alloc(IMAGE_MAX_BYTES + 1))).status).toBe(413)
    expect(await ctx.db`select from leak_lookups`).toHaveLength(before.length)
  })

  it('The stored picture itself names nobody, and a public or strange picture is unknown', async () => {
    expect((await lookUp(amy, stored)).body).toMatchObject({ outcome: 'unreadable', viewers: [], sure: null })
    for (const other of [(await visitor.fetch(public_post.file ?? '')).bytes, await photo(9)])
      expect((await lookUp(amy, other)).body).toMatchObject({ outcome: 'unknown', picture: null, viewers: [] })
  })

  it('A picture is found however many were shown after it, by its creator and by staff', async () => {
    await ctx.db`
      insert into marked_pictures (store_key, owner_id, thumbnail, thumbnail_width, last_shown_at)
      select 'later/' || n, ${amy.id}, decode(repeat(md5(n::text) || md5('-' || n), 18), 'hex'), 24, ${ctx.now()}::timestamptz + interval '1 hour'
      from generate_series(1, 700) n`
    for (const { body } of [await lookUp(amy, copy), await asStaff(copy)]) {
      expect(body).toMatchObject({ outcome: 'named', picture: { post_id: post.id } })
      expect(body.compared).toBe(701)
    }
    await ctx.db`delete from marked_pictures where store_key like 'later/%'`
  })

  it('Staff find the creator too, and the audit log has it', async () => {
    const { body } = await asStaff(copy)
    expect(body).toMatchObject({ outcome: 'named', picture: { username: await nameOf(amy) } })
    expect((await asStaff(copy, { username: await nameOf(eve) })).body.outcome).toBe('unknown')
    expect((await asStaff(copy, { username: 'nobody-at-all' })).status).toBe(404)
    const entries = await ctx.db`select user_id, staff_id from audit_log where action = 'leak_looked_up' order by id`
    expect(new Set(entries.map(({ user_id }) => user_id))).toEqual(new Set([fan.id, admin.id]))
    const { body: listed } = await admin.ask('GET', '/admin/audit')
    expect(listed[0].action).toBe('leak_looked_up')
  })

  it('A mark that is too weak names nobody, neither to the creator, nor to staff, nor in what is kept of it', async () => {
    const { tracer } = ctx.media
    const read = tracer.read.bind(tracer)
    tracer.read = async (...asked) => ({ ...(await read(...asked)), viewers: [{ at: 0, score: 6.8, sure: 0.949 }] })
    const answers = [await lookUp(amy, copy), await asStaff(copy)]
    tracer.read = read
    for (const { status, body, text } of answers) {
      expect([status, body.outcome, body.sure, body.viewers]).toEqual([200, 'perhaps', 0.949, []])
      expect(text).not.toContain(await nameOf(fan))
      const [kept] = await ctx.db`select viewer_id, outcome from leak_lookups where id = ${body.id}`
      expect(kept).toEqual({ viewer_id: null, outcome: 'perhaps' })
    }
    const [entry] = await ctx.db`
      select user_id from audit_log where action = 'leak_looked_up' and details ->> 'lookup_id' = ${answers[1]?.body.id}`
    expect(entry).toEqual({ user_id: amy.id })
  })

  it('Who blocks the creator, or was frozen, is not named to the creator', async () => {
    const name = await nameOf(fan)
    await fan.ask('POST', '/blocks', { username: await nameOf(amy) })
    const { body } = await lookUp(amy, copy)
    expect([body.outcome, body.viewers[0].username]).toEqual(['named', null])
    expect((await asStaff(copy)).body.viewers[0].username).toBe(name)
    await fan.ask('DELETE', `/blocks/${await nameOf(amy)}`)
  })

  it('Look-ups are kept without the copy, and counted', async () => {
    const rows = await ctx.db`select * from leak_lookups where asker_id = ${amy.id} order by id`
    expect(rows.length).toBeGreaterThan(2)
    expect(rows).toContainEqual(
      expect.objectContaining({ outcome: 'named', viewer_id: fan.id, owner_id: amy.id, as_staff: false }),
    )
    const limited = await world({ RATE_LIMITS: 'on' })
    const zoe = await limited.creator('zoe')
    const replies: number[] = []
    for (let i = 0; i < 21; i += 1) replies.push((await zoe.send('POST', '/leak_lookups', {})).status)
    expect(replies.at(-1)).toBe(429)
  })

  it('After the account of the fan was erased a copy is recognised and names nobody', async () => {
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${fan.id}`
    await ctx.db.begin((db) => eraseUser(db, fan.id, []))
    const { body } = await lookUp(amy, copy)
    expect([body.outcome, body.viewers[0].username]).toEqual(['named', null])
    expect(await ctx.db`select from leak_lookups where viewer_id = ${fan.id}`).toHaveLength(0)
  })

  it('What was shown two years ago is forgotten, and so is a picture whose files are gone', async () => {
    passes(731 * 24 * 3_600_000)
    await runJob('sweep_marks')
    expect(await ctx.db`select from mark_servings`).toHaveLength(0)
    expect(await ctx.db`select from viewer_marks where viewer_id is null`).toHaveLength(0)
    expect(await ctx.db`select from leak_lookups`).toHaveLength(0)
    await ctx.db`delete from posts where profile_id = ${amy.id}`
    await ctx.db`delete from media where owner_id = ${amy.id}`
    await runJob('sweep_marks')
    expect(await ctx.db`select from marked_pictures`).toHaveLength(0)
  })
})
