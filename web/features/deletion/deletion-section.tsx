import { useState } from 'react'
import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'

const LazyDeletionDialog = lazyOverlay(async () => (await import('./deletion-dialog.tsx')).DeletionDialog)

const FACTS = ['hidden', 'erased', 'messages', 'subscriptions', 'ledger'] as const

/** Explains what a deletion does, before anybody confirms it. */
export function DeletionSection({ email, hasBalance }: { email: string; hasBalance: boolean }) {
  const { t } = useTranslation()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const days = DELETION_GRACE_DAYS
  return (
    <SettingsSection title={t('deletion.title')} text={t('deletion.text', { days })}>
      <ul className="mb-5.5 flex list-disc flex-col gap-2 pl-5 text-soft marker:text-mute">
        {FACTS.map((fact) => (
          <li key={fact} className="text-pretty">
            {t(`deletion.${fact}`, { days })}
          </li>
        ))}
      </ul>
      <Button variant="danger-outline" onClick={() => setDialogOpen(true)}>
        {t('deletion.delete')}
      </Button>
      <LazyDeletionDialog
        email={email}
        hasBalance={hasBalance}
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
      />
    </SettingsSection>
  )
}
