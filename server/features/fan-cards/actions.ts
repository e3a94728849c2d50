import { LABEL_MAX, MESSAGE_MAX } from '#contract/conversations.ts'
import { type FanCard, LABELS_PER_FAN, NOTE_MAX, type SavedReply } from '#contract/fan-cards.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { invalid, notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { type FanCardRow, findFanCard, lockFan, saveNote } from '#server/store/fan-cards/fan-cards.ts'
import { replaceLabels } from '#server/store/fan-cards/fan-labels.ts'
import {
  deleteSavedReply,
  insertSavedReply,
  type SavedReplyRow,
  updateSavedReply,
} from '#server/store/fan-cards/saved-replies.ts'
import { cleanText } from '#server/text.ts'

/** How many different labels a creator uses, and how many replies they keep. */
export const LABELS_PER_CREATOR = 50
export const SAVED_REPLIES_MAX = 50

type Acting = Pick<Context, 'db' | 'now'>

export async function readFanCard(ctx: Acting, viewer: Viewer, username: string): Promise<FanCard> {
  const row = await findFanCard(ctx.db, viewer.id, username, ctx.now())
  if (!row) throw notFound()
  return presentCard(row)
}

interface CardInput {
  labels?: string[] | undefined
  note?: string | undefined
}

/** Changes what is named, and leaves the rest: two devices may edit the labels and the note at the same time. */
export async function updateFanCard(ctx: Acting, viewer: Viewer, username: string, input: CardInput): Promise<FanCard> {
  const labels = input.labels && cleanLabels(input.labels)
  const note = input.note === undefined ? undefined : bounded('note', cleanText(input.note), NOTE_MAX)
  return await ctx.db.begin(async (db) => {
    const fan = await findFanCard(db, viewer.id, username, ctx.now())
    if (!fan) throw notFound()
    const of = { creator_id: viewer.id, fan_id: fan.fan_id }
    if (!(await lockFan(db, of))) throw notFound()
    if (labels && (await replaceLabels(db, of, labels)) > LABELS_PER_CREATOR)
      throw invalid('labels', `There are at most ${LABELS_PER_CREATOR} labels`)
    if (note !== undefined) await saveNote(db, of, note, ctx.now())
    const changed = await findFanCard(db, viewer.id, username, ctx.now())
    if (!changed) throw notFound()
    return presentCard(changed)
  })
}

function cleanLabels(labels: readonly string[]): string[] {
  const clean = labels.map((label) => bounded('labels', cleanText(label).replaceAll(/\s+/g, ' '), LABEL_MAX))
  if (clean.length > LABELS_PER_FAN) throw invalid('labels', `A fan has at most ${LABELS_PER_FAN} labels`)
  return clean.filter((label) => label !== '')
}

/** Counts code points, as the schemas do, and not UTF-16 units. */
function bounded(field: string, text: string, max: number): string {
  if ([...text].length > max) throw invalid(field, `At most ${max} characters`)
  return text
}

function presentCard(row: FanCardRow): FanCard {
  const { username, since, labels, note, ticket_ends_at } = row
  return {
    username,
    profile_pic: mediaPath(row.picture_id),
    since: since.toISOString(),
    ticket: ticket_ends_at && {
      period: row.ticket_period,
      is_active: row.ticket_is_active,
      ends_at: ticket_ends_at.toISOString(),
      is_renewing: row.ticket_is_active && row.ticket_is_renewing,
      count: row.ticket_count,
    },
    labels,
    note,
  }
}

export async function saveReply(
  ctx: Acting,
  viewer: Viewer,
  text: string,
): Promise<{ reply: SavedReply; is_new: boolean }> {
  const content = bounded('content', cleanText(text), MESSAGE_MAX)
  const row = await ctx.db.begin((db) =>
    insertSavedReply(db, { creator_id: viewer.id, content, now: ctx.now() }, SAVED_REPLIES_MAX),
  )
  if (!row) throw invalid('content', `There are at most ${SAVED_REPLIES_MAX} saved replies`)
  return { reply: presentReply(row), is_new: row.is_new }
}

export async function changeReply(ctx: Acting, viewer: Viewer, id: string, text: string): Promise<SavedReply> {
  const content = bounded('content', cleanText(text), MESSAGE_MAX)
  const row = await updateSavedReply(ctx.db, viewer.id, { id, content })
  if (!row) throw notFound()
  return presentReply(row)
}

export async function deleteReply(ctx: Acting, viewer: Viewer, id: string): Promise<void> {
  if (!(await deleteSavedReply(ctx.db, viewer.id, id))) throw notFound()
}

export function presentReply({ id, content, created_at }: SavedReplyRow): SavedReply {
  return { id, content, created_at: created_at.toISOString() }
}
