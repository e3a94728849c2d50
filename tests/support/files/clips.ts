import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The folder of the short videos that tests upload, as phones and programs make them. */
export const CLIPS = path.resolve(import.meta.dirname, 'clips')

export async function clip(name: string): Promise<Buffer> {
  return await readFile(path.join(CLIPS, name))
}

/** Copies a video and overwrites 32-bit numbers in one of its MP4 boxes. The keys are offsets after the name of the box. */
export function withNumbers(video: Buffer, box: string, numbers: Record<number, number>): Buffer {
  const copy = Buffer.from(video)
  const at = copy.indexOf(box, copy.indexOf('moov'), 'latin1')
  if (at < 0) throw new Error(`The video has no box ${box}`)
  for (const [offset, value] of Object.entries(numbers)) copy.writeUInt32BE(value, at + 4 + Number(offset))
  return copy
}

/** An MP4 box with this content. */
export function box(name: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + content.length)
  header.write(name, 4, 'latin1')
  return Buffer.concat([header, content])
}
