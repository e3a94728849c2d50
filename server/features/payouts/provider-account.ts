import { paths } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import { verifyCurrentPassword } from '#server/domain/current-password.ts'
import { openDetails, openSealed } from '#server/domain/identities.ts'
import { reachProvider } from '#server/domain/shop.ts'
import { AppError, notFound } from '#server/errors.ts'
import { findProviderAccount, saveReference } from '#server/store/payouts/provider-accounts.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { findVerification, isVerified } from '#server/store/verifications.ts'

/**
 * The page of the payout provider where a creator gives a bank account, or changes it. It takes the password, because a stolen
 * session would otherwise be worth the whole balance. The provider has to know in which country
 * somebody is at home, so we have to know who they are first.
 */
export async function openPayoutAccount(
  ctx: Context,
  viewer: SessionViewer,
  { current_password }: { current_password: string },
): Promise<{ url: string }> {
  const { payouts, db } = ctx
  if (!payouts) throw notFound()
  await verifyCurrentPassword(ctx, viewer, current_password)
  if (!viewer.email_confirmed) throw new AppError('email_unconfirmed', 'Confirm your e-mail address first')
  const country = await findCountry(ctx, viewer.id)
  if (country === undefined)
    throw new AppError('payout_waits', 'Your identity is not verified', { waits_for: 'verification' })
  const known = await findProviderAccount(db, payouts.name, viewer.id)
  const { reference, url } = await reachProvider(() =>
    payouts.openAccount({
      id: viewer.id,
      email: viewer.email,
      country,
      reference: known?.reference,
      return_url: `${ctx.origin()}${paths.payouts}`,
    }),
  )
  await saveReference(db, { creator_id: viewer.id, provider: payouts.name, reference })
  return { url }
}

/** Undefined if it is not known who they are. */
async function findCountry(ctx: Context, creator_id: string): Promise<string | undefined> {
  const { db, seal, now } = ctx
  if (!seal || !(await isVerified(db, creator_id, now()))) return undefined
  const row = await findVerification(db, creator_id)
  return row && openSealed(ctx, () => openDetails(seal, creator_id, row)).country
}
