import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config.ts'
import { DecodeBudget } from '#server/media/decode-budget.ts'
import { ByteCache } from '#server/media/store/byte-cache.ts'
import { makeUploadsFolder } from '#server/media/uploads.ts'
import { createDecodePool, type DecodePool, type Picture } from './decode-pool.ts'
import type { EncodedFile } from './image-encoder.ts'

/** About a hundred pictures. */
const CACHE_BYTES = 16 * 1024 * 1024
const DEADLINE_MS = 10_000
/** Whoever asks for more at the same time is told to come back. */
const WAITING_MAX = 20

/** One at a time, beside the uploads of members, and with a budget of its own. */
const shared = createDecodePool({
  program: path.join(import.meta.dirname, 'preview-worker.ts'),
  at_once: 1,
  waiting_max: WAITING_MAX,
  deadline_ms: DEADLINE_MS,
  budget: new DecodeBudget(),
})

/**
 * The JPEGs of link previews, made on request and kept in memory up to a bound. Concurrent requests for one picture share one
 * encoding. It checks no access: callers do that for every request, before.
 */
export class Previews {
  readonly #config: Pick<Config, 'data_dir'>
  readonly #encode: DecodePool['encode']
  readonly #made = new ByteCache(CACHE_BYTES)

  constructor(config: Pick<Config, 'data_dir'>, encode: DecodePool['encode'] = shared.encode) {
    this.#config = config
    this.#encode = encode
  }

  /** `open` reads the stored picture. Undefined if it is gone. */
  async get(key: string, open: () => Promise<Readable | undefined>): Promise<Buffer | undefined> {
    return await this.#made.get(key, async () => {
      const stored = await open()
      return stored && (await this.#make(key, stored)).bytes
    })
  }

  /** A stored picture in the width for portraits, which is not kept in memory. */
  async makePortrait(key: string, stored: Readable): Promise<EncodedFile> {
    return await this.#make(key, stored, { is_portrait: true })
  }

  forget(key: string): void {
    this.#made.forget(key)
  }

  /** The worker may read one folder only, that of the uploads, so the picture waits there. */
  async #make(key: string, stored: Readable, wanted: Pick<Picture, 'is_portrait'> = {}): Promise<EncodedFile> {
    const copy = path.join(await makeUploadsFolder(this.#config), randomUUID())
    try {
      await pipeline(stored, createWriteStream(copy, { mode: 0o600 }))
      // A sender, because the queue is bounded for senders only. There is one request for each key at most.
      const sender = { user_id: key, signal: new AbortController().signal }
      const [made] = await this.#encode({ path: copy, bytes: 0, ...wanted }, sender)
      if (!made) throw new Error('a worker has made no picture')
      return { ...made, bytes: Buffer.from(made.bytes) }
    } finally {
      await rm(copy, { force: true })
    }
  }
}
