import { HOUR_MS } from '#contract/time.ts'
import { settleCheckout, settlePayment, syncMembership } from '#server/domain/payments/settle.ts'
import { followPayout, syncAccount } from '#server/domain/payouts/provider-payouts.ts'
import type { Shop } from '#server/domain/shop.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { RawBody } from '#server/http/route.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { BadEvent, type ProviderEvent } from '#server/payments/provider.ts'
import {
  insertProviderEvent,
  markEventsFailed,
  markEventsHandled,
  takeDueEvents,
} from '#server/store/payments/provider-events.ts'

/** Exponential back-off: doubled after each attempt, up to a maximum. */
export const FIRST_WAIT_MS = 15_000
const WAIT = { first_wait_ms: FIRST_WAIT_MS, max_wait_ms: 6 * HOUR_MS }
const ERROR_MAX = 500
/** At the same time in one process. Each holds one of the four connections of the jobs while the provider is asked. */
const AT_ONCE = 3

/** Puts an event into the inbox. It is acknowledged only after its row is committed; the job handles it. */
export async function takeEvent(ctx: Shop, provider: string, { bytes, headers }: RawBody): Promise<void> {
  if (provider !== ctx.payments.name) throw notFound()
  const event = readEvent(ctx, bytes, headers)
  if (await keepEvent(ctx, event)) await trySend(ctx, 'handle_provider_events', {})
}

function readEvent(ctx: Shop, bytes: Buffer, headers: RawBody['headers']): ProviderEvent {
  try {
    return ctx.payments.read(bytes, headers, ctx.now())
  } catch (error) {
    if (!(error instanceof BadEvent)) throw error
    ctx.log.warn({ security: true, reason: error.message }, 'an event of the payment provider was refused')
    throw new AppError('malformed', error.message)
  }
}

/** True if the event is new and concerns us. */
export async function keepEvent(ctx: Shop, { id, type, at, subject }: ProviderEvent): Promise<boolean> {
  const { kind = null, reference = null } = subject ?? {}
  const event = { provider: ctx.payments.name, id, type, subject_kind: kind, subject: reference, at }
  return (await insertProviderEvent(ctx.db, event, ctx.now())) && subject !== undefined
}

/**
 * Handles the events that are due, oldest first, those about one object in one go: it is fetched after all of them were
 * told. Taking them sets the time of their next attempt, so that a process that is killed blocks nothing.
 */
export async function handleEvents(ctx: Shop): Promise<void> {
  await Promise.all(Array.from({ length: AT_ONCE }, () => handleInTurn(ctx)))
}

async function handleInTurn(ctx: Shop): Promise<void> {
  for (;;) {
    const events = await takeDueEvents(ctx.db, ctx.payments.name, ctx.now(), WAIT)
    const [event] = events
    if (!event) return
    try {
      const { subject_kind: kind, subject: reference } = event
      if (kind !== null && reference !== null) await settleSubject(ctx, { kind, reference })
      await markEventsHandled(ctx.db, events, ctx.now())
    } catch (error) {
      const { type, id } = event
      ctx.log.error({ err: error, type, event: id }, 'an event of the payment provider could not be handled')
      await markEventsFailed(ctx.db, events, String((error as Error).message).slice(0, ERROR_MAX))
    }
  }
}

/** Brings what an event is about in line with the provider. */
export async function settleSubject(
  ctx: Shop,
  { kind, reference }: NonNullable<ProviderEvent['subject']>,
): Promise<void> {
  switch (kind) {
    case 'checkout':
      return await settleCheckout(ctx, reference)
    case 'payment':
      return await settlePayment(ctx, reference)
    case 'membership':
      return await syncMembership(ctx, reference)
    case 'account':
      return ctx.payouts && (await syncAccount({ ...ctx, payouts: ctx.payouts }, reference))
    case 'payout':
      return ctx.payouts && (await followPayout({ ...ctx, payouts: ctx.payouts }, reference))
  }
}
