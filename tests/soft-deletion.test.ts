import { beforeAll, describe, expect, it } from 'vitest'
import type { ConversationSummary } from '#contract/conversations.ts'
import type { Post } from '#contract/posts.ts'
import type { AdminUser } from '#contract/staff.ts'
import type { Story } from '#contract/stories.ts'
import { DAY_MS } from '#contract/time.ts'
import { continueTellings } from '#server/features/notices/tellings.ts'
import { FIRST_ID } from '#server/paging.ts'
import { findLinkPreview } from '#server/store/creators/creator-previews.ts'
import { insertPaidPeriod } from '#server/store/subscriptions/periods.ts'
import { later } from '#server/time.ts'
import { clip } from './support/files/clips.ts'
import { noisePicture } from './support/files/pictures.ts'
import { unzip } from './support/files/zip.ts'
import { PASSWORD, world } from './support/world.ts'

/**
 * Soft delete: an account with a deletion request is hidden everywhere at once, and visible as before after its owner signs in
 * again. This tests every call. A new call that shows people to others is one more row of the table.
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
// The creator is also a fan of another creator.
await subscribe(amy, other)

const post = await amy.posts({ description: 'An open post' })
const locked = await amy.posts({ description: 'A locked post', protected: true })
const story = await amy.tells()
const video = await amy.tells({ protected: true, media: await clip('talking.mp4') })
const { profile_pic } = (await fan.ask('GET', `/profiles/${username}`)).body
const signedUrl = (await stories())?.find(({ id }) => id === video.id)?.media_path ?? ''
const lockedFile = (await posts()).find(({ id }) => id === locked.id)?.file ?? ''
await fan.ask('POST', '/like', { post_id: locked.id })
await fan.ask('POST', '/views', { post_ids: [locked.id] })
const conversation = await fan.writes(amy)
const received = await amy.writes(other)
await amy.ask('POST', '/waiting_lists', { username: (await other.ask('GET', '/user')).body.username })
await fan.ask('POST', '/reports', { post_id: post.id, reason: 'Inapropriate content' })
await continueTellings(ctx)

async function posts(query = ''): Promise<Post[]> {
  return (await fan.ask('GET', `/posts${query}`)).body
}

async function stories(query = ''): Promise<Story[]> {
  return (await fan.ask('GET', `/stories${query}`)).body.stories
}

/** One file of a new export of this person. */
async function exportedFile(person: typeof fan, kind: string): Promise<string> {
  await ctx.db`delete from exports where user_id = ${person.id}`
  const { id } = (await person.ask('POST', '/exports')).body
  await ctx.jobs.runDue()
  const files = await unzip((await person.fetch(`/exports/${id}/file`)).bytes)
  return files.get(`${kind}.json`)?.toString() ?? ''
}

/** Whether a call was accepted. Any status but these two is an error. */
async function answers(reply: Promise<{ status: number }>, visible = 200, hidden = 404): Promise<boolean> {
  const { status } = await reply
  if (status !== visible && status !== hidden) throw new Error(`The call is answered with ${status}`)
  return status === visible
}

async function listed(person: typeof fan, list: string, id: string): Promise<ConversationSummary> {
  return (await person.ask('GET', list)).body.find((each: ConversationSummary) => each.id === id)
}

async function isGranted(input: { username: string; creator: string }): Promise<boolean> {
  return await answers(admin.ask('POST', '/admin/subscriptions', { ...input, days: 1 }), 201, 422)
}

async function isPaid(fan_id: string, profile_id: string): Promise<boolean> {
  const time = { paid_at: ctx.now(), entitled_from: ctx.now(), entitled_until: later(ctx.now(), DAY_MS) }
  const period = { id: crypto.randomUUID(), fan_id, profile_id, order_id: null, membership_id: null, ...time }
  return (await insertPaidPeriod(ctx.db, period)) !== undefined
}

const here = `/conversations/${conversation.id}`

/** Joining a waiting list for the first time answers 201. */
const toOk = ({ status }: { status: number }) => ({ status: status === 201 ? 200 : status })

