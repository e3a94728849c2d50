import { ApiError } from '#web/lib/api-error.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { type FileProblem, GIF_MAX_MB, PICTURE_MAX_MB, PICTURE_MAX_MEGAPIXELS } from './picked-file.ts'

export type PictureProblem = FileProblem | 'file_beyond_limits'

/** Maps the server's error to a problem of the picture; null if the error is about something else. */
export function pictureRefusal(error: unknown): PictureProblem | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 415) return 'file_type'
  if (error.status === 413) return 'file_too_large'
  return ['file', 'profile_pic'].some((name) => name in error.fields) ? 'file_beyond_limits' : null
}

const LIMITS: Partial<Record<PictureProblem, number>> = {
  file_too_large: PICTURE_MAX_MB,
  gif_too_large: GIF_MAX_MB,
  too_many_pixels: PICTURE_MAX_MEGAPIXELS,
}

export function pictureProblemText(problem: PictureProblem): string {
  return t(`publishing.${problem}`, { limit: LIMITS[problem] ?? 0 })
}

/** Appends which file stays selected, if a second choice was rejected. */
export function withKeptFile(words: string, kept: Pick<File, 'name'> | null): string {
  return kept ? `${words} ${t('publishing.stays', { name: kept.name })}` : words
}
