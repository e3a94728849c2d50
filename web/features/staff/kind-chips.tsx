import { USER_KINDS } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import type { UserKind } from './users-address.ts'

export interface KindChipsProps {
  kind: UserKind | null
  onChoose: (kind: UserKind | null) => void
}

/** Which users are listed: all, or one kind of them. */
export function KindChips({ kind, onChoose }: KindChipsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('admin.users_page.kinds')}</legend>
      {[null, ...USER_KINDS].map((each) => (
        <Button
          key={each}
          size="sm"
          variant={each === kind ? 'primary' : 'secondary'}
          aria-pressed={each === kind}
          onClick={() => each !== kind && onChoose(each)}
        >
          {t(`admin.users_page.kind_${each ?? 'all'}`)}
        </Button>
      ))}
    </fieldset>
  )
}
