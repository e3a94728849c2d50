import type { BusEvent } from './live.ts'

/** The people whom an event concerns; undefined if it concerns everybody. */
export function audienceOf(event: BusEvent): readonly string[] | undefined {
  switch (event.kind) {
    case 'conversation':
      return event.participants
    case 'session_ended':
    case 'user_ended':
      return [event.user_id]
    case 'notices_changed':
    case 'blocks_changed':
    case 'subscriptions_changed':
      return event.user_ids
    case 'missed_news':
      return undefined
  }
}

/**
 * The part of an event that concerns one person. An event is published once for each of its people, and a process may
 * follow several of them: each copy is delivered to its own person only, so nobody gets it twice.
 */
export function forPerson(event: BusEvent, user_id: string): BusEvent | undefined {
  if (!audienceOf(event)?.includes(user_id)) return undefined
  switch (event.kind) {
    case 'conversation':
      return { ...event, participants: [user_id] }
    case 'notices_changed':
    case 'blocks_changed':
    case 'subscriptions_changed':
      return { ...event, user_ids: [user_id] }
    default:
      return event
  }
}
