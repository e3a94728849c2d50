import { beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import { findContents } from '#server/store/post-contents.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, passes } = await world()
const { app } = await secondProcess(ctx)
const [fan, stranger, admin] = [await member('fan'), await member('stranger'), await staff('ada', 'admin')]

/** The same person, with the same session, on the other process. */
function elsewhere(person: Person): Person {
  return Object.assign(new Person(app, person.email), { id: person.id, token: person.token })
}

/** What they see of a post in their feed: alone, and when others ask in the same moment, each of them for their own. */
async function seen(by: Person, { id }: Pick<Post, 'id'>): Promise<Post | undefined> {
  const feed = async () => (await by.ask('GET', '/posts')).body
  const alone = await feed()
  const others = [stranger, admin, amy].map((other) => other.ask('GET', '/posts'))
  expect((await Promise.all([...others, feed()])).at(-1)).toEqual(alone)
  return alone.find((post: Post) => post.id === id)
}

let people = 0
let amy: Person
let open: Post
let locked: Post

beforeEach(async () => {
  people += 1
  amy = await creator(`amy${people}`)
  await subscribe(fan, amy, 1)
  open = await amy.posts({ description: 'Everybody may see this' })
  locked = await amy.posts({ description: 'Subscribers may see this', protected: true })
  // What this process reads now is what it could show later.
  for (const post of [open, locked]) expect(await seen(fan, post)).toMatchObject({ file: expect.any(String) })
})

describe('A post that another process changes is gone from the very next answer of this one', () => {
  it('if it is deleted', async () => {
    await elsewhere(amy).ask('DELETE', `/posts/${open.id}`)
    expect(await seen(fan, open)).toBeUndefined()
  })

  it('if an admin removes it', async () => {
    await fan.ask('POST', '/reports', { post_id: open.id, reason: 'Inapropriate content' })
    await elsewhere(admin).ask('DELETE', `/admin/posts/${open.id}`)
    expect(await seen(fan, open)).toBeUndefined()
  })

  it('if its author is frozen, and comes back with the author', async () => {
    const { id = '' } = amy
    await ctx.db`update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x' where id = ${id}`
    expect(await seen(fan, open)).toBeUndefined()
    await ctx.db`update users set frozen_at = null, frozen_until = null, frozen_ground = null, frozen_facts = null where id = ${id}`
    expect(await seen(fan, open)).toMatchObject({ file: open.file })
  })

  it('if its author blocks the viewer', async () => {
    const { username } = (await fan.ask('GET', '/user')).body
    await elsewhere(amy).ask('POST', '/blocks', { username })
    expect(await seen(fan, open)).toBeUndefined()
    expect(await seen(stranger, open)).toMatchObject({ id: open.id })
    await elsewhere(amy).ask('DELETE', `/blocks/${username}`)
  })

  it('if the viewer mutes its author', async () => {
    const { username } = (await amy.ask('GET', '/user')).body
    await elsewhere(fan).ask('POST', '/mutes', { username })
    expect(await seen(fan, open)).toBeUndefined()
  })
})

describe('What everybody shares of a post is given only to who may see it', () => {
  it('A stranger gets no path of the pictures that a subscriber has just been shown', async () => {
    const answer = (await stranger.ask('GET', '/posts')).text
    expect(await seen(stranger, locked)).toMatchObject({ file: null, files: [], accessible_until: null })
    expect(answer).not.toContain((await seen(fan, locked))?.file)
  })

  it('A post that becomes protected elsewhere has no picture for a stranger and a new one for a subscriber', async () => {
    expect(await seen(stranger, open)).toMatchObject({ file: open.file })
    await elsewhere(amy).ask('PATCH', `/posts/${open.id}`, { protected: true })
    expect(await seen(stranger, open)).toMatchObject({ protected: true, file: null, files: [] })
    const { file } = (await seen(fan, open)) ?? {}
    expect(file).toEqual(expect.any(String))
    expect(file).not.toBe(open.file)
  })

  it('A fan whose subscription ends gets no picture from that moment on', async () => {
    passes(DAY_MS - 1)
    expect((await seen(fan, locked))?.file).toEqual(expect.any(String))
    passes(1)
    expect(await seen(fan, locked)).toMatchObject({ file: null, files: [] })
  })
})

describe('What another process changes is in the very next answer of this one', () => {
  it('The words, the likes and the pin of a post', async () => {
    await elsewhere(amy).ask('PATCH', `/posts/${open.id}`, { description: 'Other words' })
    await elsewhere(stranger).ask('POST', '/like', { post_id: open.id })
    await elsewhere(amy).ask('POST', `/posts/${open.id}/pin`)
    expect(await seen(fan, open)).toMatchObject({
      description: 'Other words',
      likes_count: 1,
      liked: false,
      pinned: true,
    })
    expect(await seen(stranger, open)).toMatchObject({ liked: true })
  })

  it('The name of its author', async () => {
    await elsewhere(amy).ask('PUT', '/user', { username: `renamed${people}` })
    expect(await seen(fan, open)).toMatchObject({ username: `renamed${people}` })
  })

  it('A content that changed after the viewer was judged is not shown by that judgement', async () => {
    const [row] = await ctx.db`
      select po.xmin::text || ' ' || u.xmin::text || ' ' || pr.xmin::text as version
      from posts po join users u on u.id = po.profile_id join profiles pr on pr.id = po.profile_id where po.id = ${open.id}`
    const judged = [{ id: open.id, version: String(row?.version) }]
    expect(await findContents(ctx.db, judged)).toMatchObject([{ media_id: open.file?.split('/').at(-1) }])
    await elsewhere(amy).ask('PATCH', `/posts/${open.id}`, { protected: true })
    await seen(fan, open)
    expect(await findContents(ctx.db, judged)).toBeUndefined()
  })
})
