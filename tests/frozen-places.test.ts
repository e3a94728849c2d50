import { beforeAll, describe, expect, it } from 'vitest'
import { continueTellings } from '#server/features/notices/tellings.ts'
import { FIRST_ID } from '#server/paging.ts'
import { findLinkPreview } from '#server/store/creators/creator-previews.ts'
import { clip } from './support/files/clips.ts'
import { noisePicture } from './support/files/pictures.ts'
import { unzip } from './support/files/zip.ts'
import { type Person, world } from './support/world.ts'

/**
 * A frozen account is absent for others in every place, as an erased one, and the end of the freeze brings every list, count and
 * byte back. A new place that shows somebody to others is one line of the table.
 */

const { ctx, creator, member, staff, visitor, subscribe } = await world({ STORY_AUTHORS: 'creator' })
const [amy, fan, other] = [await creator('amy'), await member('fan'), await creator('other')]
const [wary, admin] = [await member('wary'), await staff('admin', 'admin')]
const username = 'amy-name'
await amy.ask('PUT', '/user', { username: 'amy-before' })
await amy.ask('PUT', '/user', { username })
await amy.send('PUT', `/profiles/${amy.id}`, {
  bio: 'Figs',
  profile_pic: await noisePicture({ width: 40, height: 40 }),
})
await subscribe(fan, amy)
// The creator is also a fan of another creator.
await subscribe(amy, other)

const post = await amy.posts({ description: 'A public post' })
const locked = await amy.posts({ description: 'A protected post', protected: true })
const reported = await amy.posts({ description: 'A reported post', protected: true })
const story = await amy.tells()
const film = await amy.tells({ protected: true, media: await clip('talking.mp4') })
const { profile_pic } = (await fan.ask('GET', `/profiles/${username}`)).body
const signed_url: string = (await fan.ask('GET', '/stories')).body.stories.find(
  ({ id }: { id: string }) => id === film.id,
).media_path
const fileOf = async ({ id }: { id: string }): Promise<string> => (await fan.ask('GET', `/posts/${id}`)).body.file
const [locked_file, reported_file] = [await fileOf(locked), await fileOf(reported)]
await fan.ask('POST', '/like', { post_id: locked.id })
const theirs = await other.posts()
await amy.ask('POST', '/like', { post_id: theirs.id })
await fan.ask('POST', '/reports', { post_id: reported.id, reason: 'Inapropriate content' })
const conversation = await fan.writes(amy, 'Hello amy')
const reply = await amy.says(conversation.id, 'Hello fan')
const received = await amy.writes(other, 'Hello other')
const here = `/conversations/${conversation.id}`
await continueTellings(ctx)
for (const list of ['/mutes', '/blocks']) await wary.ask('POST', list, { username })

async function mentions(person: Person, url: string, text: string): Promise<boolean> {
  return (await person.ask('GET', url)).text.includes(text)
}

/** One status means that it is there, another that it is hidden, and there is no third. */
async function answers(call: Promise<{ status: number }>, there = 200, hidden = 404): Promise<boolean> {
  const { status } = await call
  if (![there, hidden].includes(status)) throw new Error(`it is answered with ${status}`)
  return status === there
}

async function exported(person: Person, kind: string): Promise<string> {
  await ctx.db`delete from exports where user_id = ${person.id}`
  const { id } = (await person.ask('POST', '/exports')).body
  await ctx.jobs.runDue()
  return (await unzip((await person.fetch(`/exports/${id}/file`)).bytes)).get(`${kind}.json`)?.toString() ?? ''
}

type Place = [place: string, isThere: () => Promise<boolean>]

