import type { WelcomeMessage } from '#contract/broadcasts.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { invalid } from '#server/errors.ts'
import { countWelcomes, findWelcomeMessage, saveWelcomeMessage } from '#server/store/welcomes.ts'
import { textToMany } from './actions.ts'

export async function getWelcomeMessage(ctx: Pick<Context, 'db' | 'now'>, viewer: Viewer): Promise<WelcomeMessage> {
  const now = ctx.now()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))
  const [stored, { sent, answered, last_reader }] = await Promise.all([
    findWelcomeMessage(ctx.db, viewer.id),
    countWelcomes(ctx.db, viewer.id, month),
  ])
  return {
    enabled: stored?.enabled ?? false,
    content: stored?.content ?? '',
    sent_this_month: sent,
    answered_this_month: answered,
    last_reader: last_reader && { ...last_reader, sent_at: new Date(last_reader.sent_at).toISOString() },
  }
}

/** It may be empty while it is switched off. */
export async function putWelcomeMessage(
  ctx: Pick<Context, 'db' | 'now'>,
  viewer: Viewer,
  { enabled, content }: { enabled: boolean; content: string },
): Promise<WelcomeMessage> {
  const text = textToMany(content)
  if (enabled && !/[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text)) throw invalid('content', 'Write what is sent')
  await saveWelcomeMessage(ctx.db, viewer.id, { enabled, content: text }, ctx.now())
  return await getWelcomeMessage(ctx, viewer)
}
