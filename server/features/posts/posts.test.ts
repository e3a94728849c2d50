import { describe, expect, it } from 'vitest'
import { noisePicture } from '#tests/support/pictures.ts'
import { world } from '#tests/support/world.ts'

const { creator, member, subscribe, visitor } = await world()
const amy = await creator('amy')
const bob = await member('bob')
const fan = await member('fan')
await subscribe(fan, amy)

describe('A protected post', () => {
  it('is a curtain to who has not subscribed, and a picture to who has', async () => {
    const post = await amy.posts({ protected: true })
    expect(post.file).toMatch(/^\/media\//)
    const [seen] = (await bob.ask('GET', '/posts')).body
    expect(seen).toMatchObject({ id: post.id, protected: true, file: null, accessible_until: null })
    const [subscribed] = (await fan.ask('GET', '/posts')).body
    expect(subscribed).toMatchObject({ id: post.id, file: post.file, accessible_until: '2026-03-31T12:00:00.000Z' })
    expect((await bob.fetch(post.file ?? '')).status).toBe(404)
    expect((await visitor.fetch(post.file ?? '')).status).toBe(404)
    const { status, bytes, headers } = await fan.fetch(post.file ?? '')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  })
})

describe('A profile', () => {
  it('is opened with a picture', async () => {
    const carl = await member('carl')
    expect((await carl.send('PUT', `/profiles/${carl.id}`, { bio: 'Hi' })).status).toBe(422)
    const { status, body } = await carl.send('PUT', `/profiles/${carl.id}`, {
      bio: 'Hi',
      profile_pic: await noisePicture(),
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ id: carl.id, bio: 'Hi', day_subscription: '7.99', suscribed: false, stories: [] })
    expect((await visitor.fetch(body.profile_pic)).status).toBe(200)
  })
})
