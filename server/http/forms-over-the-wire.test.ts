import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { VIDEO_MAX_BYTES } from '#contract/media.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { world } from '#tests/support/world.ts'

const { app, ctx, creator, visitor, logs } = await world({ STORY_AUTHORS: 'creator' })
const short_timeouts = await world({}, { http_limits: { headers_ms: 500, request_ms: 1000 } })
await app.listen({ port: 0, host: '127.0.0.1' })
await short_timeouts.app.listen({ port: 0, host: '127.0.0.1' })
const amy = await creator('amy')
const MEGABYTE = 1024 * 1024

const BEGINNING = Buffer.from(
  '--x\r\nContent-Disposition: form-data; name="description"\r\n\r\nHello\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
)
const END = Buffer.from('\r\n--x--\r\n')

const opened: Socket[] = []
afterAll(() => {
  for (const socket of opened) socket.destroy()
})

function open(server = app): Socket {
  const address = server.addresses()[0]
  if (typeof address !== 'object') throw new Error('not listening')
  const socket = connect(address.port, address.address)
  opened.push(socket)
  return socket
}

function head(token: string | undefined, length: number | 'chunked', path = '/api/posts'): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: multipart/form-data; boundary=x',
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ...(token === undefined ? [] : [`Authorization: ${token}`]),
    '\r\n',
  ].join('\r\n')
}

/** Sends everything before it reads anything, as simple clients do, and returns the head and body of the answer. */
async function upload(socket: Socket, ...chunks: (string | Buffer)[]): Promise<string> {
  socket.pause()
  for (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => {
      socket.write(chunk, (error) => (error ? reject(error) : resolve()))
    })
  }
  return await answerOf(socket)
}

function answerOf(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let response = ''
  socket.on('data', (data) => {
    response += data
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(response)?.[1]
    if (length !== undefined && response.length >= response.indexOf('\r\n\r\n') + 4 + Number(length)) resolve(response)
  })
  socket.on('close', () => resolve(response))
  socket.on('error', reject)
  socket.resume()
  return promise
}

async function uploadsLeft({ data_dir } = ctx.config): Promise<string[]> {
  return await readdir(path.join(data_dir, 'uploads')).catch(() => [])
}

/** A form with a file of this many bytes, in pieces. */
function* formOf(file: number): Generator<Buffer> {
  yield BEGINNING
  for (let sent = 0; sent < file; sent += MEGABYTE) yield Buffer.alloc(Math.min(MEGABYTE, file - sent), 'x')
  yield END
}
const sizeOf = (file: number): number => BEGINNING.length + file + END.length

