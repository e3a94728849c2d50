import { beforeAll, describe, expect, it } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, passes } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creator('amy')
const bob = await member('bob')

async function listed(person: Person, query = ''): Promise<Story[]> {
  return (await person.ask('GET', `/stories${query}`)).body.stories
}

describe('The order of stories', async () => {
  const [first, second, third] = [await creator('first'), await creator('second'), await creator('third')]
  const published: Record<string, Story> = {}
  for (const [name, person] of [
    ['first 1', first],
    ['second 1', second],
    ['third 1', third],
    ['first 2', first],
  ] as const) {
    passes(1000)
    published[name] = await person.tells({ description: name })
  }
  const strip = async (person: Person) => (await listed(person)).map(({ description }) => description)

  // Spec 7.27
  it('The strip shows one’s own stories first, then the newest creators, each from their oldest story', async () => {
    expect(await strip(bob)).toEqual(['first 1', 'first 2', 'third 1', 'second 1'])
    expect(await strip(second)).toEqual(['second 1', 'first 1', 'first 2', 'third 1'])
  })

  // Spec 7.27, 7.29
  it('The stories of one creator, and one’s own, can be listed alone', async () => {
    const own = async (person: Person): Promise<Story[]> =>
      (await person.ask('GET', '/stories/my_stories')).body.stories
    const ofFirst = [published['first 1']?.id, published['first 2']?.id]
    expect((await listed(bob, `?profile_id=${first.id}`)).map(({ id }) => id)).toEqual(ofFirst)
    expect((await own(first)).map(({ id }) => id)).toEqual(ofFirst)
    expect(await own(bob)).toEqual([])
  })

  // Spec 7.27
  it('Creators whose stories were all seen come last, for this viewer only', async () => {
    await bob.ask('POST', `/stories/${published['first 1']?.id}/seen`)
    expect(await strip(bob)).toEqual(['first 1', 'first 2', 'third 1', 'second 1'])
    await bob.ask('POST', `/stories/${published['first 2']?.id}/seen`)
    expect(await strip(bob)).toEqual(['third 1', 'second 1', 'first 1', 'first 2'])
    expect(await strip(third)).toEqual(['third 1', 'first 1', 'first 2', 'second 1'])
  })

  it('A protected story that the viewer may not see does not bring its creator to the front again', async () => {
    passes(1000)
    await first.tells({ description: 'first 3', protected: true })
    expect(await strip(bob)).toEqual(['third 1', 'second 1', 'first 1', 'first 2', 'first 3'])
  })
})

describe('Marking stories as seen', async () => {
  const gina = await creator('gina')

  it('A locked, an unknown and a malformed story are the same 404 when they are marked as seen', async () => {
    const locked = await gina.tells({ protected: true })
    const replies = await Promise.all(
      [locked.id, NOBODY, 'nothing'].map((id) => bob.ask('POST', `/stories/${id}/seen`)),
    )
    for (const reply of replies) {
      expect(reply.status).toBe(404)
      expect(reply.text).toBe(replies[0]?.text)
    }
    expect((await listed(bob, `?profile_id=${gina.id}`)).map(({ seen }) => seen)).toEqual([false])
  })

  it('A story is marked as seen for the person, on every device, and repeating it changes nothing', async () => {
    const { id } = await gina.tells()
    const replies = await Promise.all(Array.from({ length: 10 }, () => bob.ask('POST', `/stories/${id}/seen`)))
    expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(10).fill([200, {}]))
    await bob.signIn()
    expect((await listed(bob)).find((story) => story.id === id)?.seen).toBe(true)
    expect((await listed(amy)).find((story) => story.id === id)?.seen).toBe(false)
  })

  it('Marking a story as seen while it is deleted never causes an error', async () => {
    const { id } = await gina.tells()
    const seeing = Array.from({ length: 8 }, () => bob.ask('POST', `/stories/${id}/seen`))
    const deleting = Array.from({ length: 4 }, () => gina.ask('DELETE', `/stories/${id}`))
    const seen = (await Promise.all(seeing)).map(({ status }) => status)
    for (const status of seen) expect([200, 404]).toContain(status)
    const deleted = (await Promise.all(deleting)).map(({ status }) => status)
    expect(deleted.sort()).toEqual([200, 404, 404, 404])
    expect(await ctx.db`select from story_views where story_id = ${id}`).toHaveLength(0)
  })
})

