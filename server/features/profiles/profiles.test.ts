import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { countStoredPictures } from '#tests/support/files/stored-files.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor } = await world()
const bob = await member('bob')
const profile_pic = await noisePicture({ width: 40, height: 50 })
const other_pic = await noisePicture({ width: 40, height: 50, seed: 2 })
const PRICES = ['day_subscription', 'week_subscription', 'month_subscription'] as const

const put = (person: Person, parts: Record<string, string | Buffer>, id = person.id) =>
  person.send('PUT', `/profiles/${id}`, parts)

describe('Unknown profiles', () => {
  // Spec 7.21
  it('A profile is 404 for an unknown username, and for a member without one', async () => {
    const { body: user } = await bob.ask('GET', '/user')
    for (const name of ['nobody', '..%2F', '%', 'été', user.username, user.id]) {
      const { status, body } = await bob.ask('GET', `/profiles/${encodeURIComponent(name)}`)
      expect(status, name).toBe(404)
      expect(body).toEqual({ error: 'Not found', code: 'not_found' })
    }
  })
})

describe('Refused profiles', () => {
  // Spec 6.11
  it('Only its owner can change a profile, not even an admin', async () => {
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
  it('A first profile without a picture is refused, and nothing of it is stored', async () => {
    expect(await put(bob, { bio: 'Hello' })).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { profile_pic: 'A picture is required' } },
    })
    expect((await bob.ask('GET', '/user')).body.profile_id).toBeNull()
  })

  it('A profile cannot be sent as JSON', async () => {
    expect((await bob.ask('PUT', `/profiles/${bob.id}`, { bio: 'Hello' })).status).toBe(415)
  })

  // Spec 5.22
  describe.each(PRICES)('A profile with an invalid %s is refused', (name) => {
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
    ])('A profile with the price %j is refused', async (price) => {
      const before = await countStoredPictures(ctx)
      const { status, body } = await put(bob, { [name]: price, profile_pic })
      expect(status).toBe(422)
      expect(Object.keys(body.fields)).toEqual([name])
      expect(await countStoredPictures(ctx)).toBe(before)
    })
  })

  it('A profile with a bio that is too long, or that contains NUL, is refused', async () => {
    for (const bio of ['x'.repeat(5001), 'a\0b']) expect((await put(bob, { bio, profile_pic })).status).toBe(422)
  })
})

describe('Creating profiles', () => {
  // Spec 3.5, 3.7, 3.8, 7.22, 9.7
  it('A member becomes a creator with a picture alone; the rest has its defaults', async () => {
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
      is_muted: false,
      day_subscription: '7.99',
      week_subscription: '14.99',
      month_subscription: '23.99',
      pinned_post_id: null,
    })
    expect(user.profile_id).toBe(amy.id)
    expect((await visitor.fetch(body.profile_pic)).status).toBe(200)
  })

  it('A member becomes a creator with all fields, texts cleaned, and unknown fields ignored', async () => {
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

  it('A member who creates a profile twice at once is one creator with one picture', async () => {
    const dora = await member('dora')
    const before = await countStoredPictures(ctx)
    const replies = await Promise.all([
      put(dora, { bio: 'One', profile_pic }),
      put(dora, { bio: 'Two', profile_pic: other_pic }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(await countStoredPictures(ctx)).toBe(before + 1)
    const rows = await ctx.db`select id from media where owner_id = ${dora.id}`
    expect(rows).toHaveLength(1)
    const { body } = await dora.ask('GET', `/profiles/${replies[0]?.body.username}`)
    expect(body.profile_pic).toBe(`/media/${rows[0]?.id}`)
    expect((await visitor.fetch(body.profile_pic)).status).toBe(200)
  })
})

describe('Changing and showing profiles', () => {
  // Spec 3.7, 6.11, 7.22
  it('A change of a profile keeps every field that is not sent', async () => {
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
    // A field that is unknown.
    expect(await put(eve, { nothing: '' })).toMatchObject({ status: 200, body: { bio: '', week_subscription: '8.50' } })
  })

  it('A new portrait replaces the old one, whose path is dead and whose files are deleted', async () => {
    const fay = await member('fay')
    const { body: first } = await put(fay, { profile_pic })
    const before = await countStoredPictures(ctx)
    const { status, body } = await put(fay, { profile_pic: other_pic })
    expect(status).toBe(200)
    expect(body.profile_pic).not.toBe(first.profile_pic)
    for (const person of [visitor, fay]) expect((await person.fetch(first.profile_pic)).status).toBe(404)
    expect((await visitor.fetch(body.profile_pic)).status).toBe(200)
    expect(await countStoredPictures(ctx)).toBe(before)
  })

  it('A creator who sends ten portraits at once has one of them', async () => {
    const gil = await member('gil')
    await put(gil, { profile_pic })
    const replies = await Promise.all(Array.from({ length: 10 }, () => put(gil, { profile_pic: other_pic })))
    const statuses = replies.map(({ status }) => status)
    // Two uploads of one person are accepted at a time; the others are asked to come back.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    expect(await ctx.db`select id from media where owner_id = ${gil.id}`).toHaveLength(1)
  })

  // Spec 3.5, 7.21
  it('A profile is found by the present name and a former one, in any case, and shows the present one', async () => {
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
  it('A profile shows whether the viewer subscribes, and until when', async () => {
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
