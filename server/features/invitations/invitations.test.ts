import { describe, expect, it } from 'vitest'
import { SECOND_MS } from '#contract/time.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, visitor, passes } = await world()
const invitation = (username: string, person: Person = visitor) => person.ask('GET', `/invitations/${username}`)

async function nameOf(person: Person): Promise<string> {
  return (await person.ask('GET', '/user')).body.username
}

const amy = await creator('amy')
await amy.ask('PUT', '/user', { username: 'Amy_Before' })
await amy.ask('PUT', '/user', { username: 'Amy_Stage' })
const { body: profile } = await amy.send('PUT', `/profiles/${amy.id}`, {
  bio: 'I paint curtains.',
  profile_pic: await noisePicture({ width: 40, height: 50 }),
})

describe('Nobody to invite', () => {
  it('An unknown name, a mere member, a frozen, leaving or erased creator and a closed demo account answer alike', async () => {
    const nobody = await invitation('nobody-has-this')
    expect(nobody.status).toBe(404)
    const [mere, frozen, leaving, demo] = [
      await member('mere'),
      await creator('frozen'),
      await creator('leaving'),
      await creator('demo'),
    ]
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${frozen.id}`
    const names = [await nameOf(mere), 'frozen', 'leaving', 'demo']
    for (const [at, person] of [frozen, leaving, demo].entries()) {
      const [row] = await ctx.db<{ username: string }[]>`select username from users where id = ${person.id}`
      names[at + 1] = row?.username ?? ''
    }
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${leaving.id}`
    // No account becomes a demo account in the product.
    await ctx.db`alter table users disable trigger user`
    await ctx.db`update users set demo = 'closed' where id = ${demo.id}`
    await ctx.db`alter table users enable trigger user`
    for (const name of names) {
      const { status, text, headers } = await invitation(name)
      expect([status, text], name).toEqual([404, nobody.text])
      expect(headers['cache-control'], name).toBe(nobody.headers['cache-control'])
    }
    expect((await invitation('x'.repeat(201))).status).toBe(404)
    expect((await invitation('a%00b')).status).not.toBe(500)
  })

  it('Requests are limited by address', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const replies = await Promise.all(
      Array.from({ length: 121 }, () => limited.visitor.ask('GET', '/invitations/nobody-has-this')),
    )
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('An invitation', () => {
  it('A visitor gets name, bio, portrait and the newest public picture, by any spelling and by a former name', async () => {
    expect((await invitation('Amy_Stage')).body.picture).toBeNull()
    const older = await amy.posts()
    passes(SECOND_MS)
    const newest = await amy.posts()
    await amy.posts({ protected: true, description: 'Behind the curtain' })
    expect(older.file).not.toBe(newest.file)
    for (const name of ['Amy_Stage', 'amy_stage', 'AMY_BEFORE']) {
      const { status, body, headers } = await invitation(name)
      expect(status).toBe(200)
      expect(body).toEqual({
        username: 'Amy_Stage',
        bio: 'I paint curtains.',
        profile_pic: profile.profile_pic,
        picture: newest.file,
      })
      expect(headers['cache-control']).toBe('public, max-age=60')
    }
    expect((await visitor.fetch(newest.file ?? '')).status).toBe(200)
  })

  it('A picture that is hidden or no longer public is not shown', async () => {
    passes(SECOND_MS)
    const post = await amy.posts()
    expect((await invitation('Amy_Stage')).body.picture).toBe(post.file)
    await ctx.db`update posts set hidden_at = ${ctx.now()} where id = ${post.id}`
    expect((await invitation('Amy_Stage')).text).not.toContain(post.file)
    passes(SECOND_MS)
    const other = await amy.posts()
    const { body } = await amy.ask('PATCH', `/posts/${other.id}`, { protected: true })
    const { text } = await invitation('Amy_Stage')
    for (const file of [other.file, body.file]) expect(text).not.toContain(file)
  })

  it('A member sees the same card, for no shared cache, and a blocked member none', async () => {
    const fan = await member('blocked')
    const { text, headers } = await invitation('Amy_Stage', fan)
    expect([text, headers['cache-control']]).toEqual([(await invitation('Amy_Stage')).text, 'private, no-store'])
    await amy.ask('POST', '/blocks', { username: await nameOf(fan) })
    expect((await invitation('Amy_Stage', fan)).text).toBe((await invitation('nobody-has-this')).text)
  })
})
