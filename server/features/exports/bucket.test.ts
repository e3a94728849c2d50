import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, request as fetchRaw } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createDiskExports } from '#server/media/store/export-files.ts'
import { createS3Exports } from '#server/media/store/s3-exports.ts'
import { type ExportFiles, StoreUnavailable } from '#server/media/store/store.ts'
import { keysOf } from '#tests/support/files/stored-files.ts'
import { unzip } from '#tests/support/files/zip.ts'
import { startS3 } from '#tests/support/processes/s3.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { Person, world } from '#tests/support/world.ts'

/** Two processes with a bucket, each with a disk of its own. */
const bucket = await startS3()
const { ctx, app, creator, member, passes, runJob } = await world(bucket.env)
const other_disk = await mkdtemp(path.join(tmpdir(), 'loge-other-'))
afterAll(() => rm(other_disk, { recursive: true, force: true }))
const other = await secondProcess({ ...ctx, config: { ...ctx.config, data_dir: other_disk } })

async function listed(files: ExportFiles = ctx.media.exports): Promise<string[]> {
  const found: string[] = []
  for await (const batch of files.list()) found.push(...batch)
  return found
}

/** The same person at the other process. */
function atOther({ email, token }: Person): Person {
  return Object.assign(new Person(other.app, email), { token })
}

async function readyExport(person: Person): Promise<{ id: string; file: string }> {
  const { id } = (await person.ask('POST', '/exports')).body
  await ctx.jobs.runDue()
  return { id, file: `/exports/${id}/file` }
}

describe('Exports in a bucket', () => {
  it('An export in the bucket is given to nobody but its owner, at any process', async () => {
    const { id, file } = await readyExport(await member('owner'))
    const stranger = await member('stranger')
    for (const person of [stranger, atOther(stranger), new Person(other.app, 'visitor@example.com')]) {
      expect((await person.fetch(file)).status).toBe(404)
      expect((await person.fetch(file, { method: 'HEAD' })).status).toBe(404)
    }
    expect((await atOther(stranger).ask('POST', `/exports/${id}/ticket`)).status).toBe(404)
  })

  it('An export that one machine has prepared is downloaded from another one, by token or by ticket', async () => {
    const amy = await creator('amy')
    await amy.posts()
    const { id, file } = await readyExport(amy)
    const there = atOther(amy)
    expect((await there.ask('GET', '/exports')).body).toMatchObject([{ id, state: 'ready' }])
    const { bytes, headers, status } = await there.fetch(file)
    expect([status, headers['content-length']]).toEqual([200, String(bytes.length)])
    expect([...(await unzip(bytes)).keys()]).toContain('index.html')
    const head = await there.fetch(file, { method: 'HEAD' })
    expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes.length)])
    const ticket = (await there.ask('POST', `/exports/${id}/ticket`)).body.path
    expect((await new Person(app, 'visitor@example.com').fetch(ticket)).bytes.equals(bytes)).toBe(true)
    for (const folder of [ctx.config.data_dir, other_disk]) expect(await readdir(folder)).not.toContain('exports')
  })

  it('An expired export is removed from the bucket, and so is one of nobody; all others stay, also in the sweep of the media', async () => {
    const [old, bob] = [await readyExport(await member('old')), await member('bob')]
    passes(6 * DAY_MS)
    const { id, file } = await readyExport(bob)
    await ctx.media.exports.write('orphan-1.zip', async (output) => void output.end('x'))
    passes(1 * DAY_MS)
    await runJob('sweep_exports')
    for (const _ of [1, 2]) {
      await runJob('sweep_media')
      passes(DAY_MS + HOUR_MS)
    }
    expect(await listed()).toEqual([`${id}-1.zip`])
    expect(await listed()).not.toContain(`${old.id}-1.zip`)
    expect((await atOther(bob).fetch(file)).status).toBe(200)
    // A backup and the sweep of the media list pictures only.
    expect((await keysOf(ctx.media.store)).join()).not.toContain('zip')
  })

  it('In the bucket of another database nothing is swept', async () => {
    await ctx.media.exports.write('not-ours-1.zip', async (output) => void output.end('x'))
    const stranger = await world(bucket.env)
    await stranger.runJob('sweep_exports')
    expect(await listed()).toContain('not-ours-1.zip')
  })

  it('What the disk still holds from before there was a bucket is served, and removed when it has expired', async () => {
    const eve = await member('eve')
    const exports = ctx.media.exports
    ctx.media.exports = createDiskExports(ctx.config)
    const { file } = await readyExport(eve)
    ctx.media.exports = exports
    expect((await eve.fetch(file)).status).toBe(200)
    passes(7 * DAY_MS)
    await runJob('sweep_exports')
    expect(await readdir(path.join(ctx.config.data_dir, 'exports'))).toEqual([])
  })

  it('While the bucket is away an export is listed and not made again, and its download is answered with 503', async () => {
    const fay = await member('fay')
    const { id, file } = await readyExport(fay)
    const { exports } = ctx.media
    const away = async () => await Promise.reject(new StoreUnavailable(new Error('planted')))
    ctx.media.exports = { ...exports, has: away, open: away }
    expect((await fay.ask('GET', '/exports')).body).toMatchObject([{ id, state: 'ready' }])
    expect(await fay.ask('POST', '/exports')).toMatchObject({ status: 200, body: { id } })
    expect((await fay.fetch(file)).status).toBe(503)
    ctx.media.exports = exports
  })
})

