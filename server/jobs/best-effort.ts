import type { Log } from '#server/log.ts'
import type { JobPayloads, Jobs } from './jobs.ts'

/**
 * Queues a job, and only logs an error if that fails. For follow-up work such as mails: the change itself is already
 * committed, so the caller must not be told that it failed.
 */
export async function trySend<N extends keyof JobPayloads>(
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

/** Runs `act` for each item in sequence. A failure does not stop the others; the first one is thrown at the end, so that the job is retried. */
export async function tryEach<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await act(item).catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
