import type { Log } from '#server/log.ts'
import type { JobPayloads, Jobs } from './jobs.ts'

/** For what is done already: whoever did it is not told that it failed because a queue was away. */
export async function sendAnyway<N extends keyof JobPayloads>(
  { jobs, log }: { jobs: Pick<Jobs, 'send'>; log: Log },
  name: N,
  payload: JobPayloads[N],
): Promise<void> {
  try {
    await jobs.send(name, payload)
  } catch (error) {
    log.error({ err: error, job: name }, 'a background job could not be queued')
  }
}
