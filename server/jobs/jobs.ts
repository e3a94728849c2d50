import { PgBoss } from 'pg-boss'
import type { Locale } from '#contract/accounts.ts'
import { connect } from '#server/db/connect.ts'
import type { Log } from '#server/log.ts'
import { listDueJobs } from '#server/store/due-jobs.ts'

/** The kinds of jobs and their payloads. A payload never contains a secret, because it is stored in the database. */
export interface JobPayloads {
  /** `after_undo`: sent after somebody has undone a change of their address; it has a budget of its own. */
  send_password_reset: { email: string; locale: Locale; after_undo?: boolean }
  send_password_reset_done: { user_id: string; locale: Locale }
  send_new_device: {
    user_id: string
    device: { browser: string | null; system: string | null }
    at: string
    locale: Locale
  }
  send_recovery_asked: { recovery_id: string }
  sweep_second_steps: Record<string, never>
  send_password_changed: { user_id: string; locale: Locale }
  send_sign_up_confirmation: { user_id: string; locale: Locale }
  mail_sign_up_confirmations: Record<string, never>
  send_email_confirmation: { change_id: string; locale: Locale }
  send_email_changed: { change_id: string; locale: Locale }
  tell_old_addresses: Record<string, never>
  sweep_accounts: Record<string, never>
  confirm_deletion: { user_id: string }
  erase_accounts: Record<string, never>
  erase_documents: Record<string, never>
  erase_identities: Record<string, never>
  erase_receipts: Record<string, never>
  erase_statements: Record<string, never>
  end_freezes: Record<string, never>
  mail_contact_messages: Record<string, never>
  mail_content_notices: Record<string, never>
  tell_notifiers: Record<string, never>
  sweep_content_notices: Record<string, never>
  mail_newsletter: Record<string, never>
  mail_staff: Record<string, never>
  mail_notices: Record<string, never>
  mail_summaries: Record<string, never>
  sweep_notices: Record<string, never>
  sweep_visitors: Record<string, never>
  seal_evidence: Record<string, never>
  erase_evidence: Record<string, never>
  erase_removed: Record<string, never>
  sweep_media: Record<string, never>
  shrink_portraits: Record<string, never>
  sweep_marks: Record<string, never>
  sweep_stories: Record<string, never>
  sweep_drafts: Record<string, never>
  count_viewers: Record<string, never>
  sweep_viewers: Record<string, never>
  renew_demo_stories: Record<string, never>
  handle_provider_events: Record<string, never>
  reconcile_payments: Record<string, never>
  refund_unapplied: Record<string, never>
  pause_memberships: Record<string, never>
  end_memberships: Record<string, never>
  send_payouts: Record<string, never>
  remind_renewals: Record<string, never>
  mail_payment_problems: Record<string, never>
  open_boxes: Record<string, never>
  issue_monthly_statements: Record<string, never>
  ask_monthly_payouts: Record<string, never>
  tell_ticket_ends: Record<string, never>
  prepare_exports: Record<string, never>
  sweep_exports: Record<string, never>
}
export type JobName = keyof JobPayloads

/** The handler of a kind of job, and its schedule. */
export interface Job<N extends JobName> {
  run(payload: JobPayloads[N]): Promise<void>
  /** A cron expression. Scheduled jobs are not retried, because they run again anyway; all others are, up to eight times. */
  schedule?: string | undefined
}

const RETRIES = 8

export interface Jobs {
  send<N extends JobName>(name: N, payload: JobPayloads[N]): Promise<void>
  /** Registers the handler. A kind must be registered before it can be sent. */
  handle<N extends JobName>(name: N, job: Job<N>): Promise<void>
  /** Starts the workers. A process that only sends jobs (a command, a test) does not call it. */
  work(): Promise<void>
  /** Runs all jobs that are due now. Returns their number. */
  runDue(): Promise<number>
  stop(): Promise<void>
}

/** The connections of the queue itself. Handlers use those of their feature. */
const CONNECTIONS = 2
/** The statements of the queue are short. */
const ANSWER_MS = 60_000

/**
 * The job queue (pg-boss). Jobs that this process sends wake its worker at once. Jobs of other processes are found by
 * polling, at a long interval, because each poll is a query for every kind of job.
 */
export async function createJobs(database_url: string, log: Log, poll_every_seconds = 2): Promise<Jobs> {
  const sql = connect(database_url, { max: CONNECTIONS, application_name: 'loge jobs', answer_ms: ANSWER_MS })
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: await sql.unsafe(text, values ?? []) }) },
    reindex: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'a background job could not be handled'))
  await boss.start()
  // Creating a queue takes an exclusive lock, and does nothing if it is there: at most starts all of them are.
  const queues = new Set((await boss.getQueues()).map(({ name }) => name))
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
      // pg-boss only stores the error and retries, so it is logged here.
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
      handled.set(name, job)
      if (queues.has(name)) return
      const retryLimit = job.schedule === undefined ? RETRIES : 0
      await boss.createQueue(name, { retryLimit, retryBackoff: true, retryDelay: 5, deleteAfterSeconds: 3600 })
    },
    async work() {
      for (const [name, { schedule }] of handled) {
        if (schedule) await boss.schedule(name, schedule, {})
        const worker = await boss.work(name, { pollingIntervalSeconds: poll_every_seconds }, async ([job]) => {
          // The worker fetches one job at a time; there may be more.
          wake(name)
          if (job) await run(name, job.data)
        })
        workers.set(name, worker)
      }
    },
    async runDue() {
      let count = 0
      const due = await listDueJobs(sql)
      for (const name of handled.keys()) {
        if (!due.has(name)) continue
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
