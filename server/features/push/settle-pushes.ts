import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { PushOutcome } from '#server/push/sender.ts'
import {
  type ClaimedPush,
  deletePushes,
  dropPushDevices,
  markReached,
  postponePush,
  restPushDevice,
} from '#server/store/push-deliveries.ts'
import { later } from '#server/time.ts'

/** How long we try to hand a push over. */
const TRIED_MS = DAY_MS
const FIRST_WAIT_MS = 30 * SECOND_MS
/** A push that we cannot make is not likely to become better. */
const BROKEN_MAX = 5

/**
 * `unwanted`: its reader has read it or does not want it any more, or it is about nothing that they may see. `planned_at`: they
 * want it later. `broken`: we could not make it.
 */
export type Outcome = PushOutcome | 'unwanted' | 'broken' | { planned_at: Date }

export interface Settled {
  push: ClaimedPush
  outcome: Outcome
}

/** Writes down what became of pushes, so that none is sent again that has ended. */
export async function settlePushes({ db, log, now }: Context, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  const at = now()
  const done: ClaimedPush[] = []
  const gone = new Set<string>()
  const reached = new Set<string>()
  const refusals: number[] = []
  const waits: (() => Promise<void>)[] = []
  const wait = (push: ClaimedPush, due_at: Date, planned_at: Date) =>
    waits.push(() => postponePush(db, push, { due_at, planned_at }))

  for (const { push, outcome } of settled) {
    if (outcome === 'gone') gone.add(push.device_id)
    else if (outcome === 'sent' || outcome === 'unwanted') {
      done.push(push)
      if (outcome === 'sent' && push.failures > 0) reached.add(push.device_id)
    } else if (outcome === 'broken') {
      if (push.attempts >= BROKEN_MAX) done.push(push)
      else wait(push, later(at, backOff(push.attempts)), push.planned_at)
    } else if ('planned_at' in outcome) wait(push, outcome.planned_at, outcome.planned_at)
    else if ('refused' in outcome) {
      refusals.push(outcome.refused)
      done.push(push)
    } else {
      const until = later(at, Math.max(outcome.wait_ms, backOff(push.failures + 1)))
      if (until.getTime() > push.planned_at.getTime() + TRIED_MS) done.push(push)
      waits.push(() => restPushDevice(db, push.device_id, until))
    }
  }
  if (refusals.length > 0) {
    log.warn({ statuses: refusals }, 'a push service refused messages: see "Push messages" in docs/operations.md')
  }
  if (done.length > 0) await deletePushes(db, done)
  if (gone.size > 0) await dropPushDevices(db, [...gone])
  if (reached.size > 0) await markReached(db, [...reached])
  for (const write of waits) await write()
}

/** 30 s, a minute, and so on; at most an hour. */
function backOff(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), HOUR_MS)
}
