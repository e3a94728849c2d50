import { evidenceOf, type FoundPlace, PreparedCopy } from './find-place.ts'
import type { Plane } from './planes.ts'
import { sureness } from './read-mark.ts'
import { refinePlaces } from './refine-place.ts'

/** Below this nobody is named. */
export const NAMED_FROM = 0.95

/** A picture that a copy is compared with, as little of it as is needed for that. */
export interface Thumbnail<Id> {
  id: Id
  thumbnail: Plane
}

/** A picture that may be the one, and where it may lie. */
export interface Candidate<Id> {
  id: Id
  places: FoundPlace[]
}

const PLACES_PER_PICTURE = 4
/** How many pictures are looked at closely. */
const CANDIDATES = 3
/** From here on a copy shows the picture. Other pictures reach 0.3. */
const SAME_FROM = 0.5
/** From here on the mark is read all the same: a dark copy has lost its details, and a mark is better evidence than they are. */
const READ_FROM = 0.05

/** The pictures that look most like the copy, best first. */
export function findCandidates<Id>(copy: Plane, pictures: readonly Thumbnail<Id>[]): Candidate<Id>[] {
  const prepared = new PreparedCopy(copy)
  return chooseCandidates(
    pictures.map(({ id, thumbnail }) => ({ id, places: prepared.find(thumbnail, PLACES_PER_PICTURE) })),
  )
}

export function chooseCandidates<Id>(candidates: readonly Candidate<Id>[]): Candidate<Id>[] {
  return candidates
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => bestOf(b) - bestOf(a))
    .slice(0, CANDIDATES)
}

function bestOf({ places: [best] }: Candidate<unknown>): number {
  return best ? evidenceOf(best) : 0
}

/** Where the picture may lie in the copy. Undefined if the copy certainly shows something else. */
export function locate(picture: Plane, copy: Plane, places: readonly FoundPlace[]): FoundPlace | undefined {
  const found = refinePlaces(picture, copy, places)
  return found && found.correlation >= READ_FROM ? found : undefined
}

/** Whether the copy shows the picture: because it looks like it, or because it carries a mark that this picture only has. */
export function isSame({ correlation }: FoundPlace, viewers: readonly NamedViewer[]): boolean {
  return correlation >= SAME_FROM || viewers.some(({ sure }) => sure >= NAMED_FROM)
}

export interface NamedViewer {
  /** The position of the key among those compared. */
  at: number
  score: number
  /** Between 0 and 1. */
  sure: number
}

/** Below this nothing is said, not even "perhaps". */
const PERHAPS_FROM = 0.5

/**
 * Whose marks the copy carries, the surest first: several if the pictures of several people were mixed. Of those below
 * `NAMED_FROM` only the first. A score for each key.
 */
export function chooseViewers(scores: readonly number[]): NamedViewer[] {
  const viewers = scores
    .map((score, at) => ({ at, score, sure: sureness(score, scores.length) }))
    .filter(({ sure }) => sure >= PERHAPS_FROM)
    .sort((a, b) => b.score - a.score)
  const named = viewers.filter(({ sure }) => sure >= NAMED_FROM)
  return named.length > 0 ? named : viewers.slice(0, 1)
}
