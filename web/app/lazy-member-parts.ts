import { useEffect, useState } from 'react'
import { withPatience } from '#web/lib/patience.ts'

type MemberParts = Pick<typeof import('./member-parts.tsx'), 'MemberHeader' | 'MemberTools'>

/** Once fetched they are there at once, so that a member who goes from page to page never sees the visitors' header. */
let fetched: MemberParts | null = null

export async function loadMemberParts(): Promise<MemberParts> {
  fetched ??= await withPatience(import('./member-parts.tsx'))
  return fetched
}

/** What stands around a page for members. Visitors do not wait for it; should it not come, the page is there without. */
export function useMemberParts(isWanted: boolean): MemberParts | null {
  const [parts, setParts] = useState(fetched)
  useEffect(() => {
    if (isWanted) loadMemberParts().then(setParts, () => {})
  }, [isWanted])
  return parts
}
