import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { noisePicture } from '#tests/support/pictures.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor } = await world()
const bob = await member('bob')
const profile_pic = await noisePicture({ width: 40, height: 50 })
const other_pic = await noisePicture({ width: 40, height: 50, seed: 2 })
const PRICES = ['day_subscription', 'week_subscription', 'month_subscription'] as const

const put = (person: Person, parts: Record<string, string | Buffer>, id = person.id) =>
  person.send('PUT', `/profiles/${id}`, parts)

async function storedPictures(): Promise<number> {
  const entries = await readdir(path.join(ctx.config.data_dir, 'media'), { recursive: true }).catch(() => [])
  return entries.filter((name) => name.endsWith('.webp')).length
}

describe('A profile is not shown', () => {
  // Spec 7.21
  it('for a name nobody has, or a member who has none', async () => {
    const { body: user } = await bob.ask('GET', '/user')
    for (const name of ['nobody', '..%2F', '%', 'été', user.username, user.id]) {
      const { status, body } = await bob.ask('GET', `/profiles/${encodeURIComponent(name)}`)
      expect(status, name).toBe(404)
      expect(body).toEqual({ error: 'Not found', code: 'not_found' })
    }
  })
})

describe('A profile is not written', () => {
  // Spec 6.11
  it('by anybody but its owner, not even an admin', async () => {
    const amy = await creator('refused-amy')
    const admin = await staff('refused-admin', 'admin')
    for (const person of [bob, admin]) {
      expect((await put(person, { bio: 'Mine', profile_pic }, amy.id)).status).toBe(403)
      expect((await put(person, { bio: 'Mine', profile_pic }, '019ba4d2-0000-7000-8000-000000000000')).status).toBe(403)
    }
    expect((await put(visitor, { bio: 'Mine' }, amy.id)).status).toBe(401)
    expect((await put(amy, { bio: 'Mine' }, 'x')).status).toBe(404)
    const [row] = await ctx.db`select bio from profiles where id = ${amy.id}`
    expect(row).toEqual({ bio: '' })
  })

  // Spec 4.54
  it('for the first time without a picture, and nothing is left of the try', async () => {
    expect(await put(bob, { bio: 'Hello' })).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { profile_pic: 'A picture is required' } },
    })
    expect((await bob.ask('GET', '/user')).body.profile_id).toBeNull()
  })

  it('with JSON', async () => {
    expect((await bob.ask('PUT', `/profiles/${bob.id}`, { bio: 'Hello' })).status).toBe(415)
  })

  // Spec 5.22
  describe.each(PRICES)('with the %s', (name) => {
    it.each([
      '',
      ' ',
      '0',
      '0.00',
      '0.001',
      '-1',
      '1000',
      '999.999',
      '1e2',
      '7,99',
      '7.',
      '.99',
      '€5',
      '٣',
      'NaN',
      ' 5',
    ])('%j', async (price) => {
      const before = await storedPictures()
      const { status, body } = await put(bob, { [name]: price, profile_pic })
      expect(status).toBe(422)
      expect(Object.keys(body.fields)).toEqual([name])
      expect(await storedPictures()).toBe(before)
    })
  })

  it('with a bio that is too long, or that has a NUL in it', async () => {
    for (const bio of ['x'.repeat(5001), 'a\0b']) expect((await put(bob, { bio, profile_pic })).status).toBe(422)
  })
})

