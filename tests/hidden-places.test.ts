import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { publishHidden } from '#server/domain/publish-hidden.ts'
import { continueTellings } from '#server/features/notices/tellings.ts'
import { FIRST_ID } from '#server/paging.ts'
import { updateLastPublicPost } from '#server/store/posts.ts'
import { clip } from './support/files/clips.ts'
import { noisePicture } from './support/files/pictures.ts'
import { unzip } from './support/files/zip.ts'
import { NOBODY, type Person, type Reply, world } from './support/world.ts'

/**
 * What staff hide or remove is absent in every place for everybody, its author and staff included, and its return brings every
 * list, count and byte back. A new place that shows posts, stories or messages is one line of the table.
 */

const { ctx, creator, member, staff, visitor, subscribe, passes, runJob, eventsDuring } = await world({
  STORY_AUTHORS: 'creator',
})
const [amy, fan, other] = [await creator('amy'), await member('fan'), await member('other')]
const [moderator, admin] = [await staff('moderator', 'moderator'), await staff('admin', 'admin')]
const username = 'amy-name'
await amy.ask('PUT', '/user', { username })
await subscribe(fan, amy)

/** In this order, because ids grow with the time. */
async function inOrder<T>(made: Promise<T>): Promise<T> {
  const result = await made
  passes(1000)
  return result
}
await inOrder(amy.posts({ description: 'The fourth public post' }))
const third = await inOrder(amy.posts({ description: 'The third public post' }))
const older = await inOrder(amy.posts({ description: 'The second public post' }))
const post = await inOrder(amy.posts({ description: 'The newest public post' }))
const locked = await inOrder(amy.posts({ description: 'A protected post', protected: true }))
const kept_story = await inOrder(amy.tells({ description: 'Stays' }))
const story = await inOrder(amy.tells({ description: 'A public story' }))
const film = await inOrder(amy.tells({ protected: true, media: await clip('talking.mp4') }))
const fileOf = async ({ id }: { id: string }): Promise<string> => (await fan.ask('GET', `/posts/${id}`)).body.file
const [post_file, locked_file] = [await fileOf(post), await fileOf(locked)]
const signed_url: string = (await fan.ask('GET', '/stories')).body.stories.find(
  ({ id }: { id: string }) => id === film.id,
).media_path
for (const { id } of [post, locked]) await fan.ask('POST', '/like', { post_id: id })
await admin.ask('POST', '/like', { post_id: post.id })
await fan.ask('POST', '/views', { post_ids: [post.id, locked.id] })
await fan.ask('POST', `/stories/${film.id}/seen`)
for (const person of [amy, fan, other, moderator, admin]) await person.ask('POST', `/stories/${story.id}/seen`)
const reason = 'Inapropriate content'
for (const { id } of [post, locked]) await fan.ask('POST', '/reports', { post_id: id, reason })
await ctx.jobs.runDue()
for (let round = 0; round < 3; round += 1) await continueTellings(ctx)

const WORDS = 'words that staff removed'
const conversation = await fan.writes(amy, 'Hello amy')
const message = await amy.says(conversation.id, WORDS)
const here = `/conversations/${conversation.id}`
await fan.ask('POST', `${here}/messages/${message.id}/reactions`, { emoji: '🔥' })
for (const person of [fan, amy]) await person.ask('GET', here)

async function hide(): Promise<void> {
  const { db } = ctx
  await db`update posts set hidden_at = ${ctx.now()} where id in ${db([post.id, third.id, locked.id])}`
  await db`update stories set hidden_at = ${ctx.now()} where id in ${db([story.id, film.id])}`
  await db`
    update messages set hidden_at = ${ctx.now()}, hidden_content = content, content = 'Message removed' where id = ${message.id}`
  await updateLastPublicPost(db, amy.id)
}

async function restore(): Promise<void> {
  const { db } = ctx
  for (const table of ['posts', 'stories']) await db`update ${db(table)} set hidden_at = null`
  await db`
    update messages set hidden_at = null, content = hidden_content, hidden_content = null where hidden_at is not null`
  await updateLastPublicPost(db, amy.id)
}

async function mentions(person: Person, url: string, text: string): Promise<boolean> {
  const { status, text: answer } = await person.ask('GET', url)
  if (status !== 200) throw new Error(`${url} is answered with ${status}`)
  return answer.includes(text)
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
  return (await unzip((await person.fetch(`/exports/${id}/file`)).bytes)).get(kind)?.toString() ?? ''
}

