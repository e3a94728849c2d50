import { type Cipheriv, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import type { Sender } from './upload-queue.ts'

/** An uploaded file, not checked yet. */
export interface UploadedFile {
  path: string
  bytes: number
  /** The form field it was sent in. */
  field?: string
  /** Absent if the product itself brings the file, as for the demo data. */
  sender?: Sender
  /** The key of a file that is encrypted while it waits. It is in the memory of this process only. */
  cover?: UploadCover
}

interface UploadCover {
  key: Buffer
  iv: Buffer
}

const COVER = 'aes-256-ctr'

export function createUploadCover(): UploadCover {
  return { key: randomBytes(32), iv: randomBytes(16) }
}

/** A stream cipher, because a file arrives in pieces. A process that is killed leaves nothing that can be read. */
export function coverUpload({ key, iv }: UploadCover): Cipheriv {
  return createCipheriv(COVER, key, iv)
}

/** The bytes of an upload as they were sent. */
export async function readUpload({ path: file, cover }: UploadedFile): Promise<Buffer> {
  const stored = await readFile(file)
  return cover ? createDecipheriv(COVER, cover.key, cover.iv).update(stored) : stored
}

/** The folder for files during their upload and processing. */
export function uploadsFolder({ data_dir }: Pick<Config, 'data_dir'>): string {
  return path.join(data_dir, 'uploads')
}

export async function makeUploadsFolder(config: Pick<Config, 'data_dir'>): Promise<string> {
  const folder = uploadsFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}
