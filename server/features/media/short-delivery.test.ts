import { describe, expect, it, vi } from 'vitest'
import { DAY_MS, SECOND_MS } from '#contract/time.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { Person, world } from '#tests/support/world.ts'

const { app: first, ctx, creator, logs, member, registry, staff, subscribe, visitor, passes } = await world()
const address = await first.listen({ port: 0, host: '127.0.0.1' })
const { app } = await secondProcess(ctx)
const [amy, fan, admin] = [await creator('amy'), await member('fan'), await staff('ada', 'admin')]
await subscribe(fan, amy, 1)

/** The same person, with the same session, on the other process. */
function elsewhere(person: Person): Person {
  return Object.assign(new Person(app, person.email), { id: person.id, token: person.token })
}

async function statusesOf(path: string | null, people: readonly Person[]): Promise<number[]> {
  const replies = await Promise.all(people.map((person) => person.fetch(path ?? '')))
  return replies.map(({ status }) => status)
}

const here_and_there = [visitor, elsewhere(visitor)]

describe('Public pictures that are taken away while processes remember them', () => {
  const takenAway: [string, (post: { id: string; file: string | null }) => Promise<unknown>][] = [
    ['deleted', ({ id }) => amy.ask('DELETE', `/posts/${id}`)],
    ['protected', ({ id }) => amy.ask('PATCH', `/posts/${id}`, { protected: true })],
    ['removed by an admin', ({ id }) => removeReported(id)],
  ]

  async function removeReported(id: string): Promise<void> {
    await fan.ask('POST', '/reports', { post_id: id, reason: 'Inapropriate content' })
    await admin.ask('DELETE', `/admin/posts/${id}`)
  }

  it.each(takenAway)(
    'One that is %s is gone from the next answer of that process, and of others within a second',
    async (_, take) => {
      const post = await amy.posts()
      expect(await statusesOf(post.file, here_and_there)).toEqual([200, 200])
      await take(post)
      const [here, there] = here_and_there
      expect((await here?.fetch(post.file ?? ''))?.status).toBe(404)
      // Who has a session is looked up for every request.
      expect((await elsewhere(fan).fetch(post.file ?? '')).status).toBe(404)
      passes(SECOND_MS)
      expect((await there?.fetch(post.file ?? ''))?.status).toBe(404)
    },
  )

  it('One whose owner is frozen is gone from every process within a second', async () => {
    const eve = await creator('eve')
    const { file } = await eve.posts()
    expect(await statusesOf(file, here_and_there)).toEqual([200, 200])
    await ctx.db`update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x' where id = ${eve.id}`
    passes(SECOND_MS)
    expect(await statusesOf(file, here_and_there)).toEqual([404, 404])
  })

  it('Who is blocked does not get from memory what visitors get from it', async () => {
    const { file } = await amy.posts()
    const bob = await member('bob')
    expect(await statusesOf(file, [visitor, elsewhere(visitor), bob])).toEqual([200, 200, 200])
    const { username } = (await bob.ask('GET', '/user')).body
    await amy.ask('POST', '/blocks', { username })
    expect(await statusesOf(file, [visitor, elsewhere(visitor), bob, elsewhere(bob)])).toEqual([200, 200, 404, 404])
  })
})

describe('The short way of a picture', () => {
  it('Every viewer gets the same answer as by the ordinary way', async () => {
    const [open, locked] = [await amy.posts(), await amy.posts({ protected: true })]
    for (const person of [visitor, fan, amy, admin, elsewhere(fan)]) {
      for (const path of [open.file, locked.file, `${open.file}?w=480`, `${locked.file}?w=1600`]) {
        // Conditions are for the ordinary way, which ignores this one.
        const [short, ordinary] = [
          await person.fetch(path ?? ''),
          await person.fetch(path ?? '', { headers: { 'if-match': '*' } }),
        ]
        const told = ({ status, headers: { 'x-request-id': id, date, ...headers }, bytes }: typeof short) => {
          expect([id, date]).toEqual([expect.any(String), expect.any(String)])
          return { status, headers, bytes }
        }
        expect(told(short), `${person.email} ${path}`).toEqual(told(ordinary))
      }
    }
  })

  it('What is answered from memory is the same over the wire, and is logged and counted like all else', async () => {
    const { file } = await amy.posts()
    const counted = async () => {
      const line = /^loge_http_request_seconds_count\{method="GET",route="\/api\/media\/:name",status="200"\} (\d+)$/m
      return Number((await registry.metrics()).match(line)?.[1])
    }
    const before = await counted()
    const answers: { status: number; bytes: Buffer; headers: Headers }[] = []
    for (const headers of [{}, {}, { 'if-match': '*' }]) {
      const answer = await fetch(`${address}/api${file}`, { headers })
      answers.push({ status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers })
    }
    const [, kept, ordinary] = answers
    const told = [...(kept?.headers ?? [])].filter(([name]) => name !== 'x-request-id' && name !== 'date')
    for (const [name, value] of told) expect(ordinary?.headers.get(name), name).toBe(value)
    expect(kept?.bytes.equals(ordinary?.bytes ?? Buffer.alloc(0))).toBe(true)
    await vi.waitFor(async () => expect(await counted()).toBe(before + 3))
    const lines = logs.map((line) => JSON.parse(line))
    for (const { status, headers } of answers) {
      const line = lines.find(({ request_id }) => request_id === headers.get('x-request-id'))
      expect([status, line]).toEqual([
        200,
        expect.objectContaining({ method: 'GET', route: '/api/media/:name', status }),
      ])
    }
  })

  it('A subscription that ends is over for the next request, however often the picture was sent before', async () => {
    const { file } = await amy.posts({ protected: true })
    const fans = [fan, elsewhere(fan)]
    expect(await statusesOf(file, [...fans, ...fans])).toEqual([200, 200, 200, 200])
    passes(DAY_MS)
    expect(await statusesOf(file, [...fans, visitor])).toEqual([404, 404, 404])
  })

  it('A session that has ended gets nothing more, though it was given the same picture a moment ago', async () => {
    const { file } = await amy.posts({ protected: true })
    const [dan, kim] = [await member('dan'), await member('kim')]
    for (const person of [dan, kim]) await subscribe(person, amy, 1)
    expect(await statusesOf(file, [dan, kim, dan])).toEqual([200, 200, 200])
    await elsewhere(dan).ask('DELETE', '/users/sign_out')
    expect(await statusesOf(file, [dan, kim, dan])).toEqual([401, 200, 401])
  })

  it('Who is staff no more is judged as anybody else by the next answer', async () => {
    const [moderator, { id, file }] = [await staff('mo', 'moderator'), await amy.posts({ protected: true })]
    await fan.ask('POST', '/reports', { post_id: id, reason: 'Inapropriate content' })
    expect(await statusesOf(file, [moderator, moderator])).toEqual([200, 200])
    await ctx.db`update users set role = null where id = ${String(moderator.id)}`
    expect(await statusesOf(file, [moderator, moderator])).toEqual([404, 404])
  })
})