type Place = [place: string, isThere: () => Promise<boolean>]

/** Where anybody with a session finds posts and stories. */
function placesFor(viewer: Person): Place[] {
  const count = async (url: string, there: number) => (await viewer.ask('GET', url)).body.count === there
  return [
    ['GET /posts', () => mentions(viewer, '/posts', post.id)],
    ['GET /posts, a protected one', () => mentions(viewer, '/posts', locked.id)],
    ['GET /posts?username=', () => mentions(viewer, `/posts?username=${username}`, post.id)],
    ['GET /posts?after=', () => mentions(viewer, `/posts?after=${FIRST_ID}`, post.id)],
    ['GET /posts?cursor=', () => mentions(viewer, `/posts?cursor=${locked.id}`, post.id)],
    ['GET /posts/count', () => count('/posts/count', 5)],
    ['GET /posts/count?username=', () => count(`/posts/count?username=${username}`, 5)],
    ['GET /posts/{id}', () => answers(viewer.ask('GET', `/posts/${post.id}`))],
    ['GET /posts/{id}, a protected one', () => answers(viewer.ask('GET', `/posts/${locked.id}`))],
    ['GET /stories', () => mentions(viewer, '/stories', story.id)],
    ['GET /stories, a protected one', () => mentions(viewer, '/stories', film.id)],
    ['GET /stories?profile_id=', () => mentions(viewer, `/stories?profile_id=${amy.id}`, story.id)],
    ['POST /stories/{id}/seen', () => answers(viewer.ask('POST', `/stories/${story.id}/seen`))],
    ['the bytes of a public post', () => answers(viewer.fetch(post_file))],
    ['the bytes of a public story', () => answers(viewer.fetch(story.media_path ?? ''))],
    ['the newest picture in GET /creators', () => mentions(viewer, '/creators', post_file)],
    ['POST /like', () => likesTwice(viewer)],
  ]
}

/** Likes a post and takes it back, so that the number of likes stays. */
async function likesTwice(viewer: Person): Promise<boolean> {
  const like = () => answers(viewer.ask('POST', '/like', { post_id: post.id }))
  return [await like(), await like()].every(Boolean)
}

const PEOPLE = {
  'its author': amy,
  'a subscriber': fan,
  'another member': other,
  'a moderator': moderator,
  'an admin': admin,
}

const PLACES: Place[] = [
  ...Object.entries(PEOPLE).flatMap(([name, person]) =>
    placesFor(person).map(([place, isThere]): Place => [`${place}, for ${name}`, isThere]),
  ),
  ['the bytes of a public post, for a visitor', () => answers(visitor.fetch(post_file))],
  ['the bytes of a public story, for a visitor', () => answers(visitor.fetch(story.media_path ?? ''))],
  ['a signed URL of a video, for a visitor', () => answers(visitor.fetch(signed_url))],
  ['GET /landings: the newest post', () => mentions(visitor, '/landings', post_file)],
  ['the bytes of a protected post, for its author', () => answers(amy.fetch(locked_file))],
  ['the bytes of a protected post, for a subscriber', () => answers(fan.fetch(locked_file))],
  ['the bytes of a reported post, for a moderator', () => answers(moderator.fetch(locked_file))],
  ['the bytes of a reported post, for an admin', () => answers(admin.fetch(locked_file))],
  ['GET /stories/my_stories', () => mentions(amy, '/stories/my_stories', story.id)],
  ['GET /notices, of a post', () => mentions(fan, '/notices', post.id)],
  ['GET /admin/reports', () => mentions(admin, '/admin/reports', post.id)],
  [
    'the number of reported posts',
    async () => (await admin.ask('GET', '/admin/reports')).headers['x-total-count'] === '2',
  ],
  ['the likes in an export', async () => (await exported(fan, 'likes.json')).includes(post.id)],
  ['the seen posts in an export', async () => (await exported(fan, 'posts-seen.json')).includes(post.id)],
  ['the seen stories in an export', async () => (await exported(fan, 'stories-seen.json')).includes(story.id)],
  ...Object.entries({ 'its author': amy, 'the other one': fan }).flatMap(([name, person]): Place[] => [
    [`the words of a message, for ${name}`, () => mentions(person, here, WORDS)],
    [`the last message in the list, for ${name}`, () => mentions(person, listOf(person), WORDS)],
    [`the reaction to a message, for ${name}`, () => mentions(person, here, '🔥')],
    [`the words of a message in an export, for ${name}`, () => exportsWords(person)],
  ]),
  ['a reaction', () => answers(fan.ask('POST', `${here}/messages/${message.id}/reactions`, { emoji: '🔥' }))],
]

