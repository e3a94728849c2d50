import { availableParallelism, totalmem } from 'node:os'
import path from 'node:path'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/errors.ts'
import type { DecodeBudget } from '#server/media/decode-budget.ts'
import { type Sender, UploadQueue } from '#server/media/upload-queue.ts'
import { type Ended, WorkerProcess } from '#server/media/worker-process.ts'
import type { EncodedFile } from './image-encoder.ts'

/** What a worker is given. */
export interface Picture {
  path: string
  bytes: number
}

/** What it answers: files, why there are none, or that something is broken on our side. */
export type Drawn = { files: EncodedFile[] } | { refusal: { code: ErrorCode; message: string } } | { failure: string }

interface PoolOptions {
  /** How many pictures are decoded at once. */
  at_once?: number
  /** How many may wait for their turn. */
  waiting_max?: number
  /** How long one picture may take. The longest that is allowed, a large GIF, takes about 12 s. */
  deadline_ms?: number
  /** How much memory one worker may have. */
  memory_bytes?: number
  /** How long a worker with nothing to do stays. */
  idle_ms?: number
  program?: string
  budget?: DecodeBudget
}

export interface DecodePool {
  draw(picture: Picture, sender?: Sender): Promise<EncodedFile[]>
  /** The processes that are there now. */
  pids(): number[]
}

const PROGRAM = path.join(import.meta.dirname, 'image-worker.ts')
const DEADLINE_MS = 30_000
/** Decoders leave holes in the memory: a worker that did this much makes room for a new one. */
const PICTURES_A_WORKER = 100

/** The most that a worker may take. The largest picture, 50 megapixels of 16 bits, takes about half of it. */
const MEMORY_A_PICTURE = 1024 ** 3
/** Pixels are not in the JavaScript heap; only the finished files pass through it. */
const HEAP_BYTES = 128 * 1024 ** 2

/** One core is always left to everybody else, and a small machine does not run out of memory either. */
export function picturesAtOnce(
  cores = availableParallelism(),
  memory = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): number {
  return Math.max(1, Math.min(cores - 1, Math.floor(memory / MEMORY_A_PICTURE)))
}

export function createDecodePool(options: PoolOptions = {}): DecodePool {
  const { at_once = picturesAtOnce(), waiting_max = 30, budget } = options
  const workers = new Map<WorkerProcess, { folder: string; drawn: number }>()
  const queue = new UploadQueue({ what: 'pictures', at_once, waiting_max, ...(budget && { budget }) })

  /** A worker reads one folder, that of the uploads. Another folder, as in the demo world, needs another worker. */
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
        memory_bytes: options.memory_bytes ?? MEMORY_A_PICTURE,
        heap_bytes: HEAP_BYTES,
        deadline_ms: options.deadline_ms ?? DEADLINE_MS,
        ...(options.idle_ms !== undefined && { idle_ms: options.idle_ms }),
      },
      () => workers.delete(worker),
    )
    workers.set(worker, { folder, drawn: 0 })
    return worker
  }

  async function draw(picture: Picture): Promise<EncodedFile[]> {
    const worker = takeWorker(path.join(path.dirname(picture.path), '/'))
    try {
      const outcome = await worker.ask<Drawn>(picture)
      return filesOf(
        'answer' in outcome ? outcome.answer : { refusal: { code: 'invalid', message: WORDS[outcome.ended] } },
      )
    } finally {
      const known = workers.get(worker)
      if (known) known.drawn += 1
      if (known && known.drawn >= PICTURES_A_WORKER) void worker.end()
    }
  }

  return {
    draw: (picture, sender) => queue.run(sender, () => draw(picture)),
    pids: () => [...workers.keys()].flatMap(({ pid }) => pid ?? []),
  }
}

const WORDS: Record<Ended, string> = {
  deadline: 'The picture takes too long to process',
  memory: 'The picture takes too much memory to process',
  crash: 'The picture could not be processed',
}

function filesOf(drawn: Drawn): EncodedFile[] {
  if ('files' in drawn) return drawn.files
  if ('failure' in drawn) throw new Error(`a picture could not be drawn: ${drawn.failure}`)
  throw new AppError(drawn.refusal.code, drawn.refusal.message)
}
