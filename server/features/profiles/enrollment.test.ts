import { describe, expect, it } from 'vitest'
import { noisePicture } from '#tests/support/pictures.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, member } = await world({ CREATOR_ENROLLMENT: 'invite' })
const profile_pic = await noisePicture({ width: 40, height: 50 })

describe('While creators join by invitation', () => {
  it('a member whom nobody approved is refused', async () => {
    const bob = await member('bob')
    const { status, body } = await bob.send('PUT', `/profiles/${bob.id}`, { profile_pic })
    expect(status).toBe(403)
    expect(body).toEqual({ error: 'Creators join by invitation at the moment', code: 'forbidden' })
    expect((await bob.ask('GET', '/user')).body.profile_id).toBeNull()
  })

  it('a member who was approved is let in', async () => {
    const amy = await member('amy')
    await ctx.db`update users set creator_approved_at = ${ctx.now()} where id = ${amy.id}`
    expect((await amy.send('PUT', `/profiles/${amy.id}`, { profile_pic })).status).toBe(201)
  })

  it('who is a creator already goes on', async () => {
    const zoe = await creator('zoe')
    expect((await zoe.send('PUT', `/profiles/${zoe.id}`, { bio: 'Still here' })).status).toBe(200)
  })
})
