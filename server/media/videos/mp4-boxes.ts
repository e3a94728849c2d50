import { type FileHandle, open } from 'node:fs/promises'
import { refuseLongTables, spend } from './sample-tables.ts'
import { VideoRefusal } from './video-refusal.ts'

/** MP4 and MOV files consist of boxes: four bytes of length, four of name, then the content, often more boxes. */

/** The index of a minute of video has some hundred kilobytes; one of many megabytes is an attack. */
const DESCRIPTION_MAX_BYTES = 8 * 1024 * 1024
/** About seven boxes for each packet, if every packet of a minute is a fragment of its own. */
const BOXES_MAX = 50_000
/** Boxes that are skipped, or read in pieces. */
const MAY_BE_LARGE = ['mdat', 'free', 'skip', 'wide', 'uuid']
const INDEX_BOXES = ['moov', 'moof']

/** Refuses files that would take very long to parse (decompression bombs). Returns the size of the file. */
export async function refuseBombs(name: string): Promise<number> {
  const file = await open(name)
  try {
    const { size } = await file.stat()
    const budget = { boxes: BOXES_MAX, bytes: DESCRIPTION_MAX_BYTES }
    let has_index = false
    for (let position = 0; position + 8 <= size; ) {
      spend(budget, 'boxes', 1)
      const box = await readBox(file, position, size)
      if (!MAY_BE_LARGE.includes(box.name)) spend(budget, 'bytes', box.size)
      if (box.name === 'moov') {
        if (has_index || position + box.size > size) throw new VideoRefusal('unreadable')
        has_index = true
      }
      if (INDEX_BOXES.includes(box.name)) {
        const bytes = Buffer.alloc(Math.min(box.size, size - position))
        await file.read(bytes, 0, bytes.length, position)
        refuseLongTables(bytes, budget)
      }
      position += box.size
    }
    // Without an index the file is truncated and unreadable.
    if (!has_index) throw new VideoRefusal('unreadable')
    return size
  } finally {
    await file.close()
  }
}

async function readBox(file: FileHandle, position: number, file_size: number): Promise<{ name: string; size: number }> {
  const header = Buffer.alloc(16)
  await file.read(header, 0, 16, position)
  const short = header.readUInt32BE(0)
  // One means that a length of eight bytes follows, zero means the rest of the file.
  const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? file_size - position : short
  if (size < 8) throw new VideoRefusal('unreadable')
  return { name: header.toString('latin1', 4, 8), size }
}

const HAS_DATES = ['mvhd', 'tkhd', 'mdhd']
const CONTAINER_BOXES = ['moov', 'trak', 'mdia']

/** Removes the creation dates from the index of a file that the remuxer has written. */
export function eraseDates(index: Uint8Array): Uint8Array {
  const bytes = Buffer.from(index)
  erase(bytes)
  return bytes
}

function erase(bytes: Buffer): void {
  for (let position = 0; position + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(position)
    const name = bytes.toString('latin1', position + 4, position + 8)
    const content = bytes.subarray(position + 8, position + size)
    if (CONTAINER_BOXES.includes(name)) erase(content)
    // One byte of version and three of flags, then two dates of four or eight bytes each.
    if (HAS_DATES.includes(name)) content.fill(0, 4, content[0] === 1 ? 20 : 12)
    position += Math.max(size, 8)
  }
}
