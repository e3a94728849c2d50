import { Fourier, type Spectrum } from './fourier.ts'
import { blurPlane, type Plane, resizePlane } from './planes.ts'

/**
 * Where a picture lies in a copy: a point of the picture, between 0 and 1 from its left and top edge, is at
 * `scale × point + shift` of the copy. A crop has a scale above 1, a border around the picture one below 1.
 */
export interface Place {
  scale_x: number
  scale_y: number
  shift_x: number
  shift_y: number
}

export interface FoundPlace {
  place: Place
  /** The correlation of the two, and how many points it was computed from. */
  correlation: number
  points: number
}

/** The longer side of a thumbnail. */
const THUMBNAIL_SIDE = 24
const SIZE = 64
/** How much of the copy's longer side the picture may take: from half of it, to twice when half of it was cut off. */
const SMALLEST = 0.5
const LARGEST = 2
const STEP = 1.055
const BLUR = 3
const POINTS_MIN = 60

const fourier = new Fourier(SIZE)
const NOTHING = fourier.empty()

/** The longer side as given, the other one as it follows. */
export function shrunkTo(plane: Plane, long: number): Plane {
  const scale = long / Math.max(plane.width, plane.height)
  return resizePlane(plane, Math.max(1, Math.round(plane.width * scale)), Math.max(1, Math.round(plane.height * scale)))
}

export function thumbnailOf(plane: Plane): Plane {
  return shrunkTo(plane, THUMBNAIL_SIDE)
}

/** A copy at every scale, prepared once for all pictures that it is compared with. */
export class PreparedCopy {
  readonly #scales: { detail: Plane; spectrum: Spectrum }[] = []

  constructor(copy: Plane) {
    for (let share = SMALLEST; share < LARGEST; share *= STEP) {
      const long = Math.round(THUMBNAIL_SIDE / share)
      const thumbnail = shrunkTo(copy, long)
      if (Math.min(thumbnail.width, thumbnail.height) < 4 || long > SIZE) continue
      const detail = detailOf(thumbnail)
      this.#scales.push({ detail, spectrum: spectrumOf(detail) })
    }
  }

  /** The most likely places of a picture, of which only its thumbnail is needed (cross-correlation). */
  find(thumbnail: Plane, wanted: number): FoundPlace[] {
    const detail = detailOf(thumbnail)
    const spectrum = spectrumOf(detail)
    const correlations = crossCorrelations(
      spectrum,
      this.#scales.map((scale) => scale.spectrum),
    )
    const found = this.#scales.flatMap((scale, at) =>
      peaksOf(correlations[at] as Float64Array).flatMap((shift) => {
        const match = correlate(detail, scale.detail, shift)
        if (match.points < POINTS_MIN) return []
        const place = {
          scale_x: detail.width / scale.detail.width,
          scale_y: detail.height / scale.detail.height,
          shift_x: shift.x / scale.detail.width,
          shift_y: shift.y / scale.detail.height,
        }
        return [{ place, ...match }]
      }),
    )
    return found.sort((a, b) => evidenceOf(b) - evidenceOf(a)).slice(0, wanted)
  }
}

/** How unlikely a correlation is by chance (Fisher's z). */
export function evidenceOf({ correlation, points }: Pick<FoundPlace, 'correlation' | 'points'>): number {
  return Math.atanh(Math.min(0.999, correlation)) * Math.sqrt(points)
}

/** What is left without the brightness of the surroundings, so that light and borders matter little. */
export function detailOf(plane: Plane): Plane {
  const means = blurPlane(plane, BLUR).values
  const values = plane.values.map((value, i) => value - (means[i] as number))
  const spread = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length) + 0.5
  return { ...plane, values: values.map((value) => Math.max(-3, Math.min(3, value / spread))) }
}

/**
 * The spectrum, partly whitened (phase correlation), because few strong structures would hide all others. Both sides of a
 * correlation have the root of their sizes taken off, once each.
 */
function spectrumOf({ width, height, values }: Plane): Spectrum {
  const square = fourier.empty()
  for (let y = 0; y < Math.min(SIZE, height); y += 1)
    for (let x = 0; x < Math.min(SIZE, width); x += 1) square.re[y * SIZE + x] = values[y * width + x] as number
  const { re, im } = fourier.transform(square, Math.min(SIZE, height))
  for (let i = 0; i < re.length; i += 1) {
    // Math.hypot would take several times as long.
    const size = Math.sqrt(Math.sqrt((re[i] as number) ** 2 + (im[i] as number) ** 2)) + 1e-3
    re[i] = (re[i] as number) / size
    im[i] = (im[i] as number) / size
  }
  return { re, im }
}

/** Each correlation is real, so one inverse transform gives two of them: one as its real part, one as its imaginary part. */
function crossCorrelations(picture: Spectrum, copies: readonly Spectrum[]): Float64Array[] {
  const found: Float64Array[] = []
  for (let at = 0; at < copies.length; at += 2) {
    const one = copies[at] as Spectrum
    const other = copies[at + 1] ?? NOTHING
    const { re, im } = fourier.empty()
    for (let i = 0; i < re.length; i += 1) {
      const a = picture.re[i] as number
      const b = picture.im[i] as number
      const c = one.re[i] as number
      const d = one.im[i] as number
      const e = other.re[i] as number
      const f = other.im[i] as number
      re[i] = a * c + b * d - a * f + b * e
      im[i] = a * d - b * c + a * e + b * f
    }
    const inverted = fourier.invert({ re, im })
    found.push(inverted.re, inverted.im)
  }
  return found
}

/** The shifts of the highest two values. */
function peaksOf(values: Float64Array): { x: number; y: number }[] {
  let [first, second] = [0, 0]
  let [highest, next] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number
    if (value <= next) continue
    if (value > highest) {
      second = first
      next = highest
      first = at
      highest = value
    } else {
      second = at
      next = value
    }
  }
  const signed = (at: number) => (at >= SIZE / 2 + 8 ? at - SIZE : at)
  return [first, second].map((at) => ({ x: signed(at % SIZE), y: signed(Math.floor(at / SIZE)) }))
}

/** The correlation of two planes where they lie over each other. */
function correlate(picture: Plane, copy: Plane, shift: { x: number; y: number }) {
  let [points, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
  const [top, bottom] = [Math.max(0, -shift.y), Math.min(picture.height, copy.height - shift.y)]
  const [left, right] = [Math.max(0, -shift.x), Math.min(picture.width, copy.width - shift.x)]
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const one = picture.values[y * picture.width + x] as number
      const other = copy.values[(y + shift.y) * copy.width + x + shift.x] as number
      points += 1
      a += one
      b += other
      aa += one * one
      bb += other * other
      ab += one * other
    }
  }
  const spread = Math.sqrt((points * aa - a * a) * (points * bb - b * b))
  return { points, correlation: spread > 1e-6 ? (points * ab - a * b) / spread : 0 }
}
