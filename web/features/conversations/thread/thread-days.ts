import type { KnownMessage, PendingMessage, Thread } from '#web/features/conversations/thread-cache.ts'

/** Consecutive messages of one sender within this time form a group, with one time below it. */
const GROUP_WITHIN_MS = 5 * 60_000

export type Entry = KnownMessage | PendingMessage

export interface Group {
  key: string
  isOwn: boolean
  entries: Entry[]
  /** Whether the unread messages begin here. */
  startsUnread?: true
}

export interface Day {
  /** Midnight in the time zone of the browser. */
  start: Date
  groups: Group[]
}

export function isPending(entry: Entry): entry is PendingMessage {
  return 'status' in entry
}

/** Groups a thread by day, and in a day by sender and time. Pending messages come last. */
export function daysOf({
  messages,
  pending,
  unread_from,
}: Pick<Thread, 'messages' | 'pending' | 'unread_from'>): Day[] {
  const days: Day[] = []
  // Ids grow with time. If the first unread message is not loaded, all loaded messages are later than it.
  const first_unread = unread_from === undefined ? undefined : messages.find(({ id }) => id >= unread_from)
  let last: Entry | undefined
  for (const entry of [...messages, ...pending]) {
    const start = startOfDay(new Date(entry.created_at))
    let day = days.at(-1)
    // Pending messages have the time of this device: if its clock is late, they must not begin an earlier day.
    if (!day || start > day.start) {
      day = { start, groups: [] }
      days.push(day)
      last = undefined
    }
    const group = day.groups.at(-1)
    const startsUnread = entry === first_unread
    if (group && last && isSameGroup(last, entry) && !startsUnread) group.entries.push(entry)
    else {
      const isOwn = isPending(entry) || entry.is_own_message
      day.groups.push({ key: keyOf(entry), isOwn, entries: [entry], ...(startsUnread && { startsUnread }) })
    }
    last = entry
  }
  return days
}

/** React key: the same for a pending message and for the confirmed one, so that the element is not replaced. */
export function keyOf(entry: Entry): string {
  return entry.client_id ?? ('id' in entry ? entry.id : '')
}

function isSameGroup(before: Entry, entry: Entry): boolean {
  const apart = Date.parse(entry.created_at) - Date.parse(before.created_at)
  return before.sender_id === entry.sender_id && apart < GROUP_WITHIN_MS
}

function startOfDay(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate())
}

/** Today, yesterday, or neither, by calendar date: a day on which daylight saving time changes does not have 24 hours. */
export function relativeDay(start: Date, now: Date): 'today' | 'yesterday' | null {
  const today = startOfDay(now)
  if (start >= today) return 'today'
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  return start.getTime() === yesterday.getTime() ? 'yesterday' : null
}
