import type { Balance } from '#contract/payouts.ts'
import { verifyCurrentPassword, wrongCurrentPassword } from '#server/domain/current-password.ts'
import { identitiesOf, openDetails, openSealed, refuseIban } from '#server/domain/identities.ts'
import { setAccount } from '#server/domain/payouts/accounts.ts'
import { getBalance } from '#server/domain/payouts/balance.ts'
import type { Till } from '#server/domain/payouts/till.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { AppError, notFound } from '#server/errors.ts'
import { lockPasswordHash } from '#server/store/accounts/users.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { findVerification } from '#server/store/verifications.ts'

/**
 * Changes where the money of a creator goes. It takes the password, because a stolen session would otherwise be worth the
 * whole balance. The holder is the name that staff verify, so a verification comes first.
 */
export async function changeAccount(
  ctx: Till,
  viewer: SessionViewer,
  { iban, current_password }: { iban: string; current_password: string },
): Promise<Balance> {
  if (ctx.config.payouts.method !== 'manual') throw notFound()
  const identities = identitiesOf(ctx)
  refuseIban(iban)
  const password_hash = await verifyCurrentPassword(ctx, viewer, current_password)
  const isNew = await ctx.db.begin(async (db) => {
    // The lock also makes the erasure of the account run before or after this.
    if (!(await lockPasswordHash(db, viewer.id, password_hash))) throw wrongCurrentPassword()
    const verification = await findVerification(db, viewer.id)
    if (!verification) throw new AppError('payout_waits', 'Send your verification first', { waits_for: 'verification' })
    const { legal_name } = openSealed(ctx, () => openDetails(identities.seal, viewer.id, verification))
    return await setAccount(db, identities, viewer.id, { holder: legal_name, iban })
  })
  if (isNew) await publishNotices(ctx, [viewer.id])
  return await getBalance(ctx, viewer.id)
}
