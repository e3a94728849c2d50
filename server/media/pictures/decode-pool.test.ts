import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { png } from '#tests/support/files/image-bytes.ts'
import { createDecodePool, picturesAtOnce } from './decode-pool.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'loge-pool-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A worker that does what the name of the picture says, instead of decoding it. */
const program = path.join(folder, 'worker.mjs')
await writeFile(
  program,
  `process.on('message', ({ path }) => {
    if (path === 'fall') process.kill(process.pid, 'SIGSEGV')
    if (path === 'fail') {
      process.stderr.write('x'.repeat(5000) + 'the library is missing')
      process.exitCode = 3
      process.disconnect()
    }
    if (path === 'told') process.kill(process.pid, 'SIGTERM')
    if (path === 'secrets') process.send({ failure: JSON.stringify(process.env) })
    if (path.startsWith('encode')) process.send({ files: [] })
  })`,
)
const picture = (what: string) => ({ path: what, bytes: 1 })

describe('The pool of decoders', () => {
  it('Pictures are decoded in order, and a picture is refused while too many wait', async () => {
    const pool = createDecodePool({ program, at_once: 1, waiting_max: 2 })
    const from = (user_id: string) => ({ user_id, signal: new AbortController().signal })
    const stuck = pool.encode(picture('never'), from('amy'))
    const waiting = [pool.encode(picture('encode 1'), from('bob')), pool.encode(picture('encode 2'), from('cleo'))]
    await expect(pool.encode(picture('encode 3'), from('dora'))).rejects.toMatchObject({ code: 'busy', status: 503 })
    const [pid, ...others] = pool.pids()
    expect(others).toEqual([])
    process.kill(pid ?? 0, 'SIGKILL')
    await expect(stuck).rejects.toMatchObject({ code: 'invalid', message: 'The picture could not be processed' })
    expect(await Promise.all(waiting)).toEqual([[], []])
    expect(await pool.encode(picture('encode 4'))).toEqual([])
  })

  it('A picture that takes too long to decode is given up', async () => {
    const pool = createDecodePool({ program, deadline_ms: 100 })
    const words = 'The picture takes too long to process'
    await expect(pool.encode(picture('never'))).rejects.toMatchObject({ code: 'invalid', message: words })
    await vi.waitFor(() => expect(pool.pids()).toEqual([]), { timeout: 20_000 })
  })

  it('A picture that crashes a decoder is refused, and the next one is decoded', async () => {
    const pool = createDecodePool({ program, at_once: 1 })
    await expect(pool.encode(picture('fall'))).rejects.toMatchObject({ code: 'invalid' })
    expect(await pool.encode(picture('encode'))).toEqual([])
    // A failure on our side is not blamed on the picture.
    const failed = await pool.encode(picture('fail')).catch((error: Error) => error.message)
    expect(failed).toMatch(/ended with 3: x+the library is missing$/)
    expect(failed?.length).toBeLessThan(2200)
    expect(await pool.encode(picture('encode'))).toEqual([])
    // Nor is the end of the product.
    await expect(pool.encode(picture('told'))).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(await pool.encode(picture('encode'))).toEqual([])
  })

  it('Decoders know no secret, and end when there is nothing to do', async () => {
    vi.stubEnv('SECRET_KEY', 'a-secret-of-the-house')
    const pool = createDecodePool({ program, idle_ms: 50 })
    await expect(pool.encode(picture('secrets'))).rejects.not.toThrow('a-secret-of-the-house')
    await vi.waitFor(() => expect(pool.pids()).toEqual([]), { timeout: 20_000 })
    vi.unstubAllEnvs()
  })

  it.each([
    [8, 64, 7],
    [8, 4, 4],
    [2, 64, 1],
    [1, 64, 1],
    [4, 0.5, 1],
  ])('With %i cores and %d GiB of memory at most %i pictures are decoded at once', (cores, gigabytes, at_once) => {
    expect(picturesAtOnce(cores, gigabytes * 1024 ** 3)).toBe(at_once)
  })

  it('A picture of 50,000 × 50,000 pixels is refused by its header, without taking memory', async () => {
    const pool = createDecodePool({ at_once: 1 })
    const file = path.join(folder, 'huge.png')
    await writeFile(file, png({ width: 50_000, height: 50_000, pixels: deflateSync(Buffer.alloc(50 * 1024 * 1024)) }))
    await expect(pool.encode({ path: file, bytes: 1 })).rejects.toThrow('more than 50 megapixels')
    const status = `/proc/${pool.pids()[0]}/status`
    // Where the system reports it: the peak memory of the worker, Node itself included.
    const peak = existsSync(status) ? Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]) : 0
    expect(peak).toBeLessThan(250 * 1024)
  })
})
