import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpointEntries } from '#contract/index.ts'
import { REPORT_REASONS } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import { buildApp } from '#server/app.ts'
import { ask, findLeaks, leaksOf, makeSecret, type Question, type Secret } from './support/leaks.ts'
import { isLongForm } from './support/long-form.ts'
import { noisePicture } from './support/pictures.ts'
import { startS3 } from './support/s3.ts'
import { type Known, waysToBytes, waysToJson, waysToPages } from './support/ways-out.ts'
import { type Person, type World, world } from './support/world.ts'

const web_root = await mkdtemp(path.join(tmpdir(), 'loge-web-'))
afterAll(() => rm(web_root, { recursive: true, force: true }))
// Between these marks the server writes what a link to a creator's page shows of them.
await writeFile(
  path.join(web_root, 'index.html'),
  '<!doctype html><html lang="en"><head><!-- about --><title>Loge</title><!-- /about --></head></html>',
)

/**
 * Two creators with protected pictures, and seven who look. Only the last two may see all of the first one's; a moderator
 * sees those that somebody reported, and nothing of the others.
 */
async function stage(product: World) {
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
  }
  const secrets: (ReturnType<typeof makeSecret> & { known: Known; post: Post })[] = []

  async function hide(name: string, owner: Person, seen_by: string[], post: Post, former_ids: string[]) {
    const media_id = post.file?.split('/').at(-1) ?? ''
    const [row] = await ctx.db<{ store_key: string; files: { name: string }[] }[]>`
      select store_key, files from media where id = ${media_id}`
    if (!row) throw new Error('a picture is not there')
    const { store_key } = row
    const files = await Promise.all(
      row.files.map(async (file) => {
        const stream = await ctx.media.store.read(`${store_key}/${file.name}`)
        if (!stream) throw new Error('the bytes of a picture are not there')
        return await buffer(stream)
      }),
    )
    const { headers } = await owner.fetch(post.file ?? '', { method: 'HEAD' })
    const etag = String(headers.etag)
    const words = [media_id, store_key, etag.replaceAll('"', '')]
    const known = { media_id, former_ids, store_key, etag, size: Number(headers['content-length']) }
    const secret: Secret = { name, files, words, seen_by }
    secrets.push({ ...makeSecret(secret), known, post })
  }

  const seen = ['subscriber', 'owner']
  const small = await amy.posts({ protected: true, file: await noisePicture({ width: 90, height: 120, seed: 11 }) })
  await hide('a small picture', amy, seen, small, [])
  const large = await amy.posts({ protected: true, file: await noisePicture({ width: 900, height: 700, seed: 12 }) })
  await hide('a large picture', amy, seen, large, [])
  const own_report = await amy.posts({
    protected: true,
    file: await noisePicture({ width: 90, height: 110, seed: 17 }),
  })
  await hide('a picture that only the moderator reported', amy, seen, own_report, [])
  await viewers.moderator?.ask('POST', '/reports', { post_id: own_report.id, reason: REPORT_REASONS[0] })
  const former = await amy.posts({ file: await noisePicture({ width: 80, height: 120, seed: 13 }) })
  // Somebody looks while it is public, so that it lies in every cache there is.
  await visitor.fetch(former.file ?? '')
  const { body } = await amy.ask('PATCH', `/posts/${former.id}`, { protected: true })
  await hide('a picture that was public', amy, ['moderator', ...seen], body, [former.file?.split('/').at(-1) ?? ''])
  const elsewhere = await zoe.posts({ protected: true, file: await noisePicture({ width: 70, height: 90, seed: 14 }) })
  await hide('a picture of another creator', zoe, ['moderator', 'subscriber of another creator'], elsewhere, [])
  for (const post_id of [former.id, elsewhere.id])
    await viewers.member?.ask('POST', '/reports', { post_id, reason: REPORT_REASONS[0] })
  await amy.posts({ file: await noisePicture({ width: 60, height: 90, seed: 15 }) })
  const portrait = await noisePicture({ width: 100, height: 100, seed: 16 })
  const { body: profile } = await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'Dancer', profile_pic: portrait })
  return { amy, viewers, secrets, profile_pic: String(profile.profile_pic) }
}

async function open(env: Record<string, string>) {
  const endpoints = new Set<Endpoint | undefined>()
  const product = await world(
    { LOG_LEVEL: 'silent', ...env },
    { web_root, on_route: ({ endpoint }) => endpoints.add(endpoint) },
  )
  const served = endpointEntries().filter(([, endpoint]) => endpoints.has(endpoint))
  const staged = await stage(product)
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...product, ...staged, served, port: portOf(product.app) }
}

type Product = Awaited<ReturnType<typeof open>>

function portOf({ server }: World['app']): number {
  return (server.address() as AddressInfo).port
}

/** Everything one viewer may try. */
function waysFor({ amy, secrets, served }: Product, viewer: string): Question[] {
  const reads = served.filter(([, { method }]) => method === 'GET')
  // An owner may really change and delete, and a moderator dismiss what lets them look.
  const calls = ['owner', 'moderator'].includes(viewer) ? reads : served
  const usernames = [...new Set(secrets.map(({ post }) => post.username))]
  const reported = idsOf(secrets.slice(-2), amy)
  const all = idsOf(secrets, amy)
  return [
    ...secrets.flatMap(({ known }) => waysToBytes(known)),
    ...waysToJson(calls, { ...reported, usernames }),
    ...(isLongForm ? waysToJson(reads, { ...all, usernames }) : []),
    ...waysToPages(usernames, isLongForm ? all.post_ids : reported.post_ids),
    // Asked first: a moderator's own report opens nothing to them.
    ...(viewer === 'moderator' ? all.post_ids.map(reportOf) : []),
  ]
}

