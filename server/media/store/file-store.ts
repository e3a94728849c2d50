import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, type FileHandle, mkdir, open as openFile, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { codeOf, ifAbsent } from '#server/error-codes.ts'
import { removeStaleFiles } from './stale-files.ts'
import { checkKey, isPictureKey, type MediaStore, unavailable } from './store.ts'

interface FileStoreOptions {
  /** Makes files readable for the group of the server's user, so that nginx can read them. */
  is_shared?: boolean
  open?: typeof openFile
}

/** The 256 folders of the store. Other folders, such as lost+found, are ignored. */
const OUR_FOLDER = /^[0-9a-f]{2}$/

/** A media store in a folder. Writes are atomic: a file gets its name after it was written and flushed to the disk. */
export function createFileStore(
  root: string,
  { is_shared = false, open = openFile }: FileStoreOptions = {},
): MediaStore {
  const folder_mode = is_shared ? 0o750 : 0o700
  const file_mode = is_shared ? 0o640 : 0o600
  // Keys never begin with a dot. On the same disk as the files, so that a rename is enough.
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

  /** A rename survives a crash only if the folder was flushed too, and each new parent folder. */
  async function syncFolders(folder: string, last: string): Promise<void> {
    await withFile(folder, 'r', (handle) => handle.sync())
    if (folder !== last) await syncFolders(path.dirname(folder), last)
  }

  /** Atomic write: `fill` writes a temporary file, which is then renamed. */
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

  /** Lists folder by folder, so that memory does not grow with the store. */
  async function* listFolder(folder: string, onUnreadable: (error: unknown) => void): AsyncGenerator<string> {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
      // The folder may have been deleted in the meantime.
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
          // The upload is on another disk.
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
      // Each upload has a folder, which is removed with its last file.
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
