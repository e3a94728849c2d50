import sharp from 'sharp'
import { IMAGE_MAX_PIXELS } from '#contract/media.ts'
import { answerParent } from '#server/media/answer-parent.ts'
import { chipBits, gridOf } from './chips.ts'
import { chooseViewers, findCandidates, isSame, locate } from './find-viewer.ts'
import { copyPlane, originalPlane } from './mark-pixels.ts'
import { prepareMarked, readCells, scoresOf } from './read-mark.ts'
import type { CompareAnswer, ReadAnswer, TraceQuestion } from './tracer.ts'

/** A worker process that reads the mark of a leaked copy, one at a time. The copy comes from anywhere. */

sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })

const SIDE_MIN = 64

class Refusal extends Error {}

async function answer(question: TraceQuestion): Promise<object> {
  try {
    return await trace(question)
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: 'invalid', message: error.message } }
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

async function trace({ path, step }: TraceQuestion): Promise<CompareAnswer | ReadAnswer> {
  // Reads only the header, so that a picture that is too large is never decoded.
  const about = await sharp(path, { limitInputPixels: false, pages: 1 }).metadata().catch(unreadable)
  if (about.width * about.height > IMAGE_MAX_PIXELS) throw new Refusal('The picture has more than 50 megapixels')
  if (Math.min(about.width, about.height) < SIDE_MIN) throw new Refusal('The picture is too small')
  const picture = sharp(path, { limitInputPixels: IMAGE_MAX_PIXELS, pages: 1, failOn: 'error' })
  const copy = await copyPlane(picture.autoOrient()).catch(unreadable)
  if ('thumbnails' in step) {
    const pictures = step.thumbnails.map(({ width, bytes }, id) => ({
      id,
      thumbnail: { width, height: bytes.length / width, values: Float32Array.from(bytes) },
    }))
    const { width, height } = about.autoOrient
    return { width, height, candidates: findCandidates(copy, pictures) }
  }
  const original = await originalPlane(sharp(step.original))
  const found = locate(original, copy, step.places)
  if (!found) return { is_same: false, viewers: [] }
  const grid = gridOf(await sharp(step.original).metadata())
  const reading = readCells(prepareMarked(original, grid), copy, found.place)
  const signs = step.keys.map((key) => chipBits(Buffer.from(key), grid))
  const viewers = chooseViewers(scoresOf(reading, signs))
  return isSame(found, viewers) ? { is_same: true, viewers } : { is_same: false, viewers: [] }
}

function unreadable(): never {
  throw new Refusal('The file is not a JPEG, PNG or WebP picture, or it is damaged')
}

answerParent(answer)
