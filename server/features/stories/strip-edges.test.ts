import { beforeEach, describe, expect, it } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { decideStrips, listStrip, storiesOfStrip } from '#server/store/story-lists.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe, passes } = await world({ STORY_AUTHORS: 'creator' })
const { app } = await secondProcess(ctx)
const [fan, stranger] = [await member('fan'), await member('stranger')]

/** The same person, with the same session, on the other process. */
function elsewhere(person: Person): Person {
  return Object.assign(new Person(app, person.email), { id: person.id, token: person.token })
}

const stripOf = async (person: Person): Promise<Story[]> => (await person.ask('GET', '/stories')).body.stories
const nameOf = async (person: Person): Promise<string> => (await person.ask('GET', '/user')).body.username

/** What they see of a story in their strip: alone, and when others ask in the same moment, each of them for their own. */
async function seen(by: Person, { id }: Pick<Story, 'id'>): Promise<Story | undefined> {
  const alone = await stripOf(by)
  const others = [stranger, amy, fan].map(stripOf)
  expect((await Promise.all([...others, stripOf(by)])).at(-1)).toEqual(alone)
  return alone.find((story) => story.id === id)
}

let people = 0
let amy: Person
let open: Story
let locked: Story

beforeEach(async () => {
  people += 1
  amy = await creator(`amy${people}`)
  await subscribe(fan, amy, 1)
  open = await amy.tells({ description: 'Everybody may see this' })
  locked = await amy.tells({ description: 'Subscribers may see this', protected: true })
  // What this process reads now is what it could show later.
  for (const story of [open, locked]) expect(await seen(fan, story)).toMatchObject({ media_path: expect.any(String) })
})

describe('A story that another process changes is gone from the very next strip of this one', () => {
  it('if it is deleted', async () => {
    await elsewhere(amy).ask('DELETE', `/stories/${open.id}`)
    expect(await seen(fan, open)).toBeUndefined()
    expect(await seen(fan, locked)).toMatchObject({ id: locked.id })
  })

  it('if staff hide it', async () => {
    await ctx.db`update stories set hidden_at = ${ctx.now()} where id = ${open.id}`
    expect(await seen(fan, open)).toBeUndefined()
  })

  it('if its author is frozen, and comes back with the author', async () => {
    const { id = '' } = amy
    await ctx.db`update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x' where id = ${id}`
    expect(await seen(fan, open)).toBeUndefined()
    await ctx.db`update users set frozen_at = null, frozen_until = null, frozen_ground = null, frozen_facts = null where id = ${id}`
    expect(await seen(fan, open)).toMatchObject({ media_path: open.media_path })
  })

  it('if its author blocks the viewer, or the viewer its author', async () => {
    await elsewhere(amy).ask('POST', '/blocks', { username: await nameOf(fan) })
    await elsewhere(stranger).ask('POST', '/blocks', { username: await nameOf(amy) })
    expect(await seen(fan, open)).toBeUndefined()
    expect(await seen(stranger, open)).toBeUndefined()
    expect(await seen(amy, open)).toMatchObject({ id: open.id })
    await ctx.db`delete from blocks`
  })

  it('if the viewer mutes its author', async () => {
    await elsewhere(fan).ask('POST', '/mutes', { username: await nameOf(amy) })
    expect(await seen(fan, open)).toBeUndefined()
    expect(await seen(stranger, open)).toMatchObject({ id: open.id })
  })

  it('from the moment at which it ends', async () => {
    passes(DAY_MS - 1)
    await fan.signIn()
    expect(await seen(fan, open)).toMatchObject({ id: open.id })
    passes(1)
    expect(await stripOf(fan)).toEqual([])
  })
})

describe('What everybody shares of a story is given only to who may see it', () => {
  it('A stranger gets no path of the picture that a subscriber has just been shown', async () => {
    const { media_path } = (await seen(fan, locked)) ?? {}
    expect((await stranger.ask('GET', '/stories')).text).not.toContain(media_path)
    expect(await seen(stranger, locked)).toMatchObject({ media_path: null, accessible: false, accessible_until: null })
  })

  it('A fan whose subscription ends gets no picture from that moment on', async () => {
    passes(12 * HOUR_MS)
    const later = await amy.tells({ description: 'The second half', protected: true })
    await fan.signIn()
    passes(12 * HOUR_MS - 1)
    expect(await seen(fan, later)).toMatchObject({ media_path: expect.any(String), accessible: true })
    passes(1)
    expect(await seen(fan, later)).toMatchObject({ media_path: null, accessible: false })
  })
})

describe('What another process changes is in the very next strip of this one', () => {
  it('The name of an author, and what the viewer has seen', async () => {
    await elsewhere(amy).ask('PUT', '/user', { username: `renamed${people}` })
    await elsewhere(fan).ask('POST', `/stories/${open.id}/seen`)
    expect(await seen(fan, open)).toMatchObject({ seen: true, profile: { user: { username: `renamed${people}` } } })
    expect(await seen(stranger, open)).toMatchObject({ seen: false })
  })

  it('A content that changed after the viewer was judged is not shown by that judgement', async () => {
    const [judged] = (await decideStrips(ctx.db, [String(fan.id)], ctx.now())) ?? []
    expect(judged?.length).toBeGreaterThan(0)
    expect(await storiesOfStrip(ctx.db, String(fan.id), judged ?? [])).toHaveLength(judged?.length ?? 0)
    await elsewhere(amy).ask('PUT', '/user', { username: `again${people}` })
    await stripOf(stranger)
    expect(await storiesOfStrip(ctx.db, String(fan.id), judged ?? [])).toBeUndefined()
  })
})

it('One statement for several viewers decides what a statement for each of them decides', async () => {
  await amy.ask('POST', '/blocks', { username: await nameOf(stranger) })
  await fan.ask('POST', `/stories/${open.id}/seen`)
  const ids = [fan, stranger, amy].map(({ id }) => String(id))
  const together = await decideStrips(ctx.db, ids, ctx.now())
  expect(together?.map(({ length }) => length > 0)).toEqual([true, true, true])
  for (const [place, id] of ids.entries()) {
    const alone = await listStrip(ctx.db, id, ctx.now())
    expect(await storiesOfStrip(ctx.db, id, together?.[place] ?? [])).toEqual(alone)
  }
})
