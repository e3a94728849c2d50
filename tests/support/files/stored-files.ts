import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { OWNER_KEY } from '#server/domain/store-owner.ts'
import type { MediaStore } from '#server/media/store/store.ts'
import { listAllMedia, type StoredFiles } from '#server/store/media.ts'

/** Every file of the media store and of the folder for uploads. */
export async function storedFiles({ config }: Pick<Context, 'config'>): Promise<string[]> {
  const found: string[] = []
  for (const folder of ['media', 'uploads']) {
    const root = path.join(config.data_dir, folder)
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries)
      if (entry.isFile()) found.push(path.relative(root, path.join(entry.parentPath, entry.name)))
  }
  return found.filter((name) => name !== OWNER_KEY)
}

/** How many picture files are stored, in any width. */
export async function countStoredPictures(ctx: Pick<Context, 'config'>): Promise<number> {
  return (await storedFiles(ctx)).filter((name) => name.endsWith('.webp')).length
}

/** Every file in the data folder, except the marker of the store's owner. */
export async function filesLeft({ config }: Pick<Context, 'config'>): Promise<string[]> {
  const entries = await readdir(config.data_dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== OWNER_KEY)
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/** All keys of a media store, sorted. */
export async function keysOf(store: MediaStore): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list()) keys.push(key)
  return keys.sort()
}

/** Every file of the folder for exports. */
export async function exportFiles({ config }: Pick<Context, 'config'>): Promise<string[]> {
  return await readdir(path.join(config.data_dir, 'exports')).catch(() => [])
}

/** All files that rows refer to. */
export async function mediaOf(db: Queryable): Promise<StoredFiles[]> {
  const all: StoredFiles[] = []
  for await (const page of listAllMedia(db)) all.push(...page)
  return all
}
