import type { Context } from '#server/context.ts'
import { limitRate, uncountRate } from '#server/limits/rate-limits.ts'

type Limits = Pick<Context, 'config' | 'limiter' | 'now'>

interface Upload {
  user_id: string
  ip: string
  /** The announced length of the body. */
  body_bytes: number | undefined
}

/** What a body counts whose length the client does not tell: that of the largest form. */
const UNKNOWN_MEGABYTES = 200

/**
 * Counts an upload before its body is read: one request, which is one picture or video, and its megabytes. So what somebody can
 * send, also of what is refused, is limited.
 */
export async function limitUpload(ctx: Limits, { user_id, ip, body_bytes }: Upload): Promise<void> {
  const megabytes = body_bytes === undefined ? UNKNOWN_MEGABYTES : Math.max(1, Math.ceil(body_bytes / 2 ** 20))
  await limitRate(ctx, 'upload', { user_id, ip })
  await limitRate(ctx, 'upload_megabytes', { user_id, ip }, megabytes)
}

/** Counts the pictures of an album after the first, before any of them is decoded. */
export async function limitFurtherPictures(
  ctx: Limits,
  { user_id, ip }: Pick<Upload, 'user_id' | 'ip'>,
  count: number,
): Promise<void> {
  if (count > 0) await limitRate(ctx, 'upload', { user_id, ip }, count)
}

/** Only files are counted, and whether a form has one is known only after it was read. */
export async function uncountUpload(ctx: Limits, { user_id, ip }: Pick<Upload, 'user_id' | 'ip'>): Promise<void> {
  await uncountRate(ctx, 'upload', { user_id, ip })
  await uncountRate(ctx, 'upload_megabytes', { user_id, ip })
}
