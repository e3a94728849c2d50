import { AppError } from '#server/errors.ts'
import { answerParent } from '#server/media/answer-parent.ts'
import type { EncodeAnswer, Picture } from './decode-pool.ts'
import { encodePicture } from './image-encoder.ts'

/**
 * A worker process that re-encodes pictures, one at a time. A file that crashes a decoder or loops forever affects this
 * process and not the server, and uploaded bytes never share memory with session tokens.
 */
async function encode({ path, bytes, is_portrait }: Picture): Promise<EncodeAnswer> {
  try {
    return { files: await encodePicture(path, bytes, is_portrait) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

answerParent(encode)
