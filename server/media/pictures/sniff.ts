import { open } from 'node:fs/promises'

export type ImageKind = 'jpeg' | 'png' | 'gif'

/** How the files of each kind begin. */
const BEGINNINGS: [ImageKind, Buffer][] = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['gif', Buffer.from('GIF87a')],
  ['gif', Buffer.from('GIF89a')],
]
const LONGEST = Math.max(...BEGINNINGS.map(([, bytes]) => bytes.length))

/** The bytes decide what a file is, not its name and not what it was sent as. Undefined when it is nothing we take. */
export async function sniffImage(path: string): Promise<ImageKind | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST), 0, LONGEST, 0)
    const head = buffer.subarray(0, bytesRead)
    return BEGINNINGS.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes))?.[0]
  } finally {
    await file.close()
  }
}
