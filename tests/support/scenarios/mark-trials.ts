import sharp from 'sharp'
import { chipBits, type Grid, gridOf, markKey } from '#server/media/marks/chips.ts'
import { thumbnailOf } from '#server/media/marks/find-place.ts'
import { chooseViewers, findCandidates, locate, NAMED_FROM } from '#server/media/marks/find-viewer.ts'
import { copyPlane, MARKED_WEBP, markPixels, originalPlane } from '#server/media/marks/mark-pixels.ts'
import type { Plane } from '#server/media/marks/planes.ts'
import { type Marked, prepareMarked, readCells, scoresOf } from '#server/media/marks/read-mark.ts'
import { visibleMark } from '#server/media/marks/visible-mark.ts'
import { altered } from '#tests/support/files/alterations.ts'
import { diversePicture, PICTURE_KINDS, type PictureKind } from '#tests/support/files/diverse-pictures.ts'
import { randomOf } from '#tests/support/files/photo-like.ts'

/** The widths in which pictures are served, and shapes between a tall story and a wide scene. */
const WIDTHS = [480, 960, 1600] as const
const SHAPES = [1.25, 0.75, 1.5625, 1, 1.7778, 0.5625, 1.3333] as const
const [SMALLEST] = WIDTHS

/** What a copy says of the keys that it was compared with, by their position. */
export interface Reading {
  /** Undefined if the picture was not found in the copy. */
  scores: number[] | undefined
  named: number[]
}

/** How one value of two pictures becomes one. */
type Mix = (a: number, b: number, at: number) => number

interface Files {
  served: Buffer
  smallest: Buffer
}

/** A picture in one of its widths, and the keys of everybody who was shown it. */
export class MarkTrial {
  readonly kind: PictureKind
  readonly width: number
  readonly #files: Files
  readonly #keys: Buffer[]
  readonly #signs: Uint8Array[]
  readonly #grid: Grid
  readonly #seed: number
  #marked: { marked: Marked; thumbnail: Plane } | undefined

  private constructor(seed: number, files: Files, { keys, grid }: { keys: Buffer[]; grid: Grid }) {
    this.#seed = seed
    this.kind = kindOf(seed)
    this.width = widthOf(seed)
    this.#files = files
    this.#keys = keys
    this.#signs = keys.map((key) => chipBits(key, grid))
    this.#grid = grid
  }

  /** A picture of the kind, the width and the shape whose turn it is. */
  static async of(seed: number, viewers: number): Promise<MarkTrial> {
    const width = widthOf(seed)
    const height = Math.round(width * (SHAPES[seed % SHAPES.length] as number))
    const served = await diversePicture(kindOf(seed), seed, { width, height })
    const smallest =
      width === SMALLEST ? served : await sharp(served).resize({ width: SMALLEST }).webp({ quality: 80 }).toBuffer()
    return await MarkTrial.#make(seed, { served, smallest }, { viewers, name: String(seed) })
  }

  static async ofPicture(picture: Buffer, viewers: number, name = 'a picture'): Promise<MarkTrial> {
    return await MarkTrial.#make(0, { served: picture, smallest: picture }, { viewers, name })
  }

  static async #make(seed: number, files: Files, { viewers, name }: { viewers: number; name: string }) {
    const keys = Array.from({ length: viewers }, (_, viewer) => markKey(Buffer.from(`viewer ${viewer}`), name))
    return new MarkTrial(seed, files, { keys, grid: gridOf(await sharp(files.smallest).metadata()) })
  }

  /** The picture as a viewer is sent it, and how strong its noise is beside that of the unmarked one, in dB. */
  async markedFor(viewer: number): Promise<{ bytes: Buffer; ratio: number }> {
    const { data, info } = await sharp(this.#files.served).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const before = Uint8Array.from(data)
    await markPixels({ width, height, channels: 3, data }, this.#keys[viewer] as Buffer, this.#grid)
    const ratio = noiseRatio(before, data)
    const picture = sharp(data, { raw: { width, height, channels: 3 } })
    const style = (['unseen', 'faint', 'unseen', 'corner'] as const)[(this.#seed + viewer) % 4] as string
    if (style === 'faint' || style === 'corner')
      picture.composite([{ input: Buffer.from(visibleMark(style, `@viewer${viewer} · 7Q4K`, { width, height })) }])
    return { bytes: await picture.webp(MARKED_WEBP).toBuffer(), ratio }
  }

  /** The picture without any mark. */
  get unmarked(): Buffer {
    return this.#files.served
  }

  /** What two viewers were sent as one picture: the average of both, if nothing else is said. */
  async mixedFor(one: number, other: number, mix: Mix = (a, b) => (a + b) / 2): Promise<Buffer> {
    const sent = await Promise.all([one, other].map(async (viewer) => (await this.markedFor(viewer)).bytes))
    const [a, b] = await Promise.all(
      sent.map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
    )
    if (!a || !b) throw new Error('two pictures are mixed')
    const data = Buffer.from(a.data.map((value, i) => Math.round(mix(value, b.data[i] as number, i))))
    const { width, height } = a.info
    return await sharp(data, { raw: { width, height, channels: 3 } })
      .webp(MARKED_WEBP)
      .toBuffer()
  }

  /** Reads a copy as a look-up does. What it needs of the original is computed once. */
  async read(sent: Buffer): Promise<Reading> {
    const copy = await copyPlane(sharp(sent))
    const { marked, thumbnail } = await this.#prepare()
    const [candidate] = findCandidates(copy, [{ id: 0, thumbnail }])
    const found = candidate && locate(marked.original, copy, candidate.places)
    if (!found) return { scores: undefined, named: [] }
    const scores = scoresOf(readCells(marked, copy, found.place), this.#signs)
    const named = chooseViewers(scores).filter(({ sure }) => sure >= NAMED_FROM)
    return { scores, named: named.map(({ at }) => at) }
  }

  async #prepare() {
    if (this.#marked) return this.#marked
    const marked = prepareMarked(await originalPlane(sharp(this.#files.smallest)), this.#grid)
    // A thumbnail is kept with whole steps.
    const { values, ...size } = thumbnailOf(marked.original)
    const thumbnail = { ...size, values: Float32Array.from(Uint8Array.from(values)) }
    this.#marked = { marked, thumbnail }
    return this.#marked
  }

  async readAltered(sent: Buffer, steps: readonly string[], copy: number): Promise<Reading> {
    return await this.read(await altered(sent, steps, randomOf(this.#seed * 7919 + copy)))
  }
}

function kindOf(seed: number): PictureKind {
  return PICTURE_KINDS[seed % PICTURE_KINDS.length] as PictureKind
}

function widthOf(seed: number): number {
  return WIDTHS[Math.floor(seed / PICTURE_KINDS.length) % WIDTHS.length] as number
}

function noiseRatio(one: Uint8Array, other: Uint8Array): number {
  let squares = 0
  for (let i = 0; i < one.length; i += 1) squares += ((one[i] as number) - (other[i] as number)) ** 2
  return 10 * Math.log10(255 ** 2 / Math.max(1e-9, squares / one.length))
}
