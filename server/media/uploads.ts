import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import type { Sender } from './upload-queue.ts'

/** A file that was sent to us, as it came. */
export interface UploadedFile {
  path: string
  bytes: number
  /** The part of the form it came in. */
  field?: string
  /** Whoever waits for the answer; nobody, where the product itself brings the file. */
  sender?: Sender
}

/** The folder of files that are on their way. */
export function uploadsFolder({ data_dir }: Pick<Config, 'data_dir'>): string {
  return path.join(data_dir, 'uploads')
}

export async function makeUploadsFolder(config: Pick<Config, 'data_dir'>): Promise<string> {
  const folder = uploadsFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}
