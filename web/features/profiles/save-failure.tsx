import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isAborted } from '#web/lib/upload.ts'
import { Notice } from '#web/ui/notice.tsx'
import { type DraftField, type DraftProblem, PRICE_NAMES } from './profile-draft.ts'

/** The toast only says that it failed; here stands why, unless a field says so. */
export function SaveFailure({ error, isNew }: { error: Error; isNew: boolean }) {
  const { t } = useTranslation()
  if (isAborted(error) || Object.keys(problemsSaid(error)).length > 0) return null
  const isByInvitation = isNew && error instanceof ApiError && error.status === 403
  return <Notice type="error">{isByInvitation ? t('settings.by_invitation') : errorText(error)}</Notice>
}

/** The fields that the server finds wrong. */
export function problemsSaid(error: Error): Partial<Record<DraftField, DraftProblem>> {
  if (!(error instanceof ApiError)) return {}
  const { fields, status } = error
  return {
    // A file of another kind, or too large a one, can only be the picture.
    ...(('profile_pic' in fields || status === 415 || status === 413) && { profile_pic: 'refused' as const }),
    ...('bio' in fields && { bio: 'too_long' as const }),
    ...Object.fromEntries(PRICE_NAMES.filter((name) => name in fields).map((name) => [name, 'price' as const])),
  }
}
