import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startProduct } from '#tests/e2e/support/product.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { connectCable } from '#tests/support/network/cable-client.ts'
import { PASSWORD } from '#tests/support/world.ts'

function post(url: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('Graceful shutdown', () => {
  it('A product that shuts down tells connected clients to reconnect, and exits with 0', async () => {
    const own = await createTestDatabase()
    const ending = await startProduct({ DATABASE_URL: own.url, LOG_LEVEL: 'trace' })
    const user = { email: 'amy@example.com', password: PASSWORD }
    await post(ending.url, '/users', { user })
    const token = (await post(ending.url, '/users/sign_in', { user })).headers.get('authorization') ?? ''
    const client = await connectCable(`${ending.url.replace('http', 'ws')}/cable`, token)
    const unresponsive = await connectCable(`${ending.url.replace('http', 'ws')}/cable`, token)
    unresponsive.socket.pause()
    // `stop` throws unless the exit code is 0.
    await ending.stop()
    expect(client.news.at(-1)).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true })
    expect(await client.ended()).toBe(1001)
    // No log level prints a token.
    expect(token.length).toBeGreaterThan(20)
    expect(ending.takeLog()).not.toContain(token)
    unresponsive.socket.terminate()
    await own.drop()
  })

  it('A product with a draining time is not ready after SIGTERM, still serves, and ends in order; Ctrl-C ends the drain', async () => {
    const own = await createTestDatabase()
    const ending = await startProduct({ DATABASE_URL: own.url, DRAIN_SECONDS: '600' })
    const user = { email: 'amy@example.com', password: PASSWORD }
    await post(ending.url, '/users', { user })
    const ready = () => fetch(`${ending.url}/api/health/ready`)
    process.kill(ending.pid, 'SIGTERM')
    await expect.poll(async () => (await ready()).status, { timeout: 10_000 }).toBe(503)
    const drains_since = performance.now()
    expect((await ready()).headers.get('connection')).toBe('close')
    const signedIn = await post(ending.url, '/users/sign_in', { user })
    expect(signedIn.status).toBe(200)
    const url = `${ending.url.replace('http', 'ws')}/cable`
    const client = await connectCable(url, signedIn.headers.get('authorization') ?? '')
    // A second signal within a second is ignored, because the terminal and npm may both send one.
    await expect.poll(() => performance.now() - drains_since, { timeout: 5000 }).toBeGreaterThan(1000)
    process.kill(ending.pid, 'SIGINT')
    expect(await client.ended()).toBe(1001)
    expect(client.news.at(-1)).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true })
    await expect.poll(() => isRunning(ending.pid), { timeout: 20_000 }).toBe(false)
    // `stop` throws unless the exit code is 0.
    await ending.stop()
    await own.drop()
  })

  it('A product that shuts down finishes the running request, accepts no other, and exits with 0', async () => {
    const own = await createTestDatabase()
    const ending = await startProduct({ DATABASE_URL: own.url })
    const { hostname, port } = new URL(ending.url)
    const body = JSON.stringify({ user: { email: 'late@example.com', password: PASSWORD } })
    const socket = connectSocket(Number(port), hostname)
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.write(
      `POST /api/users HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    // The server has seen the headers once it asks for the rest.
    await once(socket, 'data')
    const stopped = ending.stop()
    await expect
      .poll(
        () =>
          fetch(ending.url).then(
            () => 'open',
            () => 'closed',
          ),
        { timeout: 30_000 },
      )
      .toBe('closed')
    socket.write(body)
    await once(socket, 'close')
    expect(answer).toContain('HTTP/1.1 201 Created')
    // `stop` throws unless the exit code is 0.
    await stopped
    await own.drop()
  })
})
