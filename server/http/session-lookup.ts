import { batch } from '#server/db/batch.ts'
import { findSessionViewers, type SessionViewer } from '#server/store/sessions.ts'

interface Question {
  token_hash: Buffer
  now: Date
}

/**
 * Finds the viewer of a session token. Batched, because nearly every request begins with it. There is no cache, so that an
 * ended session is refused at once.
 */
export const lookUpSession = batch(async (db, questions: Question[]) => {
  const hashes = questions.map(({ token_hash }) => token_hash)
  const now = questions[0]?.now ?? new Date()
  const viewers = new Map<string, SessionViewer>()
  for (const { token_hash, ...viewer } of await findSessionViewers(db, hashes, now)) {
    viewers.set(token_hash.toString('hex'), viewer)
  }
  return questions.map(({ token_hash }) => viewers.get(token_hash.toString('hex')))
})
