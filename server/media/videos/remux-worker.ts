import { answerParent } from '#server/media/answer-parent.ts'
import { refuseBombs } from './mp4-boxes.ts'
import { remux } from './remux.ts'
import { type RemuxAnswer, type RemuxQuestion, VideoRefusal } from './video-refusal.ts'

/** The process a video is rewritten in: what a hostile file does to it, it does to nothing else. */

async function answer({ from, to }: RemuxQuestion): Promise<RemuxAnswer> {
  try {
    // Even looking a file over takes a while when it is meant to.
    const size = await refuseBombs(from)
    return { video: await remux(from, to, size) }
  } catch (error) {
    // A file that the reader stumbles over is a broken file; a disk that fails is not its fault.
    if (isFailure(error)) return { failure: { message: error.message, code: error.code } }
    return { refusal: error instanceof VideoRefusal ? error.reason : 'unreadable' }
  }
}

function isFailure(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

answerParent(answer)
