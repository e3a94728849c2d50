import { type ComponentType, useEffect, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import { clearErasureDate, erasureDate } from '#web/lib/return-to.ts'

/**
 * Loads the alert on demand, for a person who has just deleted their account. If it cannot be loaded, nothing is shown,
 * because a mail says the same.
 */
export function LazyDeletionAlert() {
  const [erased_at] = useState(erasureDate)
  const [DeletionAlert, setDeletionAlert] = useState<ComponentType<{ erased_at: string }> | null>(null)

  useEffect(() => {
    if (erased_at === null) return
    void Promise.all([withChunkTimeout(import('./deletion-alert.tsx')), loadNamespace('accounts/settings')]).then(
      ([module]) => setDeletionAlert(() => module.DeletionAlert),
      () => {},
    )
    return clearErasureDate
  }, [erased_at])

  return DeletionAlert && erased_at !== null && <DeletionAlert erased_at={erased_at} />
}
