import { type ComponentType, useEffect, useState } from 'react'
import type { ApiError } from '#web/lib/api-error.ts'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace } from '#web/lib/i18n/i18n.ts'

/** Code splitting: few people ever read it. If it cannot be loaded, the toast still says that the account is frozen. */
export function LazyFrozenAlert({ error }: { error: ApiError }) {
  const [FrozenAlert, setFrozenAlert] = useState<ComponentType<{ error: ApiError }> | null>(null)

  useEffect(() => {
    void Promise.all([withChunkTimeout(import('./frozen-alert.tsx')), loadNamespace('decisions/page')]).then(
      ([module]) => setFrozenAlert(() => module.FrozenAlert),
      () => {},
    )
  }, [])

  return FrozenAlert && <FrozenAlert error={error} />
}
