/**
 * The state machine of the story player: a pure reducer, without timers and without React. Progress is computed from
 * timestamps, so that a slow timer shows fewer steps but does not make a story longer.
 */

export const STORY_TICK_MS = 100
const STORY_TICK_PERCENT = 2
/** The minimum duration of a story: fifty ticks of two percent. */
const STORY_MS = (100 / STORY_TICK_PERCENT) * STORY_TICK_MS

/** A reason why the player is on hold. Several can apply at once; the player continues when the last one is released. */
export type Hold = 'paused' | 'pressed' | 'away' | 'dialog' | 'reading' | 'loading'

export interface Playable {
  id: string
  creator_id: string
  /** A locked story has no media and does not advance by itself. */
  locked: boolean
}

export interface Player {
  readonly queue: readonly Playable[]
  readonly index: number
  readonly holds: readonly Hold[]
  /** The duration of the current story. */
  readonly duration_ms: number
  /** The duration of its video; 0 for a picture, and while it is unknown. */
  readonly video_ms: number
  /** The position when the player was last started or put on hold. */
  readonly played_ms: number
  /** The time of the last start; null while the player is on hold. */
  readonly since: number | null
  /** In percent, in whole ticks, as of the last event. */
  readonly progress: number
  /** Increases whenever a story starts, also when the same one starts again. */
  readonly round: number
  /** The story that the viewer is deleting. */
  readonly deleting: string | null
  /** The last story has ended. */
  readonly is_over: boolean
}

export type PlayerEvent =
  | { type: 'tick' }
  | { type: 'hold'; why: Hold }
  | { type: 'release'; why: Hold }
  /** The media of this story is loaded; a video reports its duration. */
  | { type: 'ready'; id: string; video_ms?: number }
  /** The media is not loaded any more: a video buffers, or is requested again. */
  | { type: 'stalled'; id: string }
  | { type: 'next' | 'previous' | 'next_creator' | 'previous_creator' }
  /** The viewer deletes this story. It disappears with a later queue event. */
  | { type: 'delete'; id: string }
  /** Stories were removed, locked or unlocked. */
  | { type: 'queue'; queue: readonly Playable[] }

/** Starts with this story, or with the first one if it is not in the queue. */
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

/** The reducer. */
export function playerReducer(player: Player, event: PlayerEvent, now: number): Player {
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
      return isCurrent(player, event.id) ? playerReducer(player, { type: 'hold', why: 'loading' }, now) : player
    case 'next':
      return goTo(player, player.index + 1, now)
    case 'previous':
      return begin(player, Math.max(0, player.index - 1), now)
    case 'next_creator':
      return goToCreator(player, firstOfNextCreator(player), now)
    case 'previous_creator':
      return goToCreator(player, firstOfPreviousCreator(player), now)
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

/** Rounds down to whole ticks. */
function progressAt(player: Player, now: number): number {
  const ticks = Math.floor(playedAt(player, now) / STORY_TICK_MS)
  return Math.min(100, (ticks * STORY_TICK_MS * 100) / player.duration_ms)
}

/** After the last story, the player is over. */
function goTo(player: Player, index: number, now: number): Player {
  if (index < player.queue.length) return begin(player, index, now)
  return { ...player, since: null, is_over: true }
}

/**
 * Starts a story from its beginning. A new story is on hold until its media is loaded; a restarted one has it already.
 * A pause by the viewer stays in force.
 */
function begin(player: Player, index: number, now: number): Player {
  const isRestart = index === player.index
  const holds = player.holds.filter((why) => why !== 'reading' && (isRestart || why !== 'loading'))
  const needsMedia = !isRestart && player.queue[index]?.locked === false
  const fresh = {
    ...player,
    index,
    round: player.round + 1,
    duration_ms: isRestart ? player.duration_ms : STORY_MS,
    video_ms: isRestart ? player.video_ms : 0,
    played_ms: 0,
    since: null,
  }
  return withHolds(fresh, needsMedia ? [...holds, 'loading'] : holds, now)
}

function release(player: Player, why: Hold, now: number): Player {
  if (!player.holds.includes(why)) return player
  return withHolds(
    player,
    player.holds.filter((other) => other !== why),
    now,
  )
}

/** Stores the exact position, so that holds do not add up rounding errors. */
function withHolds(player: Player, holds: readonly Hold[], now: number): Player {
  const isPlaying = holds.length === 0 && currentOf(player)?.locked === false
  const next = { ...player, holds, played_ms: playedAt(player, now), since: isPlaying ? now : null }
  return { ...next, progress: progressAt(next, now) }
}

/** A video shorter than the minimum keeps its last frame until the minimum has passed. */
function ready(player: Player, { id, video_ms = 0 }: { id: string; video_ms?: number }, now: number): Player {
  if (!isCurrent(player, id)) return player
  return release({ ...player, video_ms, duration_ms: Math.max(STORY_MS, video_ms) }, 'loading', now)
}

function isCurrent(player: Player, id: string): boolean {
  return currentOf(player)?.id === id
}

function goToCreator(player: Player, index: number, now: number): Player {
  return index < 0 ? player : begin(player, index, now)
}

/** The index of the first story of the next creator, or -1. */
function firstOfNextCreator(player: Player): number {
  const creator = currentOf(player)?.creator_id
  return player.queue.findIndex((story, index) => index > player.index && story.creator_id !== creator)
}

/** The index of the first story of the previous creator, or -1. */
function firstOfPreviousCreator(player: Player): number {
  const creator = currentOf(player)?.creator_id
  const before = player.queue.slice(0, player.index).findLast((story) => story.creator_id !== creator)
  return before ? player.queue.findIndex((story) => story.creator_id === before.creator_id) : -1
}

/**
 * Replaces the queue. The current story continues; if it was removed, the next one starts, and if it was locked or
 * unlocked it starts again.
 */
function changeQueue(player: Player, queue: readonly Playable[], now: number): Player {
  const shown = currentOf(player)
  const index = queue.findIndex(({ id }) => id === shown?.id)
  if (index >= 0 && queue[index]?.locked === shown?.locked) return { ...player, queue, index }
  const nextIndex = index >= 0 ? index : indexAfterRemoval(player, queue)
  return goTo({ ...player, queue, index: -1 }, nextIndex, now)
}

/** After an expired last story the player is over. After a deleted last story it goes back to the one before. */
function indexAfterRemoval({ queue: before, index, deleting }: Player, queue: readonly Playable[]): number {
  const after = before.slice(index + 1).map(({ id }) => id)
  const next = queue.findIndex(({ id }) => after.includes(id))
  if (next >= 0) return next
  return queue.length > 0 && before[index]?.id === deleting ? queue.length - 1 : queue.length
}