describe('A member', () => {
  // Spec 3.5, 3.7, 3.8, 7.22, 9.7
  it('becomes a creator with a picture alone: the rest has its defaults', async () => {
    const amy = await member('amy')
    const { status, body } = await put(amy, { profile_pic })
    expect(status).toBe(201)
    const { body: user } = await amy.ask('GET', '/user')
    expect(body).toEqual({
      id: amy.id,
      name: user.username,
      username: user.username,
      bio: '',
      profile_pic: expect.stringMatching(/^\/media\/[0-9a-f-]{36}$/),
      stories: [],
      suscribed: false,
      suscribed_until: null,
      day_subscription: '7.99',
      week_subscription: '14.99',
      month_subscription: '23.99',
    })
    expect(user.profile_id).toBe(amy.id)
    expect((await visitor.fetch(body.profile_pic)).status).toBe(200)
  })

  it('becomes one with everything, its text cleaned, and any other field is passed over', async () => {
    const carl = await member('carl')
    const { status, body } = await put(carl, {
      bio: '  Hi\r\nyou\u0007 ',
      day_subscription: '0.01',
      week_subscription: '5',
      month_subscription: '999.99',
      profile_pic,
      id: '1',
      created_at: '5.00',
      picture_id: '5.00',
      username: '5.00',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: carl.id,
      bio: 'Hi\nyou',
      day_subscription: '0.01',
      week_subscription: '5.00',
      month_subscription: '999.99',
    })
  })

  it('who becomes one twice at once is one creator with one picture', async () => {
    const dora = await member('dora')
    const before = await storedPictures()
    const replies = await Promise.all([
      put(dora, { bio: 'One', profile_pic }),
      put(dora, { bio: 'Two', profile_pic: other_pic }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(await storedPictures()).toBe(before + 1)
    const rows = await ctx.db`select id from media where owner_id = ${dora.id}`
    expect(rows).toHaveLength(1)
    const { body } = await dora.ask('GET', `/profiles/${replies[0]?.body.username}`)
    expect(body.profile_pic).toBe(`/media/${rows[0]?.id}`)
    expect((await visitor.fetch(body.profile_pic)).status).toBe(200)
  })
})

describe('A creator', () => {
  // Spec 3.7, 6.11, 7.22
  it('changes only what is sent', async () => {
    const eve = await member('eve')
    const { body: first } = await put(eve, { bio: 'Hello', profile_pic })
    expect(await put(eve, { week_subscription: '8.5' }, eve.id.toUpperCase())).toMatchObject({
      status: 200,
      body: { ...first, week_subscription: '8.50' },
    })
    expect(await put(eve, { bio: '' })).toMatchObject({
      status: 200,
      body: { ...first, bio: '', week_subscription: '8.50' },
    })
    // Nothing that anybody knows.
    expect(await put(eve, { nothing: '' })).toMatchObject({ status: 200, body: { bio: '', week_subscription: '8.50' } })
  })

  it('gives a new picture, and the address of the old one is dead with its bytes', async () => {
    const fay = await member('fay')
    const { body: first } = await put(fay, { profile_pic })
    const before = await storedPictures()
    const { status, body } = await put(fay, { profile_pic: other_pic })
    expect(status).toBe(200)
    expect(body.profile_pic).not.toBe(first.profile_pic)
    for (const person of [visitor, fay]) expect((await person.fetch(first.profile_pic)).status).toBe(404)
    expect((await visitor.fetch(body.profile_pic)).status).toBe(200)
    expect(await storedPictures()).toBe(before)
  })

  it('who gives ten pictures at once has one of them', async () => {
    const gil = await member('gil')
    await put(gil, { profile_pic })
    const replies = await Promise.all(Array.from({ length: 10 }, () => put(gil, { profile_pic: other_pic })))
    const statuses = replies.map(({ status }) => status)
    // Two at a time are taken, and the others are to come back.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    expect(await ctx.db`select id from media where owner_id = ${gil.id}`).toHaveLength(1)
  })

  // Spec 3.5, 7.21
  it('is found by the name they have and one they had, in any case, and is called by the one they have', async () => {
    const hal = await creator('hal')
    await hal.ask('PUT', '/user', { username: 'HalFormer' })
    await hal.ask('PUT', '/user', { username: 'HalNow' })
    for (const name of ['HalNow', 'halnow', 'HALFORMER', 'halformer']) {
      const { status, body } = await bob.ask('GET', `/profiles/${name}`)
      expect(status, name).toBe(200)
      expect(body).toMatchObject({ id: hal.id, name: 'HalNow', username: 'HalNow' })
    }
  })

  // Spec 3.6
  it('is subscribed to or not, as the viewer is', async () => {
    const ida = await creator('ida')
    const fan = await member('fan')
    await subscribe(fan, ida)
    const { body: user } = await ida.ask('GET', '/user')
    const look = async (person: Person) => (await person.ask('GET', `/profiles/${user.username}`)).body
    const until = new Date(ctx.now().getTime() + 30 * DAY_MS).toISOString()
    expect(await look(fan)).toMatchObject({ suscribed: true, suscribed_until: until })
    for (const person of [bob, ida])
      expect(await look(person)).toMatchObject({ suscribed: false, suscribed_until: null })
  })
})
