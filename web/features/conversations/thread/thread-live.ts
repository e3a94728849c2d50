import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LiveEvent } from '#contract/live.ts'
import { SECOND_MS } from '#contract/time.ts'
import { withEvent, withUnreadLine } from '#web/features/conversations/thread-cache.ts'
import { catchUp, changeThread, clearUnreadLine } from '#web/features/conversations/thread-queries.ts'
import { type CableStatus, cableStatus, followConversation } from '#web/lib/live/cable.ts'
import { useTabHidden } from '#web/ui/use-tab-hidden.ts'

const CONNECTION_POLL_MS = 2 * SECOND_MS
/** The typing indicator disappears so long after the last typing event. */
const TYPING_MS = 4_000
/** Throttle for the typing events that we send. */
const TYPING_THROTTLE_MS = 2_000
/** Debounce: messages that arrive in quick succession are marked as read with one request. */
const READ_DEBOUNCE_MS = 300

/** Subscribes to a conversation while its thread is open: applies live events, fetches missed ones, handles typing. */
export function useLiveThread(conversation_id: string, user_id: string) {
  const client = useQueryClient()
  const [isTyping, setTyping] = useState(false)
  const [hasUnread, setUnread] = useState(false)
  const channel = useRef<{ typing(): void } | null>(null)
  const typing_sent_at = useRef(0)
  const isHidden = useTabHidden()

  useEffect(() => {
    let typingTimer: ReturnType<typeof setTimeout> | undefined
    function handleEvent(event: LiveEvent) {
      changeThread(client, conversation_id, (thread) => withEvent(thread, event, user_id))
      // The notice of a reaction that is seen here is marked as read, which silences it.
      if (event.type === 'reaction_added' && event.user_id !== user_id) setUnread(true)
      if (event.type !== 'typing' && event.type !== 'new_message') return
      const isOther = user_id !== (event.type === 'typing' ? event.user_id : event.message.sender_id)
      // The other side hides its indicator for a new message, so the throttle is reset for typing that goes on.
      if (!isOther && event.type === 'new_message') typing_sent_at.current = 0
      if (!isOther) return
      clearTimeout(typingTimer)
      setTyping(event.type === 'typing')
      if (event.type === 'typing') typingTimer = setTimeout(() => setTyping(false), TYPING_MS)
      else setUnread(true)
      // When the viewer returns to this tab, the line shows where the new messages begin.
      if (event.type === 'new_message' && document.hidden) {
        changeThread(client, conversation_id, (thread) => withUnreadLine(thread, event.message.id))
      }
    }
    function refetchMissed() {
      // Fetching marks as read, so a hidden tab waits until it is visible.
      if (document.hidden) setUnread(true)
      else void catchUp(client, conversation_id)
    }
    const followed = followConversation(conversation_id, {
      onEvent: handleEvent,
      onConfirmed: refetchMissed,
      onRejected: refetchMissed,
    })
    channel.current = followed
    return () => {
      clearTimeout(typingTimer)
      followed.leave()
      channel.current = null
      setTyping(false)
      setUnread(false)
      clearUnreadLine(client, conversation_id)
    }
  }, [client, conversation_id, user_id])

  useEffect(() => {
    if (isHidden) clearUnreadLine(client, conversation_id)
  }, [client, conversation_id, isHidden])

  useEffect(() => {
    if (!hasUnread || isHidden) return
    // Fetching a thread marks it as read.
    const timer = setTimeout(() => {
      setUnread(false)
      void catchUp(client, conversation_id)
    }, READ_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [client, conversation_id, hasUnread, isHidden])

  function sendTyping() {
    if (Date.now() - typing_sent_at.current < TYPING_THROTTLE_MS) return
    typing_sent_at.current = Date.now()
    channel.current?.typing()
  }
  return { isTyping, sendTyping }
}

/** The status of the live connection. */
export function useCableStatus(): CableStatus {
  const [status, setStatus] = useState(cableStatus)
  useEffect(() => pollStatus(setStatus), [])
  return status
}

/** Polls the status: the connection publishes no event for it. */
export function pollStatus(onStatus: (status: CableStatus) => void): () => void {
  const poll = setInterval(() => onStatus(cableStatus()), CONNECTION_POLL_MS)
  return () => clearInterval(poll)
}
