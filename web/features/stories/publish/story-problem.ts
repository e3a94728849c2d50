import { VIDEO_REFUSALS, type VideoRefusalReason } from '#contract/errors.ts'
import { VIDEO_MAX_BYTES, VIDEO_MAX_SECONDS, VIDEO_MAX_SIDE } from '#contract/media.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { type TranslationKey, t } from '#web/lib/i18n/i18n.ts'
import {
  GIF_MAX_MB,
  PICTURE_MAX_MB,
  PICTURE_MAX_MEGAPIXELS,
  POST_MEDIA_TYPES,
  pictureProblem,
  VIDEO_MAX_MB,
} from '#web/publishing/picked-file.ts'

export const STORY_MEDIA_TYPES = [...POST_MEDIA_TYPES, 'video/mp4', 'video/quicktime'] as const

export type StoryProblem =
  | 'media_type'
  | 'file_too_large'
  | 'gif_too_large'
  | 'too_many_pixels'
  | 'file_beyond_limits'
  | 'video_too_large'
  | VideoRefusalReason

/** Client-side validation of a file before the upload. The server checks the actual bytes. */
export async function storyProblem(file: File): Promise<StoryProblem | null> {
  if (isVideo(file) && STORY_MEDIA_TYPES.some((accepted) => accepted === file.type)) {
    return file.size > VIDEO_MAX_BYTES ? 'video_too_large' : null
  }
  const problem = await pictureProblem(file)
  return problem === 'file_type' ? 'media_type' : problem
}

/** Rounds like the server: a video of one minute is often a few frames longer. */
export function isTooLong(seconds: number): boolean {
  return Math.round(seconds) > VIDEO_MAX_SECONDS
}

/** Maps the server's error to a problem of the file; null if the error is about something else. */
export function storyRefusal(error: unknown, file: Pick<File, 'type'>): StoryProblem | null {
  if (!(error instanceof ApiError)) return null
  const reason = VIDEO_REFUSALS.find((known) => known === error.reason)
  if (reason) return reason
  if (error.status === 413) return tooLargeProblem(file)
  if (error.status === 415) return isVideo(file) ? 'unreadable' : 'media_type'
  if (!('story[media]' in error.fields)) return null
  return isVideo(file) ? 'unreadable' : 'file_beyond_limits'
}

function tooLargeProblem(file: Pick<File, 'type'>): StoryProblem {
  if (isVideo(file)) return 'video_too_large'
  return file.type === 'image/gif' ? 'gif_too_large' : 'file_too_large'
}

function isVideo({ type }: Pick<File, 'type'>): boolean {
  return type.startsWith('video/')
}

const WORDS: Record<StoryProblem, [words: TranslationKey, limit?: number]> = {
  media_type: ['stories.media_type'],
  file_too_large: ['publishing.file_too_large', PICTURE_MAX_MB],
  gif_too_large: ['publishing.gif_too_large', GIF_MAX_MB],
  too_many_pixels: ['publishing.too_many_pixels', PICTURE_MAX_MEGAPIXELS],
  file_beyond_limits: ['publishing.file_beyond_limits'],
  video_too_large: ['stories.video_too_large', VIDEO_MAX_MB],
  unreadable: ['stories.refused.unreadable'],
  no_video: ['stories.refused.no_video'],
  hevc: ['stories.refused.hevc'],
  not_h264: ['stories.refused.not_h264'],
  not_aac: ['stories.refused.not_aac'],
  too_wide: ['stories.refused.too_wide', VIDEO_MAX_SIDE],
  too_long: ['stories.refused.too_long', VIDEO_MAX_SECONDS],
}

export function storyProblemText(problem: StoryProblem): string {
  const [words, limit = 0] = WORDS[problem]
  return t(words, { limit })
}
