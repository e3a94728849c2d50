import type { Context } from '#server/context.ts'
import { sealJson } from '#server/seal.ts'

/** Verifies who a creator is, as if an admin had. Where the money goes is left to the provider's pages. */
export async function verify(ctx: Pick<Context, 'db' | 'now' | 'seal'>, creator_id: string): Promise<void> {
  if (!ctx.seal) throw new Error('nobody is verified here')
  const now = ctx.now()
  const details = { legal_name: 'Amélie Moreau', country: 'FR' }
  const sealed = sealJson(ctx.seal, details, { owner: creator_id, purpose: 'details' })
  const row = { creator_id, state: 'verified', sent_at: now, decided_at: now, ...sealed }
  await ctx.db`insert into verifications ${ctx.db(row)}`
}
