import { detailOf, evidenceOf, type FoundPlace, type Place, shrunkTo } from './find-place.ts'
import { type Plane, resizePlane } from './planes.ts'

/** The longer sides of the picture, from coarse to fine. */
const COARSE = [32, 64]
const FINE = [128, 256]
const ROUNDS = 12
/** A copy is enlarged at most to this side, whatever the place says. */
const COPY_MAX = 1200
/** At which longer side the correlation is computed. */
const JUDGED_AT = 96

/**
 * Improves places until the picture and the copy lie over each other to a fraction of a pixel, and returns the best
 * (Lucas-Kanade, for scale and shift in both directions, with a gain and an offset of the brightness).
 */
export function refinePlaces(picture: Plane, copy: Plane, starts: readonly FoundPlace[]): FoundPlace | undefined {
  const [best] = starts
    .flatMap(({ place }) => judge(picture, copy, improve(picture, copy, place, COARSE)) ?? [])
    .sort((a, b) => evidenceOf(b) - evidenceOf(a))
  return best && judge(picture, copy, improve(picture, copy, best.place, FINE))
}

function improve(picture: Plane, copy: Plane, start: Place, sides: readonly number[]): Place | undefined {
  let place = start
  for (const side of sides) {
    const small = shrunkTo(picture, side)
    const level = levelOf(copy, small, place)
    for (let round = 0; round < ROUNDS; round += 1) {
      const step = stepOf(small, level, place)
      if (!step || !isPossible(step.place, start)) return undefined
      place = step.place
      if (step.moved < 0.02) break
    }
  }
  return place
}

function judge(picture: Plane, copy: Plane, place: Place | undefined): FoundPlace | undefined {
  return place && { place, ...correlationAt(shrunkTo(picture, JUDGED_AT), copy, place) }
}

/** The copy in the size in which its pixels are as large as those of the picture. */
export function levelOf(copy: Plane, picture: Plane, { scale_x, scale_y }: Place): Plane {
  const side = (pixels: number) => Math.max(2, Math.min(COPY_MAX, Math.round(pixels)))
  return resizePlane(copy, side(picture.width / scale_x), side(picture.height / scale_y))
}

/** The copy as seen through the place, in the pixels of the picture. NaN where it has none. */
export function takePlace(level: Plane, { width, height }: Plane, place: Place): Plane {
  const values = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const v = (place.scale_y * ((y + 0.5) / height) + place.shift_y) * level.height - 0.5
    for (let x = 0; x < width; x += 1) {
      const u = (place.scale_x * ((x + 0.5) / width) + place.shift_x) * level.width - 0.5
      values[y * width + x] = sample(level, u, v)
    }
  }
  return { width, height, values }
}

function sample({ width, height, values }: Plane, u: number, v: number): number {
  const [x, y] = [Math.floor(u), Math.floor(v)]
  if (x < 0 || y < 0 || x + 1 >= width || y + 1 >= height) return Number.NaN
  const [right, down] = [u - x, v - y]
  const at = y * width + x
  const upper = (values[at] as number) * (1 - right) + (values[at + 1] as number) * right
  const lower = (values[at + width] as number) * (1 - right) + (values[at + width + 1] as number) * right
  return upper * (1 - down) + lower * down
}

/** One step: weighted least squares over all points, where what fits badly counts less. */
function stepOf(picture: Plane, level: Plane, place: Place): { place: Place; moved: number } | undefined {
  const { width, height } = picture
  const seen = takePlace(level, picture, place)
  const tone = toneOf(picture, seen)
  if (!tone) return undefined
  // Scale x, shift x, scale y, shift y.
  const normal = new Float64Array(16)
  const right = new Float64Array(4)
  const across = new Float64Array(4)
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      // The slopes of the original: those of a copy are full of the noise of its encoding, and the steps too short.
      const left_right = (tone.gain * ((picture.values[at + 1] as number) - (picture.values[at - 1] as number))) / 2
      const up_down =
        (tone.gain * ((picture.values[at + width] as number) - (picture.values[at - width] as number))) / 2
      const error = tone.gain * (picture.values[at] as number) + tone.offset - (seen.values[at] as number)
      if (Number.isNaN(left_right + up_down + error)) continue
      const weight = 1 / (1 + (error / tone.spread) ** 2)
      across[0] = left_right * (x + 0.5 - width / 2)
      across[1] = left_right
      across[2] = up_down * (y + 0.5 - height / 2)
      across[3] = up_down
      for (let i = 0; i < 4; i += 1) {
        const part = weight * (across[i] as number)
        right[i] = (right[i] as number) + part * error
        for (let j = i; j < 4; j += 1) normal[i * 4 + j] = (normal[i * 4 + j] as number) + part * (across[j] as number)
      }
    }
  }
  for (let i = 0; i < 4; i += 1) {
    for (let j = 0; j < i; j += 1) normal[i * 4 + j] = normal[j * 4 + i] as number
    normal[i * 5] = (normal[i * 5] as number) * 1.0001 + 1e-3
  }
  const step = solve(normal, right)
  if (step.some((value) => !Number.isFinite(value))) return undefined
  const [wider = 0, to_right = 0, higher = 0, down = 0] = step.map((value) => Math.max(-4, Math.min(4, value)))
  // A step of one pixel of the picture is `scale / width` of the copy.
  const scale_x = place.scale_x * (1 + wider)
  const scale_y = place.scale_y * (1 + higher)
  return {
    moved: Math.max(Math.abs(wider) * width, Math.abs(to_right), Math.abs(higher) * height, Math.abs(down)),
    place: {
      scale_x,
      scale_y,
      shift_x: place.shift_x + (place.scale_x * to_right) / width + (place.scale_x - scale_x) / 2,
      shift_y: place.shift_y + (place.scale_y * down) / height + (place.scale_y - scale_y) / 2,
    },
  }
}

