import { useEffect, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace, t } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'

type MemberParts = Pick<typeof import('./member-parts.tsx'), 'MemberHeader' | 'MemberTools'>

/** Cached in the module, so that the header for visitors does not appear between two pages of a member. */
let fetched: MemberParts | null = null

/** Called by the routes of members, whose chunk contains the parts. */
export function cacheMemberParts(parts: MemberParts): void {
  fetched = parts
}

async function loadMemberParts(): Promise<MemberParts> {
  const [parts] = await Promise.all([withChunkTimeout(import('./member-parts.tsx')), loadNamespace('members')])
  cacheMemberParts(parts)
  return parts
}

/** Header and tools of members, loaded lazily on public pages. If they fail to load, the page stays usable without. */
export function useMemberParts(isWanted: boolean): MemberParts | null {
  const [parts, setParts] = useState(fetched)
  useEffect(() => {
    if (isWanted) loadMemberParts().then(setParts, () => toast({ type: 'error', message: t('ui.load_failed') }))
  }, [isWanted])
  return parts
}
