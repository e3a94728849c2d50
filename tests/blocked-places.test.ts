import { beforeAll, describe, expect, it } from 'vitest'
import { continueTellings } from '#server/features/notices/tellings.ts'
import { FIRST_ID } from '#server/paging.ts'
import { clip } from './support/files/clips.ts'
import { noisePicture } from './support/files/pictures.ts'
import { unzip } from './support/files/zip.ts'
import { type Person, world } from './support/world.ts'

/**
 * While one of two people blocks the other, each is absent for the other in every place, and both are back as before when the
 * block ends. Everybody else notices nothing. A new place that shows somebody to others is one line of the table.
 */

const { ctx, creator, member, staff, visitor, subscribe } = await world({ STORY_AUTHORS: 'creator' })
const [amy, fan, other] = [await creator('amy'), await member('fan'), await member('other')]
const admin = await staff('admin', 'admin')
const username = 'amy-name'
await amy.ask('PUT', '/user', { username: 'amy-before' })
await amy.ask('PUT', '/user', { username })
await fan.ask('PUT', '/user', { username: 'fan-name' })
await amy.send('PUT', `/profiles/${amy.id}`, {
  bio: 'Figs',
  profile_pic: await noisePicture({ width: 40, height: 40 }),
})
for (const subscriber of [fan, other]) await subscribe(subscriber, amy)

const post = await amy.posts({ description: 'A public post' })
const locked = await amy.posts({ description: 'A protected post', protected: true })
const story = await amy.tells()
const film = await amy.tells({ protected: true, media: await clip('talking.mp4') })
const { profile_pic } = (await fan.ask('GET', `/profiles/${username}`)).body
const signed_url: string = (await fan.ask('GET', '/stories')).body.stories.find(
  ({ id }: { id: string }) => id === film.id,
).media_path
const locked_file: string = (await fan.ask('GET', `/posts/${locked.id}`)).body.file
await fan.ask('POST', '/like', { post_id: locked.id })
await fan.ask('POST', '/views', { post_ids: [locked.id] })
const conversation = await fan.writes(amy, 'Hello amy')
const reply = await amy.says(conversation.id, 'Hello fan')
const here = `/conversations/${conversation.id}`
await fan.ask('POST', `${here}/messages/${reply.id}/reactions`, { emoji: '🔥' })
await continueTellings(ctx)

async function mentions(person: Person, url: string, text: string): Promise<boolean> {
  return (await person.ask('GET', url)).text.includes(text)
}

/** One status means that it is there, another that it is hidden, and there is no third. */
async function answers(reply: Promise<{ status: number }>, there = 200, hidden = 404): Promise<boolean> {
  const { status } = await reply
  if (![there, hidden].includes(status)) throw new Error(`it is answered with ${status}`)
  return status === there
}

async function exported(person: Person, kind: string): Promise<string> {
  await ctx.db`delete from exports where user_id = ${person.id}`
  const { id } = (await person.ask('POST', '/exports')).body
  await ctx.jobs.runDue()
  return (await unzip((await person.fetch(`/exports/${id}/file`)).bytes)).get(`${kind}.json`)?.toString() ?? ''
}

/** Places where a viewer finds amy. */
function placesFor(viewer: Person): [place: string, isThere: () => Promise<boolean>][] {
  return [
    ['GET /profiles/{username}', () => answers(viewer.ask('GET', `/profiles/${username}`))],
    ['GET /profiles/{a former name}', () => answers(viewer.ask('GET', '/profiles/amy-before'))],
    ['GET /posts', () => mentions(viewer, '/posts', post.id)],
    ['GET /posts?username=', () => answers(viewer.ask('GET', `/posts?username=${username}`))],
    ['GET /posts?after=', () => mentions(viewer, `/posts?after=${FIRST_ID}`, post.id)],
    ['GET /posts/count', async () => (await viewer.ask('GET', '/posts/count')).body.count > 0],
    ['GET /posts/count?username=', () => answers(viewer.ask('GET', `/posts/count?username=${username}`))],
    ['GET /posts/{id}', () => answers(viewer.ask('GET', `/posts/${post.id}`))],
    ['GET /stories', () => mentions(viewer, '/stories', story.id)],
    ['GET /stories?profile_id=', () => mentions(viewer, `/stories?profile_id=${amy.id}`, story.id)],
    ['POST /stories/{id}/seen', () => answers(viewer.ask('POST', `/stories/${story.id}/seen`))],
    ['the bytes of a public post', () => answers(viewer.fetch(post.file ?? ''))],
    ['the bytes of a public story', () => answers(viewer.fetch(story.media_path ?? ''))],
    ['the portrait', () => answers(viewer.fetch(profile_pic))],
    ['GET /landings', () => mentions(viewer, '/landings', username)],
    ['GET /creators', () => mentions(viewer, '/creators', username)],
    ['GET /creators?search=, by name', () => mentions(viewer, `/creators?search=${username}`, username)],
    ['GET /creators?search=, by a similar name', () => mentions(viewer, '/creators?search=amy-nmae', username)],
    ['GET /creators?search=, by bio', () => mentions(viewer, '/creators?search=figs', username)],
    ['GET /subscriptions', () => mentions(viewer, '/subscriptions', username)],
    ['GET /notices', () => mentions(viewer, '/notices', username)],
    ['the bytes of a protected post', () => answers(viewer.fetch(locked_file))],
  ]
}

