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
    const small = slopedAt(picture, side)
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

const sizes = new WeakMap<Plane, Map<number, Sloped>>()

/** A picture in a size. It is looked for at several places, and in several copies, so each size is computed once. */
function slopedAt(picture: Plane, side: number): Sloped {
  const known = sizes.get(picture) ?? new Map<number, Sloped>()
  sizes.set(picture, known)
  const sloped = known.get(side) ?? slopesOf(shrunkTo(picture, side))
  known.set(side, sloped)
  return sloped
}

function judge(picture: Plane, copy: Plane, place: Place | undefined): FoundPlace | undefined {
  return place && { place, ...correlationAt(slopedAt(picture, JUDGED_AT), copy, place) }
}

/** The copy in the size in which its pixels are as large as those of the picture. */
export function levelOf(copy: Plane, picture: Plane, { scale_x, scale_y }: Place): Plane {
  const side = (pixels: number) => Math.max(2, Math.min(COPY_MAX, Math.round(pixels)))
  return resizePlane(copy, side(picture.width / scale_x), side(picture.height / scale_y))
}

/** Pixels of a picture from `left` to before `right`, and so on. */
interface Part {
  left: number
  right: number
  top: number
  bottom: number
}

/** A copy as seen through a place, in the pixels of the picture. Its values are NaN outside of the part that the copy has. */
interface Seen extends Plane {
  part: Part
}

/** Places only scale and shift, so each column of the picture has one column of the copy, and each row one row. */
export function takePlace(level: Plane, { width, height }: Plane, place: Place): Seen {
  const across = linesOf(width, level.width, place.scale_x, place.shift_x)
  const down = linesOf(height, level.height, place.scale_y, place.shift_y)
  const part = { left: across.first, right: across.end, top: down.first, bottom: down.end }
  const from = level.values
  const values = new Float32Array(width * height).fill(Number.NaN)
  for (let y = part.top; y < part.bottom; y += 1) {
    const row = (down.at[y] as number) * level.width
    const share = down.shares[y] as number
    for (let x = part.left; x < part.right; x += 1) {
      const at = row + (across.at[x] as number)
      const right = across.shares[x] as number
      const upper = (from[at] as number) * (1 - right) + (from[at + 1] as number) * right
      const lower = (from[at + level.width] as number) * (1 - right) + (from[at + level.width + 1] as number) * right
      values[y * width + x] = upper * (1 - share) + lower * share
    }
  }
  return { width, height, values, part }
}

/** For each line of the picture, the line of the copy before it and the share of the one behind; and which lines the copy has. */
function linesOf(count: number, lines: number, scale: number, shift: number) {
  const at = new Int32Array(count)
  const shares = new Float64Array(count)
  let [first, end] = [count, 0]
  for (let line = 0; line < count; line += 1) {
    const place = (scale * ((line + 0.5) / count) + shift) * lines - 0.5
    at[line] = Math.floor(place)
    shares[line] = place - Math.floor(place)
    if (place < 0 || Math.floor(place) + 1 >= lines) continue
    first = Math.min(first, line)
    end = line + 1
  }
  return { at, shares, first, end }
}

/** A picture in one size, with how much brighter it gets to the right and downwards at each pixel. */
interface Sloped extends Plane {
  across: Float32Array
  down: Float32Array
}

function slopesOf(plane: Plane): Sloped {
  const { width, height, values } = plane
  const across = new Float32Array(values.length)
  const down = new Float32Array(values.length)
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < y * width + width - 1; at += 1) {
      across[at] = ((values[at + 1] as number) - (values[at - 1] as number)) / 2
      down[at] = ((values[at + width] as number) - (values[at - width] as number)) / 2
    }
  }
  return { ...plane, across, down }
}

/**
 * One step: weighted least squares over all points, where what fits badly counts less. It uses the slopes of the original: those
 * of a copy are full of the noise of its encoding, and the steps too short.
 */
function stepOf(picture: Sloped, level: Plane, place: Place): { place: Place; moved: number } | undefined {
  const { width, height } = picture
  const seen = takePlace(level, picture, place)
  const tone = toneOf(picture, seen)
  if (!tone) return undefined
  const { gain, offset, spread } = tone
  const { left, right, top, bottom } = seen.part
  // The sums of the products of four slopes: those of scale x, shift x, scale y and shift y; and of each with the error.
  let [s00, s01, s02, s03, s11, s12, s13, s22, s23, s33] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  let [e0, e1, e2, e3] = [0, 0, 0, 0]
  for (let y = Math.max(1, top); y < Math.min(height - 1, bottom); y += 1) {
    const from_middle = y + 0.5 - height / 2
    for (let x = Math.max(1, left); x < Math.min(width - 1, right); x += 1) {
      const at = y * width + x
      const error = gain * (picture.values[at] as number) + offset - (seen.values[at] as number)
      const weight = 1 / (1 + (error / spread) ** 2)
      const b = gain * (picture.across[at] as number)
      const d = gain * (picture.down[at] as number)
      const a = b * (x + 0.5 - width / 2)
      const c = d * from_middle
      const wa = weight * a
      const wb = weight * b
      const wc = weight * c
      const wd = weight * d
      s00 += wa * a
      s01 += wa * b
      s02 += wa * c
      s03 += wa * d
      s11 += wb * b
      s12 += wb * c
      s13 += wb * d
      s22 += wc * c
      s23 += wc * d
      s33 += wd * d
      e0 += wa * error
      e1 += wb * error
      e2 += wc * error
      e3 += wd * error
    }
  }
  const damped = (sum: number) => sum * 1.0001 + 1e-3
  const step = solve([
    [damped(s00), s01, s02, s03, e0],
    [s01, damped(s11), s12, s13, e1],
    [s02, s12, damped(s22), s23, e2],
    [s03, s13, s23, damped(s33), e3],
  ])
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
export function toneOf(picture: Plane, seen: Seen) {
  const { left, right, top, bottom } = seen.part
  let [a, b, aa, ab, bb] = [0, 0, 0, 0, 0]
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * picture.width + left; at < y * picture.width + right; at += 1) {
      const one = picture.values[at] as number
      const other = seen.values[at] as number
      a += one
      b += other
      aa += one * one
      ab += one * other
      bb += other * other
    }
  }
  const points = Math.max(0, right - left) * Math.max(0, bottom - top)
  if (points < 50) return undefined
  const variance = aa / points - (a / points) ** 2
  const gain = variance > 1e-3 ? Math.max(0.2, Math.min(3, (ab / points - (a * b) / points ** 2) / variance)) : 1
  const offset = (b - gain * a) / points
  const rest = Math.max(0, bb / points - (b / points) ** 2 - gain * gain * variance)
  return { gain, offset, points, spread: Math.max(2, Math.sqrt(rest)) }
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
function solve(rows: number[][]): number[] {
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
