import { describe, expect, it } from 'vitest'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { decideIdentity, sendIdentity } from '#tests/support/scenarios/identities.ts'
import { world } from '#tests/support/world.ts'

const settings = {
  CREATOR_ENROLLMENT: 'verified',
  STORY_AUTHORS: 'creator',
  SECRET_KEY: 'a secret key of this test, long enough',
}
const { ctx, creator, member, staff } = await world(settings)
const admin = await staff('admin', 'admin')
const picture = await noisePicture({ width: 40, height: 50 })
const post = { description: 'A picture', protected: 'false', file: picture }
const story = { 'story[description]': 'A story', 'story[protected]': 'false', 'story[media]': picture }

describe('Creators who publish after their verification', () => {
  it('A member who was not verified may have a profile, and publishes neither a post nor a story', async () => {
    const amy = await member('amy')
    expect((await amy.ask('GET', '/user')).body.may_be_creator).toBe(true)
    expect((await amy.send('PUT', `/profiles/${amy.id}`, { profile_pic: picture })).status).toBe(201)
    for (const [path, parts] of [
      ['/posts', post],
      ['/stories', story],
    ] as const) {
      const { status, body } = await amy.send('POST', path, parts)
      expect([status, body]).toEqual([
        403,
        { error: 'Creators publish here after we have verified who they are', code: 'unverified' },
      ])
    }
    expect(await ctx.db`select from posts`).toHaveLength(0)
    expect((await amy.ask('GET', '/verification')).body).toMatchObject({
      state: 'none',
      needs_account: false,
      is_required_to_publish: true,
    })
  })

  it('While nothing can be bought a verification needs no account, and keeps none', async () => {
    const bea = await creator('bea')
    expect((await sendIdentity(bea, { iban: 'nonsense' })).status).toBe(200)
    expect(await ctx.db`select from payees`).toHaveLength(0)
    expect((await bea.ask('GET', '/balance')).status).toBe(404)
    expect((await bea.send('POST', '/posts', post)).status).toBe(403)
  })

  it('A verified creator publishes, and one who was refused or whose years are over does not', async () => {
    const [cid, dan] = [await creator('cid'), await creator('dan')]
    for (const person of [cid, dan]) await sendIdentity(person)
    await decideIdentity(admin, cid)
    await decideIdentity(admin, dan, { outcome: 'refused', reason: 'document_unreadable' })
    expect((await cid.send('POST', '/posts', post)).status).toBe(201)
    expect((await cid.send('POST', '/stories', story)).status).toBe(201)
    expect((await dan.send('POST', '/posts', post)).body.code).toBe('unverified')
    await ctx.db`update verifications set decided_at = decided_at - interval '3 years' where creator_id = ${cid.id}`
    expect((await cid.send('POST', '/stories', story)).body.code).toBe('unverified')
  })

  it('Where nobody is verified, every call about it is absent, and everybody publishes', async () => {
    const plain = await world({})
    const eve = await plain.creator('eve')
    const boss = await plain.staff('boss', 'admin')
    expect((await eve.ask('GET', '/verification')).status).toBe(404)
    expect((await sendIdentity(eve)).status).toBe(404)
    for (const path of ['', `/${eve.id}`, `/${eve.id}/files/document`])
      expect((await boss.ask('GET', `/admin/verifications${path}`)).status).toBe(404)
    expect((await decideIdentity(boss, eve)).status).toBe(404)
    expect((await eve.send('POST', '/posts', post)).status).toBe(201)
  })
})
