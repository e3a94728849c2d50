import { existsSync } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createFileStore } from './file-store.ts'

const KEY = 'aa/one/960.webp'
const folder = await mkdtemp(path.join(tmpdir(), 'loge-disk-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let root = ''
let flushed: { what: string; has_its_name: boolean }[] = []

beforeEach(async () => {
  root = await mkdtemp(path.join(folder, 'store-'))
  flushed = []
})

/** Says what was written to the disk, and whether the picture had its name by then. */
const openWatched: typeof open = async (name, ...rest) => {
  const file = await open(name, ...rest)
  const sync = file.sync.bind(file)
  return Object.assign(file, {
    sync: async () => {
      const what = path.relative(root, String(name)).replace(/^\.unfinished\/.+/, 'the file')
      flushed.push({ what, has_its_name: existsSync(path.join(root, KEY)) })
      await sync()
    },
  })
}

/** A crash may come between any two of them. */
const IN_THIS_ORDER = [
  { what: 'the file', has_its_name: false },
  { what: 'aa/one', has_its_name: true },
  { what: 'aa', has_its_name: true },
  { what: '', has_its_name: true },
]

it('A picture lies on the disk before it has a name, and its name does before anybody is told', async () => {
  await createFileStore(root, { open: openWatched }).put(KEY, Buffer.from('a picture'), 'image/webp')
  expect(flushed).toEqual(IN_THIS_ORDER)
})

it('So does a video that is a file already', async () => {
  const file = path.join(folder, 'video')
  await writeFile(file, 'a video')
  await createFileStore(root, { open: openWatched }).putFile(KEY, file, 'video/mp4')
  expect(flushed).toEqual(IN_THIS_ORDER)
})
