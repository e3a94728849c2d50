import { type ChildProcess, fork } from 'node:child_process'
import { realpathSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { AppError } from '#server/errors.ts'
import { residentBytes } from './resident-memory.ts'

export interface WorkerOptions {
  program: string
  /** Files and folders that it may read besides its own code. A folder ends with a slash. */
  read: string[]
  write?: string[]
  /** Whether it needs native code. What that code does, Node's permissions cannot see. */
  has_addons?: boolean
  /** The most memory that it may have, and its JavaScript heap as a part of that. */
  memory_bytes: number
  heap_bytes: number
  /** How long it may work on one file. */
  deadline_ms: number
  /** How long it stays with nothing to do. */
  idle_ms?: number
}

/** Why a worker ended before it answered: the file was too much for it. */
export type Ended = 'deadline' | 'memory' | 'crash'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CODE = [
  path.join(ROOT, 'server/'),
  path.join(ROOT, 'contract/'),
  path.join(realpathSync(path.join(ROOT, 'node_modules')), '/'),
  path.join(ROOT, 'package.json'),
]
const LAST_WORDS_MAX = 2048
const MEMORY_LOOK_MS = 100
/** A worker that holds more than this part of its memory after its work makes room for a new one. */
const KEPT_PART = 4
const TOLD_TO_END: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])

/** Node's permission model: without these flags nothing is read, written or started. */
function permissionFlags({ program, read, write = [], has_addons = false }: WorkerOptions): string[] {
  return [
    '--permission',
    ...[...CODE, program, ...read].map((place) => `--allow-fs-read=${place}`),
    ...write.map((place) => `--allow-fs-write=${place}`),
    ...(has_addons ? ['--allow-addons'] : []),
    // Node warns of --allow-addons; the last words are kept for what went wrong.
    '--no-warnings',
  ]
}

/**
 * A process that works on files nobody has looked at, one at a time: with Node's permissions, an environment without
 * secrets, a deadline and a memory bound. While it does nothing it holds nobody up from ending.
 */
export class WorkerProcess {
  readonly #child: ChildProcess
  readonly #options: WorkerOptions
  readonly #closed = Promise.withResolvers<void>()
  #isBusy = false
  #isGone = false
  #idle: NodeJS.Timeout | undefined
  #lastWords = ''

  constructor(options: WorkerOptions, onGone: () => void = () => {}) {
    this.#options = options
    const megabytes = Math.ceil(options.heap_bytes / 1024 ** 2)
    this.#child = fork(options.program, [], {
      env: {},
      execArgv: [...permissionFlags(options), `--max-old-space-size=${megabytes}`],
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
    this.#child.on('error', () => this.#closed.resolve())
    this.#child.on('close', () => this.#closed.resolve())
    this.#rest()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  isFree(): boolean {
    return !this.#isBusy && !this.#isGone
  }

  async ask<Answer>(question: object): Promise<{ answer: Answer } | { ended: Ended }> {
    this.#isBusy = true
    clearTimeout(this.#idle)
    this.#hold()
    try {
      const outcome = await this.#answerTo<Answer>(question)
      // What a large file left behind is not held against the next one.
      if ((await this.#memory()) > this.#options.memory_bytes / KEPT_PART) void this.end()
      return outcome
    } finally {
      this.#isBusy = false
      if (!this.#isGone) this.#rest()
    }
  }

  /** Kills it. Resolves when it is gone, and has let go of its files. */
  async end(): Promise<void> {
    this.#isGone = true
    clearTimeout(this.#idle)
    // Otherwise a process with nothing else to do would end before this resolves.
    this.#hold()
    this.#child.kill('SIGKILL')
    await this.#closed.promise
  }

  #answerTo<Answer>(question: object): Promise<{ answer: Answer } | { ended: Ended }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ answer: Answer } | { ended: Ended }>()
    const onMessage = (answer: unknown) => resolve({ answer: answer as Answer })
    const onClose = (code: number | null, signal: NodeJS.Signals | null) => {
      // Told to end together with the server, before it knew that such words are not for it.
      if (signal && TOLD_TO_END.has(signal)) reject(new AppError('unavailable', 'The service is about to end'))
      // Killed by another signal: the file was too much for the decoder. Everything else is our own mistake.
      else if (code === null) resolve({ ended: 'crash' })
      else reject(new Error(`the worker ended with ${code}: ${this.#lastWords}`))
    }
    const giveUp = (ended: Ended) => {
      resolve({ ended })
      void this.end()
    }
    let isOver = false
    const deadline = setTimeout(() => giveUp('deadline'), this.#options.deadline_ms)
    const look = setInterval(async () => {
      if ((await this.#memory()) > this.#options.memory_bytes && !isOver) giveUp('memory')
    }, MEMORY_LOOK_MS)
    this.#child.once('message', onMessage)
    // Not `exit`: its last words may still be on their way then.
    this.#child.once('close', onClose)
    this.#child.once('error', reject)
    if (this.#isGone) reject(new Error('the worker could not be started'))
    else this.#child.send(question, (error) => error && reject(error))
    return promise.finally(() => {
      isOver = true
      clearTimeout(deadline)
      clearInterval(look)
      this.#child.off('message', onMessage)
      this.#child.off('close', onClose)
      this.#child.off('error', reject)
    })
  }

  async #memory(): Promise<number> {
    return this.#child.pid === undefined || this.#isGone ? 0 : await residentBytes(this.#child.pid)
  }

  #hold(): void {
    this.#child.ref()
    this.#child.channel?.ref()
    ;(this.#child.stderr as Socket | null)?.ref()
  }

  #rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
    ;(this.#child.stderr as Socket | null)?.unref()
    this.#idle = setTimeout(() => void this.end(), this.#options.idle_ms ?? 30_000).unref()
  }
}
