import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ifAbsent } from '#server/error-codes.ts'

/** Removes the files of a folder that were last written before a time, optionally only those with an ending. */
export async function removeStaleFiles(folder: string, before: Date, ending = ''): Promise<void> {
  const names = await readdir(folder).catch(ifAbsent<string[]>([]))
  for (const name of names.filter((each) => each.endsWith(ending))) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(ifAbsent(undefined))
    if (found?.isFile() && found.mtime < before) await rm(file, { force: true })
  }
}
