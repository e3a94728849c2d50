import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { SETTINGS } from '#server/config.ts'
import { REPOSITORY_ROOT } from '#tests/support/repository-root.ts'
import type { Answer, Step } from './payout-steps.ts'

/**
 * A process of the product that is killed with SIGKILL again and again. A step whose answer was lost is sent again to the
 * next one, as a client does that got no answer. The next one starts before it is needed.
 */
export class MortalProcess {
  kills = 0
  /** Steps that were under way in the moment of a kill. */
  interrupted = 0
  readonly #settings: Record<string, string>
  #running: Promise<Running>
  #next: Promise<Running>

  constructor(settings: Record<string, string>) {
    this.#settings = settings
    this.#running = start(settings)
    this.#next = start(settings)
  }

  async do(step: Step): Promise<Answer> {
    for (;;) {
      const answer = await (await this.#running).send(step)
      if (answer) return answer
      this.interrupted += 1
    }
  }

  /** The steps of this moment are sent, and the process is killed in the middle of them. */
  async kill(): Promise<void> {
    const victim = await this.#running
    if (victim.isKilled) return
    this.kills += 1
    this.#running = this.#next
    this.#next = start(this.#settings)
    await victim.kill()
  }

  async end(): Promise<void> {
    for (const running of [this.#running, this.#next]) await (await running).kill()
  }
}

interface Running {
  isKilled: boolean
  /** Undefined if the process was killed before its answer came. */
  send(step: Step): Promise<Answer | undefined>
  kill(): Promise<void>
}

async function start(settings: Record<string, string>): Promise<Running> {
  const unset = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']))
  const child = fork('tests/crash/payout-steps.ts', {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, ...unset, ...settings },
  })
  const ended = once(child, 'exit')
  const killWithParent = () => child.kill('SIGKILL')
  process.once('exit', killWithParent)
  const [first] = await Promise.race([once(child, 'message'), ended])
  if (first !== 'ready') throw new Error(`the process ended with ${first} before it was ready`)
  return runningOf(
    child,
    ended.finally(() => process.off('exit', killWithParent)),
  )
}

function runningOf(child: ChildProcess, ended: Promise<unknown[]>): Running {
  const waiting = new Map<number, PromiseWithResolvers<Answer | undefined>>()
  let count = 0
  child.on('message', ({ number, answer }: { number: number; answer: Answer }) => {
    waiting.get(number)?.resolve(answer)
    waiting.delete(number)
  })
  const running: Running = {
    isKilled: false,
    async send(step) {
      if (running.isKilled) return undefined
      const answered = Promise.withResolvers<Answer | undefined>()
      count += 1
      waiting.set(count, answered)
      child.send({ number: count, step })
      return await answered.promise
    },
    async kill() {
      running.isKilled = true
      child.kill('SIGKILL')
      await ended
      for (const { resolve } of waiting.values()) resolve(undefined)
    },
  }
  void ended.then(([code]) => {
    if (running.isKilled) return
    for (const { reject } of waiting.values()) reject(new Error(`the process ended with ${code} by itself`))
  })
  return running
}
