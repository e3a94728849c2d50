import { STORY_TICK_MS, STORY_TICK_PERCENT } from '#contract/limits.ts'

/**
 * The clock of the story viewer, as a value that is looked at with the time in hand: no timer and no React in it. How far
 * a story has come is computed from timestamps, so that a slow timer shows fewer steps but never makes it longer.
 */

/** Fifty ticks of two percent. */
const STORY_MS = (100 / STORY_TICK_PERCENT) * STORY_TICK_MS

/** Why a story stands still. There may be several reasons at once, and it goes on when the last is gone. */
export type Hold = 'paused' | 'pressed' | 'away' | 'dialog' | 'reading' | 'loading'

export interface Playable {
  id: string
  creator_id: string
  /** Nothing to be seen: it waits for whoever looks to move on. */
  locked: boolean
}

export interface Player {
  readonly queue: readonly Playable[]
  readonly index: number
  readonly holds: readonly Hold[]
  /** How long this story runs. */
  readonly duration_ms: number
  /** How long its video is; 0 for a picture, and until it is known. */
  readonly video_ms: number
  /** What had been played when it was last started or held. */
  readonly played_ms: number
  /** Since when it runs; null while it stands still. */
  readonly since: number | null
  /** In percent, by whole ticks, as it was when it was last looked at. */
  readonly progress: number
  /** Goes up whenever a story begins, the same one again included. */
  readonly round: number
  /** The story whoever looks has asked to delete. */
  readonly deleting: string | null
  /** The last story has ended. */
  readonly is_over: boolean
}

export type PlayerEvent =
  | { type: 'tick' }
  | { type: 'hold'; why: Hold }
  | { type: 'release'; why: Hold }
  /** The media of this story can be seen; a video says how long it is. */
  | { type: 'ready'; id: string; video_ms?: number }
  /** It can no longer: a video ran out of data, or is fetched again. */
  | { type: 'stalled'; id: string }
  | { type: 'next' | 'previous' | 'next_creator' | 'previous_creator' }
  /** Whoever looks deletes this story of theirs. It is gone when the queue is without it. */
  | { type: 'delete'; id: string }
  /** Some stories have gone, or have been locked or opened. */
  | { type: 'queue'; queue: readonly Playable[] }

/** Begins with this story, or with the first. */
export function startPlayer(queue: readonly Playable[], id: string, now: number): Player {
  const nothing: Player = {
    queue,
    index: -1,
    holds: [],
    duration_ms: STORY_MS,
    video_ms: 0,
    played_ms: 0,
    since: null,
    progress: 0,
    round: 0,
    deleting: null,
    is_over: queue.length === 0,
  }
  const index = queue.findIndex((story) => story.id === id)
  return nothing.is_over ? nothing : begin(nothing, Math.max(0, index), now)
}

export function currentOf({ queue, index }: Player): Playable | undefined {
  return queue[index]
}

export function play(player: Player, event: PlayerEvent, now: number): Player {
  if (player.is_over) return player
  switch (event.type) {
    case 'tick':
      return tick(player, now)
    case 'hold':
      return withHolds(player, [...player.holds.filter((why) => why !== event.why), event.why], now)
    case 'release':
      return release(player, event.why, now)
    case 'ready':
      return ready(player, event, now)
    case 'stalled':
      return isCurrent(player, event.id) ? play(player, { type: 'hold', why: 'loading' }, now) : player
    case 'next':
      return goTo(player, player.index + 1, now)
    case 'previous':
      return begin(player, Math.max(0, player.index - 1), now)
    case 'next_creator':
      return toCreator(player, firstAfter(player), now)
    case 'previous_creator':
      return toCreator(player, firstBefore(player), now)
    case 'delete':
      return { ...player, deleting: event.id }
    case 'queue':
      return changeQueue(player, event.queue, now)
  }
}