describe('Large archives in a bucket', () => {
  const files = createS3Exports(bucket.settings, { part_bytes: 1000, piece_bytes: 700 })
  const archive = Buffer.from(Array.from({ length: 4321 }, (_, i) => (i * 7) % 251))

  it.each([1, 999, 1000, 1001, 2000, 4321])(
    'An archive of %i bytes is written in parts and read in pieces, byte for byte',
    async (bytes) => {
      const written = await files.write('large.zip', async (output) => {
        for (let from = 0; from < bytes; from += 300) output.write(archive.subarray(from, Math.min(from + 300, bytes)))
        await new Promise<void>((resolve, reject) => output.on('error', reject).end(resolve))
      })
      expect(written).toBe(bytes)
      const stream = await files.open({ file_key: 'large.zip', bytes })
      expect(stream && archive.subarray(0, bytes).equals(await buffer(stream))).toBe(true)
      expect(await files.open({ file_key: 'large.zip', bytes: bytes + 1 })).toBeUndefined()
      expect(await files.has({ file_key: 'absent.zip', bytes })).toBe(false)
      await files.remove('large.zip')
      expect(await files.has({ file_key: 'large.zip', bytes })).toBe(false)
    },
  )

  it('An archive that fails half-way leaves nothing in the bucket', async () => {
    const failing = files.write('half.zip', async (output) => {
      await new Promise((resolve) => output.write(archive, resolve))
      throw new Error('planted')
    })
    await expect(failing).rejects.toThrow('planted')
    expect(await listed(files)).not.toContain('half.zip')
  })

  it('Somebody who stops reading or hangs up makes the server read no more than a little ahead', async () => {
    const asked: string[] = []
    const proxy = createServer((request, response) => {
      asked.push(`${request.method} ${request.headers.range ?? ''}`)
      const { method, url, headers } = request
      const forwarded = fetchRaw(`${bucket.settings.endpoint}${url}`, { method, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(response)
      })
      request.pipe(forwarded)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const counted = createS3Exports(
      { ...bucket.settings, endpoint: `http://127.0.0.1:${port}` },
      { piece_bytes: 10_000 },
    )
    const stored = { file_key: 'slow.zip', bytes: 1_000_000 }
    await files.write(stored.file_key, async (output) => {
      await new Promise<void>((resolve) => output.end(Buffer.alloc(stored.bytes), resolve))
    })
    const pieces = () => asked.filter((text) => text.startsWith('GET bytes')).length
    const stream = await counted.open(stored)
    await once(stream as Readable, 'readable')
    // Nobody reads. Each of these answers comes after whatever was asked for before.
    for (let i = 0; i < 30; i += 1) await counted.has(stored)
    expect(pieces()).toBeLessThanOrEqual(20)
    const before = pieces()
    stream?.destroy()
    for (let i = 0; i < 10; i += 1) await counted.has(stored)
    expect(pieces()).toBe(before)
    await files.remove(stored.file_key)
    proxy.close()
  })

  it('An upload that was begun and never finished is aborted, and one that may be running is not', async () => {
    const upload = (id: string, at: string) =>
      `<Upload><Key>media/exports/${id}.zip</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`
    const list = upload('old', '2026-03-01T10:00:00.000Z') + upload('new', '2026-03-01T11:30:00.000Z')
    const aborted: string[] = []
    const scripted = createServer(({ method, url = '' }, response) => {
      if (method === 'DELETE') aborted.push(url)
      response.writeHead(method === 'DELETE' ? 204 : 200)
      response.end(method === 'DELETE' ? '' : `<ListMultipartUploadsResult>${list}</ListMultipartUploadsResult>`)
    })
    await new Promise<void>((resolve) => scripted.listen(0, '127.0.0.1', resolve))
    const { port } = scripted.address() as AddressInfo
    const own = createS3Exports({ ...bucket.settings, endpoint: `http://127.0.0.1:${port}` })
    await own.removeUnfinished(new Date('2026-03-01T11:00:00.000Z'))
    expect(aborted).toEqual([expect.stringMatching(/^\/loge\/media\/exports\/old\.zip\?.*uploadId=old/)])
    scripted.close()
  })
})
