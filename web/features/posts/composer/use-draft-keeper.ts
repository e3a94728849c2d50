import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Draft } from '#contract/drafts.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { sessionToken, subscribeToSession } from '#web/lib/session.ts'
import { type DraftKeeper, draftKeeper } from './draft-keeper.ts'
import { draftCalls } from './queries.ts'

/** The drafts that are open, or whose pictures are still being sent after their page was left. */
const open = new Map<string, DraftKeeper>()
subscribeToSession(() => {
  if (sessionToken() !== null) return
  for (const keeper of open.values()) keeper.end()
  open.clear()
})

/** The keeper of a draft, or of a new one for null. It goes on when the page is left, and saves what was not saved yet. */
export function useDraftKeeper(draft: Draft | null) {
  const client = useQueryClient()
  const [keeper] = useState(() => (draft && open.get(draft.id)) ?? draftKeeper(draftCalls, draft))
  const value = useSyncExternalStore(keeper.subscribe, keeper.get)

  useEffect(() => {
    if (value.id !== null) open.set(value.id, keeper)
  }, [value.id, keeper])

  useEffect(() => {
    const save = () => void keeper.keep().catch(() => {})
    const hide = () => document.visibilityState === 'hidden' && save()
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      void keeper
        .keep()
        .catch(() => {})
        .then(() => client.invalidateQueries({ queryKey: queryKeys.drafts, exact: true }))
    }
  }, [keeper, client])

  return { keeper, value }
}

/** The draft is out or gone: nothing of it is kept any more. */
export function endKeeper(id: string): void {
  open.get(id)?.end()
  open.delete(id)
}
