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
let flushed: { what: string; is_named: boolean }[] = []

beforeEach(async () => {
  root = await mkdtemp(path.join(folder, 'store-'))
  flushed = []
})

/** Records what was flushed to the disk, and whether the file had its final name by then. */
const openRecorded: typeof open = async (name, ...rest) => {
  const file = await open(name, ...rest)
  const sync = file.sync.bind(file)
  return Object.assign(file, {
    sync: async () => {
      const what = path.relative(root, String(name)).replace(/^\.unfinished\/.+/, 'the file')
      flushed.push({ what, is_named: existsSync(path.join(root, KEY)) })
      await sync()
    },
  })
}

/** A crash may happen between any two of them. */
const IN_THIS_ORDER = [
  { what: 'the file', is_named: false },
  { what: 'aa/one', is_named: true },
  { what: 'aa', is_named: true },
  { what: '', is_named: true },
]

it('A picture is flushed to the disk before it has its final name, and the name before the call returns', async () => {
  await createFileStore(root, { open: openRecorded }).put(KEY, Buffer.from('a picture'), 'image/webp')
  expect(flushed).toEqual(IN_THIS_ORDER)
})

it('A video that is a file already is flushed to the disk in the same order', async () => {
  const file = path.join(folder, 'video')
  await writeFile(file, 'a video')
  await createFileStore(root, { open: openRecorded }).putFile(KEY, file, 'video/mp4')
  expect(flushed).toEqual(IN_THIS_ORDER)
})
