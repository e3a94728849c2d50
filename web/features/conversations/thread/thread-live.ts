import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CONNECTION_POLL_MS } from '#contract/limits.ts'
import type { LiveEvent } from '#contract/live.ts'
import { withEvent, withUnreadFrom } from '#web/features/conversations/thread-cache.ts'
import { catchUp, changeThread, forgetUnread } from '#web/features/conversations/thread-queries.ts'
import { type CableStatus, cableStatus, followConversation } from '#web/lib/live/cable.ts'
import { useTabHidden } from '#web/ui/use-tab-hidden.ts'

/** So long after the last sign of it somebody is no longer typing. */
const TYPING_MS = 4_000
/** And so often one says that one is. */
const TYPING_EVERY_MS = 2_000
/** What comes in quick succession is read in one go. */
const READ_AFTER_MS = 300

/** Follows a conversation while its thread is open: what comes in, what was missed, and who is typing. */
export function useLiveThread(conversation_id: string, user_id: string) {
  const client = useQueryClient()
  const [isTyping, setTyping] = useState(false)
  const [hasUnread, setUnread] = useState(false)
  const channel = useRef<{ typing(): void } | null>(null)
  const said_at = useRef(0)
  const isHidden = useTabHidden()

  useEffect(() => {
    let silence: ReturnType<typeof setTimeout> | undefined
    function hear(event: LiveEvent) {
      changeThread(client, conversation_id, (thread) => withEvent(thread, event, user_id))
      if (event.type !== 'typing' && event.type !== 'new_message') return
      const isOther = user_id !== (event.type === 'typing' ? event.user_id : event.message.sender_id)
      // Whoever has just sent something and goes on typing says so at once.
      if (!isOther && event.type === 'new_message') said_at.current = 0
      if (!isOther) return
      clearTimeout(silence)
      setTyping(event.type === 'typing')
      if (event.type === 'typing') silence = setTimeout(() => setTyping(false), TYPING_MS)
      else setUnread(true)
      // Whoever comes back to the tab finds where to read on.
      if (event.type === 'new_message' && document.hidden) {
        changeThread(client, conversation_id, (thread) => withUnreadFrom(thread, event.message.id))
      }
    }
    function missed() {
      // Who does not look has not read it.
      if (document.hidden) setUnread(true)
      else void catchUp(client, conversation_id)
    }
    const followed = followConversation(conversation_id, { onEvent: hear, onConfirmed: missed, onRejected: missed })
    channel.current = followed
    return () => {
      clearTimeout(silence)
      followed.leave()
      channel.current = null
      setTyping(false)
      setUnread(false)
      forgetUnread(client, conversation_id)
    }
  }, [client, conversation_id, user_id])

  useEffect(() => {
    if (isHidden) forgetUnread(client, conversation_id)
  }, [client, conversation_id, isHidden])

  useEffect(() => {
    if (!hasUnread || isHidden) return
    // Asking for a thread is what reads it.
    const soon = setTimeout(() => {
      setUnread(false)
      void catchUp(client, conversation_id)
    }, READ_AFTER_MS)
    return () => clearTimeout(soon)
  }, [client, conversation_id, hasUnread, isHidden])

  function sayTyping() {
    if (Date.now() - said_at.current < TYPING_EVERY_MS) return
    said_at.current = Date.now()
    channel.current?.typing()
  }
  return { isTyping, sayTyping }
}

/** How the live connection stands. */
export function useCableStatus(): CableStatus {
  const [status, setStatus] = useState(cableStatus)
  useEffect(() => pollStatus(setStatus), [])
  return status
}

/** It tells nobody, so it is asked every two seconds. */
export function pollStatus(tell: (status: CableStatus) => void): () => void {
  const poll = setInterval(() => tell(cableStatus()), CONNECTION_POLL_MS)
  return () => clearInterval(poll)
}
