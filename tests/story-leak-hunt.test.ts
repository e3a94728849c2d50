import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { STORY_LIFETIME_MS } from '#contract/limits.ts'
import type { Story } from '#contract/stories.ts'
import { DAY_MS } from '#contract/time.ts'
import { clip } from './support/clips.ts'
import { ask, findLeaks, leaksOf, makeSecret, type Question } from './support/leaks.ts'
import { noisePicture } from './support/pictures.ts'
import { type Known, waysToBytes } from './support/ways-out.ts'
import { type Person, world } from './support/world.ts'

const { ctx, app, creator, member, staff, subscribe, passes, visitor } = await world({ STORY_AUTHORS: 'creator' })
const [amy, zoe] = [await creator('amy'), await creator('zoe')]
const [ended, other, subscriber] = [await member('ended'), await member('other'), await member('subscriber')]
const tab = await member('tab')
await subscribe(ended, amy, 1)
passes(DAY_MS)
await subscribe(subscriber, amy)
await subscribe(tab, amy)
await subscribe(other, zoe)
await amy.tells({ description: 'for everyone' })

const viewers: Record<string, Person> = {
  visitor,
  member: await member('member'),
  'subscriber of another creator': other,
  'ended subscriber': ended,
  'signed-out tab': tab,
  moderator: await staff('moderator', 'moderator'),
  subscriber,
  owner: amy,
}

/** A protected story, with everything that would give it away. */
async function hide(name: string, owner: Person, seen_by: string[], media: Buffer) {
  const story = await owner.tells({ protected: true, media })
  const [row] = await ctx.db<{ id: string; store_key: string; files: { name: string }[] }[]>`
    select m.id, m.store_key, m.files from media m join stories s on s.media_id = m.id where s.id = ${story.id}`
  if (!row) throw new Error('a story has no media')
  const files = await Promise.all(
    row.files.map(async (file) => {
      const stream = await ctx.media.store.read(`${row.store_key}/${file.name}`)
      if (!stream) throw new Error('the bytes of a story are not there')
      const bytes = await buffer(stream)
      // All videos begin alike; what is in the pictures and the sound is theirs alone.
      return bytes.subarray(Math.max(0, bytes.indexOf('mdat')))
    }),
  )
  const { headers } = await owner.fetch(story.media_path ?? '', { method: 'HEAD' })
  const etag = String(headers.etag)
  // Every ticket for a video begins with its id.
  const in_tickets = Buffer.from(row.id.replaceAll('-', ''), 'hex').toString('base64url').slice(0, 20)
  const words = [row.id, row.store_key, etag.replaceAll('"', ''), in_tickets]
  const size = Number(headers['content-length'])
  const known: Known = { media_id: row.id, former_ids: [], store_key: row.store_key, etag, size }
  return { ...makeSecret({ name, files, words, seen_by }), known, story, owner }
}

const secrets = [
  await hide('a picture', amy, ['subscriber', 'owner'], await noisePicture({ width: 300, height: 400, seed: 21 })),
  await hide('a video', amy, ['subscriber', 'owner'], await clip('talking.mp4')),
  await hide('a video of another creator', zoe, ['subscriber of another creator'], await clip('elsewhere.mp4')),
]

/** What the tab was told while it was signed in: it still knows, and its time is over. */
const remembered: string[] = (await tab.ask('GET', '/stories')).body.stories.flatMap(
  ({ media_path }: Story) => media_path ?? [],
)
await tab.ask('DELETE', '/users/sign_out')

async function waysFor(): Promise<Question[]> {
  const { username } = (await amy.ask('GET', '/user')).body
  const lists = ['/stories', '/stories/my_stories', `/profiles/${username}`]
  const of_profile = [amy, zoe].map(({ id }) => `/stories?profile_id=${id}`)
  const paths = [...lists, ...of_profile].map((path) => `/api${path}`)
  const bytes = secrets.flatMap(({ name, known }) => {
    const ways = waysToBytes(known)
    if (!name.startsWith('a video')) return ways
    // A video has one width, and a path of its own.
    const path = `/api/media/${known.media_id}`
    return ways.flatMap((way) =>
      way.path.includes('?w=') ? [] : { ...way, path: way.path.replace(path, `${path}.mp4`) },
    )
  })
  const tickets = remembered.flatMap((path) =>
    [{}, { range: 'bytes=0-1' }].map((headers) => ({ method: 'GET', path: `/api${path}`, headers, about_bytes: true })),
  )
  return [
    ...paths.flatMap((path) => ['GET', 'HEAD'].map((method) => ({ method, path }))),
    ...secrets.map(({ story }) => ({ method: 'POST', path: `/api/stories/${story.id}/seen` })),
    ...secrets.map(({ story }) => ({ method: 'GET', path: `/api/stories/${story.id}` })),
    ...bytes,
    ...tickets.filter(({ path }) => path.endsWith('.mp4')),
  ]
}

await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** Lets everyone try everything. What was found where nothing may be, and who found what is theirs. */
async function hunt(names: string[], mayHave: (viewer: string, secret: (typeof secrets)[number]) => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const found: string[] = []
  const entitled = new Set<string>()
  let requests = 0
  const ways = await waysFor()
  const lookAs = async (viewer: string) => {
    const token = viewers[viewer]?.token
    for (const question of ways) {
      const headers = { ...question.headers, ...(token !== undefined && { authorization: token }) }
      const answer = await ask(port, agent, { ...question, headers })
      requests += 1
      if (answer.status >= 500) found.push(`${viewer} ${question.method} ${question.path}: ${answer.status}`)
      for (const secret of secrets) {
        if (mayHave(viewer, secret)) {
          if (leaksOf(secret, answer).length > 0) entitled.add(`${viewer}: ${secret.name}`)
          continue
        }
        const asked_for_it = question.about_bytes === true && question.path.includes(secret.known.media_id)
        const leaks = findLeaks(secret, asked_for_it, answer)
        if (leaks.length > 0) found.push(`${viewer}: ${secret.name}: ${question.method} ${question.path} ${leaks}`)
      }
    }
  }
  await Promise.all(names.map(lookAs))
  agent.destroy()
  return { found, entitled: [...entitled].sort(), requests }
}

describe('A protected story', () => {
  // Spec 3.13
  it('gives nobody a byte, an id or a trace who may not see it, whatever way they try', async () => {
    const { found, entitled, requests } = await hunt(Object.keys(viewers), (viewer, { seen_by }) =>
      seen_by.includes(viewer),
    )
    expect(found).toEqual([])
    expect(requests).toBeGreaterThan(1000)
    // The same hunt finds what it looks for where it may be.
    expect(entitled).toEqual([
      'owner: a picture',
      'owner: a video',
      'subscriber of another creator: a video of another creator',
      'subscriber: a picture',
      'subscriber: a video',
    ])
  })

  it('gives nobody anything once its day is over', async () => {
    passes(STORY_LIFETIME_MS)
    for (const person of [amy, subscriber, other]) await person.signIn()
    const those_who_could = [...new Set(secrets.flatMap(({ seen_by }) => seen_by))]
    const { found } = await hunt(those_who_could, () => false)
    expect(found).toEqual([])
  })
})
