import { availableParallelism, totalmem } from 'node:os'
import path from 'node:path'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/errors.ts'
import type { DecodeBudget } from '#server/media/decode-budget.ts'
import { type Sender, UploadQueue } from '#server/media/upload-queue.ts'
import { type WorkerEnd, WorkerProcess } from '#server/media/worker-process.ts'
import type { EncodedFile } from './image-encoder.ts'

export interface Picture {
  path: string
  bytes: number
  /** It is also needed in the width for portraits, or, of a stored picture, only in that. */
  is_portrait?: boolean
}

/** The answer of a worker: what was asked for, a refusal of the picture, or an internal error. */
type WorkerAnswer<Answer> = Answer | { refusal: { code: ErrorCode; message: string } } | { failure: string }

export type EncodeAnswer = WorkerAnswer<{ files: EncodedFile[] }>

interface PoolOptions {
  /** How many pictures are decoded at once. */
  at_once?: number
  /** How many may wait in the queue. */
  waiting_max?: number
  /** How many pictures of one user may wait or be in work. */
  open_per_user?: number
  /** The time limit of one picture. The slowest valid one, a large GIF, takes about 12 s. */
  deadline_ms?: number
  /** The memory limit of one worker. */
  memory_bytes?: number
  /** How long an idle worker is kept. */
  idle_ms?: number
  program?: string
  budget?: DecodeBudget
  /** The folder that the workers may read. Default: the one of the picture. */
  folder?: string
}

export interface DecodePool<Question extends Picture = Picture> {
  encode(picture: Question, sender?: Sender): Promise<EncodedFile[]>
  /** For workers that answer something else than files. */
  ask<Answer extends object>(question: Question, sender?: Sender): Promise<Answer>
  pids(): number[]
}

const PROGRAM = path.join(import.meta.dirname, 'image-worker.ts')
const DEADLINE_MS = 30_000
/** A worker is replaced after this many pictures, because decoders fragment its memory. */
const PICTURES_PER_WORKER = 100

/** The default memory limit. The largest valid picture, 50 megapixels of 16 bits, takes about half of it. */
const MEMORY_PER_WORKER = 1024 ** 3
/** Pixels are outside the JavaScript heap; only the encoded files pass through it. */
const HEAP_BYTES = 128 * 1024 ** 2

/** Leaves one core to requests, and does not exceed the memory of a small machine. */
export function picturesAtOnce(
  cores = availableParallelism(),
  memory = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): number {
  return Math.max(1, Math.min(cores - 1, Math.floor(memory / MEMORY_PER_WORKER)))
}

export function createDecodePool<Question extends Picture = Picture>(options: PoolOptions = {}): DecodePool<Question> {
  const { at_once = picturesAtOnce(), waiting_max = 30, open_per_user, budget } = options
  const workers = new Map<WorkerProcess, { folder: string; encoded: number }>()
  const queue = new UploadQueue({
    ...{ what: 'pictures', at_once, waiting_max },
    ...(open_per_user !== undefined && { open_per_user }),
    ...(budget && { budget }),
  })

  /** A worker may read one folder only, that of the uploads. Another folder, as for the demo data, needs another worker. */
  function takeWorker(folder: string): WorkerProcess {
    const free = [...workers.keys()].filter((worker) => worker.isFree())
    const fitting = free.find((worker) => workers.get(worker)?.folder === folder)
    if (fitting) return fitting
    if (workers.size >= at_once) for (const worker of free) void worker.end()
    const worker = new WorkerProcess(
      {
        program: options.program ?? PROGRAM,
        read: [folder],
        has_addons: true,
        memory_bytes: options.memory_bytes ?? MEMORY_PER_WORKER,
        heap_bytes: HEAP_BYTES,
        deadline_ms: options.deadline_ms ?? DEADLINE_MS,
        ...(options.idle_ms !== undefined && { idle_ms: options.idle_ms }),
      },
      () => workers.delete(worker),
    )
    workers.set(worker, { folder, encoded: 0 })
    return worker
  }

  async function work<Answer extends object>(picture: Question): Promise<Answer> {
    const worker = takeWorker(path.join(options.folder ?? path.dirname(picture.path), '/'))
    try {
      const outcome = await worker.ask<WorkerAnswer<Answer>>(picture)
      return settled(
        'answer' in outcome ? outcome.answer : { refusal: { code: 'invalid', message: ENDED_MESSAGES[outcome.ended] } },
      )
    } finally {
      const known = workers.get(worker)
      if (known) known.encoded += 1
      if (known && known.encoded >= PICTURES_PER_WORKER) void worker.end()
    }
  }

  const ask = <Answer extends object>(question: Question, sender?: Sender) =>
    queue.run(sender, () => work<Answer>(question))
  return {
    ask,
    encode: async (picture, sender) => (await ask<{ files: EncodedFile[] }>(picture, sender)).files,
    pids: () => [...workers.keys()].flatMap(({ pid }) => pid ?? []),
  }
}

const ENDED_MESSAGES: Record<WorkerEnd, string> = {
  deadline: 'The picture takes too long to process',
  memory: 'The picture takes too much memory to process',
  crash: 'The picture could not be processed',
}

function settled<Answer extends object>(answer: WorkerAnswer<Answer>): Answer {
  if ('failure' in answer) throw new Error(`a picture could not be processed: ${answer.failure}`)
  if ('refusal' in answer) throw new AppError(answer.refusal.code, answer.refusal.message)
  return answer
}
