import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { pictureRefusal } from '#web/publishing/picture-problem.ts'
import { isAborted } from '#web/publishing/upload.ts'
import { Alert } from '#web/ui/alert.tsx'
import { type DraftProblems, PRICE_NAMES } from './profile-draft.ts'

/** The toast only says that it failed; here stands why, unless a field says so. */
export function SaveFailure({ error, isNew }: { error: Error; isNew: boolean }) {
  const { t } = useTranslation()
  const isAtField = pictureRefusal(error) !== null || Object.keys(problemsSaid(error)).length > 0
  if (isAborted(error) || isAtField) return null
  const isByInvitation = isNew && error instanceof ApiError && error.status === 403
  return <Alert type="error">{isByInvitation ? t('settings.by_invitation') : errorText(error)}</Alert>
}

/** What the server finds wrong with the fields that are written. */
export function problemsSaid(error: Error): DraftProblems {
  if (!(error instanceof ApiError)) return {}
  const { fields } = error
  return {
    ...('bio' in fields && { bio: 'too_long' as const }),
    ...Object.fromEntries(PRICE_NAMES.filter((name) => name in fields).map((name) => [name, 'price' as const])),
  }
}
