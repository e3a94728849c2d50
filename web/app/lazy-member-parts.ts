import { useEffect, useState } from 'react'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { loadNamespace, t } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'

type MemberParts = Pick<typeof import('./member-parts.tsx'), 'MemberHeader' | 'MemberTools'>

/** Once fetched they are there at once, so that a member who goes from page to page never sees the visitors' header. */
let fetched: MemberParts | null = null

/** For a member's pages, which bring them along. */
export function keepMemberParts(parts: MemberParts): void {
  fetched = parts
}

async function loadMemberParts(): Promise<MemberParts> {
  const [parts] = await Promise.all([withChunkTimeout(import('./member-parts.tsx')), loadNamespace('members')])
  keepMemberParts(parts)
  return parts
}

/** What stands around a page for members. Visitors do not wait for it; should it not come, the page is there without. */
export function useMemberParts(isWanted: boolean): MemberParts | null {
  const [parts, setParts] = useState(fetched)
  useEffect(() => {
    if (isWanted) loadMemberParts().then(setParts, () => toast({ type: 'error', message: t('ui.load_failed') }))
  }, [isWanted])
  return parts
}
