import sharp from 'sharp'
import { answerParent } from '#server/media/answer-parent.ts'
import { thumbnailOf } from './find-place.ts'
import { MARKED_WEBP, markPixels, originalPlane } from './mark-pixels.ts'
import type { MarkAnswer, MarkQuestion } from './marked-pictures.ts'
import { visibleMark } from './visible-mark.ts'

/** A worker process that draws the mark of one viewer into a stored picture, one at a time. */

sharp.concurrency(1)
sharp.cache(false)
// It only reads what this product has stored or drawn.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebpFile', 'VipsForeignLoadSvgBuffer'] })

async function mark({
  path,
  mark: { key, grid, style, text },
}: MarkQuestion): Promise<MarkAnswer | { failure: string }> {
  try {
    const thumbnail = thumbnailOf(await originalPlane(sharp(path)))
    const { data, info } = await sharp(path).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    await markPixels({ width, height, channels, data }, Buffer.from(key), grid)
    const picture = sharp(data, { raw: { width, height, channels } })
    if (style !== 'unseen') picture.composite([{ input: Buffer.from(visibleMark(style, text, { width, height })) }])
    return {
      bytes: await picture.webp(MARKED_WEBP).toBuffer(),
      thumbnail: { width: thumbnail.width, bytes: Uint8Array.from(thumbnail.values) },
    }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

answerParent(mark)
