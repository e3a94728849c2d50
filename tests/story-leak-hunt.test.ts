import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { DAY_MS } from '#contract/time.ts'
import { STORY_LIFETIME_MS } from '#server/features/stories/actions.ts'
import { clip } from './support/files/clips.ts'
import { noisePicture } from './support/files/pictures.ts'
import { findLeaks, leaksOf, makeSecret, type ProbeRequest, probe, readMedia } from './support/network/leaks.ts'
import { mediaRequests } from './support/network/probe-requests.ts'
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

/** Publishes a protected story, and collects everything that would give it away. */
async function addSecret(name: string, owner: Person, seen_by: string[], media: Buffer) {
  const story = await owner.tells({ protected: true, media })
  const [row] = await ctx.db<{ media_id: string }[]>`select media_id from stories where id = ${story.id}`
  if (!row) throw new Error('The story has no row')
  const { files, words, known } = await readMedia(ctx, owner, row.media_id, story.media_path ?? '')
  // Every signed URL of a video begins with its id.
  const in_signed_urls = Buffer.from(row.media_id.replaceAll('-', ''), 'hex').toString('base64url').slice(0, 20)
  // All videos begin with similar headers. The data of pictures and sound is different in each.
  const contents = files.map((bytes) => bytes.subarray(Math.max(0, bytes.indexOf('mdat'))))
  const secret = makeSecret({ name, files: contents, words: [...words, in_signed_urls], seen_by })
  return { ...secret, known, story, owner }
}

const secrets = [
  await addSecret('a picture', amy, ['subscriber', 'owner'], await noisePicture({ width: 300, height: 400, seed: 21 })),
  await addSecret('a video', amy, ['subscriber', 'owner'], await clip('talking.mp4')),
  await addSecret('a video of another creator', zoe, ['subscriber of another creator'], await clip('elsewhere.mp4')),
]

/** The URLs that the tab got before it was signed out. It still knows them, but may not use them. */
const remembered: string[] = (await tab.ask('GET', '/stories')).body.stories.flatMap(
  ({ media_path }: Story) => media_path ?? [],
)
await tab.ask('DELETE', '/users/sign_out')

async function listRequests(): Promise<ProbeRequest[]> {
  const { username } = (await amy.ask('GET', '/user')).body
  const lists = ['/stories', '/stories/my_stories', `/profiles/${username}`]
  const of_profile = [amy, zoe].map(({ id }) => `/stories?profile_id=${id}`)
  const paths = [...lists, ...of_profile].map((path) => `/api${path}`)
  const bytes = secrets.flatMap(({ name, known }) => {
    const requests = mediaRequests(known)
    if (!name.startsWith('a video')) return requests
    // A video has one width, and a path of its own.
    const path = `/api/media/${known.media_id}`
    return requests.flatMap((request) =>
      request.path.includes('?w=') ? [] : { ...request, path: request.path.replace(path, `${path}.mp4`) },
    )
  })
  const signedUrls = remembered.flatMap((path) =>
    [{}, { range: 'bytes=0-1' }].map((headers) => ({ method: 'GET', path: `/api${path}`, headers, about_bytes: true })),
  )
  return [
    ...paths.flatMap((path) => ['GET', 'HEAD'].map((method) => ({ method, path }))),
    ...secrets.map(({ story }) => ({ method: 'POST', path: `/api/stories/${story.id}/seen` })),
    ...secrets.map(({ story }) => ({ method: 'GET', path: `/api/stories/${story.id}` })),
    ...bytes,
    ...signedUrls.filter(({ path }) => path.endsWith('.mp4')),
  ]
}

await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** Sends every request as each of these viewers. Returns the leaks, and who got what they may see. */
async function hunt(names: string[], mayHave: (viewer: string, secret: (typeof secrets)[number]) => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const found: string[] = []
  const entitled = new Set<string>()
  let requests = 0
  const sent = await listRequests()
  const lookAs = async (viewer: string) => {
    const token = viewers[viewer]?.token
    for (const request of sent) {
      const headers = { ...request.headers, ...(token !== undefined && { authorization: token }) }
      const response = await probe(port, agent, { ...request, headers })
      requests += 1
      if (response.status >= 500) found.push(`${viewer} ${request.method} ${request.path}: ${response.status}`)
      for (const secret of secrets) {
        if (mayHave(viewer, secret)) {
          if (leaksOf(secret, response).length > 0) entitled.add(`${viewer}: ${secret.name}`)
          continue
        }
        const asked_for_it = request.about_bytes === true && request.path.includes(secret.known.media_id)
        const leaks = findLeaks(secret, asked_for_it, response)
        if (leaks.length > 0) found.push(`${viewer}: ${secret.name}: ${request.method} ${request.path} ${leaks}`)
      }
    }
  }
  await Promise.all(names.map(lookAs))
  agent.destroy()
  return { found, entitled: [...entitled].sort(), requests }
}

describe('A protected story', () => {
  // Spec 3.13
  it('No viewer gets a byte, an id or a trace of a protected story that they may not see, whatever they request', async () => {
    const { found, entitled, requests } = await hunt(Object.keys(viewers), (viewer, { seen_by }) =>
      seen_by.includes(viewer),
    )
    expect(found).toEqual([])
    expect(requests).toBeGreaterThan(1000)
    // The same search finds the stories in the answers to viewers who may see them.
    expect(entitled).toEqual([
      'owner: a picture',
      'owner: a video',
      'subscriber of another creator: a video of another creator',
      'subscriber: a picture',
      'subscriber: a video',
    ])
  })

  it('Nobody can see a story after its 24 hours', async () => {
    passes(STORY_LIFETIME_MS)
    for (const person of [amy, subscriber, other]) await person.signIn()
    const former_viewers = [...new Set(secrets.flatMap(({ seen_by }) => seen_by))]
    const { found } = await hunt(former_viewers, () => false)
    expect(found).toEqual([])
  })
})
