import type { Db } from '#server/db/connect.ts'
import { findSessionViewers, type SessionViewer } from '#server/store/sessions.ts'

interface Question {
  token_hash: Buffer
  answer: PromiseWithResolvers<SessionViewer | undefined>
}

const asked = new WeakMap<Db, Question[]>()

/**
 * Whose token it is. Nearly every request begins with this: those that arrive in the same turn of the event loop ask
 * together. Nothing is remembered, so that a session that has ended opens nothing.
 */
export function lookUpSession(db: Db, token_hash: Buffer, now: Date): Promise<SessionViewer | undefined> {
  const question = { token_hash, answer: Promise.withResolvers<SessionViewer | undefined>() }
  const others = asked.get(db)
  if (others) others.push(question)
  else {
    const questions = [question]
    asked.set(db, questions)
    setImmediate(() => {
      asked.delete(db)
      void answerAll(db, questions, now)
    })
  }
  return question.answer.promise
}

async function answerAll(db: Db, questions: Question[], now: Date): Promise<void> {
  try {
    const hashes = questions.map(({ token_hash }) => token_hash)
    const viewers = new Map<string, SessionViewer>()
    for (const { token_hash, ...viewer } of await findSessionViewers(db, hashes, now)) {
      viewers.set(token_hash.toString('hex'), viewer)
    }
    for (const { token_hash, answer } of questions) answer.resolve(viewers.get(token_hash.toString('hex')))
  } catch (error) {
    for (const { answer } of questions) answer.reject(error)
  }
}
