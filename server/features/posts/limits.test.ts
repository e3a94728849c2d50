import { describe, expect, it } from 'vitest'
import { insertPosts } from '#tests/support/post-rows.ts'
import { world } from '#tests/support/world.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
const { ctx, creator, member, passes } = await world({ RATE_LIMITS: 'on' })
const amy = await creator('amy')
const bob = await member('bob')

describe('Somebody who does a thing too often waits', () => {
  it('a minute after 120 likes, and nobody else does', async () => {
    const [post_id = ''] = await insertPosts(ctx, amy, ['a post'])
    for (let i = 0; i < 120; i += 1) expect((await bob.ask('POST', '/like', { post_id })).status).toBe(200)
    const refused = await bob.ask('POST', '/like', { post_id })
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await amy.ask('POST', '/like', { post_id })).body).toEqual({ liked: true, likes_count: 1 })
    passes(MINUTE)
    expect((await bob.ask('POST', '/like', { post_id })).status).toBe(200)
  })

  it('an hour after 20 reports', async () => {
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
    passes(HOUR)
    expect((await report(posts[20])).status).toBe(201)
  })

  it('an hour after 30 uploads, of which a change of words is none', async () => {
    const upload = () => amy.send('POST', '/posts', { description: 'A text for a picture', file: 'no picture' })
    for (let i = 0; i < 40; i += 1)
      expect((await amy.send('PUT', `/profiles/${amy.id}`, { bio: `Hello ${i}` })).status).toBe(200)
    for (let i = 0; i < 30; i += 1) expect((await upload()).status).toBe(422)
    expect((await upload()).status).toBe(429)
    expect((await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'Hello' })).status).toBe(429)
    passes(HOUR)
    expect((await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'Hello' })).status).toBe(200)
  })
})
