import type { Db } from './connect.ts'

interface Waiting<Question, Answer> {
  question: Question
  answer: PromiseWithResolvers<Answer>
}

/**
 * Batches the look-ups or writes of one event-loop turn into one statement (DataLoader without a cache). A statement for many
 * costs hardly more than a statement for one. `askAll` must return the answers in the order of the questions.
 */
export function together<Question, Answer>(
  askAll: (db: Db, questions: Question[]) => Promise<(Answer | Promise<Answer>)[]>,
): (db: Db, question: Question) => Promise<Answer> {
  const turns = new WeakMap<Db, Waiting<Question, Answer>[]>()

  async function ask(db: Db, turn: Waiting<Question, Answer>[]): Promise<void> {
    turns.delete(db)
    try {
      const answers = await askAll(
        db,
        turn.map(({ question }) => question),
      )
      for (const [index, { answer }] of turn.entries()) answer.resolve(answers[index] as Answer)
    } catch (error) {
      for (const { answer } of turn) answer.reject(error)
    }
  }

  return (db, question) => {
    const answer = Promise.withResolvers<Answer>()
    const turn = turns.get(db) ?? []
    if (turn.push({ question, answer }) === 1) {
      turns.set(db, turn)
      setImmediate(() => void ask(db, turn))
    }
    return answer.promise
  }
}
