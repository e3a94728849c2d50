import sharp from 'sharp'
import { answerParent } from '#server/media/answer-parent.ts'
import type { EncodeAnswer, Picture } from './decode-pool.ts'
import { encodePortrait } from './image-encoder.ts'
import { previewSize } from './preview-size.ts'

/** A worker process that makes the JPEG of a link preview from a stored picture, one at a time. */

sharp.concurrency(1)
sharp.cache(false)
// It only reads what this product has stored.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebpFile'] })

/** JPEG knows no transparency: this colour is behind it, that of the paper. */
const BEHIND = '#faf5ec'

async function encode({ path, is_portrait }: Picture): Promise<EncodeAnswer> {
  try {
    if (is_portrait) return { files: [await encodePortrait(path)] }
    // Of an animation the first frame.
    const picture = sharp(path, { pages: 1 })
    const about = await picture.metadata()
    const size = previewSize({ width: about.width, height: about.pageHeight ?? about.height })
    const { data, info } = await picture
      .resize({ ...size, fit: 'cover' })
      .flatten({ background: BEHIND })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer({ resolveWithObject: true })
    return { files: [{ name: 'preview.jpg', width: info.width, height: info.height, bytes: data }] }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

answerParent(encode)
