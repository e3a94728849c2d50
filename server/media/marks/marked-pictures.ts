import { createHmac, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config.ts'
import { DecodeBudget } from '#server/media/decode-budget.ts'
import { createDecodePool, type Picture } from '#server/media/pictures/decode-pool.ts'
import { ByteCache } from '#server/media/store/byte-cache.ts'
import { makeUploadsFolder } from '#server/media/uploads.ts'
import { type Grid, gridOf, markKey } from './chips.ts'
import type { VisibleStyle } from './visible-mark.ts'

export type MarkStyle = VisibleStyle | 'unseen'

export interface MarkQuestion extends Picture {
  mark: { key: Uint8Array; grid: Grid; style: MarkStyle; text: string }
}

/** The marked picture, and the brightness of the unmarked one in a few pixels, which look-ups compare copies with. */
export interface MarkAnswer {
  bytes: Uint8Array
  thumbnail: { width: number; bytes: Uint8Array }
}

/** A stored file of a picture. */
export interface MarkedFile {
  store_key: string
  name: string
  /** The size of the smallest file of this picture, which look-ups compare copies with. */
  smallest: { width: number; height: number }
}

/** Who is shown a picture. */
export interface ShownTo {
  viewer_id: string
  username: string
  style: MarkStyle
  /** The day: on the next one the picture is made again, so that the last time it was shown is known to a day. */
  day: string
}

/** Several hundred pictures of usual size. */
const CACHE_BYTES = 64 * 1024 * 1024
const DEADLINE_MS = 15_000
/** Pictures that wait. Whoever asks for more is told to come back; nobody gets a picture without its mark instead. */
const WAITING_MAX = 120
/** Pictures of one viewer that wait: more than a browser asks for at the same time. */
const OPEN_PER_VIEWER = 30

/** Beside the uploads of members, and with a budget of its own, which only decides whose turn is next. */
const shared = createDecodePool<MarkQuestion>({
  program: path.join(import.meta.dirname, 'mark-worker.ts'),
  waiting_max: WAITING_MAX,
  open_per_user: OPEN_PER_VIEWER,
  deadline_ms: DEADLINE_MS,
  budget: new DecodeBudget(),
})

/**
 * Protected pictures with the mark of their viewer, made on request and kept in memory up to a bound (LRU). Concurrent requests
 * of one viewer for one file share one encoding. It checks no access: callers do that for every request, before.
 */
export class MarkedPictures {
  readonly #config: Pick<Config, 'data_dir'>
  readonly #ask: typeof shared.ask
  readonly #made: ByteCache

  constructor(
    config: Pick<Config, 'data_dir'>,
    { ask = shared.ask, cache_bytes = CACHE_BYTES }: { ask?: typeof shared.ask; cache_bytes?: number } = {},
  ) {
    this.#config = config
    this.#ask = ask
    this.#made = new ByteCache(cache_bytes)
  }

  /** What the cache holds. */
  get bytes(): number {
    return this.#made.bytes
  }

  /** What the cache holds of it, without making it. */
  peek(file: MarkedFile, shown: ShownTo): Buffer | undefined {
    return this.#made.peek(keyOf(file, shown))
  }

  /**
   * `open` reads the stored picture. `record` writes down that it is shown and returns the key of the viewer; it runs before
   * anything is made. Undefined if the picture is gone.
   */
  async get(
    file: MarkedFile,
    shown: ShownTo,
    work: {
      open: () => Promise<Readable | undefined>
      findKey: () => Promise<Buffer>
      record: (thumbnail: MarkAnswer['thumbnail']) => Promise<void>
    },
  ): Promise<Buffer | undefined> {
    return await this.#made.get(keyOf(file, shown), async () => {
      const viewer_key = await work.findKey()
      const stored = await work.open()
      if (!stored) return undefined
      const made = await this.#make(stored, shown, { viewer_key, file })
      // Before the first byte leaves: whoever saw the picture can be found.
      await work.record(made.thumbnail)
      return Buffer.from(made.bytes)
    })
  }

  /** The worker may read one folder only, that of the uploads, so the picture waits there. */
  async #make(
    stored: Readable,
    { viewer_id, username, style }: ShownTo,
    { viewer_key, file }: { viewer_key: Buffer; file: MarkedFile },
  ): Promise<MarkAnswer> {
    const copy = path.join(await makeUploadsFolder(this.#config), randomUUID())
    try {
      await pipeline(stored, createWriteStream(copy, { mode: 0o600 }))
      const sender = { user_id: viewer_id, signal: new AbortController().signal }
      const text = `@${username} · ${shortCode(viewer_key)}`
      const mark = { key: markKey(viewer_key, file.store_key), grid: gridOf(file.smallest), style, text }
      return await this.#ask<MarkAnswer>({ path: copy, bytes: 0, mark }, sender)
    } finally {
      await rm(copy, { force: true })
    }
  }
}

/** Everything that the bytes depend on. Names contain no line break. */
function keyOf({ store_key, name }: MarkedFile, { viewer_id, style, day, username }: ShownTo): string {
  return [store_key, name, viewer_id, style, day, username].join('\n')
}

/** Letters and digits that nobody mistakes for one another. */
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Four characters that stay the same when a viewer takes another name. */
function shortCode(viewer_key: Buffer): string {
  const bytes = createHmac('sha256', viewer_key).update('short code').digest().subarray(0, 4)
  return [...bytes].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')
}
