import type { Grid } from './chips.ts'
import { SAMPLES, STRONGEST, sampledSize, strengthsOf } from './embed.ts'
import type { Place } from './find-place.ts'
import { blurPlane, type Plane, resizePlane } from './planes.ts'
import { levelOf, takePlace, toneOf } from './refine-place.ts'

/** Cells around a cell whose mean is taken off, because light and colour of a copy change slowly over the picture. */
const SURROUNDINGS = 1
/** Cells around a cell that tell how much of what is left is noise: beside a line, for example, the encoder leaves much. */
const NEIGHBOURS = 1
/** The variance that is always expected, in steps of 255. */
const NOISE_FLOOR = 0.2

/** What a copy says of each cell: how much brighter it is than the original there, times how much it can be trusted. */
export interface Reading {
  weighed: Float32Array
  /** The root of the sum of squares: what the score of any viewer is measured by. */
  norm: number
}

/** A stored picture without its mark, prepared once for all copies of it and all viewers. */
export interface Marked {
  original: Plane
  /** That of its smallest file: the plane may be rounded to another one. */
  grid: Grid
  /** With as many pixels as cells are measured in. */
  picture: Plane
  strengths: Float32Array
}

export function prepareMarked(original: Plane, grid: Grid): Marked {
  const { width, height } = sampledSize(grid)
  const picture = resizePlane(original, width, height)
  return { original, grid, picture, strengths: strengthsOf(picture, grid) }
}

/** Takes the original off a copy that lies over it. */
export function readCells({ grid, picture, strengths }: Marked, copy: Plane, place: Place): Reading {
  const seen = takePlace(levelOf(copy, picture, place), picture, place)
  const tone = toneOf(picture, seen) ?? { gain: 1, offset: 0 }
  const left = seen.values.map((value, i) => value - tone.gain * (picture.values[i] as number) - tone.offset)
  const differences = withoutSurroundings(meansOf(left, picture, grid), grid)
  const noise = noiseAround(differences, grid)
  // No cell counts for more than a mark could be: something else was drawn there.
  const most = 2 * STRONGEST
  const weighed = differences.map((difference, i) => {
    const trust = (strengths[i] as number) / (NOISE_FLOOR + (noise[i] as number))
    return Number.isNaN(difference) ? 0 : Math.max(-most, Math.min(most, difference)) * trust
  })
  return { weighed, norm: Math.sqrt(weighed.reduce((sum, value) => sum + value * value, 0)) }
}

/** The mean of each cell; NaN where the copy does not have all of it. */
function meansOf(left: Float32Array, { width }: Plane, { columns, rows }: Grid): Float32Array {
  const means = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let sum = 0
      for (let y = 0; y < SAMPLES; y += 1) {
        const from = (row * SAMPLES + y) * width + column * SAMPLES
        for (let x = 0; x < SAMPLES; x += 1) sum += left[from + x] as number
      }
      means[row * columns + column] = sum / SAMPLES ** 2
    }
  }
  return means
}

function withoutSurroundings(means: Float32Array, grid: Grid): Float32Array {
  const around = knownMeans(means, grid, SURROUNDINGS)
  return means.map((mean, i) => mean - (around.means[i] as number))
}

/** The variance of the cells around each cell, without itself. A few extreme ones do not make all of them worthless. */
function noiseAround(differences: Float32Array, grid: Grid): Float32Array {
  const most = (2 * STRONGEST) ** 2 / 4
  const squares = differences.map((difference) => Math.min(most, difference * difference))
  const { means, counts } = knownMeans(squares, grid, NEIGHBOURS)
  return squares.map((square, i) => {
    const count = counts[i] as number
    return count > 1 ? Math.max(0, ((means[i] as number) * count - square) / (count - 1)) : most
  })
}

/** The means of the known cells around each cell and itself, and how many there are. */
function knownMeans(values: Float32Array, { columns, rows }: Grid, radius: number) {
  const plane = { width: columns, height: rows }
  const known = blurPlane({ ...plane, values: values.map((value) => (Number.isNaN(value) ? 0 : 1)) }, radius).values
  const sums = blurPlane({ ...plane, values: values.map((value) => (Number.isNaN(value) ? 0 : value)) }, radius).values
  const whole = (2 * radius + 1) ** 2
  return { means: sums.map((sum, i) => sum / (known[i] as number)), counts: known.map((share) => share * whole) }
}

/**
 * How well the signs of keys, as `chipBits` gives them, explain a reading. Those of a key that was not used are independent of
 * the reading, so the score exceeds s with a probability of at most exp(-s²/2), whatever the picture is (Hoeffding's inequality).
 */
export function scoresOf({ weighed, norm }: Reading, signs: readonly Uint8Array[]): number[] {
  if (norm < 1e-6) return signs.map(() => 0)
  const sums = sumsOfBytes(weighed)
  return signs.map((bits) => {
    let sum = 0
    for (let i = 0; i < bits.length; i += 1) sum += sums[(i << 8) | (bits[i] as number)] as number
    return sum / norm
  })
}

/** For every eight cells, the sum for each of their 256 combinations of signs, because there may be thousands of keys. */
function sumsOfBytes(weighed: Float32Array): Float32Array {
  const bytes = Math.ceil(weighed.length / 8)
  const sums = new Float32Array(bytes << 8)
  for (let byte = 0; byte < bytes; byte += 1) {
    const eight = weighed.subarray(byte * 8, byte * 8 + 8)
    sums[byte << 8] = -eight.reduce((sum, value) => sum + value, 0)
    for (let bits = 1; bits < 256; bits += 1) {
      // The combination without its lowest bit is already known.
      const without = bits & (bits - 1)
      const lowest = 31 - Math.clz32(bits ^ without)
      sums[(byte << 8) | bits] = (sums[(byte << 8) | without] as number) + 2 * (eight[lowest] ?? 0)
    }
  }
  return sums
}

/** How unlikely it is, before anything was read, that one of the viewers compared is the one: once in a million. */
const DOUBT = 1e6

/** How sure a score is among so many that were computed: one minus a bound on the chance that it is an accident. */
export function sureness(score: number, compared: number): number {
  if (score <= 0) return 0
  return Math.max(0, 1 - DOUBT * compared * Math.exp((-score * score) / 2))
}
