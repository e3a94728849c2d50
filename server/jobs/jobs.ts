import { PgBoss } from 'pg-boss'
import type { Locale } from '#contract/accounts.ts'
import { connect } from '#server/db/connect.ts'
import type { Log } from '#server/log.ts'

/** What runs later, and what it is told. A payload never holds a secret: it lies in the database until it is done. */
export interface JobPayloads {
  /** `after_undo`: it follows when somebody takes their address back, and does not count with those that anybody asks for. */
  send_password_reset: { email: string; locale: Locale; after_undo?: boolean }
  send_password_reset_done: { user_id: string; locale: Locale }
  send_new_device: {
    user_id: string
    device: { browser: string | null; system: string | null }
    at: string
    locale: Locale
  }
  send_password_changed: { user_id: string; locale: Locale }
  send_email_confirmation: { change_id: string; locale: Locale }
  send_email_changed: { change_id: string; locale: Locale }
  tell_old_addresses: Record<string, never>
  sweep_accounts: Record<string, never>
  confirm_deletion: { user_id: string }
  erase_accounts: Record<string, never>
  mail_contact_messages: Record<string, never>
  mail_newsletter: Record<string, never>
  mail_notices: Record<string, never>
  sweep_notices: Record<string, never>
  sweep_visitors: Record<string, never>
  sweep_media: Record<string, never>
  sweep_stories: Record<string, never>
  renew_demo_stories: Record<string, never>
  prepare_exports: Record<string, never>
  sweep_exports: Record<string, never>
}
export type JobName = keyof JobPayloads

/** One kind of job: who does it, and when it comes by itself. */
export interface Job<N extends JobName> {
  run(payload: JobPayloads[N]): Promise<void>
  /** As cron writes it. What comes again by itself is not tried again before; everything else is, up to eight times. */
  schedule?: string | undefined
}

const RETRIES = 8

export interface Jobs {
  send<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<void>
  /** From now on this kind can be sent, and is done here. */
  handle<N extends JobName>(name: N, job: Job<N>): Promise<void>
  /** Starts the workers. A process that only sends (a command, a test) does without. */
  work(): Promise<void>
  /** Runs what is due now, to the end; how many ran. */
  runDue(): Promise<number>
  stop(): Promise<void>
}

/** pg-boss opens transactions with plain statements, which postgres.js allows on a handle with one connection only. */
function connectForJobs(database_url: string) {
  return connect(database_url, {
    max: 1,
    application_name: 'loge jobs',
    types: {
      // pg-boss hands over some JSON as text already; encoding it once more would make a string of it.
      json: {
        to: 114,
        from: [114, 3802],
        serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
        parse: (text: string) => JSON.parse(text),
      },
    },
  })
}

/**
 * What this process sends, it looks for at once. What others sent or left behind it looks for now and then: each look is a
 * query for every kind of job, also when nobody is there.
 */
export async function createJobs(database_url: string, log: Log, look_every_seconds = 2): Promise<Jobs> {
  const sql = connectForJobs(database_url)
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: await sql.unsafe(text, (values ?? []) as never[]) }) },
    reindex: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'a background job could not be handled'))
  await boss.start()
  const handled = new Map<JobName, Job<JobName>>()
  const workers = new Map<JobName, string>()

  function wake(name: JobName): void {
    const worker = workers.get(name)
    if (worker !== undefined) boss.notifyWorker(worker)
  }

  async function run(name: JobName, payload: unknown): Promise<void> {
    const job = handled.get(name)
    if (!job) throw new Error(`nothing handles the job ${name}`)
    try {
      await job.run(payload as JobPayloads[JobName])
    } catch (error) {
      // The queue only notes the failure and tries again later; somebody should know.
      log.error({ err: error, job: name }, 'a background job failed')
      throw error
    }
  }

  return {
    async send(name, payload) {
      await boss.send(name, payload)
      wake(name)
    },
    async handle(name, job) {
      const retryLimit = job.schedule === undefined ? RETRIES : 0
      await boss.createQueue(name, { retryLimit, retryBackoff: true, retryDelay: 5, deleteAfterSeconds: 3600 })
      handled.set(name, job)
    },
    async work() {
      for (const [name, { schedule }] of handled) {
        if (schedule) await boss.schedule(name, schedule, {})
        const worker = await boss.work(name, { pollingIntervalSeconds: look_every_seconds }, async ([job]) => {
          // There may be another one behind it.
          wake(name)
          if (job) await run(name, job.data)
        })
        workers.set(name, worker)
      }
    },
    async runDue() {
      let count = 0
      for (const name of handled.keys()) {
        for (const job of await boss.fetch(name, { batchSize: 100 })) {
          await run(name, job.data)
          await boss.complete(name, job.id)
          count += 1
        }
      }
      return count
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5000 })
      await sql.end({ timeout: 1 })
    },
  }
}