/** Calls that show the creator, and whether they do so now. */
const SHOWS_CREATOR: [what: string, isVisible: () => Promise<boolean>][] = [
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
  ['the link preview', async () => (await findLinkPreview(ctx.db, username)) !== undefined],
  ['GET /invitations/{username}', () => answers(visitor.ask('GET', `/invitations/${username}`))],
  ['the preview of an open post', () => answers(visitor.fetch(`${post.file}/preview.jpg`))],
  ['the preview of the portrait', () => answers(visitor.fetch(`${profile_pic}/preview.jpg`))],
  ['POST /waiting_lists', () => answers(newcomer.ask('POST', '/waiting_lists', { username }).then(toOk))],
  [
    'GET /waiting_lists/own: the fan who waits',
    async () => (await other.ask('GET', '/waiting_lists/own')).body.count === 1,
  ],
  ['GET /stories', async () => (await stories()).some(({ id }) => id === story.id)],
  ['GET /stories?profile_id=', async () => (await stories(`?profile_id=${amy.id}`)).length > 0],
  ['POST /stories/{id}/seen', () => answers(fan.ask('POST', `/stories/${story.id}/seen`))],
  ['the bytes of an open post', () => answers(visitor.fetch(post.file ?? ''))],
  ['the bytes of an open post, for staff', () => answers(admin.fetch(post.file ?? ''))],
  ['the bytes of a locked post', () => answers(fan.fetch(lockedFile))],
  ['the bytes of a story', () => answers(visitor.fetch(story.media_path ?? ''))],
  ['the signed URL of a video', () => answers(fan.fetch(signedUrl))],
  ['the portrait', () => answers(visitor.fetch(profile_pic))],
  ['GET /creators', async () => (await fan.ask('GET', '/creators')).text.includes(username)],
  [
    'GET /creators?search=, by name',
    async () => (await fan.ask('GET', `/creators?search=${username}`)).text.includes(username),
  ],
  [
    'GET /creators?search=, by a similar name',
    async () => (await fan.ask('GET', '/creators?search=amy-nmae')).text.includes(username),
  ],
  [
    'GET /creators?search=, by bio',
    async () => (await fan.ask('GET', '/creators?search=figs')).text.includes(username),
  ],
  ['GET /notices', async () => (await fan.ask('GET', '/notices')).text.includes(username)],
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
    'POST /conversations/{id}/messages, from a creator to a hidden fan',
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
  ['a grant with them as the fan', () => isGranted({ username, creator: other.email })],
  ['a grant with them as the creator', () => isGranted({ username: newcomer.email, creator: username })],
  [
    'a grant with them as the creator, by e-mail address',
    () => isGranted({ username: newcomer.email, creator: amy.email }),
  ],
  ['a paid period with them as the creator', () => isPaid(newcomer.id, amy.id)],
  ['a paid period with them as the fan', () => isPaid(amy.id, other.id)],
  [
    'GET /notices: the name of the creator of a granted subscription',
    async () => (await newcomer.ask('GET', '/notices')).text.includes(username),
  ],
  ['an export: likes', async () => (await exportedFile(fan, 'likes')).includes(username)],
  ['an export: subscriptions', async () => (await exportedFile(fan, 'subscriptions-held')).includes(username)],
  ['an export: stories that were seen', async () => (await exportedFile(fan, 'stories-seen')).includes(username)],
  ['an export: posts that were seen', async () => (await exportedFile(fan, 'posts-seen')).includes(username)],
  ['an export: notices', async () => (await exportedFile(newcomer, 'notices')).includes(username)],
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

/** What others keep of a hidden creator, and what staff still decide on. */
const KEPT: [what: string, isVisible: () => Promise<boolean>][] = [
  ['the thread, with the username', async () => (await fan.ask('GET', here)).body.creator.username === username],
  [
    'the conversation in the inbox of the fan',
    async () => (await listed(fan, '/conversations', conversation.id)).creator.username === username,
  ],
  [
    'the conversation in the inbox of the creator',
    async () => (await listed(other, '/conversations/received', received.id)).initiator.username === username,
  ],
  ['the thread in an export', async () => (await exportedFile(fan, 'conversations')).includes(username)],
  ['the report for staff', async () => (await admin.ask('GET', '/admin/reports')).text.includes(post.id)],
]

describe.each([
  ['before a deletion request', async () => {}, true],
  [
    'after a deletion request',
    async () => {
      const { status } = await amy.ask('POST', '/user/deletion', { current_password: PASSWORD })
      expect(status).toBe(200)
    },
    false,
  ],
  [
    'after signing in again',
    async () => {
      expect((await amy.signIn()).body.was_leaving).toBe(true)
    },
    true,
  ],
])('A creator %s', (when, act, isVisibleNow) => {
  beforeAll(act)

  // The order matters: a grant creates the notice that a later row reads.
  it.each(SHOWS_CREATOR)(
    `A creator is ${isVisibleNow ? 'visible' : 'hidden'} ${when}: %s`,
    async (_what, isVisible) => {
      expect(await isVisible()).toBe(isVisibleNow)
    },
  )

  it.each(KEPT)(`Others keep what they have of a creator ${when}: %s`, async (_what, isVisible) => {
    expect(await isVisible()).toBe(true)
  })
})