/** What the fan alone has of amy. */
const OWN_PLACES: [place: string, isThere: () => Promise<boolean>][] = [
  ['a signed URL of a video', () => answers(fan.fetch(signed_url))],
  ['GET /notices, of the creator', () => mentions(amy, '/notices', 'fan-name')],
  ['GET /stories/{id}/viewers, of the creator', () => mentions(amy, `/stories/${story.id}/viewers`, 'fan-name')],
  ['POST /like', () => answers(fan.ask('POST', '/like', { post_id: post.id }))],
  [
    'POST /reports',
    async () => {
      const { status } = await fan.ask('POST', '/reports', { post_id: post.id, reason: 'Inapropriate content' })
      return await answers(Promise.resolve({ status: status === 201 ? 200 : status }))
    },
  ],
  [
    'GET /conversations/can_message',
    async () => (await fan.ask('GET', `/conversations/can_message/${amy.id}`)).body.can_message,
  ],
  [
    'POST /conversations',
    () => answers(fan.ask('POST', '/conversations', { creator_id: amy.id, content: 'Hm' }), 201, 403),
  ],
  [
    'POST /conversations/{id}/messages',
    () => answers(fan.ask('POST', `${here}/messages`, { content: 'Hm' }), 201, 403),
  ],
  [
    'POST /conversations/{id}/messages, by the creator',
    () => answers(amy.ask('POST', `${here}/messages`, { content: 'Hm' }), 201, 403),
  ],
  ['a reaction', () => answers(fan.ask('POST', `${here}/messages/${reply.id}/reactions`, { emoji: '🔥' }), 200, 403)],
  [
    'a reaction that is taken back',
    () => answers(fan.ask('DELETE', `${here}/messages/${reply.id}/reactions/${encodeURIComponent('🔥')}`), 200, 403),
  ],
  ['GET /conversations: is_closed', async () => !(await fan.ask('GET', '/conversations')).body[0].is_closed],
  [
    'GET /conversations/received: is_closed',
    async () => !(await amy.ask('GET', '/conversations/received')).body[0].is_closed,
  ],
  [
    'GET /conversations: the portrait',
    async () => (await fan.ask('GET', here)).body.creator.profile.profile_pic !== null,
  ],
]

/** What a block leaves as it is, whoever made it. */
const STAYS: [what: string, isThere: () => Promise<boolean>][] = [
  ...placesFor(other).map(([place, isThere]) => [`for another member: ${place}`, isThere] as (typeof STAYS)[number]),
  ['GET /landings, for a visitor', () => mentions(visitor, '/landings', username)],
  ['the bytes of a public post, for a visitor', () => answers(visitor.fetch(post.file ?? ''))],
  ['the likes of the blocked fan', async () => (await amy.ask('GET', `/posts/${locked.id}`)).body.likes_count === 1],
  ['the thread, for the fan', () => mentions(fan, here, 'Hello fan')],
  ['the thread, for the creator', () => mentions(amy, here, 'Hello amy')],
  ['the conversation in the list of the fan', () => mentions(fan, '/conversations', conversation.id)],
  ['the conversation in the list of the creator', () => mentions(amy, '/conversations/received', conversation.id)],
  ['both names for staff', () => mentions(admin, `/admin/users?search=${username}`, username)],
]

describe.each([
  ['no block', async () => {}, true],
  ['a creator who blocks a fan', async () => void (await amy.ask('POST', '/blocks', { username: 'fan-name' })), false],
  ['the end of that block', async () => void (await amy.ask('DELETE', '/blocks/fan-name')), true],
  ['a fan who blocks a creator', async () => void (await fan.ask('POST', '/blocks', { username })), false],
  ['the end of that block too', async () => void (await fan.ask('DELETE', `/blocks/${username}`)), true],
])('With %s', (_, happens, isThereNow) => {
  beforeAll(happens)

  it.each([...placesFor(fan), ...OWN_PLACES])(
    isThereNow ? 'the fan finds the creator: %s' : 'the fan does not find the creator: %s',
    async (_place, isThere) => {
      expect(await isThere()).toBe(isThereNow)
    },
  )

  it.each(STAYS)('everything else stays: %s', async (_what, isThere) => {
    expect(await isThere()).toBe(true)
  })
})

describe('While the creator blocks the fan', () => {
  beforeAll(async () => void (await amy.ask('POST', '/blocks', { username: 'fan-name' })))

  it('the fan reads the same of the creator as of an erased account', async () => {
    const { body } = await fan.ask('GET', here)
    expect(body.creator).toEqual({
      username: 'member',
      is_deleted: true,
      profile: { name: 'member', profile_pic: null },
    })
    expect(body).toMatchObject({ can_send_messages: false, is_closed: true, is_blocked: false })
    expect(body.messages.map(({ sender }: { sender: string }) => sender)).not.toContain(username)
    expect(JSON.stringify(body)).not.toContain(username)
  })

  it.each(['likes', 'subscriptions-held', 'stories-seen', 'posts-seen', 'creators-seen', 'conversations'])(
    'the fan’s export does not name the creator: %s',
    async (kind) => {
      const text = await exported(fan, kind)
      expect(text).toContain('member')
      expect(text).not.toContain(username)
    },
  )

  it('the creator still knows whom they block, and that the thread is closed because of it', async () => {
    const { body } = await amy.ask('GET', here)
    expect(body.initiator).toEqual({ username: 'fan-name', is_deleted: false })
    expect(body).toMatchObject({ can_send_messages: false, is_closed: true, is_blocked: true })
  })

  it('a member of staff whom the author of a reported post blocks can still judge it', async () => {
    const { username: name } = (await admin.ask('GET', '/user')).body
    const { file } = (await admin.ask('GET', '/admin/reports')).body[0]
    await amy.ask('POST', '/blocks', { username: name })
    expect((await admin.fetch(file)).status).toBe(200)
    await amy.ask('DELETE', `/blocks/${name}`)
  })
})
