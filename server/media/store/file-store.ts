import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, type FileHandle, mkdir, open as openFile, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { codeOf, ifAbsent } from '#server/error-codes.ts'
import { removeStaleFiles } from './stale-files.ts'
import { checkKey, isPictureKey, type MediaStore, unavailable } from './store.ts'

interface FileStoreOptions {
  /** Lets the group of the server's user read, so that nginx can. */
  is_shared?: boolean
  open?: typeof openFile
}

/** Pictures lie in 256 of these. Disks and people put others beside them. */
const OUR_FOLDER = /^[0-9a-f]{2}$/

/** Files under one folder. A file appears under its name only when it is whole and on the disk. */
export function createFileStore(
  root: string,
  { is_shared = false, open = openFile }: FileStoreOptions = {},
): MediaStore {
  const folder_mode = is_shared ? 0o750 : 0o700
  const file_mode = is_shared ? 0o640 : 0o600
  // Beside the keys, which never begin with a dot, and on the same disk, so that a rename is enough.
  const unfinished = path.join(root, '.unfinished')
  const locate = (key: string) => path.join(root, checkKey(key))

  async function withFile(name: string, flags: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
    const file = await open(name, flags, file_mode)
    try {
      await work(file)
    } finally {
      await file.close()
    }
  }

  /** What lies in a folder is known after a crash only once the folder itself was written. */
  async function syncFolders(folder: string, last: string): Promise<void> {
    await withFile(folder, 'r', (handle) => handle.sync())
    if (folder !== last) await syncFolders(path.dirname(folder), last)
  }

  /** `fill` makes the file under the name it is given. */
  async function write(target: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    const folder = path.dirname(target)
    const temporary = path.join(unfinished, randomUUID())
    await mkdir(unfinished, { recursive: true, mode: folder_mode })
    try {
      await fill(temporary)
      const first_made = await mkdir(folder, { recursive: true, mode: folder_mode })
      await rename(temporary, target)
      await syncFolders(folder, first_made ? path.dirname(first_made) : folder)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  /** Folder by folder, so that no list is ever as long as the store is large. */
  async function* listFolder(folder: string, onUnreadable: (error: unknown) => void): AsyncGenerator<string> {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
      // A picture may have been deleted since.
      if (codeOf(error) !== 'ENOENT') onUnreadable(error)
      return []
    })
    for (const entry of entries) {
      const key = path.posix.join(folder, entry.name)
      if (entry.isFile() && isPictureKey(key)) yield key
      else if (entry.isDirectory() && !folder.includes('/')) yield* listFolder(key, onUnreadable)
    }
  }

  return {
    async put(key, bytes) {
      const target = locate(key)
      await write(target, (temporary) =>
        withFile(temporary, 'wx', async (file) => {
          await file.writeFile(bytes)
          await file.sync()
        }),
      ).catch(unavailable)
    },
    async putFile(key, file) {
      const target = locate(key)
      await write(target, async (temporary) => {
        await rename(file, temporary).catch(async (error: unknown) => {
          // On another disk.
          if (codeOf(error) !== 'EXDEV') throw error
          await copyFile(file, temporary)
        })
        await chmod(temporary, file_mode)
        await withFile(temporary, 'r+', (handle) => handle.sync())
      }).catch(unavailable)
    },
    async read(key, range) {
      const file = await open(locate(key)).catch(ifAbsent(undefined)).catch(unavailable)
      return file && createReadStream('', { fd: file, ...range })
    },
    async remove(key) {
      const file = locate(key)
      await rm(file, { force: true }).catch(unavailable)
      // A picture has a folder of its own, which goes with its last file.
      if (path.dirname(file) !== root) await rmdir(path.dirname(file)).catch(() => {})
    },
    async *list(onUnreadable = () => {}) {
      const found = await readdir(root).catch(ifAbsent([])).catch(unavailable)
      for (const folder of found.filter((name) => OUR_FOLDER.test(name))) yield* listFolder(folder, onUnreadable)
    },
    async removeUnfinished(before) {
      await removeStaleFiles(unfinished, before).catch(unavailable)
    },
    async probe() {
      const file = path.join(unfinished, randomUUID())
      await mkdir(unfinished, { recursive: true, mode: folder_mode }).catch(unavailable)
      await withFile(file, 'wx', async () => {}).catch(unavailable)
      await rm(file)
    },
  }
}
