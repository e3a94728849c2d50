import { parentPort, workerData } from 'node:worker_threads'
import { refuseBombs } from './mp4-boxes.ts'
import { remux } from './remux.ts'
import { type RemuxAnswer, type RemuxQuestion, VideoRefusal } from './video-refusal.ts'

/** The thread a video is rewritten in: what a hostile file does to it, it does to nothing else. */

const { from, to } = workerData as RemuxQuestion

async function answer(): Promise<RemuxAnswer> {
  try {
    // Even looking a file over takes a while when it is meant to.
    const size = await refuseBombs(from)
    return { video: await remux(from, to, size) }
  } catch (error) {
    // A file that the reader stumbles over is a broken file; a disk that fails is not its fault.
    if (isFailure(error)) throw error
    return { refusal: error instanceof VideoRefusal ? error.reason : 'unreadable' }
  }
}

function isFailure(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

parentPort?.postMessage(await answer())
