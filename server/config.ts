import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { parseEnv } from 'node:util'
import type { SettingInForce } from '#contract/system.ts'
import { type PaymentSettings, readPaymentSettings } from './payment-settings.ts'
import { type PayoutSettings, readPayoutSettings } from './payout-settings.ts'
import { FILE_SETTINGS, listSettings, readSecretFiles, SECRETS } from './secret-files.ts'
import { suggestSetting } from './setting-names.ts'
import { bareAddress, SettingValues, type TrustedProxies } from './setting-values.ts'

/**
 * The configuration, and the only code that reads the environment. Every setting is optional. Invalid values stop the
 * start, and all problems are reported at once. A test checks that `.env.example` lists exactly these settings.
 */
export interface Config {
  port: number
  host: string
  /** The public URL. If it is not set, the address on which the server listens is used. */
  public_url: string | undefined
  data_dir: string
  /** It may name several hosts, separated by commas. */
  database_url: string | undefined
  database_replica_url: string | undefined
  /** False: migrations are applied by `npm run migrate` and never by a server or a command. */
  migrate: boolean
  redis_url: string | undefined
  s3: { endpoint: string; bucket: string; region: string; access_key_id: string; secret_access_key: string } | undefined
  smtp_url: string | undefined
  mail_from: string
  contact_email: string | undefined
  /** The contact for vulnerability reports: an e-mail address or an https: URL. */
  security_contact: string | undefined
  secret_key: string | undefined
  /** An earlier SECRET_KEY: it only opens what was sealed with it. */
  secret_key_before: string | undefined
  trust_proxy: TrustedProxies
  allowed_origins: string[]
  metrics_token: string | undefined
  /** The path of nginx's internal location for the media folder, without a trailing slash. */
  media_accel: string | undefined
  /** `verified`: a creator publishes nothing before an admin has verified who they are. */
  creator_enrollment: 'open' | 'invite' | 'verified'
  story_authors: 'admin' | 'creator'
  /** `required`: calls of staff are closed for sessions that were begun without a second factor. */
  staff_second_factor: 'required' | 'optional'
  demo: boolean
  rate_limits: boolean
  log_level: LogLevel
  /** How long the process still serves after SIGTERM while it says that it is not ready. */
  drain_seconds: number
  /** Undefined: nothing can be bought. */
  payments: PaymentSettings | undefined
  /** Undefined: nobody is paid. */
  payouts: PayoutSettings | undefined
  /** The seller on receipts and statements, one line each. */
  seller: string[]
  /** Read by the web app at build time. The server needs them for the content security policy. */
  web: { api_host: string; sentry_dsn: string | undefined }
  /** For the health check: the settings in force without secrets, names that are no settings, and what must not be printed. */
  in_force: { settings: SettingInForce[]; warnings: string[]; secrets: string[] }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

export const SETTINGS = {
  PORT: '3000',
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  DATA_DIR: './.data',
  DATABASE_URL: '',
  DATABASE_REPLICA_URL: '',
  MIGRATE: 'on',
  REDIS_URL: '',
  S3_ENDPOINT: '',
  S3_BUCKET: '',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
  SMTP_URL: '',
  MAIL_FROM: 'Loge <no-reply@loge.test>',
  CONTACT_EMAIL: '',
  SECURITY_CONTACT: '',
  SECRET_KEY: '',
  SECRET_KEY_BEFORE: '',
  TRUST_PROXY: '',
  ALLOWED_ORIGINS: '',
  METRICS_TOKEN: '',
  MEDIA_ACCEL: '',
  CREATOR_ENROLLMENT: 'open',
  STORY_AUTHORS: 'admin',
  STAFF_SECOND_FACTOR: '',
  DEMO: '',
  RATE_LIMITS: 'on',
  LOG_LEVEL: 'info',
  DRAIN_SECONDS: '0',
  PAYMENTS: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  SANDBOX_HOST: '127.0.0.1',
  SANDBOX_PORT: '4242',
  PAYOUTS: '',
  PAYOUT_IBAN: '',
  PAYOUT_BIC: '',
  STRIPE_CONNECT_WEBHOOK_SECRET: '',
  SELLER: 'Loge',
  VITE_API_HOST: '/api',
  VITE_SENTRY_DSN: '',
  ...FILE_SETTINGS,
} as const

type Setting = keyof typeof SETTINGS

export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const METRICS_TOKEN_MIN = 16
const DRAIN_SECONDS_MAX = 600
const ORIGIN_EXAMPLE = 'for example https://loge.example'
const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost']

const ENV_FILE = '.env'
/** Variables of `compose.yaml`, which reads the same `.env`. */
const NOT_OURS = ['DOMAIN', 'MEDIA_DOMAIN', 'LOGE', 'POSTGRES_PASSWORD']

/**
 * Loads `.env` of the current folder into the environment. Variables that are already set take precedence. Node's option
 * `--env-file-if-exists` is not used, because it prints a message when the file does not exist.
 */
export function loadEnvFile(): void {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE)
}

