import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Notice } from '#contract/notices.ts'
import { followInbox } from '#web/lib/live/cable.ts'
import { coalesced, spreadOver } from '#web/lib/live/coalesced.ts'
import { refetchAfterEvent } from '#web/lib/queries/freshness.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { subscriptionChanged } from '#web/lib/queries/subscription-access.ts'
import { findAccessChange } from './notice-cache.ts'
import { useNoticesQuery } from './notice-queries.ts'
import { closeNotifications, silencedTags } from './shown-notifications.ts'

/** A post tells thousands at once. */
const REFRESH_SPREAD = { from_ms: 0, to_ms: 2000, hidden_to_ms: 10_000 }

/** Renders nothing: it keeps the notices up to date, so that the unread badge is right on every page. */
export function NoticesWatch() {
  const client = useQueryClient()
  // A list that has failed is fetched again by the page that shows it, not by this component.
  const { data, notices } = useNoticesQuery({ retryOnMount: false })
  const last_change_id = useRef<string | null>(null)
  useEffect(() => {
    const refresh = coalesced(() => refetchAfterEvent(client, queryKeys.notices), spreadOver(REFRESH_SPREAD))
    return followInbox((event) => event.type === 'notices_changed' && refresh(), refresh)
  }, [client])
  useEffect(() => {
    if (!data) return
    // A grant opens or closes content on the open page, so that content is fetched again.
    const { id, isNew } = findAccessChange(data, last_change_id.current, performance.timeOrigin)
    if (isNew) subscriptionChanged(client)
    last_change_id.current = id
  }, [client, data])
  const last_notices = useRef<Notice[] | null>(null)
  useEffect(() => {
    if (!data) return
    const tags = silencedTags(last_notices.current, notices)
    last_notices.current = notices
    void closeNotifications(tags).catch(() => {})
  }, [data, notices])
  return null
}
