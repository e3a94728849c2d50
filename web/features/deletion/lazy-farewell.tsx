import { type ComponentType, useEffect, useState } from 'react'
import { openBook } from '#web/lib/i18n/i18n.ts'
import { withPatience } from '#web/lib/patience.ts'
import { farewell, forgetFarewell } from '#web/lib/return-to.ts'

/** For who has just deleted their account, until they leave this page. Nobody else fetches it; a mail says it too. */
export function LazyFarewell() {
  const [erased_at] = useState(farewell)
  const [Farewell, setFarewell] = useState<ComponentType<{ erased_at: string }> | null>(null)

  useEffect(() => {
    if (erased_at === null) return
    void Promise.all([withPatience(import('./farewell.tsx')), openBook('account')]).then(
      ([module]) => setFarewell(() => module.Farewell),
      () => {},
    )
    return forgetFarewell
  }, [erased_at])

  return Farewell && erased_at !== null && <Farewell erased_at={erased_at} />
}
