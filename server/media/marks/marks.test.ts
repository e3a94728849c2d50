import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ALTERATIONS } from '#tests/support/files/alterations.ts'
import { photoLike } from '#tests/support/files/photo-like.ts'
import { isLongForm, LONG_FORM_MS } from '#tests/support/long-form.ts'
import { MarkTrial } from '#tests/support/scenarios/mark-trials.ts'
import { gridOf } from './chips.ts'
import { thumbnailOf } from './find-place.ts'
import { findCandidates, isSame, locate } from './find-viewer.ts'
import { copyPlane, originalPlane } from './mark-pixels.ts'
import { sureness } from './read-mark.ts'

/** Among how many viewers the mark of a copy is looked for. */
const VIEWERS = isLongForm ? 1000 : 50
/** Which pictures are read. `bench/mark-copies.ts` reads ten thousand copies. */
const PICTURES = isLongForm ? Array.from({ length: 30 }, (_, seed) => seed) : [2, 15]
/** In the short form a screenshot of a crop, and a saved crop. */
const WAYS = isLongForm
  ? ALTERATIONS
  : ALTERATIONS.filter((way) => ['cropped, screenshot', 'cropped, quality 60'].includes(way.join(', ')))

describe('The invisible mark', () => {
  it('Altered copies name the viewer they were made for and nobody else, and unmarked ones name nobody', {
    timeout: isLongForm ? LONG_FORM_MS : 120_000,
  }, async () => {
    const wrong: string[] = []
    const missed: string[] = []
    const ratios: number[] = []
    for (const seed of PICTURES) {
      const trial = await MarkTrial.of(seed, VIEWERS)
      const viewer = seed % VIEWERS
      const { bytes, ratio } = await trial.markedFor(viewer)
      ratios.push(ratio)
      for (const [copy, steps] of WAYS.entries()) {
        const name = `${seed} ${trial.kind} ${trial.width}: ${steps.join(', ')}`
        const { named } = await trial.readAltered(bytes, steps, copy)
        if (named.some((at) => at !== viewer)) wrong.push(name)
        if (!named.includes(viewer)) missed.push(name)
        if ((await trial.readAltered(trial.unmarked, steps, copy)).named.length > 0) wrong.push(`${name}, unmarked`)
      }
    }
    expect(wrong).toEqual([])
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual((PICTURES.length * WAYS.length) / 100)
    expect(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toBeGreaterThan(40)
  })

  it('The average of the pictures of two viewers names both or one of them, and never a third', async () => {
    const trial = await MarkTrial.of(30, VIEWERS)
    const mixtures = {
      average: (a: number, b: number) => (a + b) / 2,
      darker: (a: number, b: number) => Math.min(a, b),
      brighter: (a: number, b: number) => Math.max(a, b),
      interleaved: (a: number, b: number, i: number) => (Math.floor(i / 3) % 2 ? a : b),
    }
    for (const [name, mix] of Object.entries(mixtures).slice(0, isLongForm ? undefined : 1)) {
      const { named } = await trial.readAltered(await trial.mixedFor(3, 40, mix), ['quality 60'], 1)
      expect(named.length, name).toBeGreaterThan(0)
      for (const at of named) expect([3, 40], name).toContain(at)
    }
  })

  it('A picture of one colour names the right viewer or nobody', async () => {
    for (const background of isLongForm ? ['#000', '#fff', '#7a3b4c'] : ['#7a3b4c']) {
      const picture = sharp({ create: { width: 480, height: 600, channels: 3, background } })
      const trial = await MarkTrial.ofPicture(await picture.webp().toBuffer(), VIEWERS)
      const { named } = await trial.readAltered((await trial.markedFor(5)).bytes, ['quality 60'], 1)
      for (const at of named) expect(at).toBe(5)
    }
  })

  it('The mark of another picture names nobody', async () => {
    const picture = await photoLike(5)
    const [one, other] = await Promise.all([0, 1].map((at) => MarkTrial.ofPicture(picture, VIEWERS, `picture ${at}`)))
    const { bytes } = (await one?.markedFor(4)) ?? {}
    const { scores, named } = (await other?.read(bytes ?? picture)) ?? {}
    expect(scores).toHaveLength(VIEWERS)
    expect(named).toEqual([])
  })

  it('A copy of another picture is not taken for this one', async () => {
    const [copy, picture] = [await copyPlane(sharp(await photoLike(8))), await originalPlane(sharp(await photoLike(9)))]
    const [candidate] = findCandidates(copy, [{ id: 0, thumbnail: thumbnailOf(picture) }])
    const found = candidate && locate(picture, copy, candidate.places)
    expect(found !== undefined && isSame(found, [])).toBe(false)
  })

  it('The more viewers were compared, the higher a score must be: one name in twenty million may be an accident', () => {
    // An accident among n viewers has a chance of at most n × exp(-s²/2); 0.05 of a millionth of it is left.
    for (const compared of [1, 1000, 20_000]) {
      const least = Math.sqrt(2 * Math.log((compared * 1e6) / 0.05))
      expect([sureness(least - 0.01, compared) < 0.95, sureness(least + 0.01, compared) > 0.95]).toEqual([true, true])
    }
    expect(sureness(6.8, 1000)).toBeLessThan(0.95)
  })

  it('The sides of a tall picture, rounded to pixels, may stand for other cells: all widths have those of the smallest', () => {
    expect(gridOf({ width: 480, height: 750 })).not.toEqual(gridOf({ width: 410, height: 640 }))
    expect(gridOf({ width: 480, height: 749 })).not.toEqual(gridOf({ width: 1600, height: 2498 }))
  })
})
