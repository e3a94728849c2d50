import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '#server/context.ts'
import { OWNER_KEY } from '#server/features/media/store-owner.ts'

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

/** Every file of the folder for exports. */
export async function exportFiles({ config }: Pick<Context, 'config'>): Promise<string[]> {
  return await readdir(path.join(config.data_dir, 'exports')).catch(() => [])
}
