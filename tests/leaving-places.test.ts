import { beforeAll, describe, expect, it } from 'vitest'
import type { ConversationSummary } from '#contract/conversations.ts'
import type { Post } from '#contract/posts.ts'
import type { AdminUser } from '#contract/staff.ts'
import type { Story } from '#contract/stories.ts'
import { FIRST_ID } from '#server/paging.ts'
import { findLinkPreview } from '#server/store/creator-previews.ts'
import { insertPaidPeriod } from '#server/store/periods.ts'
import { clip } from './support/clips.ts'
import { noisePicture } from './support/pictures.ts'
import { PASSWORD, world } from './support/world.ts'
import { unzip } from './support/zip.ts'

/**
 * Who wants to leave is hidden at once and everywhere, and is back as before when they sign in. This walks all the
 * places. A new place that shows somebody to others is one line of the table.
 */

const { ctx, creator, member, staff, visitor, subscribe } = await world({ STORY_AUTHORS: 'creator' })
const [amy, fan, other] = [await creator('amy'), await member('fan'), await creator('other')]
const [admin, newcomer] = [await staff('admin', 'admin'), await member('newcomer')]
const username = 'amy-name'
await amy.ask('PUT', '/user', { username: 'amy-before' })
await amy.ask('PUT', '/user', { username })
await amy.send('PUT', `/profiles/${amy.id}`, {
  bio: 'Figs',
  profile_pic: await noisePicture({ width: 40, height: 40 }),
})
await subscribe(fan, amy)
// The other way round too: a creator is a fan of somebody else.
await subscribe(amy, other)

const post = await amy.posts({ description: 'An open post' })
const locked = await amy.posts({ description: 'A locked post', protected: true })
const story = await amy.tells()
const film = await amy.tells({ protected: true, media: await clip('talking.mp4') })
const { profile_pic } = (await fan.ask('GET', `/profiles/${username}`)).body
const ticket = (await stories())?.find(({ id }) => id === film.id)?.media_path ?? ''
const lockedFile = (await posts()).find(({ id }) => id === locked.id)?.file ?? ''
await fan.ask('POST', '/like', { post_id: locked.id })
const conversation = await fan.writes(amy)
const received = await amy.writes(other)
await fan.ask('POST', '/reports', { post_id: post.id, reason: 'Inapropriate content' })

async function posts(query = ''): Promise<Post[]> {
  return (await fan.ask('GET', `/posts${query}`)).body
}

async function stories(query = ''): Promise<Story[]> {
  return (await fan.ask('GET', `/stories${query}`)).body.stories
}

/** What somebody takes home of one kind, asked for anew each time. */
async function takesHome(person: typeof fan, kind: string): Promise<string> {
  await ctx.db`delete from exports where user_id = ${person.id}`
  const { id } = (await person.ask('POST', '/exports')).body
  await ctx.jobs.runDue()
  const files = await unzip((await person.fetch(`/exports/${id}/file`)).bytes)
  return files.get(`${kind}.json`)?.toString() ?? ''
}

/** There is one answer, hidden is another, and there is no third. */
async function answers(reply: Promise<{ status: number }>, there = 200, hidden = 404): Promise<boolean> {
  const { status } = await reply
  if (status !== there && status !== hidden) throw new Error(`it is answered with ${status}`)
  return status === there
}

async function listed(person: typeof fan, list: string, id: string): Promise<ConversationSummary> {
  return (await person.ask('GET', list)).body.find((each: ConversationSummary) => each.id === id)
}

async function isGranted(input: { username: string; creator: string }): Promise<boolean> {
  return await answers(admin.ask('POST', '/admin/subscriptions', { ...input, days: 1 }), 201, 422)
}

async function isPaid(fan_id: string, profile_id: string): Promise<boolean> {
  const period = { id: crypto.randomUUID(), fan_id, profile_id, paid_at: ctx.now(), length: '1 day' }
  return (await insertPaidPeriod(ctx.db, period)) !== undefined
}

const here = `/conversations/${conversation.id}`

