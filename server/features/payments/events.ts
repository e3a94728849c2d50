import { HOUR_MS } from '#contract/time.ts'
import { settleCheckout, settlePayment, syncMembership } from '#server/domain/payments/settle.ts'
import type { Shop } from '#server/domain/shop.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { RawBody } from '#server/http/route.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { BadEvent, type ProviderEvent } from '#server/payments/provider.ts'
import {
  insertProviderEvent,
  markEventFailed,
  markEventHandled,
  type StoredEvent,
  takeDueEvent,
} from '#server/store/payments/provider-events.ts'

/** Exponential back-off: doubled after each attempt, up to a maximum. */
const WAIT = { first_wait_ms: 15_000, max_wait_ms: 6 * HOUR_MS }
const ERROR_MAX = 500

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
 * Handles the events that are due, oldest first. Taking one sets the time of its next attempt, so that a process that is
 * killed blocks nothing, and no transaction is open while the provider is asked.
 */
export async function handleEvents(ctx: Shop): Promise<void> {
  const provider = ctx.payments.name
  for (;;) {
    const event = await takeDueEvent(ctx.db, provider, ctx.now(), WAIT)
    if (!event) return
    try {
      await handleEvent(ctx, event)
      await markEventHandled(ctx.db, event, ctx.now())
    } catch (error) {
      ctx.log.error(
        { err: error, type: event.type, event: event.id },
        'an event of the payment provider could not be handled',
      )
      await markEventFailed(ctx.db, event, String((error as Error).message).slice(0, ERROR_MAX))
    }
  }
}

async function handleEvent(ctx: Shop, { subject_kind, subject }: StoredEvent): Promise<void> {
  if (subject === null) return
  switch (subject_kind) {
    case 'checkout':
      return await settleCheckout(ctx, subject)
    case 'payment':
      return await settlePayment(ctx, subject)
    case 'membership':
      return await syncMembership(ctx, subject)
  }
}