const listOf = (person: Person) => (person === amy ? '/conversations/received' : '/conversations')

async function exportsWords(person: Person): Promise<boolean> {
  return (await exported(person, `conversations/${conversation.id}.json`)).includes(WORDS)
}

/** What stays while something else is hidden. */
const STAYS: Place[] = [
  ['the other posts', () => mentions(fan, '/posts', older.id)],
  ['the other stories', () => mentions(fan, '/stories', kept_story.id)],
  ['the creator in GET /landings', () => mentions(visitor, '/landings', username)],
  ['the creator in GET /creators', () => mentions(fan, '/creators', username)],
  ['the page of the creator', () => answers(fan.ask('GET', `/profiles/${username}`))],
  ['the place of the message in the thread', () => mentions(fan, here, message.id)],
  ['the case, for staff', () => mentions(moderator, '/admin/cases', post.id)],
  ['the post in the export of its author', async () => (await exported(amy, 'posts.json')).includes(locked.id)],
  ['the story in the export of its author', async () => (await exported(amy, 'stories.json')).includes(film.id)],
]

/** Everything that anybody reads, with what changes by itself left out. */
async function allAnswers(): Promise<string[]> {
  const lists = ['/posts', '/posts/count', '/stories', '/creators', `/posts/${post.id}`, `/posts?username=${username}`]
  const found: string[] = []
  for (const person of [...Object.values(PEOPLE), visitor]) {
    for (const url of [
      ...lists,
      here,
      listOf(person),
      '/stories/my_stories',
      '/admin/reports',
      '/landings',
      '/subscriptions',
    ])
      found.push((await person.ask('GET', url)).text.replaceAll(/\/media\/[\w-]{91}\.mp4/g, 'signed'))
    for (const path of [post_file, locked_file, story.media_path ?? '', signed_url])
      found.push(
        createHash('sha256')
          .update((await person.fetch(path)).bytes)
          .digest('hex'),
      )
  }
  for (const person of [amy, fan]) {
    for (const kind of ['likes.json', 'stories-seen.json', 'posts-seen.json', 'posts.json', 'stories.json'])
      found.push(await exported(person, kind))
  }
  return found
}

const before = await allAnswers()

describe.each([
  ['before it is hidden', async () => {}, true],
  ['while it is hidden', hide, false],
  ['after it was restored', restore, true],
])('Something that staff judge, %s', (when, act, isThereNow) => {
  beforeAll(act)

  it.each(PLACES)(`It is ${isThereNow ? 'there' : 'absent'} ${when}: %s`, async (_place, isThere) => {
    expect(await isThere()).toBe(isThereNow)
  })

  it.each(STAYS)(`This stays ${when}: %s`, async (_what, isThere) => {
    expect(await isThere()).toBe(true)
  })
})

