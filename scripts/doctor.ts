import { EMAIL_PATTERN } from '#contract/accounts.ts'
import type { Health, HealthCheck } from '#contract/system.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { createTools } from '#server/context.ts'
import { openForHealthCheck } from '#server/db/open.ts'
import { describe } from '#server/features/system/health/finding.ts'
import { CHECK_WAIT_MS, diagnose, report } from '#server/features/system/health/health.ts'
import { sendTestMail } from '#server/features/system/health/test-mail.ts'
import { createLog } from '#server/log.ts'
import { findSeal } from '#server/open-seal.ts'
import { openProvider } from '#server/payments/open-provider.ts'
import { openPayoutProvider } from '#server/payouts/open-payout-provider.ts'
import { type CommandLine, runCommand } from './command.ts'

const USAGE = `Usage:
  npm run doctor
  npm run -s doctor -- --json
  npm run doctor -- --mail you@example.com`

const IS_EMAIL = new RegExp(EMAIL_PATTERN, 'u')

interface Options {
  asJson: boolean
  /** Who gets a test mail. */
  email: string | undefined
}

function readOptions(words: string[]): Options | undefined {
  const options: Options = { asJson: false, email: undefined }
  const left = [...words]
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--json') options.asJson = true
    else if (word === '--mail' && IS_EMAIL.test(left[0] ?? '')) options.email = left.shift()
    else return undefined
  }
  return options
}

/** Asks every part and prints what it finds. It starts nothing, and needs no database. */
async function examine(settings: Record<string, string> | undefined, { asJson, email }: Options): Promise<number> {
  const health = await check(settings, email)
  if (asJson) console.log(JSON.stringify(health, null, 2))
  else print(health)
  return health.checks.some(({ state }) => state === 'failed') ? 1 : 0
}

async function check(given: Record<string, string> | undefined, email: string | undefined): Promise<Health> {
  let config: Config
  try {
    config = readConfig(given)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const finding = { found: 'settings_wrong', details: error.problems } as const
    const checks = [describe('settings', finding, { locale: 'en', secrets: [] })]
    return { checked_at: new Date().toISOString(), checks, settings: [] }
  }
  const tools = createTools(config, createLog({ log_level: 'silent' }))
  const db = await openForHealthCheck(config, CHECK_WAIT_MS)
  const payments = await openProvider(config)
  const payouts = await openPayoutProvider(config)
  try {
    const health = report(
      await diagnose({ ...tools, db, payments, payouts, seal: findSeal(config) }),
      config.in_force,
      'en',
    )
    if (email !== undefined) {
      const origin = () => config.public_url ?? `http://${config.host}:${config.port}`
      const finding = await sendTestMail({ ...tools, origin }, { email, locale: 'en' })
      health.checks.push(describe('mail', finding, { locale: 'en', secrets: config.in_force.secrets }))
    }
    return health
  } finally {
    await db?.end({ timeout: 0 })
  }
}

const STATES: Readonly<Record<HealthCheck['state'], string>> = {
  ok: 'ok',
  warning: 'WARNING',
  failed: 'FAILED',
  not_used: '–',
}
const SOURCES: Readonly<Record<Health['settings'][number]['source'], string>> = {
  default: 'default',
  environment: 'environment',
  env_file: '.env',
  file: 'file',
}

function print({ checks, settings }: Health): void {
  const lines: string[] = []
  for (const { name, state, sentence, remedy, details } of checks) {
    lines.push(`${STATES[state].padEnd(8)} ${name.padEnd(10)} ${sentence}`)
    const indent = ' '.repeat(20)
    if (remedy !== null) lines.push(`${indent}→ ${remedy}`)
    lines.push(...details.map((detail) => `${indent}${detail}`))
  }
  if (settings.length > 0) lines.push('', 'Settings in force:')
  for (const { name, source, value } of settings)
    lines.push(`  ${name.padEnd(22)} ${(value ?? '(secret)').padEnd(30)} ${SOURCES[source]}`)
  console.log(lines.join('\n'))
}

export const doctor: CommandLine = {
  usage: USAGE,
  readAlone(words) {
    const options = readOptions(words)
    return options && ((settings) => examine(settings, options))
  },
}

// A part that hangs may keep its connection open, and nothing waits for it any more.
if (import.meta.main) process.exit(await runCommand(doctor))
