import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../../tests/support/database/postgres.ts'
import { notRun, type Row, table, verdict } from '../row.ts'
import { broadcasts } from './broadcasts.ts'
import { database } from './database.ts'
import { limits } from './limits.ts'
import { live } from './live.ts'
import { payments } from './payments.ts'
import { restarts } from './restarts.ts'
import type { Program, Scale, Scenario } from './scenario.ts'
import { standby } from './standby.ts'
import { told } from './told.ts'
import { upgrades } from './upgrades.ts'

/**
 * `npm run bench:cluster`: starts several processes of the product with PostgreSQL and Redis, takes parts of the cluster
 * away while people use it, and counts what they notice. `-- NAME` runs one scenario, `--subscribers 1000` tries those about
 * ten thousand people with fewer. What a machine lacks is named.
 */
const SCENARIOS: readonly Scenario[] = [database, standby, restarts, live, limits, payments, upgrades, told, broadcasts]

/** How each program is asked for its version. */
const VERSION: Record<Program, string> = {
  'redis-server': '--version',
  nginx: '-v',
  caddy: 'version',
  pgbouncer: '--version',
}

function isMissing(program: Program): boolean {
  return spawnSync(program, [VERSION[program]]).status !== 0
}

async function measure({ needs, rows, measure }: Scenario, scale: Scale): Promise<Row[]> {
  const missing = needs.filter(isMissing)
  if (missing.length > 0) return rows.map((row) => notRun(row, `this machine has no ${missing.join(' and no ')}`))
  return await measure(scale)
}

async function main(): Promise<number> {
  const { positionals: names, values } = parseArgs({
    allowPositionals: true,
    options: { subscribers: { type: 'string', default: '10000' } },
  })
  const scale = { subscribers: Number(values.subscribers) }
  if (!Number.isInteger(scale.subscribers) || scale.subscribers < 1) {
    console.error('--subscribers must be a number of people, for example --subscribers 1000.')
    return 1
  }
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name))
  if (unknown.length > 0) {
    console.error(
      `There is no scenario named ${unknown.join(', ')}: choose from ${SCENARIOS.map(({ name }) => name).join(', ')}.`,
    )
    return 1
  }
  const rows: Row[] = []
  const postgres = await startTestPostgres()
  try {
    for (const scenario of SCENARIOS)
      if (names.length === 0 || names.includes(scenario.name)) rows.push(...(await measure(scenario, scale)))
  } finally {
    await postgres.stop()
  }
  console.log(table(rows))
  return rows.some((row) => verdict(row) === 'missed') ? 1 : 0
}

process.exitCode = await main()
