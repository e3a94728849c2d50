import { createJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { insertNotice, insertRemovalNotice } from '#tests/support/database/notice-rows.ts'
import type { Product } from './product.ts'
import { withDatabase } from './subscriptions.ts'

interface Somebody {
  id: string
}

/** Records that staff removed a post. The product then sends the mail and the live event of the notice. */
export async function removePost(
  product: Product,
  author: Somebody,
  post: { description: string; reason: string },
): Promise<void> {
  await withDatabase(product, (db) => insertRemovalNotice(db, { author, ...post }))
  const jobs = await createJobs(product.env.DATABASE_URL ?? '', createLog({ log_level: 'error' }))
  await jobs.send('mail_notices', {})
  await jobs.stop()
}

/** Adds notices, the oldest first, without live events. */
export async function addNotices(product: Product, person: Somebody, count: number): Promise<void> {
  await withDatabase(product, async (db) => {
    for (let number = 0; number < count; number += 1) await insertNotice(db, person, { kind: 'report_upheld' })
  })
}

/** Adds a notice of every kind. */
export async function addNoticesOfEveryKind(product: Product, person: Somebody): Promise<void> {
  await withDatabase(product, async (db) => {
    const details = { creator_id: person.id, expires_at: '2026-12-09T12:00:00.000Z' }
    await insertNotice(db, person, { kind: 'subscription_granted', details })
    for (const kind of ['creator_approved', 'report_upheld', 'report_dismissed'] as const) {
      await insertNotice(db, person, { kind })
    }
    const post = {
      description: 'Two pages of the prompt book, for those who like to read ahead.',
      reason: 'Not yours.',
    }
    await insertRemovalNotice(db, { author: person, ...post })
  })
}
