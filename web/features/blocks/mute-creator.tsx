import { VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'

const LazyMuteDialog = lazyOverlay(async () => (await import('./mute-dialog.tsx')).MuteDialog)

/** The button that opens the search for a creator to mute. */
export function MuteCreator({ own_username }: { own_username: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" icon={<VolumeX aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('blocks.mute_creator')}
      </Button>
      <LazyMuteDialog open={isOpen} onClose={() => setOpen(false)} own_username={own_username} />
    </>
  )
}
