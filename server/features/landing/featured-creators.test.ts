import { describe, expect, it } from 'vitest'
import type { Landing } from '#contract/landing.ts'
import { noisePicture } from '#tests/support/pictures.ts'
import { insertPosts } from '#tests/support/post-rows.ts'
import { type Person, world } from '#tests/support/world.ts'

const MINUTE = 60 * 1000
const { ctx, creator, member, visitor, passes } = await world()
const file = await noisePicture({ width: 40, height: 50 })

const landing = async (): Promise<Landing> => (await visitor.ask('GET', '/landings')).body
const featured = async () => (await landing()).featured_creators.map(({ username }) => username)

async function named(username: string): Promise<Person> {
  const person = await creator(username)
  await person.ask('PUT', '/user', { username })
  return person
}

const EMPTY = {
  first_description: null,
  second_description: null,
  post_file: null,
  profile_pic: null,
  username: null,
  featured_creators: [],
}

describe('The landing page shows nothing', () => {
  it('of a creator who has no posts, or only protected ones', async () => {
    const shy = await named('shy')
    expect(await landing()).toEqual(EMPTY)
    await shy.posts({ protected: true, description: 'Behind the curtain', file })
    expect(await landing()).toEqual(EMPTY)
  })
})

describe('The landing page', () => {
  it('shows the newest open post of a creator, what the newest protected one says, and never its picture', async () => {
    passes(MINUTE)
    const amy = await member('amy')
    await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'Dancer', profile_pic: file })
    await amy.ask('PUT', '/user', { username: 'amy' })
    await amy.posts({ description: 'An older one', file })
    passes(MINUTE)
    const open = await amy.posts({ description: 'Open to all', file })
    passes(MINUTE)
    await amy.posts({ protected: true, description: 'An older secret', file })
    passes(MINUTE)
    const locked = await amy.posts({ protected: true, description: 'A secret', file })
    const { body, text } = await visitor.ask('GET', '/landings')
    expect(body).toEqual({
      first_description: 'Open to all',
      second_description: 'A secret',
      post_file: open.file,
      profile_pic: open.profile_pic,
      username: 'amy',
      featured_creators: [{ username: 'amy', profile_pic: open.profile_pic, bio: 'Dancer' }],
    })
    expect(text).not.toContain(locked.file?.replace('/media/', ''))
    for (const path of [body.post_file, body.profile_pic]) expect((await visitor.fetch(path)).status).toBe(200)
  })

  it('forgets a post at once when it becomes protected or is deleted', async () => {
    passes(MINUTE)
    const eve = await named('eve')
    const first = await eve.posts({ description: 'First', file })
    passes(MINUTE)
    const second = await eve.posts({ description: 'Second', file })
    expect(await landing()).toMatchObject({ first_description: 'Second', second_description: null, username: 'eve' })
    const { body } = await eve.ask('PATCH', `/posts/${second.id}`, { protected: true })
    expect(await landing()).toMatchObject({ first_description: 'First', second_description: 'Second' })
    expect(JSON.stringify(await landing())).not.toContain(body.file)
    await eve.ask('DELETE', `/posts/${first.id}`)
    expect(await featured()).toEqual(['amy'])
  })

  it('shows at most four creators, whose open posts are the newest, each once', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      passes(MINUTE)
      await insertPosts(ctx, await named(name), ['first', 'second'])
    }
    expect(await featured()).toEqual(['five', 'four', 'three', 'two'])
    passes(MINUTE)
    await insertPosts(ctx, await named('hidden'), ['secret'], { protected: true })
    expect(await featured()).toEqual(['five', 'four', 'three', 'two'])
  })

  it('also finds them behind somebody who posted hundreds of times since', async () => {
    passes(MINUTE)
    const busy = await named('busy')
    await insertPosts(
      ctx,
      busy,
      Array.from({ length: 310 }, (_, index) => `busy ${index}`),
    )
    expect(await featured()).toEqual(['busy', 'five', 'four', 'three'])
    expect(await landing()).toMatchObject({ first_description: 'busy 309', username: 'busy' })
  })
})
