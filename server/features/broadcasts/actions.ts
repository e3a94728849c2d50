import { AUDIENCES, type AudienceName, type Audiences, type Broadcast } from '#contract/broadcasts.ts'
import { MESSAGE_MAX } from '#contract/conversations.ts'
import { longestFilled } from '#contract/name-token.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { invalid, notFound } from '#server/errors.ts'
import { limitRate, uncountRate } from '#server/limits/rate-limits.ts'
import { cutPage, formatCursor, type Page, parseCursor } from '#server/paging.ts'
import {
  type BroadcastRow,
  cancelBroadcast as cancelStoredBroadcast,
  countAudiences,
  countLabelled,
  findBroadcast,
  insertBroadcast,
  listBroadcasts as listStoredBroadcasts,
} from '#server/store/broadcasts.ts'
import { newId } from '#server/store/ids.ts'
import { cleanText } from '#server/text.ts'
import { later } from '#server/time.ts'

/** A message to many is planned at most so many days ahead. */
const AHEAD_DAYS = 90

type BroadcastContext = Pick<Context, 'config' | 'db' | 'limiter' | 'now'>

interface Asked {
  audience: AudienceName
  label?: string | undefined
  content: string
  client_id: string
  publish_at?: string | undefined
}

/** Idempotent: a repeated `client_id` returns the first broadcast, whatever else it says. */
export async function createBroadcast(
  ctx: BroadcastContext,
  viewer: Viewer,
  { audience, label: asked_label, content, client_id, publish_at }: Asked,
  ip: string,
): Promise<{ broadcast: Broadcast; is_new: boolean }> {
  await limitRate(ctx, 'broadcast_attempt', { user_id: viewer.id, ip })
  const known = await findBroadcast(ctx.db, viewer.id, { client_id })
  if (known) return { broadcast: presentBroadcast(known), is_new: false }
  const now = ctx.now()
  const text = textToMany(content)
  const due = publish_at === undefined ? now : plannedTime(publish_at, now)
  const { label, total } = await sizeOf(ctx, viewer, audience, asked_label)
  if (total === 0) throw invalid('audience', 'There is nobody to write to')
  await limitRate(ctx, 'broadcast', { user_id: viewer.id })
  const broadcast = {
    ...{ id: newId(now), creator_id: viewer.id, client_id, audience, label, content: text },
    ...{ publish_at: due, created_at: now, total },
  }
  const is_new = await insertBroadcast(ctx.db, broadcast)
  // Of two requests at the same time one counts.
  if (!is_new) await uncountRate(ctx, 'broadcast', { user_id: viewer.id })
  const stored = await findBroadcast(ctx.db, viewer.id, { client_id })
  if (!stored) throw notFound()
  return { broadcast: presentBroadcast(stored), is_new }
}

/** How many people an audience has now. A label is stored as the creator spells it. */
async function sizeOf(
  ctx: BroadcastContext,
  viewer: Viewer,
  audience: AudienceName,
  asked_label: string | undefined,
): Promise<{ label: string | null; total: number }> {
  if (audience !== 'label')
    return { label: null, total: (await countAudiences(ctx.db, viewer.id, ctx.now()))[audience] }
  const wanted = asked_label === undefined ? '' : cleanText(asked_label)
  const found = (await countLabelled(ctx.db, viewer.id, ctx.now())).find(({ label }) => label === wanted)
  if (!found) throw invalid('label', 'Choose one of your labels')
  return { label: found.label, total: found.count }
}

/** The text as it is stored. Each reader may get a longer one, because it has their name. */
export function textToMany(content: string): string {
  const text = cleanText(content)
  if (longestFilled(text) > MESSAGE_MAX)
    throw invalid('content', `A message has at most ${MESSAGE_MAX} characters, with the longest name`)
  return text
}

function plannedTime(publish_at: string, now: Date): Date {
  const time = new Date(publish_at)
  if (time <= now) throw invalid('publish_at', 'This time is over')
  if (time > later(now, AHEAD_DAYS * DAY_MS))
    throw invalid('publish_at', `A message can be planned ${AHEAD_DAYS} days ahead`)
  return time
}

export async function listBroadcasts(
  ctx: BroadcastContext,
  viewer: Viewer,
  cursor: string | undefined,
): Promise<Page<Broadcast>> {
  const { page, last } = cutPage(await listStoredBroadcasts(ctx.db, viewer.id, parseCursor(cursor)))
  return { items: page.map(presentBroadcast), cursor: last && formatCursor({ at: last.created_at, id: last.id }) }
}

export async function getBroadcast(ctx: BroadcastContext, viewer: Viewer, id: string): Promise<Broadcast> {
  const row = await findBroadcast(ctx.db, viewer.id, { id })
  if (!row) throw notFound()
  return presentBroadcast(row)
}

/** What was planned and has not started does not count against the creator's limit. */
export async function cancelBroadcast(ctx: BroadcastContext, viewer: Viewer, id: string): Promise<Broadcast> {
  const is_cancelled = await cancelStoredBroadcast(ctx.db, viewer.id, id, ctx.now())
  const row = await getBroadcast(ctx, viewer, id)
  if (row.state !== 'cancelled') throw invalid('id', 'It is being sent already')
  if (is_cancelled) await uncountRate(ctx, 'broadcast', { user_id: viewer.id })
  return row
}

export async function listAudiences(ctx: BroadcastContext, viewer: Viewer): Promise<Audiences> {
  const { reader, ...counts } = await countAudiences(ctx.db, viewer.id, ctx.now())
  const labels = await countLabelled(ctx.db, viewer.id, ctx.now())
  const audiences = AUDIENCES.flatMap((audience): Audiences['audiences'] =>
    audience === 'label'
      ? labels.map((row) => ({ audience, ...row }))
      : [{ audience, label: null, count: counts[audience] }],
  )
  return { audiences, reader }
}

function presentBroadcast(row: BroadcastRow): Broadcast {
  const { id, audience, label, content, total, sent, left_out } = row
  return {
    ...{ id, audience, label, content, state: stateOf(row), total, sent, left_out },
    publish_at: row.publish_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

/** What is due waits for the next beat, and counts as being sent. */
function stateOf({ cancelled_at, ended_at, started_at, publish_at, created_at }: BroadcastRow): Broadcast['state'] {
  if (cancelled_at) return 'cancelled'
  if (ended_at) return 'sent'
  return started_at || publish_at <= created_at ? 'sending' : 'planned'
}
