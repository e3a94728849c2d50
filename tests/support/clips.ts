import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Where the short videos lie that tests send, as people and their telephones make them. */
export const CLIPS = path.resolve(import.meta.dirname, 'clips')

export async function clip(name: string): Promise<Buffer> {
  return await readFile(path.join(CLIPS, name))
}

/** A copy of a video with other numbers in one of its boxes: at so many bytes after its name. */
export function withNumbers(video: Buffer, box: string, numbers: Record<number, number>): Buffer {
  const copy = Buffer.from(video)
  const at = copy.indexOf(box, copy.indexOf('moov'), 'latin1')
  if (at < 0) throw new Error(`the video has no box ${box}`)
  for (const [offset, value] of Object.entries(numbers)) copy.writeUInt32BE(value, at + 4 + Number(offset))
  return copy
}

/** A box around these bytes. */
export function box(name: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length)
  header.write(name, 4, 'latin1')
  return Buffer.concat([header, content])
}
