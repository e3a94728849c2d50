import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { EMAIL_PATTERN } from '#contract/accounts.ts'
import type { SettingInForce } from '#contract/system.ts'
import { SESSION_TARGETS, sessionTarget, splitHosts } from './database-hosts.ts'
import { type PaymentSettings, readPaymentSettings } from './payment-settings.ts'
import { FILE_SETTINGS, listSettings, readSecretFiles, SECRETS } from './secret-files.ts'
import { suggestSetting } from './setting-names.ts'

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
  trust_proxy: false | number | string[]
  allowed_origins: string[]
  metrics_token: string | undefined
  /** The path of nginx's internal location for the media folder, without a trailing slash. */
  media_accel: string | undefined
  creator_enrollment: 'open' | 'invite'
  story_authors: 'admin' | 'creator'
  demo: boolean
  rate_limits: boolean
  log_level: LogLevel
  /** How long the process still serves after SIGTERM while it says that it is not ready. */
  drain_seconds: number
  /** Undefined: nothing can be bought. */
  payments: PaymentSettings | undefined
  /** The seller on receipts, one line each. */
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
  TRUST_PROXY: '',
  ALLOWED_ORIGINS: '',
  METRICS_TOKEN: '',
  MEDIA_ACCEL: '',
  CREATOR_ENROLLMENT: 'open',
  STORY_AUTHORS: 'admin',
  DEMO: '',
  RATE_LIMITS: 'on',
  LOG_LEVEL: 'info',
  DRAIN_SECONDS: '0',
  PAYMENTS: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  SANDBOX_PORT: '4242',
  SELLER: 'Loge',
  VITE_API_HOST: '/api',
  VITE_SENTRY_DSN: '',
  ...FILE_SETTINGS,
} as const

type Setting = keyof typeof SETTINGS

/** Extracts `amy@example.com` from `Amy <amy@example.com>`. */
function bareAddress(value: string | undefined): string | undefined {
  return value?.match(/<([^<>]*)>\s*$/)?.[1] ?? value
}

