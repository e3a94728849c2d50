import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { closeAfterTests } from '#tests/support/close-after-tests.ts'
import { cableAddress, connectCable, refusal } from '#tests/support/network/cable-client.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { world } from '#tests/support/world.ts'
import { Shutdown } from './shutdown.ts'

const { ctx, member } = await world()
const amy = await member('amy')
const RETRIES = { 'x-proxy-retries': '502' }

/** A process in the phase that the name says, with its own server. */
async function process(phase: 'serving' | 'draining' | 'leaving') {
  const shutdown = new Shutdown()
  const cut = new AbortController()
  const { app } = await secondProcess(ctx, { shutdown })
  if (phase !== 'serving') {
    const drained = shutdown.drain(phase === 'draining' ? 60_000 : 1000, cut.signal)
    closeAfterTests(async () => {
      cut.abort()
      await drained
    })
  }
  return { app, shutdown, cut }
}

describe('A process that serves', () => {
  it('A process that serves is ready, and keeps connections open', async () => {
    const { app } = await process('serving')
    const { statusCode, headers } = await app.inject({ url: '/api/health/ready', headers: RETRIES })
    expect(statusCode).toBe(200)
    expect(headers.connection).not.toBe('close')
  })
})

describe('A process that drains', () => {
  it('A process that drains is not ready, and says that the reason is its own', async () => {
    const { app } = await process('draining')
    const ready = await app.inject({ url: '/api/health/ready' })
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ status: 'degraded', trouble: 'own', checks: { running: false } })
    expect((await app.inject({ url: '/api/health/live' })).statusCode).toBe(200)
  })

  it('A process that drains serves members, new connections and new live sockets, also those of a proxy that retries', async () => {
    const { app } = await process('draining')
    const url = await cableAddress(app)
    const { port } = app.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true })
    const headers = { authorization: amy.token ?? '', ...RETRIES }
    const [answer] = await once(get({ port, agent, path: '/api/user', headers }), 'response')
    expect(answer.statusCode).toBe(200)
    // The connection is closed by the client, which has read this: no request can be lost on it.
    expect(answer.headers.connection).toBe('close')
    answer.resume()
    agent.destroy()
    const client = await connectCable(url, amy.token)
    expect(client.news).toEqual([{ type: 'welcome' }])
    client.socket.terminate()
  })

  it('A drain that is cut short goes on to the end at once', async () => {
    const shutdown = new Shutdown()
    const cut = new AbortController()
    const drained = shutdown.drain(60_000, cut.signal)
    expect([shutdown.has_begun, shutdown.is_leaving]).toEqual([true, false])
    cut.abort()
    await drained
    expect(shutdown.is_leaving).toBe(true)
  })

  it('A process without a drain ends at once', async () => {
    const shutdown = new Shutdown()
    await shutdown.drain(0)
    expect(shutdown.is_leaving).toBe(true)
  })
})

describe('A process that is about to end', () => {
  it('A connection that was opened in advance and has sent nothing does not keep the process alive', async () => {
    const { app } = await process('leaving')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const [accepted, client] = [once(app.server, 'connection'), connect(port, '127.0.0.1')]
    await accepted
    const hung_up = once(client, 'close')
    await app.close()
    await hung_up
  })

  it('A proxy that does not retry, and every request that must not be sent twice, is still served', async () => {
    const { app } = await process('leaving')
    const plain = await app.inject({ url: '/api/health/live' })
    expect(plain.statusCode).toBe(200)
    const written = await app.inject({
      method: 'POST',
      url: '/api/newsletter',
      headers: RETRIES,
      payload: { email: '' },
    })
    expect(written.statusCode).toBe(422)
  })

  it('A proxy that retries gets 502 for a page, a call and a live socket, and nothing is counted as an error', async () => {
    const { app } = await process('leaving')
    for (const url of ['/api/health/live', '/api/landings']) {
      const { statusCode, headers } = await app.inject({ url, headers: RETRIES })
      expect([statusCode, headers.connection]).toEqual([502, 'close'])
    }
    expect(await refusal(`${await cableAddress(app)}?token=${amy.token}`, { headers: RETRIES })).toBe(502)
    const { body } = await app.inject({ url: '/api/metrics' })
    expect(body).toContain('loge_http_errors_total 0')
  })
})
