import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { createDecodePool } from './pictures/decode-pool.ts'
import { remuxVideo } from './videos/videos.ts'
import { residentBytes } from './worker-process.ts'

/** A data folder of the product: uploads beside the database and the pictures of others. */
const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-worker-'))
afterAll(() => rm(data_dir, { recursive: true, force: true }))
const uploads = path.join(data_dir, 'uploads')
const similar_name = path.join(data_dir, 'uploads-of-others')
for (const name of ['postgres', 'media', 'uploads', 'uploads-of-others']) {
  await mkdir(path.join(data_dir, name))
  await writeFile(path.join(data_dir, name, 'secret'), 'a secret')
}
const upload = path.join(uploads, 'upload')
await writeFile(upload, 'an upload')
const MEGABYTE = 1024 ** 2
const run = promisify(execFile)

/** A worker that tries what a hostile file would do, and reports the outcome of each attempt. */
const program = path.join(data_dir, 'probe.mjs')
const TRIES = `{
  'reads /etc/passwd': () => fs.readFileSync('/etc/passwd'),
  'lists the root folder': () => fs.readdirSync('/'),
  'reads the database': () => fs.readFileSync(${JSON.stringify(path.join(data_dir, 'postgres/secret'))}),
  'reads the pictures of others': () => fs.readFileSync(${JSON.stringify(path.join(data_dir, 'media/secret'))}),
  'reads a folder with a similar name': () => fs.readFileSync(${JSON.stringify(path.join(similar_name, 'secret'))}),
  'leaves its folder': () => fs.readFileSync(${JSON.stringify(`${uploads}/../postgres/secret`)}),
  'writes beside its upload': () => fs.writeFileSync(${JSON.stringify(path.join(uploads, 'new'))}, 'x'),
  'overwrites its upload': () => fs.writeFileSync(${JSON.stringify(upload)}, 'x'),
  'writes into the temporary folder': () => fs.writeFileSync(${JSON.stringify(path.join(data_dir, 'new'))}, 'x'),
  'removes the database': () => fs.rmSync(${JSON.stringify(path.join(data_dir, 'postgres/secret'))}),
  'starts a program': () => child_process.spawnSync('true'),
  'starts a thread': () => new Worker('', { eval: true }),
  'opens a link to elsewhere': () => fs.symlinkSync('/etc/passwd', ${JSON.stringify(path.join(uploads, 'link'))}),
}`
await writeFile(
  program,
  `import fs from 'node:fs'
  import child_process from 'node:child_process'
  import { Worker } from 'node:worker_threads'
  const held = []
  const outcome = (work) => {
    try { work(); return 'done' } catch (error) { return error.code }
  }
  process.on('message', (question) => {
    if (question.path?.endsWith('hungry')) return setInterval(() => held.push(Buffer.alloc(${20 * MEGABYTE}, 1)), 20)
    const tried = Object.fromEntries(Object.entries(${TRIES}).map(([what, work]) => [what, outcome(work)]))
    tried['reads its upload'] = outcome(() => fs.readFileSync(question.path ?? question.from))
    tried['writes its result'] = question.to && outcome(() => fs.writeFileSync(question.to, 'x'))
    const message = JSON.stringify(tried)
    process.send(question.to ? { failure: { message } } : { failure: message })
  })`,
)

const messageOf = async (work: Promise<unknown>): Promise<string> => await work.then(String, ({ message }) => message)
const outcomes = (text: string): Record<string, string> => JSON.parse(text.slice(text.indexOf('{')))