describe('What staff have hidden', () => {
  beforeAll(hide)

  it('Every call on a hidden post or story is answered like one on something that never existed', async () => {
    const callsOn = (id: string) => [
      ...['GET', 'PATCH', 'DELETE'].map((method) => ({
        method,
        url: `/posts/${id}`,
        body: method === 'PATCH' ? {} : undefined,
      })),
      { method: 'DELETE', url: `/stories/${id}`, body: undefined },
      { method: 'POST', url: `/stories/${id}/seen`, body: undefined },
      { method: 'POST', url: '/like', body: { post_id: id } },
      { method: 'POST', url: '/reports', body: { post_id: id, reason } },
      { method: 'POST', url: '/reports', body: { story_id: id, reason: 'spam' } },
    ]
    for (const person of [amy, other, moderator, visitor]) {
      const absent = await Promise.all(callsOn(NOBODY).map(({ method, url, body }) => person.ask(method, url, body)))
      for (const { id } of [post, locked, story, film]) {
        const replies = await Promise.all(callsOn(id).map(({ method, url, body }) => person.ask(method, url, body)))
        expect(replies.map(answer)).toEqual(absent.map(answer))
      }
    }
    expect(await ctx.db`select id from posts where hidden_at is not null`).toHaveLength(3)
    expect(await ctx.db`select id from stories where hidden_at is not null`).toHaveLength(2)
  })

  it('The landing page shows the newest posts that are not hidden', async () => {
    const { first_description, second_description } = (await visitor.ask('GET', '/landings')).body
    expect([first_description, second_description]).toEqual(['The second public post', 'The fourth public post'])
  })

  it('A removed message is marked, has no reactions, and takes none', async () => {
    for (const person of [amy, fan]) {
      const { messages, last_message } = (await person.ask('GET', here)).body
      expect(messages.at(-1)).toMatchObject({
        id: message.id,
        content: 'Message removed',
        is_removed: true,
        reactions: { counts: {}, user_reactions: [], total_count: 0 },
      })
      expect(messages[0]).toMatchObject({ content: 'Hello amy', is_removed: false })
      expect(last_message).toMatchObject({ content: 'Message removed', is_removed: true })
    }
    const reactions = `${here}/messages/${message.id}/reactions`
    const absent = await fan.ask('POST', `${here}/messages/${NOBODY}/reactions`, { emoji: '👍' })
    expect(answer(await fan.ask('POST', reactions, { emoji: '👍' }))).toEqual(answer(absent))
    const taken_back = await fan.ask('DELETE', `${reactions}/${encodeURIComponent('🔥')}`)
    expect(answer(taken_back)).toEqual(answer(absent))
  })

  it('Nobody can report a removed message', async () => {
    const { status } = await fan.ask('POST', '/reports', { message_id: message.id, reason: 'spam' })
    expect(status).toBe(404)
  })

  it('A report that is sent twice is answered as a repeat, although it has hidden the post meanwhile', async () => {
    expect((await fan.ask('POST', '/reports', { post_id: post.id, reason })).status).toBe(200)
    expect((await other.ask('POST', '/reports', { post_id: post.id, reason })).status).toBe(404)
  })

  it('Both participants hear at once that a message was removed, and that it is back', async () => {
    const event = { type: 'message_changed', message_id: message.id }
    const published = { kind: 'conversation', conversation_id: conversation.id, participants: [fan.id, amy.id] }
    const publish = () => publishHidden(ctx, { kind: 'message', object_id: message.id })
    expect(await eventsDuring(publish)).toEqual([
      { ...published, event: { ...event, content: 'Message removed', is_removed: true } },
    ])
    await restore()
    expect(await eventsDuring(publish)).toEqual([
      { ...published, event: { ...event, content: WORDS, is_removed: false } },
    ])
    await hide()
  })

  it('Nobody hears of a hidden post, story or profile, as after a deletion', async () => {
    const objects = [
      { kind: 'post', object_id: post.id },
      { kind: 'story', object_id: story.id },
      { kind: 'profile', object_id: amy.id },
      { kind: 'message', object_id: NOBODY },
    ] as const
    for (const object of objects) expect(await eventsDuring(() => publishHidden(ctx, object))).toEqual([])
  })

  it('The author finds their own hidden posts and stories in their export, with a mark', async () => {
    for (const [file, hidden] of [
      ['posts.json', [third.id, post.id, locked.id]],
      ['stories.json', [story.id, film.id]],
    ] as const) {
      const rows: { id: string; is_removed: boolean }[] = JSON.parse(await exported(amy, file))
      expect(rows.filter(({ is_removed }) => is_removed).map(({ id }) => id)).toEqual([...hidden])
      expect(rows.length).toBeGreaterThan(hidden.length)
    }
    const page = await exported(amy, 'index.html')
    expect(page.split('removed by staff')).toHaveLength(7)
    expect(page).not.toContain(WORDS)
  })

  it('The sweep keeps the files of hidden things, and a portrait that staff took away', async () => {
    const profile_pic = await noisePicture({ width: 40, height: 40 })
    await amy.send('PUT', `/profiles/${amy.id}`, { bio: '', profile_pic })
    await ctx.db`
      update profiles set hidden_picture_id = picture_id, picture_id = null where id = ${amy.id}`
    const media = async () => [...(await ctx.db`select id from media order by id`)]
    const known = await media()
    await ctx.db`update media set created_at = created_at - interval '10 days'`
    await runJob('sweep_media')
    expect(await media()).toEqual(known)
  })

  it('The return of what was hidden restores every list, count and byte', async () => {
    await ctx.db`update profiles set hidden_picture_id = null`
    expect(await allAnswers()).not.toEqual(before)
    await restore()
    expect(await allAnswers()).toEqual(before)
  })
})

function answer({ status, text }: Reply) {
  return [status, text]
}
