import type { KnownMessage, PendingMessage, Thread } from '#web/features/conversations/thread-cache.ts'

/** Messages of one sender that follow each other within this time stand together, with one time below. */
const TOGETHER_MS = 5 * 60_000

export type Entry = KnownMessage | PendingMessage

export interface Group {
  key: string
  isOwn: boolean
  entries: Entry[]
  /** Whether what was unread begins here. */
  startsUnread?: true
}

export interface Day {
  /** The first moment of the day, here. */
  start: Date
  groups: Group[]
}

export function isPending(entry: Entry): entry is PendingMessage {
  return 'status' in entry
}

/** The thread as it is drawn: days, and in them what each said in one go. What is on its way stands last. */
export function daysOf({
  messages,
  pending,
  unread_from,
}: Pick<Thread, 'messages' | 'pending' | 'unread_from'>): Day[] {
  const days: Day[] = []
  // Ids grow with time. Where the first unread message is not loaded, everything that is comes after it.
  const first_unread = unread_from === undefined ? undefined : messages.find(({ id }) => id >= unread_from)
  let last: Entry | undefined
  for (const entry of [...messages, ...pending]) {
    const start = startOfDay(new Date(entry.created_at))
    let day = days.at(-1)
    // A clock that runs behind the server's must not bring a day back.
    if (!day || start > day.start) {
      day = { start, groups: [] }
      days.push(day)
      last = undefined
    }
    const group = day.groups.at(-1)
    const startsUnread = entry === first_unread
    if (group && last && areTogether(last, entry) && !startsUnread) group.entries.push(entry)
    else {
      const isOwn = isPending(entry) || entry.is_own_message
      day.groups.push({ key: keyOf(entry), isOwn, entries: [entry], ...(startsUnread && { startsUnread }) })
    }
    last = entry
  }
  return days
}

/** The same for an entry on its way and for the message it becomes, so that it is not drawn anew. */
export function keyOf(entry: Entry): string {
  return entry.client_id ?? ('id' in entry ? entry.id : '')
}

function areTogether(before: Entry, entry: Entry): boolean {
  const apart = Date.parse(entry.created_at) - Date.parse(before.created_at)
  return before.sender_id === entry.sender_id && apart < TOGETHER_MS
}

function startOfDay(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate())
}

/** Today, yesterday, or neither. Days are counted by the calendar: one with a change of the clocks is as long as any. */
export function dayWord(start: Date, now: Date): 'today' | 'yesterday' | null {
  const today = startOfDay(now)
  if (start >= today) return 'today'
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  return start.getTime() === yesterday.getTime() ? 'yesterday' : null
}
