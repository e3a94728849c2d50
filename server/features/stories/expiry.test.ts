import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { clip } from '#tests/support/files/clips.ts'
import { storedFiles } from '#tests/support/files/stored-files.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe, passes } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creator('amy')
const fan = await member('fan')
await subscribe(fan, amy)
const { username } = (await amy.ask('GET', '/user')).body

const published = {
  picture: await amy.tells(),
  video: await amy.tells({ media: await clip('talking.mp4') }),
  'protected picture': await amy.tells({ protected: true }),
  'protected video': await amy.tells({ protected: true, media: await clip('phone.mov') }),
}
/** All were published at the same moment, so their order is undefined. */
const ids = Object.values(published)
  .map(({ id }) => id)
  .sort()

/** The stories that one person finds in each list. */
async function storyLists(person: Person) {
  const idsIn = async (who: Person, path: string): Promise<string[]> =>
    (await who.ask('GET', path)).body.stories.map(({ id }: Story) => id).sort()
  return {
    list: await idsIn(person, '/stories'),
    of_profile: await idsIn(person, `/stories?profile_id=${amy.id}`),
    profile: await idsIn(person, `/profiles/${username}`),
    mine: await idsIn(amy, '/stories/my_stories'),
  }
}

async function storiesSeenBy(person: Person): Promise<Story[]> {
  return (await person.ask('GET', '/stories')).body.stories
}

async function pathsSeenBy(person: Person): Promise<string[]> {
  return (await storiesSeenBy(person)).map(({ media_path }) => media_path ?? '')
}

async function statuses(person: Person, paths: string[]): Promise<number[]> {
  const replies = paths.flatMap((path) => [
    person.fetch(path),
    person.fetch(path, { headers: { range: 'bytes=0-1' } }),
    person.fetch(path, { method: 'HEAD' }),
  ])
  return (await Promise.all(replies)).map(({ status }) => status)
}

/** How many pictures and videos are stored, in any number of widths. */
async function storedMedia(): Promise<number> {
  return new Set((await storedFiles(ctx)).map(path.dirname)).size
}

describe('A second before the end of a story', () => {
  // Spec 1.3, 9.10
  it('A second before its end, a story is in all lists, and its media can be fetched', async () => {
    passes(DAY_MS - SECOND_MS)
    await fan.signIn()
    await amy.signIn()
    expect(await storyLists(fan)).toEqual({ list: ids, of_profile: ids, profile: ids, mine: ids })
    expect(await statuses(fan, await pathsSeenBy(fan))).toEqual(Array(4).fill([200, 206, 200]).flat())
  })

  it('A second before its end, public media may be cached for that second, and protected media not at all', async () => {
    for (const story of await storiesSeenBy(fan)) {
      const { headers } = await fan.fetch(story.media_path ?? '')
      expect(headers['cache-control']).toBe(story.protected ? 'private, no-store' : 'public, max-age=1')
    }
  })
})

describe('A second after the end of a story', () => {
  // Spec 1.3, 9.10
  it('A second after its end, a story is in no list and its media cannot be fetched, although nothing was swept yet', async () => {
    const paths = [...(await pathsSeenBy(fan)), ...(await pathsSeenBy(amy))]
    expect(paths).toHaveLength(8)
    passes(2 * SECOND_MS)
    const nowhere = { list: [], of_profile: [], profile: [], mine: [] }
    expect(await storyLists(fan)).toEqual(nowhere)
    expect(await storyLists(amy)).toEqual(nowhere)
    for (const person of [fan, amy]) expect(await statuses(person, paths)).toEqual(Array(24).fill(404))
    for (const id of ids) {
      expect((await fan.ask('POST', `/stories/${id}/seen`)).status).toBe(404)
      expect((await amy.ask('DELETE', `/stories/${id}`)).status).toBe(404)
    }
    expect(await ctx.db`select from stories`).toHaveLength(4)
  })
})

describe('Sweeps and stories', () => {
  it('The sweep of unused media keeps the media of stories', async () => {
    passes(2 * DAY_MS)
    await fan.signIn()
    await amy.signIn()
    const fresh = await amy.tells({ media: await clip('talking.mp4') })
    passes(2 * HOUR_MS)
    await ctx.jobs.send('sweep_media', {})
    expect(await ctx.jobs.runDue()).toBe(1)
    expect((await fan.fetch(fresh.media_path ?? '')).status).toBe(200)
    await amy.ask('DELETE', `/stories/${fresh.id}`)
  })

  // Spec 1.3
  it('The sweep of stories deletes ended ones with their media, and keeps the others', async () => {
    const fresh = await amy.tells()
    expect(await storedMedia()).toBe(5)
    await ctx.jobs.send('sweep_stories', {})
    expect(await ctx.jobs.runDue()).toBe(1)
    expect((await ctx.db`select id from stories`).map(({ id }) => id)).toEqual([fresh.id])
    expect(await ctx.db`select from media`).toHaveLength(1)
    expect(await storedMedia()).toBe(1)
    expect((await fan.fetch(fresh.media_path ?? '')).status).toBe(200)
  })
})
