import { describe, expect, it, vi } from 'vitest'
import { FEATURES } from '#server/app.ts'
import { connect } from '#server/db/connect.ts'
import { demo } from '#server/demo/stories.ts'
import { createLog } from '#server/log.ts'
import { createTestDatabase } from '#tests/support/database/postgres.ts'
import { createJobs, type JobName } from './jobs.ts'

const lines: string[] = []
const log = createLog({ log_level: 'info' }, { write: (line) => void lines.push(line) })

describe('Background jobs', () => {
  it('Jobs are executed once by any process, also those that were queued before it started', async () => {
    const database = await createTestDatabase()
    const [first, second] = await Promise.all([createJobs(database.url, log), createJobs(database.url, log)])
    const done: string[] = []
    await first.handle('send_password_reset', { run: async ({ email }) => void done.push(email) })
    await second.handle('send_password_reset', { run: async ({ email }) => void done.push(email) })
    for (let i = 0; i < 6; i += 1) await first.send('send_password_reset', { email: `a${i}@example.com`, locale: 'en' })
    await Promise.all([first.work(), second.work()])
    await vi.waitFor(() => expect(done).toHaveLength(6), { timeout: 45_000 })
    expect(new Set(done).size).toBe(6)
    await Promise.all([first.stop(), second.stop()])
    await database.drop()
  })

  it('Jobs are executed at once by the process that sends them, however many and however rarely it polls', async () => {
    const database = await createTestDatabase()
    const jobs = await createJobs(database.url, log, 24 * 60 * 60)
    const done: string[] = []
    await jobs.handle('send_password_reset', { run: async ({ email }) => void done.push(email) })
    await jobs.work()
    const emails = ['a@example.com', 'b@example.com', 'c@example.com']
    await Promise.all(emails.map((email) => jobs.send('send_password_reset', { email, locale: 'en' })))
    await vi.waitFor(() => expect(done.toSorted()).toEqual(emails), { timeout: 45_000 })
    await jobs.stop()
    await database.drop()
  })

  it('Every job belongs to one feature', () => {
    const names = FEATURES.flatMap(({ jobs = {} }) => Object.keys(jobs))
    expect(names).toHaveLength(new Set(names).size)
  })

  it('Scheduled jobs run without being sent', async () => {
    const database = await createTestDatabase()
    const jobs = await createJobs(database.url, log)
    for (const { jobs: declared = {} } of [...FEATURES, demo]) {
      for (const [name, { schedule }] of Object.entries(declared)) {
        await jobs.handle(name as JobName, { schedule, run: async () => {} })
      }
    }
    await jobs.work()
    const db = connect(database.url)
    expect(await db`select name, cron from pgboss.schedule order by name`).toEqual([
      { name: 'ask_monthly_payouts', cron: '23 * * * *' },
      { name: 'count_viewers', cron: '*/5 * * * *' },
      { name: 'end_freezes', cron: '* * * * *' },
      { name: 'end_memberships', cron: '* * * * *' },
      { name: 'erase_accounts', cron: '27 * * * *' },
      { name: 'erase_documents', cron: '7 * * * *' },
      { name: 'erase_evidence', cron: '37 * * * *' },
      { name: 'erase_identities', cron: '47 4 * * *' },
      { name: 'erase_receipts', cron: '51 4 * * *' },
      { name: 'erase_removed', cron: '47 * * * *' },
      { name: 'erase_statements', cron: '53 4 * * *' },
      { name: 'handle_provider_events', cron: '* * * * *' },
      { name: 'issue_monthly_statements', cron: '4 * * * *' },
      { name: 'mail_contact_messages', cron: '*/5 * * * *' },
      { name: 'mail_content_notices', cron: '*/5 * * * *' },
      { name: 'mail_newsletter', cron: '*/5 * * * *' },
      { name: 'mail_notices', cron: '* * * * *' },
      { name: 'mail_payment_problems', cron: '*/5 * * * *' },
      { name: 'mail_sign_up_confirmations', cron: '*/10 * * * *' },
      { name: 'mail_staff', cron: '* * * * *' },
      { name: 'mail_summaries', cron: '*/5 * * * *' },
      { name: 'open_boxes', cron: '* * * * *' },
      { name: 'pause_memberships', cron: '* * * * *' },
      { name: 'prepare_exports', cron: '*/5 * * * *' },
      { name: 'reconcile_payments', cron: '17 3 * * *' },
      { name: 'refund_unapplied', cron: '*/5 * * * *' },
      { name: 'remind_renewals', cron: '*/5 * * * *' },
      { name: 'renew_demo_stories', cron: '*/20 * * * *' },
      { name: 'seal_evidence', cron: '*/2 * * * *' },
      { name: 'send_payouts', cron: '* * * * *' },
      { name: 'shrink_portraits', cron: '41 3 * * *' },
      { name: 'sweep_accounts', cron: '17 * * * *' },
      { name: 'sweep_content_notices', cron: '57 * * * *' },
      { name: 'sweep_drafts', cron: '23 * * * *' },
      { name: 'sweep_exports', cron: '27 * * * *' },
      { name: 'sweep_marks', cron: '23 4 * * *' },
      { name: 'sweep_media', cron: '7 * * * *' },
      { name: 'sweep_notices', cron: '17 * * * *' },
      { name: 'sweep_second_steps', cron: '47 * * * *' },
      { name: 'sweep_stories', cron: '*/5 * * * *' },
      { name: 'sweep_viewers', cron: '23 3 * * *' },
      { name: 'sweep_visitors', cron: '47 * * * *' },
      { name: 'tell_notifiers', cron: '*/5 * * * *' },
      { name: 'tell_old_addresses', cron: '37 * * * *' },
      { name: 'tell_ticket_ends', cron: '41 * * * *' },
    ])
    await jobs.stop()
    await db.end()
    await database.drop()
  })

  it('Failed jobs are kept and retried, and the log says so', async () => {
    const database = await createTestDatabase()
    const jobs = await createJobs(database.url, log)
    await jobs.handle('send_password_reset', {
      run: () => Promise.reject(new Error('the mail server is dead')),
    })
    await jobs.send('send_password_reset', { email: 'a@example.com', locale: 'fr' })
    await jobs.work()
    const db = connect(database.url)
    const failed = () => db`select data from pgboss.job where name = 'send_password_reset' and state = 'retry'`
    await vi.waitFor(
      async () => expect(await failed()).toMatchObject([{ data: { email: 'a@example.com', locale: 'fr' } }]),
      { timeout: 45_000 },
    )
    expect(lines.join('')).toContain('the mail server is dead')
    await jobs.stop()
    await db.end()
    await database.drop()
  })
})
