import { describe, expect, it } from 'vitest'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, member } = await world({ CREATOR_ENROLLMENT: 'invite' })
const profile_pic = await noisePicture({ width: 40, height: 50 })

describe('Creators by invitation', () => {
  it('While creators join by invitation, a member who was not approved cannot create a profile', async () => {
    const bob = await member('bob')
    const { status, body } = await bob.send('PUT', `/profiles/${bob.id}`, { profile_pic })
    expect(status).toBe(403)
    expect(body).toEqual({ error: 'Creators join by invitation at the moment', code: 'forbidden' })
    expect((await bob.ask('GET', '/user')).body).toMatchObject({ profile_id: null, may_be_creator: false })
  })

  it('While creators join by invitation, an approved member can create a profile', async () => {
    const amy = await member('amy')
    await ctx.db`update users set creator_approved_at = ${ctx.now()} where id = ${amy.id}`
    expect((await amy.ask('GET', '/user')).body.may_be_creator).toBe(true)
    expect((await amy.send('PUT', `/profiles/${amy.id}`, { profile_pic })).status).toBe(201)
  })

  it('While creators join by invitation, a member can ask to become one', async () => {
    const cid = await member('cid')
    const { status, body } = await cid.ask('PUT', '/user', { wish_to_become_creator: true })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ wish_to_become_creator: true, may_be_creator: false }),
    ])
  })

  it('While creators join by invitation, existing creators are not affected', async () => {
    const zoe = await creator('zoe')
    expect((await zoe.ask('GET', '/user')).body.may_be_creator).toBe(true)
    expect((await zoe.send('PUT', `/profiles/${zoe.id}`, { bio: 'Still here' })).status).toBe(200)
  })
})
