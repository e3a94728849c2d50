import type { Context } from '#server/context.ts'
import type { JobPayloads } from './jobs.ts'

/** For what is done already: whoever did it is not told that it failed because a queue was away. */
export async function sendAnyway<N extends keyof JobPayloads>(
  ctx: Pick<Context, 'jobs' | 'log'>,
  name: N,
  payload: JobPayloads[N],
): Promise<void> {
  try {
    await ctx.jobs.send(name, payload)
  } catch (error) {
    ctx.log.error({ err: error, job: name }, 'a background job could not be queued')
  }
}
