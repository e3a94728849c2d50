import { describe, expect, it } from 'vitest'
import { newId } from '#server/store/ids.ts'
import { PASSWORD, world } from '#tests/support/world.ts'

const NOT_FOUND = { error: 'Not found', code: 'not_found' }
const { ctx, visitor, creator, member, staff, subscribe, passes } = await world()
const amy = await creator('amy')
const bob = await member('bob')
const fan = await member('fan')
await subscribe(fan, amy, 1)
const open = await amy.posts({ description: 'For everyone' })
const locked = await amy.posts({ description: 'Behind the curtain', protected: true })

describe('Refused single posts', () => {
  it('A visitor cannot see a single post, and does not learn whether it exists', async () => {
    for (const id of [open.id, newId(ctx.now()), 'nothing']) {
      const { status, body } = await visitor.ask('GET', `/posts/${id}`)
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
    }
  })

  it('A post is the same 404 whether it never existed, was deleted, or its id is invalid', async () => {
    const deleted = await amy.posts()
    await amy.ask('DELETE', `/posts/${deleted.id}`)
    for (const id of [newId(ctx.now()), deleted.id, '1', 'null', `${open.id}x`, '%00', "'--"]) {
      const { status, body } = await bob.ask('GET', `/posts/${id}`)
      expect([status, body], id).toEqual([404, NOT_FOUND])
    }
  })

  it('A post is hidden while its creator’s account is deleted, and back when the deletion is cancelled', async () => {
    const zoe = await creator('zoe')
    const post = await zoe.posts()
    await zoe.ask('POST', '/user/deletion', { current_password: PASSWORD })
    expect(await bob.ask('GET', `/posts/${post.id}`)).toMatchObject({ status: 404, body: NOT_FOUND })
    await zoe.signIn()
    expect((await bob.ask('GET', `/posts/${post.id}`)).status).toBe(200)
  })
})

describe('Single posts', () => {
  it('A single post is the same as in the list, for each viewer', async () => {
    await bob.ask('POST', '/like', { post_id: open.id })
    await bob.ask('POST', '/reports', { post_id: open.id, reason: 'Inapropriate content' })
    const mod = await staff('mod', 'moderator')
    for (const person of [bob, fan, amy, mod]) {
      const { body: list } = await person.ask('GET', `/posts?username=${open.username}`)
      for (const post of list) expect((await person.ask('GET', `/posts/${post.id}`)).body).toEqual(post)
    }
  })

  it('A single post has no picture for who may not see it, also once a subscription has ended', async () => {
    expect((await bob.ask('GET', `/posts/${locked.id}`)).body).toMatchObject({ file: null, protected: true })
    expect((await amy.ask('GET', `/posts/${locked.id}`)).body).toMatchObject({ file: locked.file })
    const { body } = await fan.ask('GET', `/posts/${locked.id}`)
    expect(body.file).toBe(locked.file)
    passes(new Date(body.accessible_until).getTime() - ctx.now().getTime())
    const ended = await fan.ask('GET', `/posts/${locked.id}`)
    expect(ended.body).toMatchObject({ file: null, accessible_until: null })
    expect(ended.text).not.toContain(locked.file?.split('/').at(-1))
  })

  it('A single post shows its reports to staff, and to nobody else', async () => {
    const admin = await staff('admin', 'admin')
    expect((await admin.ask('GET', `/posts/${open.id}`)).body.reports).toHaveLength(1)
    for (const person of [bob, amy]) expect((await person.ask('GET', `/posts/${open.id}`)).body.reports).toEqual([])
  })
})
