import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'
import { ifAbsent } from '#server/error-codes.ts'

type WithDataDir = Pick<Config, 'data_dir'>

const ENDING = '.zip'

export function exportFolder({ data_dir }: WithDataDir): string {
  return path.join(data_dir, 'exports')
}

export async function makeExportFolder(config: WithDataDir): Promise<string> {
  const folder = exportFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Opens the file as a stream. Undefined if it does not exist or has another size than when it was made. */
export async function openExportFile(
  config: WithDataDir,
  { file_key, bytes }: { file_key: string; bytes: number },
): Promise<Readable | undefined> {
  const file = await open(path.join(exportFolder(config), file_key)).catch(ifAbsent(undefined))
  if (!file) return undefined
  const { size } = await file.stat()
  if (size === bytes) return createReadStream('', { fd: file })
  await file.close()
  return undefined
}

export async function hasExportFile(
  config: WithDataDir,
  { file_key, bytes }: { file_key: string; bytes: number },
): Promise<boolean> {
  const found = await stat(path.join(exportFolder(config), file_key)).catch(ifAbsent(undefined))
  return found?.size === bytes
}

export async function removeExportFile(config: WithDataDir, file_key: string): Promise<void> {
  await rm(path.join(exportFolder(config), file_key), { force: true })
}

/** Lists the complete files. */
export async function listExportFiles(config: WithDataDir): Promise<string[]> {
  const names = await readdir(exportFolder(config)).catch(ifAbsent<string[]>([]))
  return names.filter((name) => name.endsWith(ENDING))
}
