import type { Draft } from '#contract/drafts.ts'
import { type Arrangement, type Focus, PICTURES_MAX, type Picture } from '#contract/posts.ts'

/** A picture of a post that is being composed. It has no `file` of the server until it was sent. */
export interface ComposedPicture {
  /** Stays the same from the moment it was picked. It is the idempotency key of the upload. */
  key: string
  /** What the server knows of it. */
  known: Pick<Picture, 'id' | 'file'> | null
  /** The file that was picked here: for the preview, and to send it again. */
  source: File | null
  alt: string
  focus: Focus
  /** Width through height; null while unknown. */
  ratio: number | null
  /** From 0 to 1 while it is sent. */
  sent: number | null
  /** Why it was not sent. */
  problem: string | null
}

export interface Composition {
  pictures: readonly ComposedPicture[]
  /** The picture whose text and focus are edited. */
  chosen: string | null
  description: string
  protected: boolean
}

const CENTRE: Focus = { x: 50, y: 50 }

export const EMPTY: Composition = { pictures: [], chosen: null, description: '', protected: false }

export function compositionOf(draft: Pick<Draft, 'pictures' | 'description' | 'protected'>): Composition {
  const pictures = draft.pictures.map(knownPicture)
  return {
    pictures,
    chosen: pictures[0]?.key ?? null,
    description: draft.description,
    protected: draft.protected,
  }
}

/** The same words and new files with the pictures that the post has by now, because another device has changed them. */
export function withPresentPictures(composition: Composition, present: readonly Picture[]): Composition {
  const own = new Map(composition.pictures.map((picture) => [picture.key, picture]))
  const added = composition.pictures.filter(({ known }) => known === null)
  const pictures = [...present.map((picture) => own.get(picture.id) ?? knownPicture(picture)), ...added]
  return { ...composition, pictures: pictures.slice(0, PICTURES_MAX), chosen: pictures[0]?.key ?? null }
}

function knownPicture({ id, file, alt, focus, width, height }: Picture): ComposedPicture {
  return {
    key: id,
    known: { id, file },
    source: null,
    alt,
    focus,
    ratio: height > 0 ? width / height : null,
    sent: null,
    problem: null,
  }
}

export function newPicture(key: string, source: File, ratio: number | null): ComposedPicture {
  return { key, known: null, source, alt: '', focus: CENTRE, ratio, sent: null, problem: null }
}

export type Change =
  | { type: 'added'; pictures: readonly ComposedPicture[] }
  | { type: 'removed'; key: string }
  | { type: 'moved'; key: string; to: number }
  | { type: 'chosen'; key: string }
  | { type: 'changed'; key: string; picture: Partial<ComposedPicture> }
  | { type: 'described'; description: string }
  | { type: 'protected'; protected: boolean }

export function composed(before: Composition, change: Change): Composition {
  const { pictures } = before
  switch (change.type) {
    case 'added': {
      const added = change.pictures.slice(0, PICTURES_MAX - pictures.length)
      return { ...before, pictures: [...pictures, ...added], chosen: added[0]?.key ?? before.chosen }
    }
    case 'removed': {
      const index = pictures.findIndex(({ key }) => key === change.key)
      const left = pictures.filter(({ key }) => key !== change.key)
      // The neighbour takes the place of the removed one.
      const chosen =
        before.chosen === change.key ? (left[Math.min(index, left.length - 1)]?.key ?? null) : before.chosen
      return { ...before, pictures: left, chosen }
    }
    case 'moved':
      return { ...before, pictures: moved(pictures, change.key, change.to) }
    case 'chosen':
      return { ...before, chosen: change.key }
    case 'changed':
      return {
        ...before,
        pictures: pictures.map((picture) => (picture.key === change.key ? { ...picture, ...change.picture } : picture)),
      }
    case 'described':
      return { ...before, description: change.description }
    case 'protected':
      return { ...before, protected: change.protected }
  }
}

/** Moves a picture to a place, from 0. Beyond the ends it stays at the end. */
function moved(pictures: readonly ComposedPicture[], key: string, to: number): readonly ComposedPicture[] {
  const picture = pictures.find((one) => one.key === key)
  if (!picture) return pictures
  const others = pictures.filter((one) => one !== picture)
  const place = Math.max(0, Math.min(to, others.length))
  return [...others.slice(0, place), picture, ...others.slice(place)]
}

/** The order, texts and focus of the pictures that the server has. */
export function arrangementOf({ pictures }: Composition): Arrangement {
  return pictures.flatMap(({ known, alt, focus }) => (known ? [{ id: known.id, alt, focus }] : []))
}

/** The places, from 1, of the pictures without an alternative text. */
export function withoutAlt({ pictures }: Pick<Composition, 'pictures'>): number[] {
  return pictures.flatMap(({ alt }, index) => (alt.trim() === '' ? [index + 1] : []))
}

/** The share of a picture that a box shows when the picture covers it, from 0 to 1. */
export function shownShare(ratio: number, box: number): number {
  return Math.min(ratio / box, box / ratio)
}