export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** True for an IP address, a network such as 10.0.0.0/8, or a named range of the web framework. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && bits > 0 && (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits))
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
  const problems: string[] = given ? [] : misspelled(namesInEnvFile()).map((sentence) => `In ${ENV_FILE}: ${sentence}`)
  if (!given) loadEnvFile()
  const { env, problems: file_problems } = readSecretFiles(given ?? process.env)
  problems.push(...file_problems)
  const text = (name: Setting): string => env[name]?.trim() || SETTINGS[name]
  const optional = (name: Setting): string | undefined => text(name) || undefined
  const complain = (name: Setting, expected: string) =>
    problems.push(`${name} must be ${expected}; it is "${text(name)}".`)

  function oneOf<const T extends string>(name: Setting, values: readonly T[]): T {
    const value = values.find((candidate) => candidate === text(name))
    if (value === undefined) complain(name, values.join(' or '))
    return value ?? (values[0] as T)
  }

  function url(name: Setting, protocols: string[]): string | undefined {
    const value = optional(name)
    if (value === undefined) return undefined
    const isRight = (address: string) => URL.canParse(address) && protocols.includes(new URL(address).protocol)
    if (!splitHosts(value).every(isRight)) {
      // The value may contain a password, so it is not printed.
      problems.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    }
    return value
  }

  function databaseUrl(name: Setting): string | undefined {
    const value = url(name, ['postgres:', 'postgresql:'])
    if (value !== undefined && sessionTarget(value) === undefined)
      problems.push(`target_session_attrs in ${name} must be ${SESSION_TARGETS.join(' or ')}.`)
    return value
  }

  function origin(name: Setting, value: string, expected: string): string {
    if (!/^https?:/.test(value) || !URL.canParse(value) || new URL(value).origin !== value.replace(/\/$/, '')) {
      complain(name, expected)
      return value
    }
    return new URL(value).origin
  }

  function wholeNumber(name: Setting, max: number): number {
    const value = Number(text(name))
    if (!Number.isInteger(value) || value < 0 || value > max) complain(name, `a whole number from 0 to ${max}`)
    return value
  }

  function trustProxy(): Config['trust_proxy'] {
    const value = optional('TRUST_PROXY')
    if (value === undefined || value === 'false') return false
    if (value === 'true') {
      problems.push(
        'TRUST_PROXY must not be true, because every client could then forge its own address: set it to the number of reverse proxies, for example 1, or to their addresses.',
      )
      return false
    }
    if (/^\d+$/.test(value)) return Number(value)
    const list = value.split(',').map((entry) => entry.trim())
    if (!list.every(isNetwork)) {
      complain('TRUST_PROXY', 'false, the number of reverse proxies, or their addresses separated by commas')
    }
    return list
  }

  function s3(): Config['s3'] {
    const parts = {
      endpoint: url('S3_ENDPOINT', ['http:', 'https:']),
      bucket: optional('S3_BUCKET'),
      region: text('S3_REGION'),
      access_key_id: optional('S3_ACCESS_KEY_ID'),
      secret_access_key: optional('S3_SECRET_ACCESS_KEY'),
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
    const value = optional('MEDIA_ACCEL')
    if (value === undefined) return undefined
    if (!/^(\/[\w.~-]+)+\/?$/.test(value)) complain('MEDIA_ACCEL', 'a path such as /protected-media')
    if (optional('S3_ENDPOINT'))
      problems.push('MEDIA_ACCEL works only with media on the disk: remove MEDIA_ACCEL, or remove S3_*.')
    return value.replace(/\/$/, '')
  }

  function mailAddress(name: Setting): string | undefined {
    const value = optional(name)
    const address = bareAddress(value)
    if (address !== undefined && !new RegExp(EMAIL_PATTERN, 'u').test(address)) complain(name, 'an e-mail address')
    return value
  }

  function securityContact(): string | undefined {
    const value = optional('SECURITY_CONTACT')
    if (value === undefined) return undefined
    if (/^https:/i.test(value) && URL.canParse(value)) return new URL(value).href
    const address = bareAddress(value) ?? ''
    if (!new RegExp(EMAIL_PATTERN, 'u').test(address)) complain('SECURITY_CONTACT', 'an e-mail address or https://…')
    return address
  }

  const host = text('HOST')
  if (!isIP(host) && !HOST_NAME.test(host)) complain('HOST', 'an IP address or a host name')
  const public_url = optional('PUBLIC_URL')
  const database_url = databaseUrl('DATABASE_URL')
  const database_replica_url = databaseUrl('DATABASE_REPLICA_URL')
  if (database_replica_url !== undefined && database_url === undefined)
    problems.push('DATABASE_REPLICA_URL is the standby of DATABASE_URL: set both, or remove DATABASE_REPLICA_URL.')
  const secret_key = optional('SECRET_KEY')
  if (secret_key !== undefined && secret_key.length < 32)
    problems.push('SECRET_KEY must have at least 32 characters: generate one with `openssl rand -hex 32`.')
  const metrics_token = optional('METRICS_TOKEN')
  if (metrics_token !== undefined && metrics_token.length < METRICS_TOKEN_MIN) {
    problems.push(
      `METRICS_TOKEN must have at least ${METRICS_TOKEN_MIN} characters: generate one with \`openssl rand -hex 16\`.`,
    )
  }
  const api_host = text('VITE_API_HOST')
  if (!/^\/[^/]/.test(api_host) && !(/^https?:/.test(api_host) && URL.canParse(api_host)))
    complain('VITE_API_HOST', 'a path such as /api or a full URL')
  const trust_proxy = trustProxy()

  /** The passwords of the demo accounts are public, so the demo is only for this machine and the embedded database. */
  function demo(): boolean {
    const beyond: Partial<Record<Setting, boolean>> = {
      TRUST_PROXY: trust_proxy !== false && trust_proxy !== 0,
      PUBLIC_URL: public_url !== undefined,
      DATABASE_URL: database_url !== undefined,
      HOST: !LOOPBACK_HOSTS.includes(host),
    }
    const reasons = Object.entries(beyond).flatMap(([name, is_set]) => (is_set ? [name] : []))
    if (optional('DEMO') === undefined) return reasons.length === 0
    if (oneOf('DEMO', ['on', 'off']) === 'off') return false
    for (const name of reasons) {
      problems.push(
        `DEMO=on must not be set together with ${name}, because the passwords of the demo accounts are public: remove DEMO, or remove ${name}.`,
      )
    }
    return true
  }

  const { payments, problems: payment_problems } = readPaymentSettings(
    {
      PAYMENTS: text('PAYMENTS'),
      STRIPE_SECRET_KEY: text('STRIPE_SECRET_KEY'),
      STRIPE_WEBHOOK_SECRET: text('STRIPE_WEBHOOK_SECRET'),
      SANDBOX_PORT: text('SANDBOX_PORT'),
    },
    public_url,
  )
  problems.push(...payment_problems)

  const config: Config = {
    port: wholeNumber('PORT', 65_535),
    host,
    public_url:
      public_url && origin('PUBLIC_URL', public_url, `an http or https URL without a path, ${ORIGIN_EXAMPLE}`),
    data_dir: path.resolve(text('DATA_DIR')),
    database_url,
    database_replica_url,
    migrate: oneOf('MIGRATE', ['on', 'off']) === 'on',
    redis_url: url('REDIS_URL', ['redis:', 'rediss:']),
    s3: s3(),
    smtp_url: url('SMTP_URL', ['smtp:', 'smtps:']),
    mail_from: mailAddress('MAIL_FROM') ?? SETTINGS.MAIL_FROM,
    contact_email: bareAddress(mailAddress('CONTACT_EMAIL')),
    security_contact: securityContact(),
    secret_key,
    trust_proxy,
    allowed_origins: text('ALLOWED_ORIGINS')
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== '')
      .map((value) => origin('ALLOWED_ORIGINS', value, `origins separated by commas, ${ORIGIN_EXAMPLE}`)),
    metrics_token,
    media_accel: mediaAccel(),
    creator_enrollment: oneOf('CREATOR_ENROLLMENT', ['open', 'invite']),
    story_authors: oneOf('STORY_AUTHORS', ['admin', 'creator']),
    demo: demo(),
    rate_limits: oneOf('RATE_LIMITS', ['on', 'off']) === 'on',
    log_level: oneOf('LOG_LEVEL', LOG_LEVELS),
    drain_seconds: wholeNumber('DRAIN_SECONDS', DRAIN_SECONDS_MAX),
    payments,
    seller: text('SELLER')
      .split('|')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    web: { api_host, sentry_dsn: url('VITE_SENTRY_DSN', ['https:', 'http:']) },
    in_force: {
      settings: listSettings(given ?? process.env, SETTINGS, given ? {} : readEnvFile()),
      warnings: settingWarnings(given),
      secrets: SECRETS.map(text).filter((secret) => secret !== ''),
    },
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}
