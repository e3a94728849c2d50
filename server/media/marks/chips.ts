import { createCipheriv, createHmac } from 'node:crypto'

/** The cells of a mark: how many side by side, and how many one below the other. */
export interface Grid {
  columns: number
  rows: number
}

/** How many cells the longer side of a picture has, in every width, so that the mark survives being made smaller. */
const LONG_SIDE_CELLS = 96
/** A narrow strip still has some. */
const SHORT_SIDE_MIN = 8

export function gridOf({ width, height }: { width: number; height: number }): Grid {
  const long = Math.max(width, height)
  const cells = (side: number) =>
    Math.min(LONG_SIDE_CELLS, Math.max(SHORT_SIDE_MIN, Math.round((side * LONG_SIDE_CELLS) / long)))
  return { columns: cells(width), rows: cells(height) }
}

/** The key of the mark of one viewer in one picture. Nobody can tell it from a random one without the viewer's key. */
export function markKey(viewer_key: Buffer, picture: string): Buffer {
  return createHmac('sha256', viewer_key).update(`viewer mark\n${picture}`).digest()
}

/** The sign of each cell: a pseudo-random sequence of +1 and -1 (spread spectrum), from AES in counter mode. */
export function chipsOf(key: Buffer, { columns, rows }: Grid): Int8Array {
  const count = columns * rows
  const cipher = createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16, 32))
  const bits = cipher.update(Buffer.alloc(Math.ceil(count / 8)))
  const chips = new Int8Array(count)
  for (let i = 0; i < count; i += 1) chips[i] = ((bits[i >> 3] ?? 0) >> (i & 7)) & 1 ? 1 : -1
  return chips
}
