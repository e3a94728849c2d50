/** A semaphore: at most `at_once` tasks run at the same time; the others wait in FIFO order. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(at_once: number) {
    this.#free = at_once
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
