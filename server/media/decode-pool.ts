import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/errors.ts'
import type { EncodedFile } from './image-encoder.ts'
import { type Sender, UploadLine } from './upload-line.ts'

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
  /** How long one picture may take. The longest that is allowed, a large GIF, takes about 15 s. */
  deadline_ms?: number
  /** How long a worker with nothing to do stays. */
  idle_ms?: number
  program?: string
}

export interface DecodePool {
  draw(picture: Picture, sender?: Sender): Promise<EncodedFile[]>
  /** The processes that are there now. */
  pids(): number[]
}

const PROGRAM = join(import.meta.dirname, 'image-worker.ts')
/** Decoders leave holes in the memory: a worker that did this much makes room for a new one. */
const PICTURES_A_WORKER = 100
const LAST_WORDS_MAX = 2048
const TOLD_TO_END: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])

/** The largest picture takes about this much while it is drawn. */
const MEMORY_A_PICTURE = 1024 ** 3

/** One core is always left to everybody else, and a small machine does not run out of memory either. */
export function picturesAtOnce(
  cores = availableParallelism(),
  memory = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): number {
  return Math.max(1, Math.min(cores - 1, Math.floor(memory / MEMORY_A_PICTURE)))
}

export function createDecodePool(options: PoolOptions = {}): DecodePool {
  const { at_once = picturesAtOnce(), waiting_max = 30 } = options
  const workers = new Set<Worker>()
  const line = new UploadLine({ what: 'pictures', at_once, waiting_max })

  function takeWorker(): Worker {
    const free = [...workers].find((worker) => worker.isFree())
    if (free) return free
    const worker = new Worker(options, () => workers.delete(worker))
    workers.add(worker)
    return worker
  }

  return {
    draw: (picture, sender) => line.take(sender, async () => filesOf(await takeWorker().draw(picture))),
    pids: () => [...workers].flatMap(({ pid }) => pid ?? []),
  }
}

function filesOf(drawn: Drawn): EncodedFile[] {
  if ('files' in drawn) return drawn.files
  if ('failure' in drawn) throw new Error(`a picture could not be drawn: ${drawn.failure}`)
  throw new AppError(drawn.refusal.code, drawn.refusal.message)
}

/** One process and what it is doing. It holds nobody up from ending while it does nothing. */
class Worker {
  readonly #child: ChildProcess
  readonly #options: PoolOptions
  #isBusy = false
  #isGone = false
  #drawn = 0
  #idle: NodeJS.Timeout | undefined
  #lastWords = ''

  constructor(options: PoolOptions, onGone: () => void) {
    this.#options = options
    // With an environment of its own: the server's holds secrets.
    this.#child = fork(options.program ?? PROGRAM, [], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      this.#lastWords = (this.#lastWords + words).slice(-LAST_WORDS_MAX)
    })
    const gone = () => {
      this.#isGone = true
      onGone()
    }
    this.#child.on('exit', gone)
    this.#child.on('error', gone)
    this.#rest()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  isFree(): boolean {
    return !this.#isBusy && !this.#isGone
  }

  async draw(picture: Picture): Promise<Drawn> {
    this.#isBusy = true
    clearTimeout(this.#idle)
    this.#child.ref()
    this.#child.channel?.ref()
    ;(this.#child.stderr as Socket | null)?.ref()
    try {
      return await this.#ask(picture)
    } finally {
      this.#isBusy = false
      this.#drawn += 1
      if (this.#drawn >= PICTURES_A_WORKER) this.#end()
      else this.#rest()
    }
  }

  #ask(picture: Picture): Promise<Drawn> {
    const { promise, resolve, reject } = Promise.withResolvers<Drawn>()
    const refuse = (message: string) => resolve({ refusal: { code: 'invalid', message } })
    const onEnd = (code: number | null, signal: NodeJS.Signals | null) => {
      // Told to end together with the server, before it knew that such words are not for it.
      if (signal && TOLD_TO_END.has(signal)) reject(new AppError('unavailable', 'The service is about to end'))
      // Killed by another signal: the file was too much for the decoder. Everything else is our own mistake.
      else if (code === null) refuse('The picture could not be processed')
      else reject(new Error(`the image worker ended with ${code}: ${this.#lastWords}`))
    }
    const deadline = setTimeout(() => {
      refuse('The picture takes too long to process')
      this.#end()
    }, this.#options.deadline_ms ?? 90_000)
    this.#child.once('message', resolve as (drawn: unknown) => void)
    // Not `exit`: its last words may still be on their way then.
    this.#child.once('close', onEnd)
    this.#child.once('error', reject)
    if (this.#isGone) reject(new Error('the image worker could not be started'))
    else this.#child.send(picture, (error) => error && reject(error))
    return promise.finally(() => {
      clearTimeout(deadline)
      this.#child.off('message', resolve as (drawn: unknown) => void)
      this.#child.off('close', onEnd)
      this.#child.off('error', reject)
    })
  }

  #rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
    ;(this.#child.stderr as Socket | null)?.unref()
    this.#idle = setTimeout(() => this.#end(), this.#options.idle_ms ?? 30_000).unref()
  }

  #end(): void {
    this.#isGone = true
    this.#child.kill('SIGKILL')
  }
}