describe('Workers that decode pictures', () => {
  it('A worker that decodes a picture cannot read, write or start anything but its upload', async () => {
    const pool = createDecodePool({ program, at_once: 1 })
    const { 'reads its upload': own, ...others } = outcomes(await messageOf(pool.encode({ path: upload, bytes: 1 })))
    expect(own).toBe('done')
    expect(Object.keys(others).length).toBeGreaterThanOrEqual(13)
    expect(new Set(Object.values(others)), JSON.stringify(others)).toEqual(new Set(['ERR_ACCESS_DENIED']))
    expect(await readFile(upload, 'utf8')).toBe('an upload')
    expect((await readdir(uploads)).sort()).toEqual(['secret', 'upload'])
  })

  it('A worker that decodes a picture ends when it takes too much memory, and the next upload is served', async () => {
    const pool = createDecodePool({ program, at_once: 1, memory_bytes: 250 * MEGABYTE })
    await expect(pool.encode({ path: path.join(uploads, 'hungry'), bytes: 1 })).rejects.toMatchObject({
      status: 422,
      message: 'The picture takes too much memory to process',
    })
    expect(outcomes(await messageOf(pool.encode({ path: upload, bytes: 1 })))['reads its upload']).toBe('done')
  })

  it('A real picture that takes too much memory is refused, while smaller ones are decoded', async () => {
    const [large, photo] = [path.join(uploads, 'large.png'), path.join(uploads, 'photo.jpg')]
    // Interlaced in seven passes, for which a decoder keeps all of its 100 MB.
    const plain = sharp({ create: { width: 5000, height: 5000, channels: 4, background: '#8888' } })
    await plain.png({ progressive: true, compressionLevel: 1 }).toFile(large)
    await writeFile(photo, await noisePicture({ width: 600, height: 400 }))
    const pool = createDecodePool({ at_once: 1, memory_bytes: 150 * MEGABYTE })
    await expect(pool.encode({ path: large, bytes: 1 })).rejects.toThrow('takes too much memory')
    expect(await pool.encode({ path: photo, bytes: 1 })).toHaveLength(2)
    expect(await createDecodePool({ at_once: 1 }).encode({ path: large, bytes: 1 })).toHaveLength(3)
  })

  it('A worker is reused after an ordinary picture, and replaced when it has kept much memory', async () => {
    const file = path.join(uploads, 'photo.jpg')
    await writeFile(file, await noisePicture({ width: 600, height: 400 }))
    const pool = createDecodePool({ at_once: 1 })
    await pool.encode({ path: file, bytes: 1 })
    const [pid = 0] = pool.pids()
    await pool.encode({ path: file, bytes: 1 })
    expect(pool.pids()).toEqual([pid])
    const kept = await residentBytes(pid)
    const strict = createDecodePool({ at_once: 1, memory_bytes: kept * 2 })
    await strict.encode({ path: file, bytes: 1 })
    const [first] = strict.pids()
    await strict.encode({ path: file, bytes: 1 })
    expect(strict.pids()).not.toContain(first)
  })
})

describe('Workers that rewrite videos', () => {
  const worker = { program, deadline_ms: 600_000, memory_bytes: 512 * MEGABYTE, heap_bytes: 256 * MEGABYTE }

  it('A worker that rewrites a video cannot read, write or start anything but its upload and its result', async () => {
    const to = path.join(uploads, 'result')
    const tried = outcomes(await messageOf(remuxVideo({ path: upload, bytes: 1 }, to, { worker })))
    const { 'reads its upload': own, 'writes its result': result, ...others } = tried
    expect([own, result]).toEqual(['done', 'done'])
    expect(Object.keys(others).length).toBeGreaterThanOrEqual(13)
    expect(new Set(Object.values(others)), JSON.stringify(others)).toEqual(new Set(['ERR_ACCESS_DENIED']))
    await rm(to)
  })

  it('A worker that rewrites a video ends when it takes too much memory, and the next upload is served', async () => {
    // The probe reads `path` of a picture; this program never answers and grows.
    const hungry = path.join(data_dir, 'hungry.mjs')
    await writeFile(
      hungry,
      `const held = []
      process.on('message', () => setInterval(() => held.push(Buffer.alloc(${20 * MEGABYTE}, 1)), 20))`,
    )
    const to = path.join(uploads, 'result')
    const small = { ...worker, program: hungry, memory_bytes: 250 * MEGABYTE }
    await expect(remuxVideo({ path: upload, bytes: 1 }, to, { worker: small })).rejects.toMatchObject({
      status: 415,
      reason: 'unreadable',
    })
    expect(await messageOf(remuxVideo({ path: upload, bytes: 1 }, to, { worker }))).toContain('reads its upload')
  })
})

describe('Workers of a command', () => {
  it('A command that has nothing else to do still gets the result of its video before it ends', async () => {
    const videos = path.join(import.meta.dirname, 'videos/videos.ts')
    const script = `
      import { remuxVideo } from ${JSON.stringify(videos)}
      const sent = { path: ${JSON.stringify(upload)}, bytes: 1 }
      await remuxVideo(sent, ${JSON.stringify(path.join(uploads, 'result'))}).catch(({ message }) => console.log(message))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
    expect(stdout.trim()).toBe('The file is not a readable MP4 or MOV video')
  })
})

describe('The memory of a process', () => {
  it('The resident memory of a process is measured, and is zero once the process is gone', async () => {
    expect((await residentBytes(process.pid)) / process.memoryUsage.rss()).toBeCloseTo(1, 0)
    expect(await residentBytes(2 ** 30)).toBe(0)
  })
})
