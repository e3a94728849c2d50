import { answerParent } from '#server/media/answer-parent.ts'
import { refuseBombs } from './mp4-boxes.ts'
import { remux } from './remux.ts'
import { type RemuxAnswer, type RemuxQuestion, VideoRefusal } from './video-refusal.ts'

/** A worker process that remuxes one video, so that a hostile file cannot affect the server. */

async function answer({ from, to }: RemuxQuestion): Promise<RemuxAnswer> {
  try {
    // Inside the worker too, because even this check can take long for a hostile file.
    const size = await refuseBombs(from)
    return { video: await remux(from, to, size) }
  } catch (error) {
    // An error of the parser means a broken file; an error of the disk does not.
    if (isFailure(error)) return { failure: { message: error.message, code: error.code } }
    return { refusal: error instanceof VideoRefusal ? error.reason : 'unreadable' }
  }
}

function isFailure(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

answerParent(answer)