function readEnvFile(): NodeJS.Dict<string> {
  return existsSync(ENV_FILE) ? parseEnv(readFileSync(ENV_FILE, 'utf8')) : {}
}

function namesInEnvFile(): string[] {
  return Object.keys(readEnvFile()).filter((name) => isUnknown(name))
}

function isUnknown(name: string): boolean {
  return !(name in SETTINGS) && !NOT_OURS.includes(name)
}

/** One message for each name that is almost the name of a setting. */
function misspelled(names: readonly string[]): string[] {
  return names.filter(isUnknown).flatMap((name) => {
    const meant = suggestSetting(name, Object.keys(SETTINGS))
    return meant ? [`${name} is not a setting of Loge: did you mean ${meant}?`] : []
  })
}

/**
 * Warnings that are printed at the start. They do not stop it, because a platform may set variables that only look like
 * ours, and other programs may read the same `.env`. A misspelled setting in `.env` is an error: `readConfig` refuses it.
 */
function settingWarnings(env: Record<string, string | undefined> = process.env): string[] {
  const unknown = namesInEnvFile().map(
    (name) => `${name} in ${ENV_FILE} is not a setting of Loge: .env.example lists all settings.`,
  )
  return [...misspelled(Object.keys(env)), ...unknown]
}

export function readConfig(given?: Record<string, string | undefined>): Config {
  const in_env_file = given ? [] : misspelled(namesInEnvFile()).map((sentence) => `In ${ENV_FILE}: ${sentence}`)
  if (!given) loadEnvFile()
  const { env, problems: file_problems } = readSecretFiles(given ?? process.env)
  const values = new SettingValues((name: Setting) => env[name]?.trim() || SETTINGS[name])
  const { problems, text } = values
  problems.push(...in_env_file, ...file_problems)

  function s3(): Config['s3'] {
    const parts = {
      endpoint: values.url('S3_ENDPOINT', ['http:', 'https:']),
      bucket: values.optional('S3_BUCKET'),
      region: text('S3_REGION'),
      access_key_id: values.optional('S3_ACCESS_KEY_ID'),
      secret_access_key: values.optional('S3_SECRET_ACCESS_KEY'),
    }
    const { endpoint, bucket, region, access_key_id, secret_access_key } = parts
    if (endpoint && bucket && access_key_id && secret_access_key) {
      return { endpoint, bucket, region, access_key_id, secret_access_key }
    }
    if (endpoint ?? bucket ?? access_key_id ?? secret_access_key) {
      problems.push(
        'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together: set all of them or none.',
      )
    }
    return undefined
  }

  function mediaAccel(): string | undefined {
    const value = values.optional('MEDIA_ACCEL')
    if (value === undefined) return undefined
    if (!/^(\/[\w.~-]+)+\/?$/.test(value)) values.complain('MEDIA_ACCEL', 'a path such as /protected-media')
    if (values.optional('S3_ENDPOINT'))
      problems.push('MEDIA_ACCEL works only with media on the disk: remove MEDIA_ACCEL, or remove S3_*.')
    return value.replace(/\/$/, '')
  }

  const host = text('HOST')
  if (!isIP(host) && !HOST_NAME.test(host)) values.complain('HOST', 'an IP address or a host name')
  const public_url = values.optional('PUBLIC_URL')
  const database_url = values.databaseUrl('DATABASE_URL')
  const database_replica_url = values.databaseUrl('DATABASE_REPLICA_URL')
  if (database_replica_url !== undefined && database_url === undefined)
    problems.push('DATABASE_REPLICA_URL is the standby of DATABASE_URL: set both, or remove DATABASE_REPLICA_URL.')
  const secret_key = values.optional('SECRET_KEY')
  if (secret_key !== undefined && secret_key.length < 32)
    problems.push('SECRET_KEY must have at least 32 characters: generate one with `openssl rand -hex 32`.')
  const metrics_token = values.optional('METRICS_TOKEN')
  if (metrics_token !== undefined && metrics_token.length < METRICS_TOKEN_MIN) {
    problems.push(
      `METRICS_TOKEN must have at least ${METRICS_TOKEN_MIN} characters: generate one with \`openssl rand -hex 16\`.`,
    )
  }
  const api_host = text('VITE_API_HOST')
  if (!/^\/[^/]/.test(api_host) && !(/^https?:/.test(api_host) && URL.canParse(api_host)))
    values.complain('VITE_API_HOST', 'a path such as /api or a full URL')
  const trust_proxy = values.proxies('TRUST_PROXY')

  /** The passwords of the demo accounts are public, so the demo is only for this machine and the embedded database. */
  function demo(): boolean {
    const beyond: Partial<Record<Setting, boolean>> = {
      TRUST_PROXY: trust_proxy !== false && trust_proxy !== 0,
      PUBLIC_URL: public_url !== undefined,
      DATABASE_URL: database_url !== undefined,
      HOST: !LOOPBACK_HOSTS.includes(host),
    }
    const reasons = Object.entries(beyond).flatMap(([name, is_set]) => (is_set ? [name] : []))
    if (values.optional('DEMO') === undefined) return reasons.length === 0
    if (values.oneOf('DEMO', ['on', 'off']) === 'off') return false
    for (const name of reasons) {
      problems.push(
        `DEMO=on must not be set together with ${name}, because the passwords of the demo accounts are public: remove DEMO, or remove ${name}.`,
      )
    }
    return true
  }

  /** A house that others can reach does not open its staff pages to a password alone. */
  function staffSecondFactor(): Config['staff_second_factor'] {
    if (values.optional('STAFF_SECOND_FACTOR') !== undefined)
      return values.oneOf('STAFF_SECOND_FACTOR', ['required', 'optional'])
    return public_url === undefined ? 'optional' : 'required'
  }

  const { payments, problems: payment_problems } = readPaymentSettings(
    {
      PAYMENTS: text('PAYMENTS'),
      STRIPE_SECRET_KEY: text('STRIPE_SECRET_KEY'),
      STRIPE_WEBHOOK_SECRET: text('STRIPE_WEBHOOK_SECRET'),
      SANDBOX_HOST: text('SANDBOX_HOST'),
      SANDBOX_PORT: text('SANDBOX_PORT'),
    },
    public_url,
  )
  problems.push(...payment_problems)
  const { payouts, problems: payout_problems } = readPayoutSettings(
    {
      PAYOUTS: text('PAYOUTS'),
      PAYOUT_IBAN: text('PAYOUT_IBAN'),
      PAYOUT_BIC: text('PAYOUT_BIC'),
      STRIPE_CONNECT_WEBHOOK_SECRET: text('STRIPE_CONNECT_WEBHOOK_SECRET'),
      CREATOR_ENROLLMENT: text('CREATOR_ENROLLMENT'),
    },
    payments,
    secret_key,
  )
  problems.push(...payout_problems)

  const config: Config = {
    port: values.wholeNumber('PORT', 65_535),
    host,
    public_url:
      public_url && values.origin('PUBLIC_URL', public_url, `an http or https URL without a path, ${ORIGIN_EXAMPLE}`),
    data_dir: path.resolve(text('DATA_DIR')),
    database_url,
    database_replica_url,
    migrate: values.oneOf('MIGRATE', ['on', 'off']) === 'on',
    redis_url: values.url('REDIS_URL', ['redis:', 'rediss:']),
    s3: s3(),
    smtp_url: values.url('SMTP_URL', ['smtp:', 'smtps:']),
    mail_from: values.mailAddress('MAIL_FROM') ?? SETTINGS.MAIL_FROM,
    contact_email: bareAddress(values.mailAddress('CONTACT_EMAIL')),
    security_contact: values.contact('SECURITY_CONTACT'),
    secret_key,
    secret_key_before: values.optional('SECRET_KEY_BEFORE'),
    trust_proxy,
    allowed_origins: values
      .list('ALLOWED_ORIGINS', ',')
      .map((value) => values.origin('ALLOWED_ORIGINS', value, `origins separated by commas, ${ORIGIN_EXAMPLE}`)),
    metrics_token,
    media_accel: mediaAccel(),
    creator_enrollment: values.oneOf('CREATOR_ENROLLMENT', ['open', 'invite', 'verified']),
    story_authors: values.oneOf('STORY_AUTHORS', ['admin', 'creator']),
    staff_second_factor: staffSecondFactor(),
    demo: demo(),
    rate_limits: values.oneOf('RATE_LIMITS', ['on', 'off']) === 'on',
    log_level: values.oneOf('LOG_LEVEL', LOG_LEVELS),
    drain_seconds: values.wholeNumber('DRAIN_SECONDS', DRAIN_SECONDS_MAX),
    payments,
    payouts,
    seller: values.list('SELLER', '|'),
    web: { api_host, sentry_dsn: values.url('VITE_SENTRY_DSN', ['https:', 'http:']) },
    in_force: {
      settings: listSettings(given ?? process.env, SETTINGS, given ? {} : readEnvFile()),
      warnings: settingWarnings(given),
      secrets: SECRETS.map(text).filter((secret) => secret !== ''),
    },
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}
