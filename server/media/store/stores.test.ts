import { once } from 'node:events'
import type { Mode, PathLike } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { keysOf } from '#tests/support/files/stored-files.ts'
import { startS3 } from '#tests/support/processes/s3.ts'
import { createFileStore } from './file-store.ts'
import { createS3Store } from './s3-store.ts'
import { type MediaStore, StoreUnavailable } from './store.ts'

const root = await mkdtemp(path.join(tmpdir(), 'loge-files-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const { settings } = await startS3()

const STORES: Record<string, MediaStore> = { folder: createFileStore(root), bucket: createS3Store(settings) }
const BYTES = Buffer.from('every byte of a picture')
const TYPE = 'image/webp'

async function textOf(store: MediaStore, key: string, range?: { start: number; end: number }) {
  const stream = await store.read(key, range)
  return stream && (await buffer(stream)).toString()
}

describe.each(Object.entries(STORES))('The store in a %s', (_name, store) => {
  it('A missing key reads as nothing, and can be removed', async () => {
    expect(await keysOf(store)).toEqual([])
    expect(await store.read('aa/absent/960.webp')).toBeUndefined()
    await store.remove('aa/absent/960.webp')
  })

  it.each([
    '../x',
    'aa/../../x',
    'aa/../bb/x',
    '/etc/passwd',
    'aa//x',
    './x',
    'aa/.',
    '.unfinished/x',
    '',
    'aa\\..\\x',
    'aa/x\0.webp',
    'aa/%2e%2e/x',
  ])('A key that could lead elsewhere is refused: %j', async (key) => {
    await expect(store.put(key, BYTES, TYPE)).rejects.toThrow('no key')
    await expect(store.read(key)).rejects.toThrow('no key')
    await expect(store.remove(key)).rejects.toThrow('no key')
  })

  it('A stored file is returned, whole or in part', async () => {
    await store.put('aa/one/960.webp', BYTES, TYPE)
    expect(await textOf(store, 'aa/one/960.webp')).toBe('every byte of a picture')
    expect(await textOf(store, 'aa/one/960.webp', { start: 0, end: 1 })).toBe('ev')
    expect(await textOf(store, 'aa/one/960.webp', { start: 6, end: 9 })).toBe('byte')
    expect(await textOf(store, 'aa/one/960.webp', { start: 16, end: 22 })).toBe('picture')
  })

  it('A key keeps the newest file, also an empty one', async () => {
    await store.put('aa/two/960.webp', BYTES, TYPE)
    await store.put('aa/two/960.webp', Buffer.from('anew'), TYPE)
    expect(await textOf(store, 'aa/two/960.webp')).toBe('anew')
    await store.put('aa/two/480.webp', Buffer.alloc(0), TYPE)
    expect(await textOf(store, 'aa/two/480.webp')).toBe('')
  })

  it('A file is stored from the disk, byte for byte, and leaves nothing unfinished', async () => {
    const large = Buffer.alloc(6_000_000, 'a film')
    const file = path.join(root, 'film.part')
    await writeFile(file, large)
    await store.putFile('aa/film/video.mp4', file, 'video/mp4')
    const stream = await store.read('aa/film/video.mp4')
    expect(stream && large.equals(await buffer(stream))).toBe(true)
    expect(await textOf(store, 'aa/film/video.mp4', { start: 2, end: 5 })).toBe('film')
    await store.remove('aa/film/video.mp4')
    await rm(file, { force: true })
    await expect(store.putFile('../film', file, 'video/mp4')).rejects.toThrow('no key')
    await expect(store.putFile('aa/film/video.mp4', file, 'video/mp4')).rejects.toThrow()
    expect(await keysOf(store)).not.toContain('aa/film/video.mp4')
  })

  it('Large files are stored byte for byte', async () => {
    const large = Buffer.alloc(3_000_000, 'loge')
    await store.put('aa/three/1600.webp', large, TYPE)
    const stream = await store.read('aa/three/1600.webp')
    expect(stream && large.equals(await buffer(stream))).toBe(true)
  })

  it('All stored keys are listed, and none that was removed', async () => {
    await store.put('bb/four/960.webp', BYTES, TYPE)
    expect(await keysOf(store)).toEqual([
      'aa/one/960.webp',
      'aa/three/1600.webp',
      'aa/two/480.webp',
      'aa/two/960.webp',
      'bb/four/960.webp',
    ])
    await store.remove('aa/two/960.webp')
    await store.remove('bb/four/960.webp')
    expect(await store.read('aa/two/960.webp')).toBeUndefined()
    expect(await keysOf(store)).toEqual(['aa/one/960.webp', 'aa/three/1600.webp', 'aa/two/480.webp'])
  })

  it('A store can be checked for writing', async () => {
    await store.probe()
  })
})

describe('Full disks', () => {
  const folder = path.join(root, 'full')
  /** Writes half of the data, then reports a full disk. */
  const openFull = async (name: PathLike, flags?: string | number, mode?: Mode) => {
    const file = await open(name, flags, mode)
    const writeFile: FileHandle['writeFile'] = async (data) => {
      await file.write((data as Buffer).subarray(0, 5))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    return Object.assign(file, { writeFile })
  }
  const full = createFileStore(folder, { open: openFull })

  it('A full disk makes the store unavailable, and leaves nothing behind', async () => {
    await expect(full.put('aa/one/960.webp', BYTES, TYPE)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await full.read('aa/one/960.webp')).toBeUndefined()
    expect(await readdir(folder, { recursive: true })).toEqual(['.unfinished'])
  })
})

describe('The store in a folder', () => {
  it('The folder of a picture is removed with its last file', async () => {
    const folder = path.join(root, 'tidy')
    const store = createFileStore(folder)
    await store.put('aa/one/480.webp', BYTES, TYPE)
    await store.put('aa/one/960.webp', BYTES, TYPE)
    await store.remove('aa/one/480.webp')
    expect(await textOf(store, 'aa/one/960.webp')).toBe(BYTES.toString())
    await store.remove('aa/one/960.webp')
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(['.unfinished', 'aa'])
  })

  it('Stored files are readable by the server alone, and by its group where nginx reads them', async () => {
    for (const [is_shared, ...modes] of [
      [false, 0o700, 0o600],
      [true, 0o750, 0o640],
    ] as const) {
      const folder = path.join(root, `shared-${is_shared}`)
      await createFileStore(folder, { is_shared }).put('aa/one/960.webp', BYTES, TYPE)
      const found = await Promise.all(['aa', 'aa/one/960.webp'].map((name) => stat(path.join(folder, name))))
      // The umask may remove further permissions.
      expect(found.map(({ mode }) => mode & 0o777 & ~(modes[0] | modes[1]))).toEqual([0, 0])
      expect(found.map(({ mode }) => mode & 0o700)).toEqual([0o700, 0o600])
    }
  })

  it('Files that a crash left unfinished are never listed, and removed after a while', async () => {
    const folder = path.join(root, 'crashed')
    const store = createFileStore(folder)
    await mkdir(path.join(folder, '.unfinished'), { recursive: true })
    for (const [name, time] of [
      ['old', '2026-01-01T10:00:00Z'],
      ['new', '2026-01-01T12:00:00Z'],
    ] as const) {
      await writeFile(path.join(folder, '.unfinished', name), 'half a pict')
      await utimes(path.join(folder, '.unfinished', name), new Date(time), new Date(time))
    }
    expect(await keysOf(store)).toEqual([])
    await store.removeUnfinished(new Date('2026-01-01T11:00:00Z'))
    expect(await readdir(path.join(folder, '.unfinished'))).toEqual(['new'])
  })

  it('A folder that cannot be written to makes the store unavailable', async () => {
    const store = createFileStore(`${import.meta.filename}/nowhere`)
    await expect(store.put('aa/one/960.webp', BYTES, TYPE)).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.probe()).rejects.toBeInstanceOf(StoreUnavailable)
  })
})

/** A fake bucket with these answers, which records what it was asked. */
async function scriptedBucket(answers: { status: number; body: string }[]) {
  const asked: { method: string; url: URL; headers: IncomingHttpHeaders }[] = []
  const server = createServer((request, response) => {
    asked.push({ method: request.method ?? '', url: new URL(`http://s3${request.url}`), headers: request.headers })
    request.resume()
    const { status, body } = answers.shift() ?? { status: 200, body: '' }
    request.on('end', () => response.writeHead(status, { 'content-type': 'application/xml' }).end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  const { port } = server.address() as AddressInfo
  return { asked, store: createS3Store({ ...settings, endpoint: `http://127.0.0.1:${port}` }) }
}

describe('The store in a bucket', () => {
  it('A stored object is private: the request is signed and grants nothing to others', async () => {
    const { asked, store } = await scriptedBucket([])
    await store.put('aa/one/960.webp', BYTES, TYPE)
    expect(asked).toMatchObject([{ method: 'PUT', url: { pathname: '/loge/media/aa/one/960.webp' } }])
    const { headers = {} } = asked[0] ?? {}
    expect(headers).toMatchObject({ 'content-type': TYPE, 'content-length': String(BYTES.length) })
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 /)
    expect(Object.keys(headers).filter((name) => /acl|grant|policy/.test(name))).toEqual([])
  })

  it('A signed URL opens one object for a few minutes, and is cached for less than an hour', async () => {
    const store = createS3Store(settings)
    await store.put('cc/one/960.webp', BYTES, TYPE)
    const signed = await store.signAddress?.('cc/one/960.webp', TYPE)
    const url = new URL(signed?.url ?? '')
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/)
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(BYTES.toString())
    expect(answer.headers.get('content-type')).toBe(TYPE)
    const kept_s = Number(answer.headers.get('cache-control')?.match(/^public, max-age=(\d+)$/)?.[1])
    const life_s = Number(url.searchParams.get('X-Amz-Expires'))
    expect(kept_s + life_s).toBe(3600)
    // It may be cached only while it is valid, also when it was signed some minutes ago.
    expect(signed?.max_age).toBeLessThan(life_s)
  })

  it('A bucket that ignores the range is not trusted', async () => {
    const { store } = await scriptedBucket([{ status: 200, body: 'every byte' }])
    await expect(store.read('aa/one/960.webp', { start: 0, end: 1 })).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('Objects outside of our prefix are ignored', async () => {
    const { asked, store } = await scriptedBucket([{ status: 200, body: '<ListBucketResult/>' }])
    expect(await keysOf(store)).toEqual([])
    expect(asked[0]?.url.searchParams.get('prefix')).toBe('media/')
  })

  it('A bucket is listed to its last page', async () => {
    const page = (key: string, more: string) => ({
      status: 200,
      body: `<ListBucketResult><Contents><Key>media/${key}</Key><LastModified>2026-03-01T12:00:00.000Z</LastModified></Contents>${more}</ListBucketResult>`,
    })
    const { asked, store } = await scriptedBucket([
      page('aa/one/960.webp', '<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>'),
      page('aa/two/960.webp', '<IsTruncated>false</IsTruncated>'),
    ])
    expect(await keysOf(store)).toEqual(['aa/one/960.webp', 'aa/two/960.webp'])
    expect(asked.map(({ url }) => url.searchParams.get('continuation-token'))).toEqual([null, 'next'])
  })

  it('A bucket that is unreachable, missing, full or refuses the key makes the store unavailable', async () => {
    const refused = (status: number, code: string) => ({ status, body: `<Error><Code>${code}</Code></Error>` })
    const refusing = async (status: number, code: string) =>
      (await scriptedBucket(Array.from({ length: 9 }, () => refused(status, code)))).store
    for (const store of [
      createS3Store({ ...settings, endpoint: 'http://127.0.0.1:9' }),
      createS3Store({ ...settings, bucket: 'nobody-made-this' }),
      await refusing(403, 'SignatureDoesNotMatch'),
      await refusing(507, 'XMinioStorageFull'),
    ]) {
      await expect(store.put('aa/one/960.webp', BYTES, TYPE)).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(store.read('aa/one/960.webp')).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(store.probe()).rejects.toBeInstanceOf(StoreUnavailable)
    }
  })
})
