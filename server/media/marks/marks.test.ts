import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ALTERATIONS, photoLike, randomOf } from '#tests/support/files/photo-like.ts'
import { isLongForm } from '#tests/support/long-form.ts'
import { markKey } from './chips.ts'
import { thumbnailOf } from './find-place.ts'
import { findCandidates, findViewers, locate, NAMED_FROM, type NamedViewer } from './find-viewer.ts'
import { copyPlane, markPixels, originalPlane } from './mark-pixels.ts'

/** How many copies are read, and among how many viewers. */
const COPIES = Number(process.env.MARK_COPIES ?? (isLongForm ? 10_000 : 2))
const VIEWERS = isLongForm ? 1000 : 50
const FIRST = Number(process.env.MARK_FIRST ?? (isLongForm ? 1 : 5))

const keyOf = (viewer: number, picture: number) => markKey(Buffer.from(`secret of viewer ${viewer}`), `${picture}`)

async function pixelsOf(picture: Buffer) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, channels: 3 as const, data }
}

async function marked(picture: Buffer, key: Buffer): Promise<Buffer> {
  const pixels = await pixelsOf(picture)
  await markPixels(pixels, key)
  return await encode(pixels)
}

async function encode({ data, ...raw }: Awaited<ReturnType<typeof pixelsOf>>): Promise<Buffer> {
  return await sharp(data, { raw }).webp({ quality: 84, effort: 2 }).toBuffer()
}

/** Whom a copy names, found as the product finds it. */
async function lookUp(sent: Buffer, original: Buffer, keys: Buffer[]): Promise<NamedViewer[]> {
  const [copy, picture] = [await copyPlane(sharp(sent)), await originalPlane(sharp(original))]
  const [candidate] = findCandidates(copy, [{ id: 0, thumbnail: thumbnailOf(picture) }], 1)
  const found = candidate && locate(picture, copy, candidate.places)
  return found ? findViewers({ picture, copy, found }, keys).filter(({ sure }) => sure >= NAMED_FROM) : []
}

function noiseRatio(one: Uint8Array, other: Uint8Array): number {
  const squares = one.reduce((sum, value, i) => sum + (value - (other[i] ?? 0)) ** 2, 0)
  return 10 * Math.log10(255 ** 2 / (squares / one.length))
}

const sizeOf = (seed: number) =>
  [
    { width: 480, height: 600 },
    { width: 960, height: 720 },
    { width: 800, height: 1000 },
    { width: 480, height: 480 },
  ][seed % 4]

describe('The invisible mark', () => {
  it('Altered copies name the viewer they were made for and nobody else, and unmarked ones name nobody', {
    timeout: isLongForm ? 20 * 3_600_000 : 120_000,
  }, async () => {
    const ways = Object.keys(ALTERATIONS)
    const wrong: string[] = []
    const missed: string[] = []
    const ratios: number[] = []
    for (let seed = FIRST; seed < FIRST + COPIES; seed += 1) {
      const random = randomOf(seed * 7919)
      const way = ways[seed % ways.length] ?? ''
      const alter = ALTERATIONS[way] ?? ((picture: Buffer) => Promise.resolve(picture))
      const original = await photoLike(seed, sizeOf(seed >> 3))
      const keys = Array.from({ length: VIEWERS }, (_, viewer) => keyOf(viewer, seed))
      const viewer = Math.floor(random() * VIEWERS)
      const sent = await marked(original, keyOf(viewer, seed))
      ratios.push(noiseRatio((await pixelsOf(original)).data, (await pixelsOf(sent)).data))
      const named = await lookUp(await alter(sent, random), original, keys)
      if (named.some(({ at }) => at !== viewer)) wrong.push(`${seed} ${way}`)
      if (!named.some(({ at }) => at === viewer)) missed.push(`${seed} ${way}`)
      if ((await lookUp(await alter(original, random), original, keys)).length > 0) wrong.push(`${seed} unmarked`)
      if (isLongForm && seed % 50 === 0)
        // The run takes hours: it tells how far it is.
        console.info(
          `${seed}: ${missed.length} missed, ${wrong.length} wrong, mean ${mean(ratios).toFixed(2)} dB`,
          missed.slice(-8),
        )
    }
    expect(wrong).toEqual([])
    expect(missed.length).toBeLessThanOrEqual(COPIES / 100)
    expect(mean(ratios)).toBeGreaterThan(40)
  })

  it('The average of the pictures of two viewers names both or one of them, and never a third', async () => {
    const keys = Array.from({ length: VIEWERS }, (_, viewer) => keyOf(viewer, 1))
    const original = await photoLike(77)
    const [one, other] = [
      await pixelsOf(await marked(original, keyOf(3, 1))),
      await pixelsOf(await marked(original, keyOf(40, 1))),
    ]
    const mixtures = {
      average: (a: number, b: number) => (a + b) / 2,
      darker: (a: number, b: number) => Math.min(a, b),
      brighter: (a: number, b: number) => Math.max(a, b),
      interleaved: (a: number, b: number, i: number) => (Math.floor(i / 3) % 2 ? a : b),
    }
    for (const [name, mix] of Object.entries(mixtures).slice(0, isLongForm ? undefined : 1)) {
      const data = Uint8Array.from(one.data, (value, i) => mix(value, other.data[i] ?? 0, i)) as Buffer
      const named = await lookUp(
        await sharp(data, { raw: { width: 480, height: 600, channels: 3 } })
          .jpeg({ quality: 75 })
          .toBuffer(),
        original,
        keys,
      )
      expect(named.length, name).toBeGreaterThan(0)
      for (const { at } of named) expect([3, 40], name).toContain(at)
    }
  })

  it('A flat picture names the right viewer or nobody', async () => {
    const keys = Array.from({ length: VIEWERS }, (_, viewer) => keyOf(viewer, 2))
    for (const background of isLongForm ? ['#000', '#fff', '#7a3b4c'] : ['#7a3b4c']) {
      const flat = await sharp({ create: { width: 480, height: 600, channels: 3, background } })
        .webp()
        .toBuffer()
      const named = await lookUp(
        await sharp(await marked(flat, keyOf(5, 2)))
          .jpeg({ quality: 60 })
          .toBuffer(),
        flat,
        keys,
      )
      for (const { at } of named) expect(at).toBe(5)
    }
  })

  it('The mark of another picture, and that of a stranger, name nobody', async () => {
    const original = await photoLike(5)
    for (const key of [keyOf(1, 99), markKey(Buffer.from('another'), '5')].slice(isLongForm ? 0 : 1))
      expect(await lookUp(await marked(original, key), original, [keyOf(1, 5), keyOf(2, 5)])).toEqual([])
  })

  it('A copy of another picture is not taken for this one', async () => {
    const [copy, picture] = [await copyPlane(sharp(await photoLike(8))), await originalPlane(sharp(await photoLike(9)))]
    const [candidate] = findCandidates(copy, [{ id: 0, thumbnail: thumbnailOf(picture) }], 1)
    expect(candidate && locate(picture, copy, candidate.places)).toBeUndefined()
  })
})

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