/** How the brightness of the picture became that of the copy: a gain and an offset (linear regression). */
export function toneOf(picture: Plane, seen: Plane) {
  let [points, a, b, aa, ab, bb] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < picture.values.length; i += 1) {
    const [one, other] = [picture.values[i] as number, seen.values[i] as number]
    if (Number.isNaN(other)) continue
    points += 1
    a += one
    b += other
    aa += one * one
    ab += one * other
    bb += other * other
  }
  if (points < 50) return undefined
  const variance = aa / points - (a / points) ** 2
  const gain = variance > 1e-3 ? Math.max(0.2, Math.min(3, (ab / points - (a * b) / points ** 2) / variance)) : 1
  const offset = (b - gain * a) / points
  const left = Math.max(0, bb / points - (b / points) ** 2 - gain * gain * variance)
  return { gain, offset, points, spread: Math.max(2, Math.sqrt(left)) }
}

function isPossible({ scale_x, scale_y, shift_x, shift_y }: Place, start: Place): boolean {
  const isNear = (one: number, other: number) => one / other > 0.75 && one / other < 1.33
  return (
    isNear(scale_x, start.scale_x) &&
    isNear(scale_y, start.scale_y) &&
    Math.abs(shift_x) < 2.5 &&
    Math.abs(shift_y) < 2.5
  )
}

/** The correlation of the details at a place. */
function correlationAt(picture: Plane, copy: Plane, place: Place) {
  const seen = takePlace(levelOf(copy, picture, place), picture, place)
  const mean = toneOf(picture, seen)
  if (!mean) return { correlation: 0, points: 0 }
  // Where the copy has nothing, the picture stands for it, so that the blur around does not spread.
  const filled = seen.values.map((value, i) =>
    Number.isNaN(value) ? mean.gain * (picture.values[i] as number) + mean.offset : value,
  )
  const [one, other] = [detailOf(picture), detailOf({ ...seen, values: filled })]
  let [points, ab, aa, bb] = [0, 0, 0, 0]
  for (let i = 0; i < one.values.length; i += 1) {
    if (Number.isNaN(seen.values[i] as number)) continue
    const [a, b] = [one.values[i] as number, other.values[i] as number]
    points += 1
    ab += a * b
    aa += a * a
    bb += b * b
  }
  return { points, correlation: aa * bb > 0 ? ab / Math.sqrt(aa * bb) : 0 }
}

/** Gaussian elimination of four equations. The matrix is symmetric and positive, so no pivoting is needed. */
function solve(matrix: Float64Array, right: Float64Array): number[] {
  const rows = [0, 1, 2, 3].map((i) => [...matrix.subarray(i * 4, i * 4 + 4), right[i] as number])
  for (let column = 0; column < 4; column += 1) {
    const pivot = rows[column] as number[]
    for (let other = column + 1; other < 4; other += 1) {
      const row = rows[other] as number[]
      const factor = (row[column] as number) / (pivot[column] as number)
      for (let i = column; i < 5; i += 1) row[i] = (row[i] as number) - factor * (pivot[i] as number)
    }
  }
  const found = [0, 0, 0, 0]
  for (let row = 3; row >= 0; row -= 1) {
    let value = rows[row]?.[4] as number
    for (let i = row + 1; i < 4; i += 1) value -= (rows[row]?.[i] as number) * (found[i] as number)
    found[row] = value / (rows[row]?.[row] as number)
  }
  return found
}
