import type { SessionViewer } from '#server/store/sessions.ts'

/** A whole answer with status 200. */
export interface ShortAnswer {
  /** The names and values of all headers in turns, as Node sends them. */
  head: readonly string[]
  body: Buffer
  viewer?: SessionViewer | undefined
  /** The answer is the same for everybody: for so long it may be repeated to who asks without a session. */
  kept_ms?: number
}

/** More than the pictures of a busy minute. */
const BYTES_MAX = 16 * 1024 * 1024

/** An answer, and the pattern of its route. */
interface Known {
  answer: ShortAnswer
  route: string
}

interface Kept extends Known {
  until: number
}

/** Answers that are the same for everybody, for a moment, by URL. Memory is bounded: a full one is emptied. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>()
  #bytes = 0
  #generation = 0

  /** Changes whenever all is forgotten: an answer that was begun before must not be kept. */
  get generation(): number {
    return this.#generation
  }

  find(url: string, now: Date): Known | undefined {
    const kept = this.#kept.get(url)
    if (!kept) return undefined
    if (now.getTime() < kept.until) return kept
    this.#forget(url, kept)
    return undefined
  }

  keep(url: string, { answer, route }: Known, { now, generation }: { now: Date; generation: number }): void {
    if (answer.kept_ms === undefined || generation !== this.#generation) return
    const before = this.#kept.get(url)
    if (before) this.#forget(url, before)
    if (this.#bytes + answer.body.length > BYTES_MAX) this.#empty()
    this.#kept.set(url, { answer, route, until: now.getTime() + answer.kept_ms })
    this.#bytes += sizeOf(answer)
  }

  forgetAll(): void {
    this.#generation += 1
    this.#empty()
  }

  #forget(url: string, { answer }: Kept): void {
    this.#kept.delete(url)
    this.#bytes -= sizeOf(answer)
  }

  #empty(): void {
    this.#kept.clear()
    this.#bytes = 0
  }
}

const HEAD_BYTES = 1024

function sizeOf({ body }: ShortAnswer): number {
  return body.length + HEAD_BYTES
}
