import { beforeAll, describe, expect, it } from 'vitest'
import type { ConversationSummary } from '#contract/conversations.ts'
import type { Post } from '#contract/posts.ts'
import type { Story } from '#contract/stories.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { insertSubscription } from '#server/store/subscriptions/periods.ts'
import { clip } from './support/files/clips.ts'
import { noisePicture } from './support/files/pictures.ts'
import { cableAddress, connectCable, conversationChannel } from './support/network/cable-client.ts'
import { world } from './support/world.ts'

/**
 * Access of subscribers is computed from dates, `starts_at <= now < expires_at`, in every call. This tests every call at the
 * boundaries of two subscriptions. A new call with something for subscribers only is one more row of the table.
 */

const { ctx, app, creator, member, visitor, passes } = await world({ STORY_AUTHORS: 'creator' })
const [amy, fan] = [await creator('amy'), await member('fan')]
const { username } = (await amy.ask('GET', '/user')).body
const start = ctx.now().getTime()

/** A subscription between these two minutes. They are few, so that a signed URL of the first minute is still valid. */
async function subscribe(from: number, until: number): Promise<void> {
  const [starts_at, expires_at] = [new Date(start + from * MINUTE_MS), new Date(start + until * MINUTE_MS)]
  const id = newId(ctx.now())
  const pair = { fan_id: fan.id, profile_id: amy.id }
  await insertSubscription(ctx.db, { id, ...pair, starts_at, expires_at, created_at: ctx.now() })
}

// In the first subscription the fan learns all ids and URLs. The second one begins after a break.
await subscribe(-1, 1)
await subscribe(2, 4)

const post = await amy.posts({ protected: true, file: await noisePicture({ width: 40, height: 50, seed: 1 }) })
const { headers } = await fan.fetch(post.file ?? '', { method: 'HEAD' })
const etag = String(headers.etag)
const image = await amy.tells({ protected: true, media: await noisePicture({ width: 40, height: 50, seed: 2 }) })
const video = await amy.tells({ protected: true, media: await clip('talking.mp4') })
const signedUrl = (await story(video))?.media_path ?? ''
const conversation = await fan.writes(amy)
const [firstMessage] = conversation.messages

async function story({ id }: Story, query = ''): Promise<Story | undefined> {
  const { stories } = (await fan.ask('GET', `/stories${query}`)).body
  return stories.find((each: Story) => each.id === id)
}

async function listed(query = ''): Promise<Post | undefined> {
  return (await fan.ask('GET', `/posts${query}`)).body.find(({ id }: Post) => id === post.id)
}

/** Whether a call was accepted. Any status but these two is an error. */
async function answers(
  reply: Promise<{ status: number }>,
  { open = 200, closed = 404 }: { open?: number; closed?: number } = {},
): Promise<boolean> {
  const { status } = await reply
  if (status !== open && status !== closed) throw new Error(`The call is answered with ${status}`)
  return status === open
}

function shows(item: Post | Story | undefined): boolean {
  if (!item) throw new Error('The item is not listed')
  const [path, is_open] = 'file' in item ? [item.file, item.file !== null] : [item.media_path, item.accessible]
  // An accessible item has a URL of its bytes and an end of the access. Any other has neither.
  expect([path !== null, item.accessible_until !== null]).toEqual([is_open, is_open])
  return is_open
}

function bytes(path: string | null, method: 'GET' | 'HEAD' = 'GET', sent: Record<string, string> = {}) {
  return fan.fetch(path ?? '', { method, headers: sent })
}

const here = `/conversations/${conversation.id}`
const range = { range: 'bytes=0-31' }

