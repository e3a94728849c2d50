import { type ChildProcess, execFile, fork } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '#server/errors.ts'

export interface WorkerOptions {
  program: string
  /** Files and folders that it may read besides its code. A folder ends with a slash. */
  read: string[]
  write?: string[]
  /** Whether it needs native addons, which Node's permission model does not restrict. */
  has_addons?: boolean
  /** The memory limit of the process, and that of its JavaScript heap. */
  memory_bytes: number
  heap_bytes: number
  /** The time limit for one file. */
  deadline_ms: number
  /** How long it is kept while idle. */
  idle_ms?: number
}

/** Why a worker ended before it answered, because of the file. */
export type WorkerEnd = 'deadline' | 'memory' | 'crash'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CODE = [
  path.join(ROOT, 'server/'),
  path.join(ROOT, 'contract/'),
  path.join(realpathSync(path.join(ROOT, 'node_modules')), '/'),
  path.join(ROOT, 'package.json'),
]
const STDERR_MAX = 2048
const MEMORY_CHECK_MS = 100
/** A worker that still holds more than this fraction (1/4) of its memory limit after its work is replaced. */
const RETAINED_FRACTION = 4
const SHUTDOWN_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'])

/** Node's permission model: the worker can read, write and start only what these flags allow. */
function permissionFlags({ program, read, write = [], has_addons = false }: WorkerOptions): string[] {
  return [
    '--permission',
    ...[...CODE, program, ...read].map((place) => `--allow-fs-read=${place}`),
    ...write.map((place) => `--allow-fs-write=${place}`),
    ...(has_addons ? ['--allow-addons'] : []),
    // Node warns about --allow-addons on stderr, which is kept for error messages.
    '--no-warnings',
  ]
}

/**
 * A sandboxed process that handles untrusted files, one at a time: with Node's permission model, an empty environment, a
 * deadline and a memory limit. While it is idle it does not keep the server process alive (`unref`).
 */
export class WorkerProcess {
  readonly #child: ChildProcess
  readonly #options: WorkerOptions
  readonly #closed = Promise.withResolvers<void>()
  #isBusy = false
  #isGone = false
  #idle: NodeJS.Timeout | undefined
  #stderr = ''

  constructor(options: WorkerOptions, onGone: () => void = () => {}) {
    this.#options = options
    const megabytes = Math.ceil(options.heap_bytes / 1024 ** 2)
    this.#child = fork(options.program, [], {
      env: {},
      execArgv: [...permissionFlags(options), `--max-old-space-size=${megabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_MAX)
    })
    const gone = () => {
      this.#isGone = true
      onGone()
    }
    this.#child.on('exit', gone)
    this.#child.on('error', gone)
    this.#child.on('error', () => this.#closed.resolve())
    this.#child.on('close', () => this.#closed.resolve())
    this.#unref()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  isFree(): boolean {
    return !this.#isBusy && !this.#isGone
  }

  async ask<Answer>(question: object): Promise<{ answer: Answer } | { ended: WorkerEnd }> {
    this.#isBusy = true
    clearTimeout(this.#idle)
    this.#ref()
    try {
      const outcome = await this.#answerTo<Answer>(question)
      // Memory that a large file left must not count for the next one.
      if ((await this.#memory()) > this.#options.memory_bytes / RETAINED_FRACTION) void this.end()
      return outcome
    } finally {
      this.#isBusy = false
      if (!this.#isGone) this.#unref()
    }
  }

  /** Kills the process. Resolves when it has ended and released its files. */
  async end(): Promise<void> {
    this.#isGone = true
    clearTimeout(this.#idle)
    // `ref`, because otherwise the server could exit before this resolves.
    this.#ref()
    this.#child.kill('SIGKILL')
    await this.#closed.promise
  }

  #answerTo<Answer>(question: object): Promise<{ answer: Answer } | { ended: WorkerEnd }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ answer: Answer } | { ended: WorkerEnd }>()
    const onMessage = (answer: unknown) => resolve({ answer: answer as Answer })
    const onClose = (code: number | null, signal: NodeJS.Signals | null) => {
      // The signal was meant for the whole process group and arrived before the worker ignored signals.
      if (signal && SHUTDOWN_SIGNALS.has(signal)) reject(new AppError('unavailable', 'The service is about to end'))
      // Killed by another signal: the file crashed the decoder. Everything else is a bug of ours.
      else if (code === null) resolve({ ended: 'crash' })
      else reject(new Error(`the worker ended with ${code}: ${this.#stderr}`))
    }
    const giveUp = (ended: WorkerEnd) => {
      resolve({ ended })
      void this.end()
    }
    let isOver = false
    const deadline = setTimeout(() => giveUp('deadline'), this.#options.deadline_ms)
    const memory_check = setInterval(async () => {
      if ((await this.#memory()) > this.#options.memory_bytes && !isOver) giveUp('memory')
    }, MEMORY_CHECK_MS)
    this.#child.once('message', onMessage)
    // `close` and not `exit`, because stderr may not be complete at `exit`.
    this.#child.once('close', onClose)
    this.#child.once('error', reject)
    if (this.#isGone) reject(new Error('the worker could not be started'))
    else this.#child.send(question, (error) => error && reject(error))
    return promise.finally(() => {
      isOver = true
      clearTimeout(deadline)
      clearInterval(memory_check)
      this.#child.off('message', onMessage)
      this.#child.off('close', onClose)
      this.#child.off('error', reject)
    })
  }

  async #memory(): Promise<number> {
    return this.#child.pid === undefined || this.#isGone ? 0 : await residentBytes(this.#child.pid)
  }

  #ref(): void {
    this.#child.ref()
    this.#child.channel?.ref()
    ;(this.#child.stderr as Socket | null)?.ref()
  }

  #unref(): void {
    this.#child.unref()
    this.#child.channel?.unref()
    ;(this.#child.stderr as Socket | null)?.unref()
    this.#idle = setTimeout(() => void this.end(), this.#options.idle_ms ?? 30_000).unref()
  }
}

/** The resident set size of a worker process, including native libraries. Zero if the process has ended. */
export async function residentBytes(pid: number): Promise<number> {
  const kilobytes = process.platform === 'linux' ? fromProc(pid) : await fromPs(pid)
  return Number(kilobytes ?? 0) * 1024
}

/** Synchronous, because /proc is not on a disk and the thread pool would cost ten times as much as the read. */
function fromProc(pid: number): string | undefined {
  try {
    return /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

async function fromPs(pid: number): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return /\d+/.exec(stdout)?.[0]
}
