import { type ComponentType, useEffect, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'
import { farewell, forgetFarewell } from '#web/lib/return-to.ts'

/** For who has just deleted their account, until they leave this page. Nobody else fetches it; a mail says it too. */
export function LazyFarewell() {
  const [erased_at] = useState(farewell)
  const [Farewell, setFarewell] = useState<ComponentType<{ erased_at: string }> | null>(null)

  useEffect(() => {
    if (erased_at === null) return
    void Promise.all([withChunkTimeout(import('./farewell.tsx')), loadNamespace('account')]).then(
      ([module]) => setFarewell(() => module.Farewell),
      () => {},
    )
    return forgetFarewell
  }, [erased_at])

  return Farewell && erased_at !== null && <Farewell erased_at={erased_at} />
}
