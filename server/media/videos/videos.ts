import { open } from 'node:fs/promises'
import path from 'node:path'
import type { VideoRefusalReason } from '#contract/errors.ts'
import { VIDEO_MAX_SECONDS, VIDEO_MAX_SIDE } from '#contract/media.ts'
import { AppError } from '#server/errors.ts'
import { UploadQueue } from '#server/media/upload-queue.ts'
import type { UploadedFile } from '#server/media/uploads.ts'
import { WorkerProcess } from '#server/media/worker-process.ts'
import type { RemuxAnswer, RemuxedVideo, RemuxQuestion } from './video-refusal.ts'

const WORKER = {
  program: path.join(import.meta.dirname, 'remux-worker.ts'),
  /** Far more than a valid video takes, even on a slow machine. */
  deadline_ms: 30_000,
  memory_bytes: 512 * 1024 ** 2,
  heap_bytes: 256 * 1024 ** 2,
}
/** Few at a time, because they share one disk. */
const shared = new UploadQueue({ what: 'videos', at_once: 2, waiting_max: 20 })

/** True if the signature is that of an MP4 or MOV file. Whether it is playable shows when it is remuxed. */
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
 * Remuxes a video in a worker process that may only read the one file and write the other, because uploads are not trusted.
 * A refusal has a reason and names the form field of the file.
 */
export async function remuxVideo(
  { path: from, sender, field = 'file' }: UploadedFile,
  to: string,
  { queue = shared, worker = WORKER }: { queue?: UploadQueue; worker?: typeof WORKER } = {},
): Promise<RemuxedVideo> {
  const answer = await queue.run(sender, () => askWorker({ from, to }, worker))
  if ('refusal' in answer) throw refuse(answer.refusal, field)
  if ('failure' in answer) throw Object.assign(new Error(answer.failure.message), { code: answer.failure.code })
  return answer.video
}

async function askWorker(question: RemuxQuestion, options: typeof WORKER): Promise<RemuxAnswer> {
  const { from, to } = question
  const worker = new WorkerProcess({ ...options, read: [from, to], write: [to] })
  try {
    const outcome = await worker.ask<RemuxAnswer>(question)
    return 'answer' in outcome ? outcome.answer : { refusal: 'unreadable' }
  } finally {
    // The files are released only when the process has ended.
    await worker.end()
  }
}

const REFUSAL_MESSAGES: Record<VideoRefusalReason, string> = {
  unreadable: 'The file is not a readable MP4 or MOV video',
  no_video: 'The file has no video in it',
  hevc: 'This video is HEVC (H.265), which many browsers cannot play. Please send it as H.264',
  not_h264: 'Only H.264 videos can be played everywhere. Please send it as H.264',
  not_aac: 'The sound of a video must be AAC',
  too_wide: `A video may be at most ${VIDEO_MAX_SIDE} pixels wide and high`,
  too_long: `A video may last at most ${VIDEO_MAX_SECONDS} seconds`,
}

function refuse(reason: VideoRefusalReason, field: string): AppError {
  const message = REFUSAL_MESSAGES[reason]
  const code = reason === 'too_long' ? 'invalid' : 'unsupported_type'
  return new AppError(code, message, { [field]: message }, reason)
}
