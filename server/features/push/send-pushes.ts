import { setImmediate } from 'node:timers/promises'
import type { Notice } from '#contract/notices.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { PushOutcome } from '#server/push/sender.ts'
import {
  type ClaimedPush,
  claimPushes,
  deletePushes,
  dropPushDevices,
  expandDueNotices,
  restPushDevice,
} from '#server/store/push-deliveries.ts'
import { later } from '#server/time.ts'
import { pushWords } from './push-words.ts'

/** The page that a click on a push opens. */
export type PageOfNotice = (
  notice: Pick<ClaimedPush, 'creator' | 'conversation_id' | 'post_id'> & { kind: Notice['kind'] },
) => string

const EXPANDED_AT_ONCE = 500
const SENT_AT_ONCE = 20
/** After this time the other beats have their turn. The next round begins at once. */
const TURN_MS = 2 * SECOND_MS
/** How long a push service keeps a message, and how long we try to hand it over. */
const KEPT_MS = DAY_MS
const FIRST_WAIT_MS = 30 * SECOND_MS

/** Sends what is due, until nothing is left or the turn is over. Several processes share the work. */
export async function sendDuePushes(ctx: Context, pageOf: PageOfNotice): Promise<void> {
  const began = performance.now()
  const hasTime = () => performance.now() - began < TURN_MS
  while ((await expandDueNotices(ctx.db, ctx.now(), EXPANDED_AT_ONCE)) === EXPANDED_AT_ONCE && hasTime());
  while (hasTime()) {
    const pushes = await claimPushes(ctx.db, ctx.now(), SENT_AT_ONCE)
    if (pushes.length === 0) return
    const sent = await Promise.all(pushes.map(async (push) => ({ push, outcome: await sendOne(ctx, push, pageOf) })))
    await settle(ctx, sent)
    // Requests and live events that have waited come first.
    await setImmediate()
  }
}

type Outcome = PushOutcome | 'read'

async function sendOne({ push: sender }: Context, push: ClaimedPush, pageOf: PageOfNotice): Promise<Outcome> {
  if (push.is_read) return 'read'
  const tag = push.conversation_id ?? push.notice_id
  return await sender.send(
    push,
    { ...pushWords(push), tag, path: pageOf(push), unread: push.unread },
    {
      ttl_s: KEPT_MS / SECOND_MS,
      urgency: push.kind === 'new_message' ? 'high' : 'normal',
      topic: tag.replaceAll('-', ''),
    },
  )
}

async function settle({ db, log, now }: Context, sent: { push: ClaimedPush; outcome: Outcome }[]): Promise<void> {
  const done: ClaimedPush[] = []
  const gone = new Set<string>()
  const rests = new Map<string, Date>()
  const refusals: number[] = []
  for (const { push, outcome } of sent) {
    if (outcome === 'gone') gone.add(push.device_id)
    else if (typeof outcome === 'string') done.push(push)
    else if ('refused' in outcome) {
      refusals.push(outcome.refused)
      done.push(push)
    } else {
      const until = later(now(), Math.max(outcome.wait_ms, backOff(push.attempts)))
      if (until.getTime() > push.created_at.getTime() + KEPT_MS) done.push(push)
      rests.set(push.device_id, until)
    }
  }
  if (refusals.length > 0) {
    log.warn({ statuses: refusals }, 'a push service refused messages: see "Push messages" in docs/operations.md')
  }
  await deletePushes(db, done)
  if (gone.size > 0) await dropPushDevices(db, [...gone])
  for (const [device_id, until] of rests) await restPushDevice(db, device_id, until)
}

/** 30 s, a minute, and so on; at most an hour. */
function backOff(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), HOUR_MS)
}
