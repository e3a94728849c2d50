import { mkdir } from 'node:fs/promises'
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