function tick(player: Player, now: number): Player {
  if (player.since !== null && playedAt(player, now) >= player.duration_ms) return goTo(player, player.index + 1, now)
  const progress = progressAt(player, now)
  return progress === player.progress ? player : { ...player, progress }
}

function playedAt({ played_ms, since }: Player, now: number): number {
  return since === null ? played_ms : played_ms + Math.max(0, now - since)
}

/** Only whole ticks show. */
function progressAt(player: Player, now: number): number {
  const ticks = Math.floor(playedAt(player, now) / STORY_TICK_MS)
  return Math.min(100, (ticks * STORY_TICK_MS * 100) / player.duration_ms)
}

/** Behind the last one there is nothing. */
function goTo(player: Player, index: number, now: number): Player {
  if (index < player.queue.length) return begin(player, index, now)
  return { ...player, since: null, is_over: true }
}

/** From the start. A story that was not shown yet stands still until its media is there; a pause that was asked for goes on. */
function begin(player: Player, index: number, now: number): Player {
  const isAgain = index === player.index
  const holds = player.holds.filter((why) => why !== 'reading' && (isAgain || why !== 'loading'))
  const waits = !isAgain && player.queue[index]?.locked === false
  const fresh = {
    ...player,
    index,
    round: player.round + 1,
    duration_ms: isAgain ? player.duration_ms : STORY_MS,
    video_ms: isAgain ? player.video_ms : 0,
    played_ms: 0,
    since: null,
  }
  return withHolds(fresh, waits ? [...holds, 'loading'] : holds, now)
}

function release(player: Player, why: Hold, now: number): Player {
  if (!player.holds.includes(why)) return player
  return withHolds(
    player,
    player.holds.filter((other) => other !== why),
    now,
  )
}

/** What was played so far is kept to the millisecond. */
function withHolds(player: Player, holds: readonly Hold[], now: number): Player {
  const runs = holds.length === 0 && currentOf(player)?.locked === false
  const next = { ...player, holds, played_ms: playedAt(player, now), since: runs ? now : null }
  return { ...next, progress: progressAt(next, now) }
}

/** A short video holds its last frame for what is left of the five seconds. */
function ready(player: Player, { id, video_ms = 0 }: { id: string; video_ms?: number }, now: number): Player {
  if (!isCurrent(player, id)) return player
  return release({ ...player, video_ms, duration_ms: Math.max(STORY_MS, video_ms) }, 'loading', now)
}

function isCurrent(player: Player, id: string): boolean {
  return currentOf(player)?.id === id
}

function toCreator(player: Player, index: number, now: number): Player {
  return index < 0 ? player : begin(player, index, now)
}

function firstAfter(player: Player): number {
  const creator = currentOf(player)?.creator_id
  return player.queue.findIndex((story, index) => index > player.index && story.creator_id !== creator)
}

/** The first story of the creator before this one. */
function firstBefore(player: Player): number {
  const creator = currentOf(player)?.creator_id
  const before = player.queue.slice(0, player.index).findLast((story) => story.creator_id !== creator)
  return before ? player.queue.findIndex((story) => story.creator_id === before.creator_id) : -1
}

/** The story that is shown stays where it is. If it has gone, the next takes its place. */
function changeQueue(player: Player, queue: readonly Playable[], now: number): Player {
  const shown = currentOf(player)
  const index = queue.findIndex(({ id }) => id === shown?.id)
  if (index >= 0 && queue[index]?.locked === shown?.locked) return { ...player, queue, index }
  const place = index >= 0 ? index : placeOfNext(player, queue)
  return goTo({ ...player, queue, index: -1 }, place, now)
}

/** After the last one whose time has ended it is over; the place of one that was deleted is taken by the one before. */
function placeOfNext({ queue: before, index, deleting }: Player, queue: readonly Playable[]): number {
  const after = before.slice(index + 1).map(({ id }) => id)
  const next = queue.findIndex(({ id }) => after.includes(id))
  if (next >= 0) return next
  return queue.length > 0 && before[index]?.id === deleting ? queue.length - 1 : queue.length
}