/** Where others find the creator. */
const PLACES: Place[] = [
  ['GET /profiles/{username}', () => answers(fan.ask('GET', `/profiles/${username}`))],
  ['GET /profiles/{a former name}', () => answers(fan.ask('GET', '/profiles/amy-before'))],
  ['GET /posts', () => mentions(fan, '/posts', post.id)],
  ['GET /posts?username=', () => answers(fan.ask('GET', `/posts?username=${username}`))],
  ['GET /posts?after=', () => mentions(fan, `/posts?after=${FIRST_ID}`, post.id)],
  ['GET /posts/count', async () => (await fan.ask('GET', '/posts/count')).body.count > 1],
  ['GET /posts/count?username=', () => answers(fan.ask('GET', `/posts/count?username=${username}`))],
  ['GET /posts/{id}', () => answers(fan.ask('GET', `/posts/${post.id}`))],
  ['GET /stories', () => mentions(fan, '/stories', story.id)],
  ['GET /stories?profile_id=', () => mentions(fan, `/stories?profile_id=${amy.id}`, story.id)],
  ['POST /stories/{id}/seen', () => answers(fan.ask('POST', `/stories/${story.id}/seen`))],
  ['the bytes of a public post', () => answers(fan.fetch(post.file ?? ''))],
  ['the bytes of a public post, for a visitor', () => answers(visitor.fetch(post.file ?? ''))],
  ['the bytes of a public post, for staff', () => answers(admin.fetch(post.file ?? ''))],
  ['the bytes of a public story', () => answers(visitor.fetch(story.media_path ?? ''))],
  ['the bytes of a protected post', () => answers(fan.fetch(locked_file))],
  ['a signed URL of a video', () => answers(fan.fetch(signed_url))],
  ['the portrait', () => answers(visitor.fetch(profile_pic))],
  ['GET /landings', () => mentions(visitor, '/landings', username)],
  ['the link preview', async () => (await findLinkPreview(ctx.db, username)) !== undefined],
  ['GET /invitations/{username}', () => answers(visitor.ask('GET', `/invitations/${username}`))],
  ['the preview of the portrait', () => answers(visitor.fetch(`${profile_pic}/preview.jpg`))],
  ['DELETE /waiting_lists/{username}', () => answers(fan.ask('DELETE', `/waiting_lists/${username}`))],
  ['GET /creators', () => mentions(fan, '/creators', username)],
  ['GET /creators?search=, by name', () => mentions(fan, `/creators?search=${username}`, username)],
  ['GET /creators?search=, by a similar name', () => mentions(fan, '/creators?search=amy-nmae', username)],
  ['GET /creators?search=, by bio', () => mentions(fan, '/creators?search=figs', username)],
  ['GET /subscriptions', () => mentions(fan, '/subscriptions', username)],
  ['GET /notices', () => mentions(fan, '/notices', username)],
  ['GET /blocks', () => mentions(wary, '/blocks', username)],
  ['GET /mutes', () => mentions(wary, '/mutes', username)],
  ['GET /reports: the name', () => mentions(fan, '/reports', username)],
  [
    'POST /reports',
    () => answers(fan.ask('POST', '/reports', { post_id: reported.id, reason: 'Inapropriate content' })),
  ],
  [
    'GET /conversations/can_message',
    async () => (await fan.ask('GET', `/conversations/can_message/${amy.id}`)).body.can_message,
  ],
  [
    'POST /conversations/{id}/messages',
    () => answers(fan.ask('POST', `${here}/messages`, { content: 'Hm' }), 201, 403),
  ],
  [
    'POST /conversations/{id}/messages, from a creator to a frozen fan',
    () => answers(other.ask('POST', `/conversations/${received.id}/messages`, { content: 'Hm' }), 201, 403),
  ],
  ['a reaction', () => answers(fan.ask('POST', `${here}/messages/${reply.id}/reactions`, { emoji: '🔥' }), 200, 403)],
  ['the name in the thread', () => mentions(fan, here, username)],
  ['the name in the list of conversations', () => mentions(fan, '/conversations', username)],
  ['the name in the list of received conversations', () => mentions(other, '/conversations/received', username)],
  ['the name in an export: likes', async () => (await exported(fan, 'likes')).includes(username)],
  ['the name in an export: subscriptions', async () => (await exported(fan, 'subscriptions-held')).includes(username)],
  ['the name in an export: conversations', async () => (await exported(fan, 'conversations')).includes(username)],
  [
    'GET /admin/users: not frozen',
    async () => {
      const [found] = (await admin.ask('GET', `/admin/users?search=${username}`)).body
      expect(found.username).toBe(username)
      return found.frozen_at === null
    },
  ],
]