/** What only subscribers may do, and whether the fan may do it now. */
const FOR_SUBSCRIBERS: [what: string, isOpen: () => Promise<boolean>][] = [
  ['GET /posts', async () => shows(await listed())],
  ['GET /posts?username=', async () => shows(await listed(`?username=${username}`))],
  [
    'GET /profiles: suscribed',
    async () => {
      const { suscribed, suscribed_until } = (await fan.ask('GET', `/profiles/${username}`)).body
      expect(suscribed_until !== null).toBe(suscribed)
      return suscribed
    },
  ],
  [
    'GET /profiles: stories',
    async () =>
      shows((await fan.ask('GET', `/profiles/${username}`)).body.stories.find(({ id }: Story) => id === image.id)),
  ],
  ['the bytes of a post', () => answers(bytes(post.file))],
  ['the bytes of a post in another width', () => answers(bytes(`${post.file}?w=480`))],
  ['HEAD of the bytes of a post', () => answers(bytes(post.file, 'HEAD'))],
  ['a range of the bytes of a post', () => answers(bytes(post.file, 'GET', range), { open: 206 })],
  [
    'a conditional request for the bytes of a post',
    () => answers(bytes(post.file, 'GET', { 'if-none-match': etag }), { open: 304 }),
  ],
  ['GET /stories', async () => shows(await story(image))],
  ['GET /stories?profile_id=', async () => shows(await story(image, `?profile_id=${amy.id}`))],
  ['POST /stories/{id}/seen', () => answers(fan.ask('POST', `/stories/${image.id}/seen`))],
  ['the bytes of a story', () => answers(bytes(image.media_path))],
  ['HEAD of the bytes of a story', () => answers(bytes(image.media_path, 'HEAD'))],
  ['a range of the bytes of a story', () => answers(bytes(image.media_path, 'GET', range), { open: 206 })],
  ['GET /stories: a video', async () => shows(await story(video))],
  ['the signed URL of a video', () => answers(visitor.fetch(signedUrl, { headers: range }), { open: 206 })],
  ['the signed URL of a video, with a session', () => answers(bytes(signedUrl))],
  [
    'GET /conversations/can_message',
    async () => (await fan.ask('GET', `/conversations/can_message/${amy.id}`)).body.can_message,
  ],
  [
    'GET /conversations: can_send_messages',
    async () =>
      (await fan.ask('GET', '/conversations')).body.find(({ id }: ConversationSummary) => id === conversation.id)
        .can_send_messages,
  ],
  ['GET /conversations/{id}: can_send_messages', async () => (await fan.ask('GET', here)).body.can_send_messages],
  [
    'POST /conversations',
    () =>
      answers(fan.ask('POST', '/conversations', { creator_id: amy.id, content: 'Now?' }), { open: 201, closed: 403 }),
  ],
  [
    'POST /conversations/{id}/messages',
    () => answers(fan.ask('POST', `${here}/messages`, { content: 'Now?' }), { open: 201, closed: 403 }),
  ],
  [
    'GET /subscriptions: expires_in',
    async () => {
      const [held, ...others]: Subscription[] = (await fan.ask('GET', '/subscriptions')).body
      expect(others).toEqual([])
      return held?.expires_in !== undefined
    },
  ],
]

/** What a fan may do who was a subscriber once, also when no subscription is active. */
const FOR_FORMER_SUBSCRIBERS: [what: string, isOpen: () => Promise<boolean>][] = [
  ['reading the thread', async () => (await fan.ask('GET', here)).body.messages.length > 0],
  [
    'a reaction to a message',
    () => answers(fan.ask('POST', `${here}/messages/${firstMessage?.id}/reactions`, { emoji: '🔥' })),
  ],
  ['a like of a post', () => answers(fan.ask('POST', '/like', { post_id: post.id }))],
  [
    'live messages of the creator',
    async () => {
      const cable = await connectCable(await cableAddress(app), fan.token)
      expect(await cable.subscribe(conversationChannel(conversation.id))).toBe('confirm_subscription')
      const { id } = await amy.says(conversation.id)
      const heard = () => cable.messages.some(({ type, message }) => type === 'new_message' && message.id === id)
      await expect.poll(heard).toBe(true)
      return true
    },
  ],
]

// Spec 4.36
describe.each([
  ['in the middle of the first subscription', 0.5 * MINUTE_MS, true],
  ['one millisecond before the first subscription ends', MINUTE_MS - 1, true],
  ['when the first subscription ends', MINUTE_MS, false],
  ['one millisecond before the second subscription starts', 2 * MINUTE_MS - 1, false],
  ['when the second subscription starts', 2 * MINUTE_MS, true],
  ['one millisecond before the second subscription ends', 4 * MINUTE_MS - 1, true],
  ['when the second subscription ends', 4 * MINUTE_MS, false],
])('Access of a fan %s', (moment, at, is_open) => {
  beforeAll(() => passes(start + at - ctx.now().getTime()))

  it.each(FOR_SUBSCRIBERS)(`A fan ${is_open ? 'has' : 'does not have'} access ${moment}: %s`, async (_what, isOpen) => {
    expect(await isOpen()).toBe(is_open)
  })

  it.each(FOR_FORMER_SUBSCRIBERS)(`A former subscriber keeps access ${moment}: %s`, async (_what, isOpen) => {
    expect(await isOpen()).toBe(true)
  })
})
