import type { Context } from '#server/context.ts'
import { disableDemoAccounts, enableDemoAccounts, listDemoAccounts } from '#server/store/accounts/demo-accounts.ts'
import { createDemoWorld } from './world.ts'

/** The number of demo accounts in this database, and whether they are enabled. */
export interface DemoState {
  accounts: number
  is_enabled: boolean
}

/**
 * Applies the setting `demo` at startup: creates or enables the demo world, or disables the one that the database
 * contains.
 */
export async function applyDemoSetting(
  ctx: Pick<Context, 'config' | 'db' | 'media' | 'now' | 'secret'>,
): Promise<DemoState> {
  const { config, db } = ctx
  if (config.demo) {
    await createDemoWorld(ctx)
    await enableDemoAccounts(db)
  } else {
    await db.begin((tx) => disableDemoAccounts(tx, ctx.now()))
  }
  const accounts = (await listDemoAccounts(db)).length
  return { accounts, is_enabled: config.demo && accounts > 0 }
}

/** The warning at startup if disabled demo accounts exist. */
export function disabledDemoWarning({ accounts, is_enabled }: DemoState): string | undefined {
  if (accounts === 0 || is_enabled) return undefined
  return [
    '',
    `  WARNING: this database holds ${accounts} accounts of the demo world, and everybody knows their password.`,
    '  The demo is off: nobody can sign in with them, and nothing of theirs is shown. Remove them:',
    '    npm run staff -- remove-demo',
    '',
  ].join('\n')
}