function reportOf(post_id: string): Question {
  const body = JSON.stringify({ post_id, reason: REPORT_REASONS[0] })
  return { method: 'POST', path: '/api/reports', body, headers: { 'content-type': 'application/json' } }
}

function idsOf(secrets: Product['secrets'], owner: Person) {
  const post_ids = secrets.map(({ post }) => post.id)
  return { post_ids, ids: [...post_ids, ...secrets.map(({ known }) => known.media_id), owner.id] }
}

function isAbout({ media_id, former_ids, store_key }: Known, question: Question): boolean {
  const names = [media_id, store_key, ...former_ids]
  return question.about_bytes === true && names.some((name) => question.path.includes(name))
}

/** Lets everyone try everything. What was found where nothing may be, and how often somebody found what is theirs. */
async function hunt(product: Product, port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 12 })
  const found: string[] = []
  const entitled = new Map<string, number>()
  const failed: string[] = []
  let requests = 0
  await Promise.all(
    Object.entries(product.viewers).map(async ([viewer, { token }]) => {
      const waiting = waysFor(product, viewer)
      const work = async () => {
        for (let question = waiting.pop(); question; question = waiting.pop()) {
          const headers = { ...question.headers, ...(token !== undefined && { authorization: token }) }
          const answer = await ask(port, agent, { ...question, headers })
          requests += 1
          if (answer.status >= 500) failed.push(`${viewer} ${question.method} ${question.path}: ${answer.status}`)
          for (const secret of product.secrets) {
            const pair = `${viewer}: ${secret.name}`
            if (secret.seen_by.includes(viewer)) {
              if (leaksOf(secret, answer).length > 0) entitled.set(pair, (entitled.get(pair) ?? 0) + 1)
            } else {
              const leaks = findLeaks(secret, isAbout(secret.known, question), answer)
              if (leaks.length > 0) found.push(`${pair}: ${question.method} ${question.path} ${leaks.join(', ')}`)
            }
          }
        }
      }
      await Promise.all([work(), work()])
    }),
  )
  agent.destroy()
  return { found, entitled, failed, requests }
}

const { env } = await startS3()
const STORES = { folder: await open({}), bucket: await open(env) }

describe.each(Object.entries(STORES))('With pictures in a %s', (_name, product) => {
  // Spec 1.38, 7.26
  it('nobody finds a byte, an id or a trace of a picture that is not theirs, whatever way they try', async () => {
    const { found, entitled, failed, requests } = await hunt(product, product.port)
    expect(found).toEqual([])
    expect(failed).toEqual([])
    expect(requests).toBeGreaterThan(2000)
    // The same hunt finds what it looks for where it may be.
    expect([...entitled.keys()].sort()).toEqual(
      product.secrets.flatMap(({ name, seen_by }) => seen_by.map((viewer) => `${viewer}: ${name}`)).sort(),
    )
    for (const [pair, times] of entitled) expect(times, pair).toBeGreaterThan(30)
    // The only ones that staff saw without a right of their own are those that others reported, and each look is written down.
    const looks = await product.ctx.db<{ staff_id: string; post_id: string }[]>`
      select distinct staff_id, post_id from audit_log where action = 'media_viewed'`
    const seen = product.secrets.filter(({ seen_by }) => seen_by.includes('moderator')).map(({ post }) => post.id)
    expect(looks.map(({ post_id }) => post_id).sort()).toEqual(seen.sort())
    for (const { staff_id } of looks) expect(staff_id).toBe(product.viewers.moderator?.id)
  }, 180_000)

  it('the hunt looks at the cards of creators, and would find one that shows a protected picture', async () => {
    const { amy, app, ctx, secrets, profile_pic } = product
    const [{ known, post } = {}] = secrets
    const cardOf = async () => /"og:image" content="([^"]*)"/.exec((await app.inject(`/${post?.username}`)).body)?.[1]
    expect(await cardOf()).toContain(`/api${profile_pic}?`)
    const portrait_id = profile_pic.replace('/media/', '')
    const show = (id = '') => ctx.db`update profiles set picture_id = ${id} where id = ${amy.id}`
    await show(known?.media_id)
    expect(await cardOf()).toContain(known?.media_id)
    const { found } = await hunt({ ...product, viewers: { visitor: product.viewers.visitor as Person } }, product.port)
    await show(portrait_id)
    const leaks = `visitor: a small picture: GET /${post?.username}`
    expect(found.filter((leak) => leak.startsWith(leaks))).not.toEqual([])
    expect(found.join('\n')).toContain(`GET /creator/${post?.username} says ${known?.media_id}`)
  }, 180_000)

  it('the hunt would find a server whose clock stands still: it lets in whose time is over', async () => {
    const then = new Date(product.ctx.now().getTime() - 1)
    const leaky = await buildApp({ ...product.ctx, now: () => then }, { web_root })
    await leaky.listen({ port: 0, host: '127.0.0.1' })
    const { found } = await hunt(
      { ...product, viewers: { 'ended subscriber': product.viewers['ended subscriber'] as Person } },
      portOf(leaky),
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

  it('a subscription ends in the middle of a picture, on a connection that stays open', async () => {
    const { ctx, member, subscribe, passes, amy, secrets } = product
    const fan = await member('leaving')
    await subscribe(fan, amy, 1)
    const large = secrets.find(({ name }) => name === 'a large picture')
    if (!large) throw new Error('there is no large picture')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const part = (start: number, headers = {}) =>
      ask(product.port, agent, {
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
