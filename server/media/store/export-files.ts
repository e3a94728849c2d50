import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import type { Config } from '#server/config.ts'
import { ifAbsent } from '#server/error-codes.ts'
import { createS3Exports } from './s3-exports.ts'
import { removeStaleFiles } from './stale-files.ts'
import type { ExportFiles } from './store.ts'

const EXPORT_ENDING = '.zip'
const UNFINISHED_ENDING = '.part'

type WithDataDir = Pick<Config, 'data_dir'>

export function exportFolder({ data_dir }: WithDataDir): string {
  return path.join(data_dir, 'exports')
}

/**
 * In the bucket if there is one, so that every process can serve them, otherwise on the disk. With a bucket, what an earlier
 * version or setting left on the disk is still served and removed.
 */
export function createExportFiles(config: WithDataDir & Pick<Config, 's3'>): ExportFiles {
  const disk = createDiskExports(config)
  if (!config.s3) return disk
  const bucket = createS3Exports(config.s3)
  return {
    write: bucket.write,
    open: async (stored) => (await disk.open(stored)) ?? (await bucket.open(stored)),
    has: async (stored) => (await disk.has(stored)) || (await bucket.has(stored)),
    async remove(file_key) {
      await disk.remove(file_key)
      await bucket.remove(file_key)
    },
    async *list() {
      yield* disk.list()
      yield* bucket.list()
    },
    async removeUnfinished(before) {
      await disk.removeUnfinished(before)
      await bucket.removeUnfinished(before)
    },
  }
}

/** Readable for the owner of the process only, and flushed to the disk before it is finished. */
function openOutput(file: string): Writable {
  return createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
}

export function createDiskExports(config: WithDataDir, output: (file: string) => Writable = openOutput): ExportFiles {
  const folder = exportFolder(config)
  const locate = (file_key: string) => path.join(folder, file_key)
  return {
    async write(file_key, fill) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = locate(`${randomUUID()}${UNFINISHED_ENDING}`)
      try {
        await fill(output(temporary))
        const { size } = await stat(temporary)
        await rename(temporary, locate(file_key))
        return size
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async open({ file_key, bytes }) {
      const file = await open(locate(file_key)).catch(ifAbsent(undefined))
      if (!file) return undefined
      const { size } = await file.stat()
      if (size === bytes) return createReadStream('', { fd: file })
      await file.close()
      return undefined
    },
    async has({ file_key, bytes }) {
      return (await stat(locate(file_key)).catch(ifAbsent(undefined)))?.size === bytes
    },
    async remove(file_key) {
      await rm(locate(file_key), { force: true })
    },
    async *list() {
      const names = await readdir(folder).catch(ifAbsent<string[]>([]))
      yield names.filter((name) => name.endsWith(EXPORT_ENDING))
    },
    async removeUnfinished(before) {
      await removeStaleFiles(folder, before, UNFINISHED_ENDING)
    },
  }
}
