import type { Context } from '#server/context.ts'
import { closeDemoAccounts, listDemoAccounts, openDemoAccounts } from '#server/store/demo-accounts.ts'
import { createDemoWorld } from './world.ts'

/** The number of demo accounts in this database, and whether they are enabled. */
export interface DemoDoor {
  accounts: number
  is_open: boolean
}

/**
 * Applies the setting `demo` at startup: creates or enables the demo world, or disables the one that the database
 * contains.
 */
export async function keepDemoDoor(ctx: Pick<Context, 'config' | 'db' | 'media' | 'now'>): Promise<DemoDoor> {
  const { config, db } = ctx
  if (config.demo) {
    await createDemoWorld(ctx)
    await openDemoAccounts(db)
  } else {
    await db.begin((tx) => closeDemoAccounts(tx, ctx.now()))
  }
  const accounts = (await listDemoAccounts(db)).length
  return { accounts, is_open: config.demo && accounts > 0 }
}

/** The warning at startup if disabled demo accounts exist. */
export function closedDemoWarning({ accounts, is_open }: DemoDoor): string | undefined {
  if (accounts === 0 || is_open) return undefined
  return [
    '',
    `  WARNING: this database holds ${accounts} accounts of the demo world, and everybody knows their password.`,
    '  The demo is off: nobody can sign in with them, and nothing of theirs is shown. Remove them:',
    '    npm run staff -- remove-demo',
    '',
  ].join('\n')
}