/** Where somebody is to be found, and whether they are now. */
const PLACES: [place: string, isThere: () => Promise<boolean>][] = [
  ['GET /profiles/{username}', () => answers(fan.ask('GET', `/profiles/${username}`))],
  ['GET /profiles/{a former name}', () => answers(fan.ask('GET', '/profiles/amy-before'))],
  ['GET /posts', async () => (await posts()).some(({ id }) => id === post.id)],
  ['GET /posts?username=', () => answers(fan.ask('GET', `/posts?username=${username}`))],
  ['GET /posts?after=', async () => (await posts(`?after=${FIRST_ID}`)).some(({ id }) => id === post.id)],
  ['GET /posts/count', async () => (await fan.ask('GET', '/posts/count')).body.count > 0],
  ['GET /posts/count?username=', () => answers(fan.ask('GET', `/posts/count?username=${username}`))],
  ['GET /posts/{id}', () => answers(fan.ask('GET', `/posts/${post.id}`))],
  ['POST /like', () => answers(fan.ask('POST', '/like', { post_id: post.id }))],
  ['POST /reports', () => answers(fan.ask('POST', '/reports', { post_id: post.id, reason: 'Inapropriate content' }))],
  ['GET /landings', async () => (await visitor.ask('GET', '/landings')).text.includes(username)],
  ['a preview of a link', async () => (await findLinkPreview(ctx.db, username)) !== undefined],
  ['GET /stories', async () => (await stories()).some(({ id }) => id === story.id)],
  ['GET /stories?profile_id=', async () => (await stories(`?profile_id=${amy.id}`)).length > 0],
  ['POST /stories/{id}/seen', () => answers(fan.ask('POST', `/stories/${story.id}/seen`))],
  ['the bytes of an open post', () => answers(visitor.fetch(post.file ?? ''))],
  ['the bytes of an open post, for staff', () => answers(admin.fetch(post.file ?? ''))],
  ['the bytes of a locked post', () => answers(fan.fetch(lockedFile))],
  ['the bytes of a story', () => answers(visitor.fetch(story.media_path ?? ''))],
  ['a ticket to a video', () => answers(fan.fetch(ticket))],
  ['the portrait', () => answers(visitor.fetch(profile_pic))],
  ['GET /creators', async () => (await fan.ask('GET', '/creators')).text.includes(username)],
  [
    'GET /creators?search=, by name',
    async () => (await fan.ask('GET', `/creators?search=${username}`)).text.includes(username),
  ],
  [
    'GET /creators?search=, by a name that is nearly so',
    async () => (await fan.ask('GET', '/creators?search=amy-nmae')).text.includes(username),
  ],
  [
    'GET /creators?search=, by bio',
    async () => (await fan.ask('GET', '/creators?search=figs')).text.includes(username),
  ],
  ['GET /subscriptions', async () => (await fan.ask('GET', '/subscriptions')).text.includes(username)],
  [
    'GET /conversations/can_message',
    async () => (await fan.ask('GET', `/conversations/can_message/${amy.id}`)).body.can_message,
  ],
  [
    'POST /conversations',
    () => answers(fan.ask('POST', '/conversations', { creator_id: amy.id, content: 'Still there?' }), 201, 403),
  ],
  [
    'POST /conversations/{id}/messages',
    () => answers(fan.ask('POST', `${here}/messages`, { content: 'So?' }), 201, 403),
  ],
  [
    'POST /conversations/{id}/messages, of a creator to a fan who leaves',
    () => answers(other.ask('POST', `/conversations/${received.id}/messages`, { content: 'So?' }), 201, 403),
  ],
  [
    'GET /conversations: can_send_messages',
    async () => (await listed(fan, '/conversations', conversation.id)).can_send_messages,
  ],
  [
    'GET /conversations/received: can_send_messages',
    async () => (await listed(other, '/conversations/received', received.id)).can_send_messages,
  ],
  ['GET /conversations: is_closed', async () => !(await listed(fan, '/conversations', conversation.id)).is_closed],
  [
    'GET /conversations: the portrait',
    async () => (await listed(fan, '/conversations', conversation.id)).creator.profile.profile_pic !== null,
  ],
  ['a grant to them', () => isGranted({ username, creator: other.email })],
  ['a grant of theirs', () => isGranted({ username: newcomer.email, creator: username })],
  ['a grant of theirs, by the address', () => isGranted({ username: newcomer.email, creator: amy.email })],
  ['a paid period of theirs', () => isPaid(newcomer.id, amy.id)],
  ['a paid period for them', () => isPaid(amy.id, other.id)],
  [
    'GET /notices: the name of who somebody was let in to',
    async () => (await newcomer.ask('GET', '/notices')).text.includes(username),
  ],
  ['an export: likes', async () => (await takesHome(fan, 'likes')).includes(username)],
  ['an export: subscriptions', async () => (await takesHome(fan, 'subscriptions-held')).includes(username)],
  ['an export: stories that were seen', async () => (await takesHome(fan, 'stories-seen')).includes(username)],
  ['an export: notices', async () => (await takesHome(newcomer, 'notices')).includes(username)],
  [
    'GET /admin/users: not marked',
    async () => {
      const users: AdminUser[] = (await admin.ask('GET', `/admin/users?search=${username}`)).body
      const [found, ...others] = users
      expect([found?.username, others]).toEqual([username, []])
      return found?.erased_at === null
    },
  ],
]

/** What the other side keeps, and what staff still judge. */
const STAYS: [place: string, isThere: () => Promise<boolean>][] = [
  ['the thread, under the name', async () => (await fan.ask('GET', here)).body.creator.username === username],
  [
    'the conversation in its list',
    async () => (await listed(fan, '/conversations', conversation.id)).creator.username === username,
  ],
  [
    'the received one',
    async () => (await listed(other, '/conversations/received', received.id)).initiator.username === username,
  ],
  ['the thread in an export', async () => (await takesHome(fan, 'conversations')).includes(username)],
  ['the report for staff', async () => (await admin.ask('GET', '/admin/reports')).text.includes(post.id)],
]

describe.each([
  ['Who is there', async () => {}, true],
  [
    'Who wants to leave',
    async () => {
      const { status } = await amy.ask('POST', '/user/deletion', { current_password: PASSWORD })
      expect(status).toBe(200)
    },
    false,
  ],
  [
    'Who came back',
    async () => {
      expect((await amy.signIn()).body.was_leaving).toBe(true)
    },
    true,
  ],
])('%s', (_, happens, isThereNow) => {
  beforeAll(happens)

  // In this order: a grant makes the notice that is read afterwards.
  it.each(PLACES)(isThereNow ? 'is found: %s' : 'is hidden: %s', async (_place, isThere) => {
    expect(await isThere()).toBe(isThereNow)
  })

  it.each(STAYS)('keeps for others: %s', async (_place, isThere) => {
    expect(await isThere()).toBe(true)
  })
})
