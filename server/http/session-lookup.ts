import { together } from '#server/db/together.ts'
import { findSessionViewers, type SessionViewer } from '#server/store/sessions.ts'

interface Question {
  token_hash: Buffer
  now: Date
}

/**
 * Whose token it is. Nearly every request begins with this, so those that arrive together ask together. Nothing is
 * remembered, so that a session that has ended opens nothing.
 */
export const lookUpSession = together(async (db, questions: Question[]) => {
  const hashes = questions.map(({ token_hash }) => token_hash)
  const now = questions[0]?.now ?? new Date()
  const viewers = new Map<string, SessionViewer>()
  for (const { token_hash, ...viewer } of await findSessionViewers(db, hashes, now)) {
    viewers.set(token_hash.toString('hex'), viewer)
  }
  return questions.map(({ token_hash }) => viewers.get(token_hash.toString('hex')))
})
