import type { Context } from '#server/context.ts'
import { openSealed } from '#server/domain/identities.ts'
import { resealApp } from '#server/store/second-factors/factors.ts'

interface SealedApp {
  secret: Buffer
  key_id: string
}

/** The secret of an app. What an earlier key has sealed is sealed anew with the present one. */
export async function openApp(
  ctx: Pick<Context, 'db' | 'factor_seal' | 'log'>,
  user_id: string,
  { secret: sealed, key_id }: SealedApp,
): Promise<Buffer> {
  const place = { owner: user_id, purpose: 'app' } as const
  const secret = openSealed(ctx, () => ctx.factor_seal.open({ sealed, key_id }, place))
  if (ctx.factor_seal.isOld({ key_id })) await resealApp(ctx.db, user_id, sealed, ctx.factor_seal.seal(secret, place))
  return secret
}
