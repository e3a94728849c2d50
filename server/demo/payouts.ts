import { stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { VerificationDetails } from '#contract/verifications.ts'
import { type IdentityContext, identitiesOf } from '#server/domain/identities.ts'
import { issueStatements } from '#server/domain/monthly-statements.ts'
import { setAccount } from '#server/domain/payouts/accounts.ts'
import { tillOf } from '#server/domain/payouts/till.ts'
import type { Shop } from '#server/domain/shop.ts'
import { askForPayout, changeSchedule } from '#server/features/payouts/actions.ts'
import { createBatch, getPayoutFile, markBatch } from '#server/features/payouts/batches.ts'
import { decidePayout } from '#server/features/payouts/desk.ts'
import { sendVerification } from '#server/features/verifications/actions.ts'
import { decide, openVerification } from '#server/features/verifications/desk.ts'
import { cancelDemoMails } from '#server/store/accounts/demo-accounts.ts'
import { findMember } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { markNoticesRead } from '#server/store/notices.ts'
import { findVerification } from '#server/store/verifications.ts'
import { earlier } from '#server/time.ts'

/** Whose payouts somebody looks at, who waits for a decision, and who decides. Every other creator is not verified. */
const PAID = 'creator@loge.test'
const WAITING = 'yuki@loge.test'
const ADMIN = 'admin@loge.test'

/** Numbers of examples, with right check digits. They belong to nobody. */
const IBANS = ['FR1420041010050500013M02606', 'FR7630006000011234567890189'] as const

const DETAILS: VerificationDetails = {
  legal_name: 'Margaux Lenoir',
  birth_date: '1994-03-17',
  street: '12 rue des Coulisses',
  postal_code: '75009',
  city: 'Paris',
  country: 'FR',
  tax_number: '1234567890123',
}

/** When the creator asked to be paid, in days before now. The third one came back, and the last one is on its way. */
const ASKED_DAYS_AGO = [122, 92, 61, 31, 1.2]
const RETURNED = 2

const PICTURES = path.resolve(import.meta.dirname, 'pictures')

/**
 * Pays a creator of the demo world, as the past months would have: with the product's own actions, each at its time. Only once: where
 * she was verified already, nothing changes. The tickets of the demo world were paid with play money that the sandbox does not
 * have, so with PAYOUTS=stripe there is the verification only.
 */
export async function createDemoPayouts(ctx: Shop): Promise<void> {
  const [creator, waiting, admin] = await Promise.all([PAID, WAITING, ADMIN].map((email) => findMember(ctx.db, email)))
  if (!creator || !admin || !ctx.seal || (await findVerification(ctx.db, creator.id))) return
  const now = ctx.now()
  const at = (days: number) => identitiesOf({ ...ctx, now: () => earlier(now, days * DAY_MS) })
  await sendIdentity(at(141), creator.id, { ...DETAILS, iban: IBANS[0] }, 'portrait-margaux')
  await openVerification(at(140), admin, creator.id)
  await decide(at(140), admin, creator.id, { outcome: 'verified' })
  if (!ctx.payouts) await pay(at, { creator_id: creator.id, staff_id: admin.id })
  if (waiting) {
    const details = { ...DETAILS, legal_name: 'Yuki Aoyama', birth_date: '1991-11-02', iban: IBANS[1] }
    await sendIdentity(at(0.2), waiting.id, details, 'portrait-yuki')
  }
  await issueStatements(ctx)
  await cancelDemoMails(ctx.db, now)
  for (const { id } of [creator, admin]) await markNoticesRead(ctx.db, id, now, newId(earlier(now, 2 * DAY_MS)))
}

async function sendIdentity(
  ctx: IdentityContext,
  creator_id: string,
  details: VerificationDetails & { iban: string },
  picture: string,
): Promise<void> {
  const file = path.join(PICTURES, `${picture}.jpg`)
  const { size: bytes } = await stat(file)
  await sendVerification(ctx, { id: creator_id }, details, {
    document: { path: file, bytes },
    portrait: { path: file, bytes },
  })
}

/** The creator asks, the admin pays with a file for the bank, and the bank pays, or sends the money back. */
async function pay(
  at: (days: number) => IdentityContext,
  { creator_id, staff_id }: { creator_id: string; staff_id: string },
): Promise<void> {
  const hour = HOUR_MS / DAY_MS
  await changeSchedule(tillOf(at(130)), creator_id, 'on_request')
  for (const [index, days] of ASKED_DAYS_AGO.entries()) {
    const asked = await askForPayout(tillOf(at(days)), { id: creator_id, email_confirmed: true }, undefined)
    const batch = await createBatch(tillOf(at(days - hour)), staff_id)
    await getPayoutFile(tillOf(at(days - hour)), staff_id, batch.id)
    await markBatch(tillOf(at(days - 2 * hour)), staff_id, batch.id, 'sent')
    if (index === ASKED_DAYS_AGO.length - 1) break
    await markBatch(tillOf(at(days - 1)), staff_id, batch.id, 'paid')
    if (index === RETURNED) {
      const outcome = { state: 'failed', failure: 'account_closed', note: 'Returned by the bank.' } as const
      await decidePayout(tillOf(at(days - 4)), staff_id, asked.id, outcome)
      const then = at(days - 6)
      const account = { holder: DETAILS.legal_name, iban: IBANS[1] }
      await then.db.begin(async (tx) => await setAccount(tx, then, creator_id, account))
    }
  }
  await changeSchedule(tillOf(at(0)), creator_id, 'monthly')
}
