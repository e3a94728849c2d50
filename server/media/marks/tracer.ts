import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#server/config.ts'
import { createDecodePool, type Picture } from '#server/media/pictures/decode-pool.ts'
import { refuseSlowJpeg } from '#server/media/pictures/jpeg-bombs.ts'
import { makeUploadsFolder, type UploadedFile } from '#server/media/uploads.ts'
import { markKey } from './chips.ts'
import type { FoundPlace } from './find-place.ts'
import { type Candidate, chooseCandidates, type NamedViewer } from './find-viewer.ts'

type Step =
  | { thumbnails: { width: number; bytes: Uint8Array }[] }
  | { original: string; places: FoundPlace[]; keys: Uint8Array[] }

export interface TraceQuestion extends Picture {
  step: Step
}

/** The size of the copy, and the pictures that it may show, by their position in the question. */
export interface CompareAnswer {
  width: number
  height: number
  candidates: Candidate<number>[]
}

/** Whether the copy shows this picture, and whose marks it carries, by their position in the question. */
export interface ReadAnswer {
  is_same: boolean
  viewers: NamedViewer[]
}

const DEADLINE_MS = 60_000
const WAITING_MAX = 10
const COMPARED_AT_ONCE = 500

/** One at a time, beside the uploads of members. Its time counts for the budget of whoever asks. */
const shared = createDecodePool<TraceQuestion>({
  program: path.join(import.meta.dirname, 'trace-worker.ts'),
  at_once: 1,
  waiting_max: WAITING_MAX,
  deadline_ms: DEADLINE_MS,
})

/** Finds out which picture a copy shows, and whose marks it carries. The copy stays an upload, which is removed afterwards. */
export class Tracer {
  readonly #config: Pick<Config, 'data_dir'>

  constructor(config: Pick<Config, 'data_dir'>) {
    this.#config = config
  }

  /** A few hundred pictures at a time, so that others have their turn in between. */
  async compare(copy: UploadedFile, thumbnails: { width: number; bytes: Uint8Array }[]): Promise<CompareAnswer> {
    await refuseSlowJpeg(copy.path)
    const found: Candidate<number>[] = []
    let from = 0
    for (;;) {
      const step = { thumbnails: thumbnails.slice(from, from + COMPARED_AT_ONCE) }
      const question = { path: copy.path, bytes: copy.bytes, step }
      const { width, height, candidates } = await shared.ask<CompareAnswer>(question, copy.sender)
      for (const { id, places } of candidates) found.push({ id: id + from, places })
      from += COMPARED_AT_ONCE
      if (from >= thumbnails.length) return { width, height, candidates: chooseCandidates(found) }
    }
  }

  async read(
    copy: UploadedFile,
    original: { store_key: string; stored: Readable },
    { places, viewer_keys }: { places: FoundPlace[]; viewer_keys: Buffer[] },
  ): Promise<ReadAnswer> {
    const file = path.join(await makeUploadsFolder(this.#config), randomUUID())
    try {
      await pipeline(original.stored, createWriteStream(file, { mode: 0o600 }))
      const keys = viewer_keys.map((key) => markKey(key, original.store_key))
      return await shared.ask(
        { path: copy.path, bytes: copy.bytes, step: { original: file, places, keys } },
        copy.sender,
      )
    } finally {
      await rm(file, { force: true })
    }
  }
}
