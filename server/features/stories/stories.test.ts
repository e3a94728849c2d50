import { describe, expect, it } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { emailKey } from '#server/emails.ts'
import { setRole } from '#server/store/accounts/users.ts'
import { clip } from '#tests/support/files/clips.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor, passes } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creator('amy')
const bob = await member('bob')

async function listed(person: Person, query = ''): Promise<Story[]> {
  return (await person.ask('GET', `/stories${query}`)).body.stories
}

describe('Who may add a story', () => {
  it('Nobody can add a story without a token or without a profile', async () => {
    const parts = { 'story[description]': 'Hello', 'story[media]': await noisePicture() }
    expect((await visitor.send('POST', '/stories', parts)).status).toBe(401)
    for (const person of [bob, await staff('mod', 'moderator'), await staff('boss', 'admin')]) {
      const { status, body } = await person.send('POST', '/stories', parts)
      expect(status).toBe(403)
      expect(body.code).toBe('forbidden')
    }
  })

  it('Every creator can add stories where STORY_AUTHORS says so', async () => {
    expect((await amy.tells()).profile.user.username).toMatch(/^member_/)
  })

  // Spec 6.17
  it('By default, only an admin with a profile can add stories', async () => {
    const strict = await world()
    const carl = await strict.creator('carl')
    const parts = { 'story[description]': 'Hello', 'story[media]': await noisePicture() }
    expect((await carl.send('POST', '/stories', parts)).status).toBe(403)
    await setRole(strict.ctx.db, emailKey(carl.email), 'moderator')
    expect((await carl.send('POST', '/stories', parts)).status).toBe(403)
    await setRole(strict.ctx.db, emailKey(carl.email), 'admin')
    expect((await carl.send('POST', '/stories', parts)).status).toBe(201)
  })

  it('A creator can add three hundred stories an hour', async () => {
    const limited = await world({ STORY_AUTHORS: 'creator', RATE_LIMITS: 'on' })
    const dora = await limited.creator('dora')
    for (let i = 0; i < 300; i += 1) expect((await dora.send('POST', '/stories', {})).status).toBe(422)
    const { status, headers } = await dora.send('POST', '/stories', {})
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('3600')
  })
})

describe('Incomplete stories', () => {
  // Spec 5.19, 7.31
  it.each([
    ['a media and a description', {}],
    ['a media', { 'story[description]': 'Hello' }],
    ['a description', { 'story[media]': 'picture' }],
    ['anything to read in its description', { 'story[media]': 'picture', 'story[description]': ' \n\u0007 ' }],
  ])('A story without %s is refused in the words of the specification', async (_, given) => {
    const parts: Record<string, string | Buffer> = { ...given }
    if (parts['story[media]']) parts['story[media]'] = await noisePicture()
    const { status, body } = await amy.send('POST', '/stories', parts)
    expect(status).toBe(422)
    expect(body).toMatchObject({ error: 'Media and description are required', code: 'invalid' })
  })

  it('A story that is not sent as a form is refused', async () => {
    expect((await amy.ask('POST', '/stories', { story: { description: 'Hello' } })).status).toBe(415)
  })
})

describe('The end of a story', () => {
  const at = (ms: number) => new Date(ctx.now().getTime() + ms).toISOString()

  // Spec 7.31
  it.each([
    ['in the past', () => at(-1000)],
    ['now', () => at(0)],
    ['a second after a day', () => at(DAY_MS + 1000)],
    ['ten years ahead', () => at(10 * 365 * DAY_MS)],
    ['not a time', () => 'tomorrow'],
    ['empty', () => ''],
    ['a leap second', () => '2026-03-01T23:59:60Z'],
  ])('An end of a story that is %s is refused', async (_, expires_at) => {
    const { status, body } = await amy.send('POST', '/stories', {
      'story[description]': 'Hello',
      'story[media]': await noisePicture(),
      'story[expires_at]': expires_at(),
    })
    expect(status).toBe(422)
    expect(Object.keys(body.fields)).toEqual(['story[expires_at]'])
  })

  // Spec 3.14, 7.31
  it('A story ends after a day, unless its author wants it to end sooner', async () => {
    expect(await amy.tells()).toMatchObject({ expires_at: at(DAY_MS), time_remaining: 24 })
    const short = await amy.tells({ expires_at: new Date(at(45 * MINUTE_MS)) })
    expect(short).toMatchObject({ expires_at: at(45 * MINUTE_MS), time_remaining: 0.75 })
    passes(15 * MINUTE_MS)
    expect((await listed(bob)).find(({ id }) => id === short.id)?.time_remaining).toBe(0.5)
    passes(30 * MINUTE_MS)
    expect((await listed(bob)).map(({ id }) => id)).not.toContain(short.id)
  })
})