describe('Refused uploads of 25 MB', () => {
  const size = 25 * MEGABYTE
  it.each([
    ['a visitor', false, '/api/posts', 401, 'You need to log in first'],
    ['a creator whose file is too large', true, '/api/posts', 413, 'The file is too large'],
    ['a form where none is expected', true, '/api/like', 415, 'This content type is not supported'],
  ] as const)(
    'An upload is refused with a readable answer, and the connection can be used again: %s',
    async (_, isSignedIn, to, status, words) => {
      const socket = open()
      const response = await upload(socket, head(isSignedIn ? amy.token : undefined, sizeOf(size), to), ...formOf(size))
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(response).toContain(words)
      expect(await upload(socket, 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
      socket.destroy()
      expect(await uploadsLeft()).toEqual([])
    },
  )

  it('An upload of unannounced size is refused with a readable answer', async () => {
    const chunked = [...formOf(size)].flatMap((chunk) => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n'])
    const response = await upload(open(), head(amy.token, 'chunked'), ...chunked, '0\r\n\r\n')
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toEqual({
      error: 'The file is too large: a picture may have up to 20 MB',
      code: 'too_large',
      fields: { file: 'The file is too large: a picture may have up to 20 MB' },
    })
    expect(await uploadsLeft()).toEqual([])
  })
})

describe('Announced sizes', () => {
  it('An upload that is announced as far too large is refused before any of it arrives', async () => {
    const response = await upload(open(), head(amy.token, 10 * 1024 * MEGABYTE))
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('A client that sends a refused upload nevertheless is disconnected', async () => {
    const socket = open()
    await upload(socket, head(amy.token, 10 * 1024 * MEGABYTE))
    const closed = new Promise((resolve) => {
      socket.on('close', resolve)
    })
    socket.on('error', () => {})
    for (let sent = 0; sent < 60 && !socket.destroyed; sent += 1) socket.write(Buffer.alloc(MEGABYTE))
    await closed
    expect(socket.destroyed).toBe(true)
  })
})

describe('Uploads of 200 MB', () => {
  const size = 200 * MEGABYTE
  const beginning =
    '--x\r\nContent-Disposition: form-data; name="story[media]"; filename="a.mp4"\r\n\r\n\0\0\0\x18ftypmp42'

  it('A video of unannounced size is refused at the maximum of videos, and none of it is kept', async () => {
    const connected = new Promise<Socket>((resolve) => {
      app.server.once('connection', resolve)
    })
    const socket = open()
    const answer = answerOf(socket)
    const write = (data: string | Buffer) => new Promise<unknown>((resolve) => void socket.write(data, resolve))
    await write(head(amy.token, 'chunked', '/api/stories'))
    let sent = 0
    for (const chunk of [Buffer.from(beginning), ...Array<Buffer>(200).fill(Buffer.alloc(MEGABYTE))]) {
      if (socket.destroyed) break
      await write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]))
      sent += chunk.length
    }
    const response = await answer
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(response).toContain('a video may have up to 100 MB')
    // The rest is read for a while, so that the client reads the answer, and then no more.
    expect(sent).toBeLessThan(size)
    const { bytesRead } = await connected
    expect(bytesRead).toBeGreaterThan(VIDEO_MAX_BYTES)
    expect(bytesRead).toBeLessThan(VIDEO_MAX_BYTES + 40 * MEGABYTE)
    expect(await uploadsLeft()).toEqual([])
  })

  it('A video of announced size is refused before a byte of it is written', async () => {
    const response = await upload(open(), head(amy.token, size, '/api/stories'))
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(response).toContain('a video may have up to 100 MB')
    expect(await uploadsLeft()).toEqual([])
  })
})

describe('Interrupted uploads', () => {
  it('A client that leaves in the middle of an upload leaves nothing behind, and nobody else notices', async () => {
    const half = BEGINNING.length + 2 * MEGABYTE
    const sockets = Array.from({ length: 5 }, () => open())
    for (const socket of sockets) {
      socket.write(head(amy.token, sizeOf(4 * MEGABYTE)))
      socket.write(Buffer.concat([...formOf(4 * MEGABYTE)]).subarray(0, half))
    }
    await vi.waitFor(async () => expect(await uploadsLeft()).toHaveLength(5), { timeout: 20_000 })
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect(await uploadsLeft()).toEqual([]), { timeout: 20_000 })
    expect((await visitor.ask('GET', '/health/live')).status).toBe(200)
    expect(logs.filter((line) => JSON.parse(line).level === 'error')).toEqual([])
  })

  it('A client that does not continue its upload is disconnected after a while', async () => {
    const ben = await short_timeouts.creator('ben')
    const socket = open(short_timeouts.app)
    socket.on('error', () => {})
    socket.write(head(ben.token, sizeOf(4 * MEGABYTE)))
    socket.write(BEGINNING)
    await new Promise((resolve) => {
      socket.on('close', resolve).resume()
    })
    await vi.waitFor(async () => expect(await uploadsLeft(short_timeouts.ctx.config)).toEqual([]), { timeout: 20_000 })
  })
})

describe('Uploads in small pieces', () => {
  it('An upload in small pieces arrives whole, wherever it was cut', async () => {
    const picture = await noisePicture({ width: 40, height: 40 })
    const form = Buffer.concat([BEGINNING, picture, END])
    const pieces = Array.from({ length: Math.ceil(form.length / 7) }, (_, i) => form.subarray(i * 7, i * 7 + 7))
    const socket = open().setNoDelay(true)
    expect(await upload(socket, head(amy.token, form.length), ...pieces)).toMatch(/^HTTP\/1\.1 201 /)
    socket.destroy()
  })
})
