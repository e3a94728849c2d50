import type { Db } from './connect.ts'

interface Waiting<Question, Answer> {
  question: Question
  answer: PromiseWithResolvers<Answer>
}

/**
 * Batches the look-ups or writes of one event-loop turn into one statement (DataLoader without a cache). A statement for many
 * costs hardly more than a statement for one. `runAll` must return the answers in the order of the questions.
 */
export function batch<Question, Answer>(
  runAll: (db: Db, questions: Question[]) => Promise<(Answer | Promise<Answer>)[]>,
): (db: Db, question: Question) => Promise<Answer> {
  const batches = new WeakMap<Db, Waiting<Question, Answer>[]>()

  async function run(db: Db, waiting: Waiting<Question, Answer>[]): Promise<void> {
    batches.delete(db)
    try {
      const answers = await runAll(
        db,
        waiting.map(({ question }) => question),
      )
      for (const [index, { answer }] of waiting.entries()) answer.resolve(answers[index] as Answer)
    } catch (error) {
      for (const { answer } of waiting) answer.reject(error)
    }
  }

  return (db, question) => {
    const answer = Promise.withResolvers<Answer>()
    const waiting = batches.get(db) ?? []
    if (waiting.push({ question, answer }) === 1) {
      batches.set(db, waiting)
      setImmediate(() => void run(db, waiting))
    }
    return answer.promise
  }
}
