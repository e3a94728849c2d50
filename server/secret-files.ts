import { readFileSync } from 'node:fs'
import type { SettingInForce } from '#contract/system.ts'

/**
 * The settings that contain a secret. Each can also be given as `NAME_FILE`, the path of a file with the value, because
 * container platforms mount secrets as files, and an environment is easily printed.
 */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SECRET_KEY',
  'SECRET_KEY_BEFORE',
  'METRICS_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
] as const

type FileSetting = `${(typeof SECRETS)[number]}_FILE`

/** `DATABASE_URL_FILE` and so on, with their default. */
export const FILE_SETTINGS = Object.fromEntries(SECRETS.map((name) => [`${name}_FILE`, ''])) as Record<FileSetting, ''>

type Environment = Record<string, string | undefined>

/**
 * The environment with the contents of the files that `NAME_FILE` names, and one problem for each file that cannot be used.
 * No message contains the path or the contents, because a person may write the secret itself into `NAME_FILE` by mistake.
 */
export function readSecretFiles(given: Environment): { env: Environment; problems: string[] } {
  const env = { ...given }
  const problems: string[] = []
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`]?.trim()
    if (!file) continue
    if (given[name]?.trim()) {
      problems.push(`${name} and ${name}_FILE must not be set together: remove one of them.`)
      continue
    }
    try {
      const value = readFileSync(file, 'utf8')
      if (value.trim() === '') problems.push(`The file that ${name}_FILE names is empty: write the value into it.`)
      // `readConfig` trims every value, so a newline at the end of the file does not count.
      env[name] = value
    } catch (error) {
      problems.push(`${name}_FILE must be the path of a file with the value of ${name}; ${explain(error)}.`)
    }
  }
  return { env, problems }
}

/** The settings in force and where each comes from, without secrets. `in_env_file` is the content of `.env`. */
export function listSettings(
  given: Environment,
  defaults: Readonly<Record<string, string>>,
  in_env_file: Environment,
): SettingInForce[] {
  return Object.keys(defaults).flatMap((name): SettingInForce[] => {
    if (name in FILE_SETTINGS) return []
    const written = given[name]?.trim()
    const isSecret = SECRETS.some((secret) => secret === name)
    if (written) {
      const source = in_env_file[name]?.trim() === written ? 'env_file' : 'environment'
      return [{ name, source, value: isSecret || hasCredentials(written) ? null : written }]
    }
    if (given[`${name}_FILE`]?.trim()) return [{ name, source: 'file', value: null }]
    return [{ name, source: 'default', value: defaults[name] ?? '' }]
  })
}

/** A URL such as `https://name:password@host`, also in a setting that normally has none. */
function hasCredentials(value: string): boolean {
  return /:\/\/[^/]*@/.test(value)
}

/** Replaces every secret in a text, such as the message of a driver, and the passwords in the URLs among them. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const hidden = secrets.flatMap((secret) => [secret, ...credentialsIn(secret)]).filter((part) => part.length > 3)
  return hidden.toSorted((a, b) => b.length - a.length).reduce((masked, part) => masked.replaceAll(part, '***'), text)
}

function credentialsIn(secret: string): string[] {
  const [, credentials = ''] = secret.match(/:\/\/([^/]*)@/) ?? []
  const password = credentials.slice(credentials.indexOf(':') + 1)
  if (password === '') return []
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

function explain(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read that file'
  if (code === 'EISDIR') return 'that is a folder'
  return `that file cannot be read (${code ?? 'unknown error'})`
}
