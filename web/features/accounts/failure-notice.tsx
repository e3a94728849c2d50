import type { ReactNode } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { Notice } from '#web/ui/notice.tsx'

/** That something failed, and under it why, and what to do about it. */
export function FailureNotice({ error, children, way }: { error: Error; children: ReactNode; way?: ReactNode }) {
  return (
    <Notice type="error">
      <p>{children}</p>
      <p className="mt-1 text-small text-soft">
        {errorText(error)} {way}
      </p>
    </Notice>
  )
}