describe('A strip with many stories', async () => {
  const { ctx: crowded, creator: newCreator, member: newMember } = await world({ STORY_AUTHORS: 'creator' })
  const viewer = await newMember('viewer')
  const oldest = await newCreator('oldest')
  const { id: seen } = await oldest.tells()
  const now = crowded.now()
  const strip = async (): Promise<Story[]> => (await viewer.ask('GET', '/stories')).body.stories

  /** Each of 200 creators tells one more story, the last creator as the last one. Its words are those of the round and the creator. */
  const tellersTell = async (round: number, { hasProtected = false } = {}) => {
    await crowded.db`
      with picture as (
        insert into media (id, owner_id, store_key, content_type, files, created_at)
        select gen_random_uuid(), id, gen_random_uuid()::text, 'image/webp', '[]', ${now} from users where username like 'teller%'
        returning id, owner_id
      )
      insert into stories (id, profile_id, media_id, description, protected, created_at, expires_at)
      select gen_random_uuid(), owner_id, picture.id, concat(${round}::int, ':', n), ${hasProtected}::boolean and n % 2 = 0,
        ${now}::timestamptz + (${round}::int * 200 + n) * interval '1 second', ${now}::timestamptz + interval '1 day'
      from picture join users u on u.id = owner_id, cast(substr(u.username, 7) as int) n`
  }
  const words = async () => (await strip()).map(({ description }) => description)

  beforeAll(async () => {
    await crowded.db`
      with person as (
        insert into users (id, email, email_key, username, password_hash, created_at)
        select gen_random_uuid(), name, name, name, 'none', ${now}
        from generate_series(1, 200) n, concat('teller', n) name returning id
      )
      insert into profiles (id, created_at) select id, ${now} from person`
  })

  it('The strip has 100 stories, the newest ones, and drops creators first whose stories the viewer has seen', async () => {
    await tellersTell(0, { hasProtected: true })
    expect(await words()).toEqual(Array.from({ length: 100 }, (_, n) => `0:${200 - n}`))
    expect((await strip()).map(({ id }) => id)).not.toContain(seen)

    await crowded.db`
      delete from stories st using users u where u.id = st.profile_id and u.username ~ '^teller(1..|200|9[0-9])$'`
    await viewer.ask('POST', `/stories/${seen}/seen`)
    const all = await strip()
    expect(all).toHaveLength(90)
    expect(all.at(-1)).toMatchObject({ id: seen, seen: true })
  })

  it('Creators come with all their stories, and seen ones fill what is left', async () => {
    await crowded.db`delete from stories where id <> ${seen}`
    await tellersTell(0)
    await tellersTell(1)
    const both = (from: number, until: number) =>
      Array.from({ length: from - until + 1 }, (_, n) => [`0:${from - n}`, `1:${from - n}`]).flat()
    expect(await words()).toEqual(both(200, 151))

    await crowded.db`
      insert into story_views (story_id, user_id, seen_at)
      select st.id, ${viewer.id}, ${now} from stories st join users u on u.id = st.profile_id
      where u.username ~ '^teller(1..|200|[3-9][0-9])$'`
    expect(await words()).toEqual([...both(29, 1), ...both(200, 180)])
  })

  it('A hundred stories fill a strip, and one more drops the one that was seen', async () => {
    await crowded.db`delete from stories where id <> ${seen} and description !~ '^0:([1-9]|[1-9][0-9]|100)$'`
    await crowded.db`delete from story_views where story_id <> ${seen}`
    expect(await words()).toEqual(Array.from({ length: 100 }, (_, n) => `0:${100 - n}`))
    await crowded.db`delete from stories where description = '0:100'`
    expect((await strip()).map(({ id }) => id).indexOf(seen)).toBe(99)
  })
})
