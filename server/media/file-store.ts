import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { MediaStore } from './store.ts'

/** Files under one folder. A file appears under its name only when it is whole and on the disk. */
export function createFileStore(root: string): MediaStore {
  const locate = (key: string) => path.join(root, key)
  return {
    async put(key, bytes) {
      const target = locate(key)
      const folder = path.dirname(target)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = path.join(folder, `.${randomUUID()}.part`)
      try {
        await withFile(temporary, 'wx', async (file) => {
          await file.writeFile(bytes)
          await file.sync()
        })
        await rename(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      // The name itself lies in the folder.
      await withFile(folder, 'r', (handle) => handle.sync())
    },
    async read(key, range) {
      const file = await open(locate(key)).catch(absent)
      return file && createReadStream('', { fd: file, ...range })
    },
    async remove(key) {
      await rm(locate(key), { force: true })
    },
    async *list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(absent)
      for (const entry of entries ?? []) {
        if (!entry.isFile()) continue
        const file = path.join(entry.parentPath, entry.name)
        const found = await stat(file).catch(absent)
        if (found) yield { key: path.relative(root, file), written_at: found.mtime }
      }
    },
  }
}

async function withFile<T>(name: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(name, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
