import { ApiError } from '#web/lib/api-error.ts'
import { t } from '#web/lib/i18n.ts'
import { type FileProblem, GIF_MAX_MB, PICTURE_MAX_MB } from '#web/lib/picked-file.ts'

export type PictureProblem = FileProblem | 'file_beyond_limits'

/** What a refusal says against the picture itself, if that is what it is about. */
export function pictureRefusal(error: unknown): PictureProblem | null {
  if (!(error instanceof ApiError)) return null
  if (error.status === 415) return 'file_type'
  if (error.status === 413) return 'file_too_large'
  return 'file' in error.fields ? 'file_beyond_limits' : null
}

export function pictureProblemText(problem: PictureProblem): string {
  const limit = problem === 'gif_too_large' ? GIF_MAX_MB : PICTURE_MAX_MB
  return t(`publish.${problem}`, { limit })
}
