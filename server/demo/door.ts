import type { Context } from '#server/context.ts'
import { closeDemoAccounts, listDemoAccounts, openDemoAccounts } from '#server/store/demo-accounts.ts'
import { createDemoWorld } from './world.ts'

/** How many accounts of the demo world this database has, and whether they can be used. */
export interface DemoDoor {
  accounts: number
  is_open: boolean
}

/** Makes or opens the demo world where there is to be one, and otherwise closes the one that a database brought along. */
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

/** What a start says of accounts that are there and closed. */
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
