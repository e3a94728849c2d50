import { AppError } from '#server/errors.ts'
import { answerParent } from '#server/media/answer-parent.ts'
import type { Drawn, Picture } from './decode-pool.ts'
import { encodePicture } from './image-encoder.ts'

/**
 * A process that draws pictures anew, one at a time. A file that crashes a decoder or keeps it busy for ever costs this
 * process and not the server; and what somebody uploads never shares memory with anybody's token.
 */
async function draw({ path, bytes }: Picture): Promise<Drawn> {
  try {
    return { files: await encodePicture(path, bytes) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: { code: error.code, message: error.message } }
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

answerParent(draw)
