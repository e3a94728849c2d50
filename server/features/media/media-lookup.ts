import { batch, latestOf } from '#server/db/batch.ts'
import { findVisibleMediaOf, type VisibleMedia } from '#server/store/media.ts'
import type { MediaViewer } from '#server/store/visibility/things.ts'

interface Question {
  viewer: MediaViewer
  id: string
  now: Date
}

/**
 * Finds the files of an id, if this viewer may see them. Batched, because a page shows some thirty pictures. There is no
 * cache, so that access ends with the subscription.
 */
export const lookUpMedia = batch(async (db, questions: Question[]): Promise<(VisibleMedia | undefined)[]> => {
  const found = new Map<number, VisibleMedia>()
  for (const { place, ...media } of await findVisibleMediaOf(db, questions, latestOf(questions)))
    found.set(place, media)
  return questions.map((_, index) => found.get(index + 1))
})
