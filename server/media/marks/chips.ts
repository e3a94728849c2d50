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

/** The signs of the cells as bits, from AES in counter mode: a pseudo-random sequence (spread spectrum). */
export function chipBits(key: Buffer, { columns, rows }: Grid): Buffer {
  const cipher = createCipheriv('aes-128-ctr', key.subarray(0, 16), key.subarray(16, 32))
  return cipher.update(Buffer.alloc(Math.ceil((columns * rows) / 8)))
}

/** The sign of each cell: +1 where its bit is set, -1 elsewhere. */
export function chipsOf(key: Buffer, grid: Grid): Int8Array {
  const bits = chipBits(key, grid)
  return Int8Array.from({ length: grid.columns * grid.rows }, (_, i) => (((bits[i >> 3] ?? 0) >> (i & 7)) & 1 ? 1 : -1))
}
