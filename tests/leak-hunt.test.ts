import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointEntries } from '#contract/index.ts'
import { type Post, REPORT_REASONS } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import { buildApp } from '#server/app.ts'
import { noisePicture } from './support/files/pictures.ts'
import { isLongForm } from './support/long-form.ts'
import {
  findLeaks,
  type KnownMedia,
  leaksOf,
  makeSecret,
  type ProbeRequest,
  probe,
  readMedia,
  type Secret,
} from './support/network/leaks.ts'
import { apiRequests, mediaRequests, pageRequests } from './support/network/probe-requests.ts'
import { FakeProvider } from './support/payments/fake-provider.ts'
import { startS3 } from './support/processes/s3.ts'
import { type Person, type World, world } from './support/world.ts'

const web_root = await mkdtemp(path.join(tmpdir(), 'loge-web-'))
afterAll(() => rm(web_root, { recursive: true, force: true }))
// Between these comments the server writes the link preview of a creator's page.
await writeFile(
  path.join(web_root, 'index.html'),
  '<!doctype html><html lang="en"><head><!-- about --><title>Loge</title><!-- /about --></head></html>',
)

/**
 * Creates two creators with protected pictures, and eleven viewers. Only the subscriber and the owner may see all pictures of
 * the first creator that are not hidden. A moderator may see those that somebody else has reported, and no others.
 */
async function createSecrets(product: World) {
  const { ctx, creator, member, staff, subscribe, passes, visitor } = product
  const [amy, zoe] = [await creator('amy'), await creator('zoe')]
  const [ended, other, subscriber] = [await member('ended'), await member('other'), await member('subscriber')]
  await subscribe(ended, amy, 1)
  passes(DAY_MS)
  await subscribe(subscriber, amy, 30)
  await subscribe(other, zoe, 30)
  const viewers: Record<string, Person> = {
    visitor,
    member: await member('member'),
    'subscriber of another creator': other,
    'ended subscriber': ended,
    moderator: await staff('moderator', 'moderator'),
    subscriber,
    owner: amy,
    // Subscribers of the first creator who see nothing of it any more.
    'blocked fan': await member('blocked'),
    'blocking creator': await creator('blocking'),
    'frozen member': await member('frozen'),
    'frozen creator': await creator('frozen-creator'),
  }
  const secrets: (ReturnType<typeof makeSecret> & { known: KnownMedia; post: Post })[] = []

  async function addSecret(name: string, owner: Person, seen_by: string[], post: Post, former_ids: string[]) {
    const media_id = post.file?.split('/').at(-1) ?? ''
    const { files, words, known } = await readMedia(ctx, owner, media_id, post.file ?? '')
    const secret: Secret = { name, files, words, seen_by }
    secrets.push({ ...makeSecret(secret), known: { ...known, former_ids }, post })
  }

  const seen = ['subscriber', 'owner']
  const small = await amy.posts({ protected: true, file: await noisePicture({ width: 90, height: 120, seed: 11 }) })
  await addSecret('a small picture', amy, seen, small, [])
  const hidden = await amy.posts({ protected: true, file: await noisePicture({ width: 90, height: 100, seed: 18 }) })
  await addSecret('a hidden picture', amy, [], hidden, [])
  const frozen = viewers['frozen creator'] as Person
  const theirs = await frozen.posts({ protected: true, file: await noisePicture({ width: 90, height: 90, seed: 19 }) })
  await addSecret('a picture of a frozen creator', frozen, [], theirs, [])
  const large = await amy.posts({ protected: true, file: await noisePicture({ width: 900, height: 700, seed: 12 }) })
  await addSecret('a large picture', amy, seen, large, [])
  // The pictures of an album after the first, and those of a post that is not out yet.
  const twoPictures = (seed: number) =>
    Promise.all([seed, seed + 1].map((each) => noisePicture({ width: 90, height: 95, seed: each })))
  const sent = { description: 'Two pictures', protected: 'true', file: await twoPictures(20) }
  const { body: album } = await amy.send('POST', '/posts', sent)
  await addSecret('the second picture of an album', amy, seen, { ...album, file: album.files[1].file }, [])
  const publish_at = new Date(ctx.now().getTime() + 300 * DAY_MS).toISOString()
  const { body: scheduled } = await amy.send('POST', '/posts', {
    ...sent,
    ...{ file: await twoPictures(22), publish_at, protected: 'false' },
  })
  await addSecret('a picture of a scheduled post', amy, ['owner'], { ...scheduled, file: scheduled.files[1].file }, [])
  const own_report = await amy.posts({
    protected: true,
    file: await noisePicture({ width: 90, height: 110, seed: 17 }),
  })
  await addSecret('a picture that only the moderator reported', amy, seen, own_report, [])
  await viewers.moderator?.ask('POST', '/reports', { post_id: own_report.id, reason: REPORT_REASONS[0] })
  const former = await amy.posts({ file: await noisePicture({ width: 80, height: 120, seed: 13 }) })
  // Somebody looks at it while it is public, so that every cache has it.
  await visitor.fetch(former.file ?? '')
  const { body } = await amy.ask('PATCH', `/posts/${former.id}`, { protected: true })
  await addSecret('a picture that was public', amy, ['moderator', ...seen], body, [
    former.file?.split('/').at(-1) ?? '',
  ])
  const elsewhere = await zoe.posts({ protected: true, file: await noisePicture({ width: 70, height: 90, seed: 14 }) })
  await addSecret('a picture of another creator', zoe, ['moderator', 'subscriber of another creator'], elsewhere, [])
  for (const post_id of [former.id, elsewhere.id])
    await viewers.member?.ask('POST', '/reports', { post_id, reason: REPORT_REASONS[0] })
  await amy.posts({ file: await noisePicture({ width: 60, height: 90, seed: 15 }) })
  const portrait = await noisePicture({ width: 100, height: 100, seed: 16 })
  const { body: profile } = await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'Dancer', profile_pic: portrait })
  await subscribe(subscriber, frozen, 30)
  await takeAccess(product, amy, viewers)
  await ctx.db`update posts set hidden_at = ${ctx.now()} where id = ${hidden.id}`
  return { amy, viewers, secrets, profile_pic: String(profile.profile_pic) }
}