describe('Stories', async () => {
  const ella = await creator('ella')
  const fan = await member('fan')
  await subscribe(fan, ella)

  // Spec 3.12, 3.15, 3.16, 7.27, 7.29
  it('A story has every field of the specification, in every list', async () => {
    await ella.send('PUT', `/profiles/${ella.id}`, { profile_pic: await noisePicture() })
    const story = await ella.tells({ description: '  Before the show\r\n' })
    const { profile_pic, stories, username } = (await bob.ask('GET', `/profiles/${await nameOf(ella)}`)).body
    expect(story).toEqual({
      id: expect.any(String),
      media_path: expect.stringMatching(/^\/media\/[0-9a-f-]{36}$/),
      description: 'Before the show',
      protected: false,
      accessible: true,
      accessible_until: null,
      time_remaining: 24,
      expires_at: expect.any(String),
      seen: false,
      profile: { id: ella.id, profile_pic_path: profile_pic, user: { id: ella.id, username } },
    })
    expect(story.media_path).not.toContain(story.id)
    expect(stories).toEqual([story])
    expect((await ella.ask('GET', '/stories/my_stories')).body).toEqual({ stories: [story] })
    expect(await listed(bob, `?profile_id=${ella.id}`)).toEqual([story])
    expect((await visitor.fetch(story.media_path ?? '')).bytes.subarray(8, 12).toString()).toBe('WEBP')
  })

  // Spec 3.13
  it('A protected story is a curtain for who does not subscribe', async () => {
    passes(1000)
    const story = await ella.tells({ protected: true })
    const [, curtain] = await listed(bob, `?profile_id=${ella.id}`)
    expect(curtain).toMatchObject({ id: story.id, protected: true, accessible: false, media_path: null })
    const [, picture] = await listed(fan, `?profile_id=${ella.id}`)
    expect(picture).toMatchObject({ id: story.id, accessible: true, media_path: story.media_path })
    expect(Date.parse(picture?.accessible_until ?? '')).toBeGreaterThan(ctx.now().getTime())
  })

  // Spec 5.20
  it.each([
    ['JPEG', () => noisePicture(), 'image/webp'],
    ['PNG', () => noisePicture({}, 'png'), 'image/webp'],
    ['GIF', () => noisePicture({ width: 40, height: 50 }, 'gif'), 'image/webp'],
    ['MP4', () => clip('talking.mp4'), 'video/mp4'],
    ['MOV', () => clip('phone.mov'), 'video/mp4'],
  ])('A story may be a %s', async (_, media, type) => {
    const story = await ella.tells({ media: await media() })
    expect((await visitor.fetch(story.media_path ?? '')).headers['content-type']).toBe(type)
  })

  // Spec 1.4, 3.12
  it('The path of a video ends with .mp4', async () => {
    const story = await ella.tells({ media: await clip('talking.mp4') })
    expect(story.media_path).toMatch(/^\/media\/[0-9a-f-]{36}\.mp4$/)
    const { status, headers, bytes } = await visitor.fetch(story.media_path ?? '')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('video/mp4')
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
  })

  it('The stories of an unknown profile are an empty list', async () => {
    expect(await listed(bob, `?profile_id=${NOBODY}`)).toEqual([])
    expect((await bob.ask('GET', '/stories?profile_id=nobody')).status).toBe(422)
  })
})

async function nameOf(person: Person): Promise<string> {
  return (await person.ask('GET', '/user')).body.username
}
