import type { Log } from '#server/log.ts'
import type { Media, StoredMedia } from './media.ts'

/**
 * Takes away bytes whose row is gone already. Nobody reaches them any more, so when it fails the answer is the same:
 * the sweep finds what stayed behind.
 */
export async function discardBytes(ctx: { media: Media; log: Log }, stored: StoredMedia): Promise<void> {
  try {
    await ctx.media.discard(stored)
  } catch (error) {
    ctx.log.error({ err: error }, 'bytes of a deleted picture wait for the sweep')
  }
}