/** The viewers who had access and lost it by a block or a freeze. */
const SHUT_OUT = ['blocked fan', 'blocking creator', 'frozen member', 'frozen creator']

async function takeAccess({ ctx, subscribe }: World, amy: Person, viewers: Record<string, Person>): Promise<void> {
  for (const name of SHUT_OUT) await subscribe(viewers[name] as Person, amy, 30)
  const block = (by: Person | undefined, person: Person | undefined) => ctx.db`
    insert into blocks (user_id, other_id, created_at) values (${by?.id ?? ''}, ${person?.id ?? ''}, ${ctx.now()})`
  await block(amy, viewers['blocked fan'])
  await block(viewers['blocking creator'], amy)
  for (const name of ['frozen member', 'frozen creator']) {
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${viewers[name]?.id ?? ''}`
  }
}

async function open(env: Record<string, string>) {
  const endpoints = new Set<Endpoint | undefined>()
  const product = await world(
    { LOG_LEVEL: 'silent', ...env },
    { web_root, on_route: ({ endpoint }) => endpoints.add(endpoint), payments: new FakeProvider(new Date()) },
  )
  const served = endpointEntries().filter(([, endpoint]) => endpoints.has(endpoint))
  const staged = await createSecrets(product)
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...product, ...staged, served, port: portOf(product.app) }
}

type Product = Awaited<ReturnType<typeof open>>

function portOf({ server }: World['app']): number {
  return (server.address() as AddressInfo).port
}

/**
 * The ways in which one viewer asks for one picture. The short form takes a third of them, and another third for the next viewer
 * and for the next picture: each viewer tries each way, each way is tried on each picture, and each viewer asks plainly for each.
 */
function waysOf(known: KnownMedia, viewer_at: number, secret_at: number): ProbeRequest[] {
  const ways = mediaRequests(known)
  return isLongForm ? ways : ways.filter((_, at) => at === 0 || (at + viewer_at + secret_at) % 3 === 0)
}

/** Every request that one viewer tries. */
function requestsFor({ amy, ctx, secrets, served }: Product, viewer: string, viewer_at: number): ProbeRequest[] {
  const reads = served.filter(([, { method }]) => method === 'GET')
  // The owner could really change and delete posts, and the moderator dismiss the reports that give access.
  const calls = ['owner', 'moderator'].includes(viewer) ? reads : served
  const usernames = [...new Set(secrets.map(({ post }) => post.username))]
  const reported = idsOf(secrets.slice(-2), amy)
  const all = idsOf(secrets, amy)
  const about_media = secrets.flatMap(({ known }, at) => waysOf(known, viewer_at, at))
  // The other calls of these viewers are compared one by one in tests/absence-hunt.test.ts.
  if (SHUT_OUT.includes(viewer) && !isLongForm) return about_media
  // The answers of the API do not depend on where the files are.
  const hasCalls = isLongForm || ctx.config.s3 === undefined
  return [
    ...about_media,
    ...(hasCalls ? apiRequests(calls, { ...reported, usernames }) : []),
    ...(isLongForm ? apiRequests(reads, { ...all, usernames }) : []),
    ...pageRequests(usernames, isLongForm ? all.post_ids : reported.post_ids),
    // These come last in the list and are sent first: a moderator's own report gives that moderator no access.
    ...(viewer === 'moderator' ? all.post_ids.map(reportOf) : []),
  ]
}

function reportOf(post_id: string): ProbeRequest {
  const body = JSON.stringify({ post_id, reason: REPORT_REASONS[0] })
  return { method: 'POST', path: '/api/reports', body, headers: { 'content-type': 'application/json' } }
}

function idsOf(secrets: Product['secrets'], owner: Person) {
  const post_ids = secrets.map(({ post }) => post.id)
  return { post_ids, ids: [...post_ids, ...secrets.map(({ known }) => known.media_id), owner.id] }
}

function isAbout({ media_id, former_ids, store_key }: KnownMedia, request: ProbeRequest): boolean {
  const names = [media_id, store_key, ...former_ids]
  return request.about_bytes === true && names.some((name) => request.path.includes(name))
}

/** Sends every request as every viewer. Returns the leaks, and how often a viewer got what they may see. */
async function hunt(product: Product, port: number, requestsOf = requestsFor) {
  const agent = new Agent({ keepAlive: true, maxSockets: 12 })
  const found: string[] = []
  const entitled = new Map<string, number>()
  const failed: string[] = []
  let requests = 0
  await Promise.all(
    Object.entries(product.viewers).map(async ([viewer, { token }], viewer_at) => {
      const waiting = requestsOf(product, viewer, viewer_at)
      const sendAll = async () => {
        for (let request = waiting.pop(); request; request = waiting.pop()) {
          const headers = { ...request.headers, ...(token !== undefined && { authorization: token }) }
          const response = await probe(port, agent, { ...request, headers })
          requests += 1
          if (response.status >= 500) failed.push(`${viewer} ${request.method} ${request.path}: ${response.status}`)
          for (const secret of product.secrets) {
            const pair = `${viewer}: ${secret.name}`
            if (secret.seen_by.includes(viewer)) {
              if (leaksOf(secret, response).length > 0) entitled.set(pair, (entitled.get(pair) ?? 0) + 1)
            } else {
              const leaks = findLeaks(secret, isAbout(secret.known, request), response)
              if (leaks.length > 0) found.push(`${pair}: ${request.method} ${request.path} ${leaks.join(', ')}`)
            }
          }
        }
      }
      await Promise.all([sendAll(), sendAll()])
    }),
  )
  agent.destroy()
  return { found, entitled, failed, requests }
}

const { env } = await startS3()
const STORES = { folder: await open({}), bucket: await open(env) }

describe.each(Object.entries(STORES))('Protected pictures in a %s', (store, product) => {
  // Spec 1.38, 7.26
  it(`No viewer gets a byte, an id or a trace of a picture in a ${store} that they may not see, whatever they request`, async () => {
    const { found, entitled, failed, requests } = await hunt(product, product.port)
    expect(found).toEqual([])
    expect(failed).toEqual([])
    expect(requests).toBeGreaterThan(2000)
    // The same search finds the pictures in the answers to viewers who may see them.
    expect([...entitled.keys()].sort()).toEqual(
      product.secrets.flatMap(({ name, seen_by }) => seen_by.map((viewer) => `${viewer}: ${name}`)).sort(),
    )
    for (const [pair, times] of entitled) expect(times, pair).toBeGreaterThan(isLongForm ? 30 : 10)
    // Staff saw only the pictures that others have reported, and the audit log has each of these views.
    const looks = await product.ctx.db<{ staff_id: string; post_id: string }[]>`
      select distinct staff_id, post_id from audit_log where action = 'media_viewed'`
    const seen = product.secrets.filter(({ seen_by }) => seen_by.includes('moderator')).map(({ post }) => post.id)
    expect(looks.map(({ post_id }) => post_id).sort()).toEqual(seen.sort())
    for (const { staff_id } of looks) expect(staff_id).toBe(product.viewers.moderator?.id)
  }, 600_000)

  it(`The leak hunt reads link previews, and would find one with a protected picture in a ${store}`, async () => {
    const { amy, app, ctx, secrets, profile_pic } = product
    const [{ known, post } = {}] = secrets
    const previewOf = async () =>
      /"og:image" content="([^"]*)"/.exec((await app.inject(`/${post?.username}`)).body)?.[1]
    expect(await previewOf()).toContain(`/api${profile_pic}/`)
    const portrait_id = profile_pic.replace('/media/', '')
    const show = (id = '') => ctx.db`update profiles set picture_id = ${id} where id = ${amy.id}`
    await show(known?.media_id)
    expect(await previewOf()).toContain(known?.media_id)
    const { found } = await hunt({ ...product, viewers: { visitor: product.viewers.visitor as Person } }, product.port)
    await show(portrait_id)
    const leaks = `visitor: a small picture: GET /${post?.username}`
    expect(found.filter((leak) => leak.startsWith(leaks))).not.toEqual([])
    expect(found.join('\n')).toContain(`GET /creator/${post?.username} says ${known?.media_id}`)
  }, 180_000)

  it(`The leak hunt would find a server with a stopped clock, which gives pictures in a ${store} to ended subscribers`, async () => {
    const then = new Date(product.ctx.now().getTime() - 1)
    const leaky = await buildApp({ ...product.ctx, now: () => then }, { web_root })
    await leaky.listen({ port: 0, host: '127.0.0.1' })
    const { found } = await hunt(
      { ...product, viewers: { 'ended subscriber': product.viewers['ended subscriber'] as Person } },
      portOf(leaky),
      ({ secrets }) => secrets.flatMap(({ known }) => mediaRequests(known)),
    )
    await leaky.close()
    for (const name of ['a small picture', 'a large picture', 'a picture that was public']) {
      for (const trace of [
        'holds bytes of it',
        'is a part of it',
        'says ',
        'answers 206',
        'answers 304',
        'answers 416',
      ])
        expect(found.filter((leak) => leak.startsWith(`ended subscriber: ${name}:`)).join('\n')).toContain(trace)
    }
    expect(found.join('\n')).not.toContain('another creator')
  }, 180_000)

  it(`A fan whose subscription ends in the middle of a download from a ${store} gets no more bytes, also on an open connection`, async () => {
    const { ctx, member, subscribe, passes, amy, secrets } = product
    const fan = await member('leaving')
    await subscribe(fan, amy, 1)
    const large = secrets.find(({ name }) => name === 'a large picture')
    if (!large) throw new Error('There is no large picture')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const part = (start: number, headers = {}) =>
      probe(product.port, agent, {
        method: 'GET',
        path: `/api/media/${large.known.media_id}`,
        headers: { authorization: fan.token ?? '', range: `bytes=${start}-${start + 9999}`, ...headers },
      })
    const before = ctx.now().getTime()
    expect((await part(0)).status).toBe(206)
    passes(before + DAY_MS - 1 - ctx.now().getTime())
    const last = await part(10_000)
    expect([last.status, last.reused, leaksOf(large, last).length > 0]).toEqual([206, true, true])
    passes(1)
    for (const headers of [{}, { 'if-range': large.known.etag }, { 'if-none-match': large.known.etag }]) {
      const refused = await part(20_000, headers)
      expect([refused.status, refused.reused, leaksOf(large, refused)]).toEqual([404, true, []])
    }
    const { body } = await fan.ask('GET', `/posts?username=${large.post.username}`)
    expect(JSON.stringify(body)).not.toContain(large.known.media_id)
    agent.destroy()
  })
})
