import type { Grid } from './chips.ts'
import { blurPlane, type Plane, resizePlane } from './planes.ts'

/** Pixels as sharp gives them: three or four channels, interleaved. */
export interface Pixels {
  width: number
  height: number
  channels: number
  data: Uint8Array
}

/**
 * How many steps of 255 a cell gets brighter or darker: the least in flat places, more where there is texture. With less, the
 * encoder smooths the mark of a flat place away; with two it could be seen there.
 */
const WEAKEST = 1.4
export const STRONGEST = 4
const PER_CONTRAST = 0.22
/** In how many pixels, on each side, a cell is measured. */
export const SAMPLES = 4

/** The size of the plane that `strengthsOf` reads. */
export function sampledSize({ columns, rows }: Grid): { width: number; height: number } {
  return { width: columns * SAMPLES, height: rows * SAMPLES }
}

/** How strong the mark of each cell is: texture hides more than a flat place (masking). The plane has the size above. */
export function strengthsOf(plane: Plane, { columns, rows }: Grid): Float32Array {
  const means = blurPlane(plane, SAMPLES)
  const squares = plane.values.map((value, i) => (value - (means.values[i] as number)) ** 2)
  const contrast = resizePlane({ ...plane, values: squares }, columns, rows).values
  return contrast.map((square) => Math.min(STRONGEST, WEAKEST + PER_CONTRAST * Math.sqrt(square)))
}

/** Adds the mark to the brightness of a picture, in place: one soft patch for each cell. */
export function embedMark(
  { width, height, channels, data }: Pixels,
  { grid, chips, strengths }: { grid: Grid; chips: Int8Array; strengths: Float32Array },
): void {
  const cells = Float32Array.from(chips, (chip, i) => chip * (strengths[i] as number))
  const across = between(width, grid.columns)
  const row = new Float32Array(grid.columns)
  for (let y = 0; y < height; y += 1) {
    const down = betweenAt(y, height, grid.rows)
    for (let column = 0; column < grid.columns; column += 1) {
      const upper = cells[down.first * grid.columns + column] as number
      const lower = cells[down.second * grid.columns + column] as number
      row[column] = upper + (lower - upper) * down.share
    }
    let at = y * width * channels
    for (let x = 0; x < width; x += 1, at += channels) {
      const left = row[across.firsts[x] as number] as number
      const right = row[across.seconds[x] as number] as number
      // Ordered dithering, so that half a step is not lost.
      const change = Math.floor(
        left + (right - left) * (across.shares[x] as number) + (DITHER[(y & 3) * 4 + (x & 3)] as number),
      )
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (data[at + channel] as number) + change
        data[at + channel] = value < 0 ? 0 : value > 255 ? 255 : value
      }
    }
  }
}

const DITHER = Float32Array.from([0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5], (step) => (step + 0.5) / 16)

function betweenAt(at: number, size: number, cells: number) {
  const place = Math.min(cells - 1, Math.max(0, ((at + 0.5) * cells) / size - 0.5))
  const first = Math.floor(place)
  const fraction = place - first
  // Smoothstep: the middle of a cell stays flat.
  return { first, second: Math.min(cells - 1, first + 1), share: fraction * fraction * (3 - 2 * fraction) }
}

function between(size: number, cells: number) {
  const places = Array.from({ length: size }, (_, at) => betweenAt(at, size, cells))
  return {
    firsts: Int32Array.from(places, ({ first }) => first),
    seconds: Int32Array.from(places, ({ second }) => second),
    shares: Float32Array.from(places, ({ share }) => share),
  }
}
