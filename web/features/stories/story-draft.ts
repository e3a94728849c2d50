import {
  DESCRIPTION_MAX,
  GIF_MAX_BYTES,
  IMAGE_MAX_BYTES,
  STORY_MEDIA_TYPES,
  VIDEO_MAX_BYTES,
  VIDEO_MAX_SECONDS,
} from '#contract/limits.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { isAborted } from '#web/lib/upload.ts'

/** A story that is being made. It outlives the dialog it is made in, and every failure. */
export interface Draft {
  media: File | null
  description: string
  protected: boolean
  /** Null while nothing is under way; otherwise how much has been sent, from 0 to 1. At 1 the server works on it. */
  sent: number | null
  /** Once somebody tried to publish, what is missing is named. */
  is_checked: boolean
  media_problem: MediaProblem | null
  outcome: { error: unknown } | 'cancelled' | null
}

export type MediaProblem =
  | 'media_type'
  | 'picture_too_large'
  | 'gif_too_large'
  | 'video_too_large'
  | 'video_too_long'
  | 'media_unreadable'

export const EMPTY_DRAFT: Draft = {
  media: null,
  description: '',
  protected: false,
  sent: null,
  is_checked: false,
  media_problem: null,
  outcome: null,
}

export type DraftEvent =
  | { type: 'picked'; media: File }
  /** How long the picked video is. */
  | { type: 'measured'; seconds: number }
  | { type: 'described'; description: string }
  | { type: 'protected'; protected: boolean }
  | { type: 'checked' }
  | { type: 'sent'; share: number }
  | { type: 'failed'; error: unknown }
  | { type: 'published' }

export function draftAfter(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'picked': {
      const media_problem = problemOf(event.media)
      // A file that cannot be taken does not cost the one that was picked before.
      return { ...draft, media_problem, outcome: null, media: media_problem ? draft.media : event.media }
    }
    case 'measured':
      return event.seconds > VIDEO_MAX_SECONDS ? { ...draft, media: null, media_problem: 'video_too_long' } : draft
    case 'described':
      return { ...draft, description: event.description }
    case 'protected':
      return { ...draft, protected: event.protected }
    case 'checked':
      return { ...draft, is_checked: true }
    case 'sent':
      return { ...draft, sent: event.share, media_problem: null, outcome: null }
    case 'failed':
      return { ...draft, sent: null, ...reasonOf(event.error, draft) }
    case 'published':
      return EMPTY_DRAFT
  }
}

/** What the server would refuse, as far as it can be known before sending. What the bytes really are only the server says. */
export function problemOf({ type, size }: Pick<File, 'type' | 'size'>): MediaProblem | null {
  if (!STORY_MEDIA_TYPES.some((accepted) => accepted === type)) return 'media_type'
  const most = type.startsWith('video/') ? VIDEO_MAX_BYTES : type === 'image/gif' ? GIF_MAX_BYTES : IMAGE_MAX_BYTES
  return size > most ? tooLarge(type) : null
}

function tooLarge(type: string): MediaProblem {
  if (type.startsWith('video/')) return 'video_too_large'
  return type === 'image/gif' ? 'gif_too_large' : 'picture_too_large'
}

function reasonOf(error: unknown, { media }: Draft): Pick<Draft, 'media_problem' | 'outcome'> {
  if (isAborted(error)) return { media_problem: null, outcome: 'cancelled' }
  const media_problem = refusalOf(error, media?.type ?? '')
  return { media_problem, outcome: media_problem ? null : { error } }
}

/** What a refusal says against the file itself, if that is what it is about. */
function refusalOf(error: unknown, type: string): MediaProblem | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 413) return tooLarge(type)
  if (error.status === 415) return type.startsWith('video/') ? 'media_unreadable' : 'media_type'
  return 'story[media]' in error.fields ? 'media_unreadable' : null
}

/** What keeps it from being sent, in the order it stands on the screen. */
export function faultsOf({ media, description }: Draft): ('media' | 'description')[] {
  const isWrong = description.trim() === '' || [...description].length > DESCRIPTION_MAX
  return [...(media ? [] : (['media'] as const)), ...(isWrong ? (['description'] as const) : [])]
}
