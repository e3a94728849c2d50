import { open } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { VideoRefusalReason } from '#contract/errors.ts'
import { VIDEO_MAX_SECONDS, VIDEO_MAX_SIDE } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'
import { UploadLine } from './upload-line.ts'
import type { UploadedFile } from './uploads.ts'
import type { RemuxAnswer, RemuxedVideo, RemuxQuestion } from './video-refusal.ts'

const WORKER = path.join(import.meta.dirname, 'remux-worker.ts')
/** Far more than an honest video of this size and length takes, on a slow machine too. */
const TIME_LIMIT_MS = 60_000
const MEMORY_LIMIT_MB = 256
/** Few at a time: the machine has its disk once, however many send something. */
const line = new UploadLine({ what: 'videos', at_once: 2, waiting_max: 20 })

/** Whether the bytes say that this is an MP4 or a MOV. Whether it is one to play shows when it is rewritten. */
export async function isVideoFile(name: string): Promise<boolean> {
  const file = await open(name)
  try {
    const header = Buffer.alloc(12)
    await file.read(header, 0, 12, 0)
    return header.toString('latin1', 4, 8) === 'ftyp'
  } finally {
    await file.close()
  }
}

/**
 * Rewrites a video, or says why it is refused, and names the part of the form it came in. In a thread with limits of its
 * own, since nobody knows what is in it.
 */
export async function remuxVideo(
  { path: from, sender, field = 'file' }: UploadedFile,
  to: string,
): Promise<RemuxedVideo> {
  const answer = await line.take(sender, () => askWorker({ from, to }))
  if ('refusal' in answer) throw refuse(answer.refusal, field)
  return answer.video
}

function askWorker(question: RemuxQuestion): Promise<RemuxAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, {
      workerData: question,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB, maxYoungGenerationSizeMb: 64 },
      // What a library says about a broken file is of no use to anybody.
      stdout: true,
      stderr: true,
    })
    let outcome: RemuxAnswer | Error = new Error('the thread that rewrites a video ended without a word')
    const end = (with_outcome: RemuxAnswer | Error) => {
      outcome = with_outcome
      void worker.terminate()
    }
    const timer = setTimeout(() => end({ refusal: 'unreadable' }), TIME_LIMIT_MS)
    worker.once('message', end)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { refusal: 'unreadable' } : error),
    )
    // Only when the thread is gone has it let go of its files.
    worker.once('exit', () => {
      clearTimeout(timer)
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    })
  })
}

const WORDS: Record<VideoRefusalReason, string> = {
  unreadable: 'The file is not a readable MP4 or MOV video',
  no_video: 'The file has no video in it',
  hevc: 'This video is HEVC (H.265), which many browsers cannot play. Please send it as H.264',
  not_h264: 'Only H.264 videos can be played everywhere. Please send it as H.264',
  not_aac: 'The sound of a video must be AAC',
  too_wide: `A video may be at most ${VIDEO_MAX_SIDE} pixels wide and high`,
  too_long: `A video may last at most ${VIDEO_MAX_SECONDS} seconds`,
}

function refuse(reason: VideoRefusalReason, field: string): AppError {
  const words = WORDS[reason]
  const code = reason === 'too_long' ? 'invalid' : 'unsupported_type'
  return new AppError(code, words, { [field]: words }, reason)
}
