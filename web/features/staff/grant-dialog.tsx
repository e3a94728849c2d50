import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { GrantForm } from './grant-form.tsx'

export interface GrantDialogProps {
  /** Who gets it, if somebody was chosen. */
  fan: string
  open: boolean
  onClose: () => void
}

/** Gives somebody a subscription that costs nothing. */
export function GrantDialog({ fan, open, onClose }: GrantDialogProps) {
  const { t } = useTranslation()
  const first = useRef<HTMLInputElement>(null)
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={t('admin.users_page.grant')}
      text={t('admin.users_page.grant_text')}
      initialFocus={first}
    >
      <GrantForm fan={fan} first={first} onDone={onClose} />
    </LazyDialog>
  )
}
