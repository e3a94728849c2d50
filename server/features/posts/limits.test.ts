import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { PASSWORD, type Person, type Reply, world } from '#tests/support/world.ts'

const { ctx, creator, member, stranger, passes } = await world({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
const amy = await creator('amy')
const bob = await member('bob')

describe('Rate limits of one account', () => {
  it('A member waits a minute after 120 likes, and nobody else does', async () => {
    const [post_id = ''] = await insertPosts(ctx, amy, ['a post'])
    for (let i = 0; i < 120; i += 1) expect((await bob.ask('POST', '/like', { post_id })).status).toBe(200)
    const refused = await bob.ask('POST', '/like', { post_id })
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await amy.ask('POST', '/like', { post_id })).body).toEqual({ liked: true, likes_count: 1 })
    passes(MINUTE_MS)
    expect((await bob.ask('POST', '/like', { post_id })).status).toBe(200)
  })

  it('A member waits an hour after 20 reports', async () => {
    const posts = await insertPosts(
      ctx,
      amy,
      Array.from({ length: 21 }, () => 'a post'),
    )
    const report = (post_id = '') => bob.ask('POST', '/reports', { post_id, reason: 'Inapropriate content' })
    for (const id of posts.slice(0, 20)) expect((await report(id)).status).toBe(201)
    const refused = await report(posts[20])
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('3600')
    passes(HOUR_MS)
    expect((await report(posts[20])).status).toBe(201)
  })

  it('A creator waits an hour after 300 uploads, refused ones included; a change of texts is none', async () => {
    const upload = () => amy.send('POST', '/posts', { description: 'A text for a picture', file: 'no picture' })
    const own = await insertPosts(ctx, amy, ['my own'])
    const [{ files = [] }] = (await amy.ask('GET', '/posts')).body
    const words = { picture: files.map(({ id }: { id: string }) => id), description: 'Other words' }
    for (let i = 0; i < 20; i += 1) {
      expect((await amy.send('PUT', `/profiles/${amy.id}`, { bio: `Hello ${i}` })).status).toBe(200)
      expect((await amy.send('PUT', `/posts/${own[0]}`, words)).status).toBe(200)
    }
    for (let i = 0; i < 280; i += 1) expect((await upload()).status).toBe(422)
    // Each picture of an album counts. The last album may exceed the limit, and is counted before it is decoded.
    const file = [Buffer.from('no picture'), Buffer.from('nor this')]
    for (let i = 0; i < 10; i += 1)
      expect((await amy.send('POST', '/posts', { description: 'An album', file })).status).toBe(415)
    expect(await upload()).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
    const { body: draft } = await amy.ask('POST', '/posts/drafts', {})
    const picture = { client_id: randomUUID(), file: Buffer.from('no picture') }
    expect((await amy.send('POST', `/posts/drafts/${draft.id}/pictures`, picture)).status).toBe(429)
    expect((await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'Hello' })).status).toBe(429)
    expect((await amy.send('PUT', `/posts/${own[0]}`, words)).status).toBe(429)
    passes(HOUR_MS)
    expect((await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'Hello' })).status).toBe(200)
  })
})

describe('Megabytes of one account', () => {
  it('A creator waits an hour after two gigabytes, before a body is read', async () => {
    passes(HOUR_MS)
    const announce = (bytes: number) =>
      amy.ask('POST', '/posts', '', {
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(bytes) },
      })
    // A form that is announced larger than it may be is refused, and counted.
    for (let i = 0; i < 8; i += 1) expect((await announce(256 * 2 ** 20)).status).toBe(413)
    expect(await announce(1)).toMatchObject({ status: 429, headers: { 'retry-after': '3600' } })
    passes(HOUR_MS)
    expect((await announce(1)).status).toBe(400)
  })
})

describe('Rate limits of one IP address', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const crowd = Array.from({ length: 6 }, (_, index) => `crowd${index}`)

  /** How many actions succeed, by all people together, before they are told to wait. */
  async function allowed(people: Person[], times: number, act: (person: Person, turn: number) => Promise<Reply>) {
    let count = 0
    for (const person of people) {
      for (let turn = 0; turn < times; turn += 1) {
        if ((await act(person, turn)).status === 429) return count
        count += 1
      }
    }
    return count
  }

  it('Many accounts at one IP address wait after five times the limit of one account, and others do not', async () => {
    passes(HOUR_MS)
    const people: Person[] = []
    for (const [index, name] of crowd.entries()) {
      const person = stranger(name)
      await person.ask('POST', '/users', { user: { email: person.email, password: PASSWORD } }, from(`10.1.0.${index}`))
      await person.signIn()
      people.push(person)
    }
    const posts = await insertPosts(ctx, amy, Array(20).fill('a post'))
    const like = (person: Person, address: string) => person.ask('POST', '/like', { post_id: posts[0] }, from(address))
    expect(await allowed(people, 120, (person) => like(person, '10.2.0.1'))).toBe(600)
    const last = people.at(-1) as Person
    expect((await like(last, '10.2.0.2')).status).toBe(200)
    const report = (person: Person, turn: number) =>
      person.ask('POST', '/reports', { post_id: posts[turn], reason: 'Inapropriate content' }, from('10.2.0.1'))
    expect(await allowed(people, 20, report)).toBe(100)
  })
})