/** What others keep, and what staff still decide on. */
const STAYS: Place[] = [
  ['the words of the thread', () => mentions(fan, here, 'Hello fan')],
  ['the conversation in the list of the fan', () => mentions(fan, '/conversations', conversation.id)],
  ['the conversation in the list of the creator', () => mentions(other, '/conversations/received', received.id)],
  ['the like of the frozen person', async () => (await other.ask('GET', `/posts/${theirs.id}`)).body.likes_count === 1],
  ['the report for staff', () => mentions(admin, '/admin/reports', reported.id)],
  ['the bytes of a reported post, for staff', () => answers(admin.fetch(reported_file))],
  ['the name for staff', () => mentions(admin, `/admin/users?search=${username}`, username)],
]

/** Everything that others read of the creator. */
async function allAnswers(): Promise<string[]> {
  const lists = ['/posts', '/stories', '/creators', '/subscriptions', '/conversations', here, `/profiles/${username}`]
  const texts = await Promise.all(lists.map(async (url) => (await fan.ask('GET', url)).text))
  const files = [post.file ?? '', locked_file, profile_pic, story.media_path ?? '']
  const bytes = await Promise.all(files.map(async (path) => (await fan.fetch(path)).bytes.toString('base64')))
  return [...texts.map((text) => text.replaceAll(/\/media\/[\w-]{91}\.mp4/g, 'signed')), ...bytes]
}

const freeze = { until: null, ground: 'terms_threat', facts: 'Threats' }

describe.each([
  ['before a freeze', async () => {}, true],
  ['while frozen', async () => void (await admin.ask('POST', `/admin/users/${amy.id}/freeze`, freeze)), false],
  ['after the freeze', async () => void (await admin.ask('POST', `/admin/users/${amy.id}/unfreeze`)), true],
])('A creator %s', (when, act, isThereNow) => {
  beforeAll(act)

  it.each(PLACES)(`A creator ${when} is ${isThereNow ? 'visible' : 'absent'}: %s`, async (_place, isThere) => {
    expect(await isThere()).toBe(isThereNow)
  })

  it.each(STAYS)(`Others keep what they have of a creator ${when}: %s`, async (_what, isThere) => {
    expect(await isThere()).toBe(true)
  })
})

describe('A frozen creator', () => {
  let before: string[]

  beforeAll(async () => {
    before = await allAnswers()
    await admin.ask('POST', `/admin/users/${amy.id}/freeze`, freeze)
  })

  it('A frozen creator reads like an erased one in a conversation', async () => {
    const { body, text } = await fan.ask('GET', here)
    expect(body.creator).toEqual({
      username: 'member',
      is_deleted: true,
      profile: { name: 'member', profile_pic: null },
    })
    expect(body).toMatchObject({ can_send_messages: false, is_closed: true, is_blocked: false })
    expect(text).not.toContain(username)
  })

  it('The bytes of a frozen creator that staff see because of a report are for no shared cache', async () => {
    expect((await admin.fetch(reported_file)).headers['cache-control']).toBe('private, no-store')
    await fan.ask('POST', '/reports', { post_id: post.id, reason: 'Inapropriate content' })
    expect((await visitor.fetch(post.file ?? '')).status).toBe(404)
  })

  it('The end of a freeze restores every list, count and byte', async () => {
    expect(await allAnswers()).not.toEqual(before)
    await admin.ask('POST', `/admin/users/${amy.id}/unfreeze`)
    expect(await allAnswers()).toEqual(before)
    expect((await amy.signIn()).status).toBe(200)
    const own = ['/subscriptions', '/conversations', '/conversations/received', '/posts?username=amy-name']
    for (const url of own) expect((await amy.ask('GET', url)).body.length).toBeGreaterThan(0)
  })
})
