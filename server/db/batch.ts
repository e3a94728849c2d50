import type { Db, Queryable } from './connect.ts'

interface Waiting<Question, Answer> {
  question: Question
  answer: PromiseWithResolvers<Answer>
}

interface Batch<Question, Answer> {
  waiting: Waiting<Question, Answer>[]
  /** How many statements have been sent and not been answered. */
  running: number
  is_scheduled: boolean
  timer?: NodeJS.Timeout | undefined
}

/** Two: while one is being answered, the next one is written. */
const AT_ONCE = 2
/** Far longer than such a statement takes: it waits for a lock, or its connection is stuck. */
const SLOW_MS = 50

/**
 * Batches the look-ups or writes of one event-loop turn into one statement (DataLoader without a cache). A statement for many
 * costs hardly more than a statement for one. `runAll` must return the answers in the order of the questions.
 *
 * What is asked while `at_once` statements are running waits for one of them, and is asked together, at most `at_most`: under
 * load that makes a few large statements of many small ones. Statements that take long hold nobody up.
 */
export function batch<Question, Answer, Connection extends Queryable = Db>(
  runAll: (db: Connection, questions: Question[]) => Promise<(Answer | Promise<Answer>)[]>,
  { at_once = AT_ONCE, at_most = Number.POSITIVE_INFINITY }: { at_once?: number; at_most?: number } = {},
): (db: Connection, question: Question) => Promise<Answer> {
  const batches = new WeakMap<Connection, Batch<Question, Answer>>()

  function schedule(db: Connection, batch: Batch<Question, Answer>): void {
    if (batch.is_scheduled || batch.waiting.length === 0) return
    if (batch.running < at_once) {
      batch.is_scheduled = true
      setImmediate(() => void run(db, batch))
    } else batch.timer ??= setTimeout(() => void run(db, batch), SLOW_MS)
  }

  async function run(db: Connection, batch: Batch<Question, Answer>): Promise<void> {
    const waiting = batch.waiting.splice(0, at_most)
    clearTimeout(batch.timer)
    Object.assign(batch, { is_scheduled: false, timer: undefined, running: batch.running + 1 })
    schedule(db, batch)
    try {
      const answers = await runAll(
        db,
        waiting.map(({ question }) => question),
      )
      for (const [index, { answer }] of waiting.entries()) answer.resolve(answers[index] as Answer)
      await Promise.allSettled(answers)
    } catch (error) {
      for (const { answer } of waiting) answer.reject(error)
    } finally {
      batch.running -= 1
      schedule(db, batch)
    }
  }

  return (db, question) => {
    const answer = Promise.withResolvers<Answer>()
    const batch = batches.get(db) ?? { waiting: [], running: 0, is_scheduled: false }
    batches.set(db, batch)
    batch.waiting.push({ question, answer })
    schedule(db, batch)
    return answer.promise
  }
}

/** Everybody is judged at the latest moment of the turn, so that nothing is open for longer than it was when it was asked for. */
export function latestOf(questions: readonly { now: Date }[]): Date {
  return questions.map(({ now }) => now).reduce((latest, one) => (one > latest ? one : latest))
}
