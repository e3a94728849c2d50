import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { redactSecrets } from '#server/log.ts'
import { cableAddress, connectCable, inboxChannel, openSocket, refusal } from '#tests/support/network/cable-client.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { type Person, world } from '#tests/support/world.ts'
import { newTicket, writeTicket } from './tickets.ts'

const { ctx, app, logs, creator, member, passes, stranger, visitor } = await world()
const url = await cableAddress(app)
const UNAUTHORIZED = { type: 'disconnect', reason: 'unauthorized', reconnect: false }
const EXPIRED = { type: 'disconnect', reason: 'ticket_expired', reconnect: true }

async function ticketOf(person: Person): Promise<string> {
  const { status, body } = await person.ask('POST', '/cable_tickets')
  expect(status).toBe(201)
  return body.ticket
}

/** The first frame for a client that opens a socket with this ticket. */
async function firstFrameFor(ticket: string, at = url) {
  const client = openSocket(at, ticket)
  await expect.poll(() => client.news.length).toBe(1)
  client.socket.terminate()
  return client.news[0]
}

describe('Refused cable tickets', () => {
  it('A visitor gets no cable ticket', async () => {
    expect((await visitor.ask('POST', '/cable_tickets')).status).toBe(401)
  })

  it('A cable ticket that is a minute old is refused, and the client may reconnect with a new one', async () => {
    const ticket = await ticketOf(await member('amy'))
    passes(MINUTE_MS)
    expect(await firstFrameFor(ticket)).toEqual(EXPIRED)
  })

  it('A cable ticket is refused when it is used a second time, also at the same moment', async () => {
    const amy = await member('amy-twice')
    const ticket = await ticketOf(amy)
    const frames = await Promise.all([firstFrameFor(ticket), firstFrameFor(ticket), firstFrameFor(ticket)])
    expect(frames.map((frame) => frame?.type).sort()).toEqual(['disconnect', 'disconnect', 'welcome'])
    expect(await firstFrameFor(ticket)).toEqual(EXPIRED)
  })

  it('A cable ticket of a session that has ended is refused, whether it is unused, used or old', async () => {
    const amy = await member('amy-leaves')
    const [fresh, used] = [await ticketOf(amy), await ticketOf(amy)]
    await firstFrameFor(used)
    await amy.ask('DELETE', '/users/sign_out')
    expect(await firstFrameFor(fresh)).toEqual(UNAUTHORIZED)
    expect(await firstFrameFor(used)).toEqual(UNAUTHORIZED)
    passes(MINUTE_MS)
    expect(await firstFrameFor(fresh)).toEqual(UNAUTHORIZED)
  })

  it('A cable ticket is refused when one character was changed, or when it was signed with another secret', async () => {
    const amy = await member('amy-forged')
    const ticket = await ticketOf(amy)
    for (let at = 0; at < ticket.length - 1; at += 7) {
      const other = ticket[at] === '1' ? '2' : '1'
      expect(await firstFrameFor(ticket.slice(0, at) + other + ticket.slice(at + 1)), `${at}`).toEqual(UNAUTHORIZED)
    }
    const [session] = await ctx.db`select id from sessions where user_id = ${amy.id}`
    expect(await firstFrameFor(writeTicket(Buffer.alloc(32), newTicket(session?.id, ctx.now())))).toEqual(UNAUTHORIZED)
    expect((await firstFrameFor(ticket))?.type).toBe('welcome')
  })

  it('A cable ticket is refused everywhere but at the live socket', async () => {
    const amy = await creator('amy-elsewhere')
    const post = await amy.posts({ protected: true })
    const ticket = await ticketOf(amy)
    const thief = stranger('thief')
    thief.token = ticket
    expect((await thief.ask('GET', '/user')).status).toBe(401)
    expect((await thief.ask('POST', '/cable_tickets')).status).toBe(401)
    expect((await amy.fetch(String(post.file))).status).toBe(200)
    expect((await thief.fetch(String(post.file))).status).toBe(401)
    expect((await visitor.fetch(`/media/${ticket}`)).status).toBe(404)
    expect((await visitor.fetch(`${post.file}?token=${ticket}&ticket=${ticket}`)).status).toBe(404)
  })
})

describe('Cable tickets', () => {
  it('A cable ticket opens the live socket for whoever asked for it, and the socket ends with their session', async () => {
    const bob = await member('bob')
    const reply = await bob.ask('POST', '/cable_tickets')
    expect(reply.body).toEqual({
      ticket: expect.any(String),
      expires_at: new Date(ctx.now().getTime() + MINUTE_MS).toISOString(),
    })
    expect(reply.headers['cache-control']).toContain('no-store')
    const client = await connectCable(url, reply.body.ticket)
    expect(await client.subscribe(inboxChannel)).toBe('confirm_subscription')
    ctx.live.publish({ kind: 'notices_changed', user_ids: [bob.id] })
    await expect.poll(() => client.messages).toEqual([{ type: 'notices_changed' }])
    passes(MINUTE_MS)
    expect(await client.subscribe(`${inboxChannel} `)).toBe('confirm_subscription')
    await bob.ask('DELETE', '/users/sign_out')
    await client.ended()
    expect(client.news.at(-1)).toEqual(UNAUTHORIZED)
  })

  it('A cable ticket that one process issued is accepted by another', async () => {
    const bob = await member('bob-elsewhere')
    const { app: other } = await secondProcess(ctx)
    expect((await firstFrameFor(await ticketOf(bob), await cableAddress(other)))?.type).toBe('welcome')
  })

  it('A cable ticket does not replace the token, which opens sockets as before', async () => {
    const bob = await member('bob-token')
    await ticketOf(bob)
    for (const _ of [1, 2]) expect((await firstFrameFor(String(bob.token)))?.type).toBe('welcome')
  })

  it('A cable ticket is never written to the log', async () => {
    const bob = await member('bob-log')
    const ticket = await ticketOf(bob)
    expect(await refusal(`${url}?token=${ticket}`, { headers: { origin: 'https://evil.example' } })).toBe(403)
    await firstFrameFor(ticket)
    expect(logs.join('')).toContain('"route":"/api/cable"')
    expect(redactSecrets(`GET /api/cable?token=${ticket} failed`)).toBe('GET /api/cable?token=[redacted] failed')
    for (const part of ticket.split('.').slice(1)) expect(logs.join('')).not.toContain(part)
  })
})

describe('Rate limits of cable tickets', () => {
  it('Somebody who asks for thirty cable tickets waits for a minute, and nobody else does', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const [cat, dan] = [await limited.member('cat'), await limited.member('dan')]
    for (let count = 0; count < 30; count += 1) {
      expect((await cat.ask('POST', '/cable_tickets')).status).toBe(201)
    }
    expect(await cat.ask('POST', '/cable_tickets')).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    expect((await dan.ask('POST', '/cable_tickets')).status).toBe(201)
  })
})
