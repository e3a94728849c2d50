import { setImmediate } from 'node:timers/promises'
import type { Notice } from '#contract/notices.ts'
import { DAY_MS, SECOND_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { KNOWN_KINDS } from '#server/domain/notice-topics.ts'
import { judgeDeliveries } from '#server/domain/notify.ts'
import { restForPeople } from '#server/jobs/unhurried.ts'
import { type ClaimedPush, claimPushes, expandDueNotices } from '#server/store/push-deliveries.ts'
import { PushPlaces } from './push-places.ts'
import { pushWords } from './push-words.ts'
import { type Outcome, type Settled, settlePushes } from './settle-pushes.ts'

/** The page that a click on a push opens. */
export type PageOfNotice = (
  notice: Pick<ClaimedPush, 'creator' | 'conversation_id' | 'post_id' | 'story_id'> & { kind: Notice['kind'] },
) => string

const EXPANDED_AT_ONCE = 500
/** So many go as fast as they can. Of more, those that end within a pause make room together. */
const FAST = 100
const PAUSE_MS = 300
/** While all that is on its way is silent, what has become due is looked for this often. */
const LOOK_MS = 2 * SECOND_MS
/** How long a push service keeps a message, and how late we hand one over. */
const KEPT_MS = DAY_MS
/** A process that dies of a push does not try it for ever. */
const ATTEMPTS_MAX = 50

interface Options {
  /** The places of this process, which it keeps from one run to the next. */
  places?: PushPlaces
  /** Asks to begin nothing new. */
  signal?: AbortSignal
  /** What is done between those that follow, once so many have gone as fast as they could. */
  pause?: () => Promise<void>
}

/**
 * Sends what is due until nothing is left. Each push that ends makes room for the next one, so that a slow push service holds
 * up nobody else. Thousands are sent at a pace that leaves the machine to people. Several processes share the work.
 */
export async function sendDuePushes(
  ctx: Context,
  pageOf: PageOfNotice,
  { places = new PushPlaces(), signal, pause = () => restForPeople(PAUSE_MS) }: Options = {},
): Promise<void> {
  const ended: Settled[] = []
  let running = 0
  let begun = 0
  let wake = () => {}

  async function run(push: ClaimedPush): Promise<void> {
    const outcome = await send(ctx, push, pageOf)
    places.leave(push, outcome)
    ended.push({ push, outcome })
    running -= 1
    wake()
  }

  for (;;) {
    const claimed = signal?.aborted ? [] : await claim(ctx, places)
    for (const { push, dropped } of claimed) {
      if (dropped) ended.push({ push, outcome: dropped })
      else {
        running += 1
        begun += 1
        places.take(push)
        void run(push)
      }
    }
    const expanded = claimed.length === 0 && !signal?.aborted ? await expand(ctx) : 0
    if (claimed.length === 0 && expanded === 0) {
      if (running === 0 && ended.length === 0) return
      if (ended.length === 0) {
        const woken = Promise.withResolvers<void>()
        wake = woken.resolve
        const timer = setTimeout(woken.resolve, LOOK_MS)
        await woken.promise
        clearTimeout(timer)
      }
    }
    await settlePushes(ctx, ended.splice(0))
    // Requests and live events that have waited come first.
    await (begun > FAST ? pause() : setImmediate())
  }
}

async function expand({ db, now }: Context): Promise<number> {
  return await expandDueNotices(db, now(), { kinds: KNOWN_KINDS, limit: EXPANDED_AT_ONCE })
}

interface Claimed {
  push: ClaimedPush
  /** Why it is not sent now. */
  dropped: Extract<Outcome, 'unwanted' | { planned_at: Date }> | undefined
}

/** Takes as many as there is room for, and judges each again: while it waited, its reader may have chosen otherwise. */
async function claim({ db, now }: Context, places: PushPlaces): Promise<Claimed[]> {
  const free = places.free()
  if (free.limit <= 0) return []
  const at = now()
  const pushes = await claimPushes(db, at, { kinds: KNOWN_KINDS, places: free })
  if (pushes.length === 0) return []
  const deliveries = await judgeDeliveries(
    db,
    pushes.map((push) => ({ ...push, now: at })),
  )
  return pushes.map((push, index) => {
    const push_at = deliveries[index]?.push_at
    const isLate = push.planned_at.getTime() <= at.getTime() - KEPT_MS
    if (!push.is_due || !push_at || isLate || push.attempts > ATTEMPTS_MAX) return { push, dropped: 'unwanted' }
    return { push, dropped: push_at > at ? { planned_at: push_at } : undefined }
  })
}

/** Never throws: what is wrong with one push is no reason to hold up the others. */
async function send({ push: sender, log }: Context, push: ClaimedPush, pageOf: PageOfNotice): Promise<Outcome> {
  const tag = push.conversation_id ?? push.notice_id
  try {
    return await sender.send(
      push,
      { ...pushWords(push), tag, path: pageOf(push), unread: push.unread },
      {
        ttl_s: KEPT_MS / SECOND_MS,
        urgency: push.kind === 'new_message' ? 'high' : 'normal',
        topic: tag.replaceAll('-', ''),
      },
    )
  } catch (error) {
    log.error({ err: error, kind: push.kind, attempts: push.attempts }, 'a push could not be made')
    return 'broken'
  }
}
