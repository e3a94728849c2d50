import { readFileSync } from 'node:fs'

/**
 * The settings that contain a secret. Each can also be given as `NAME_FILE`, the path of a file with the value, because
 * container platforms mount secrets as files, and an environment is easily printed.
 */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SECRET_KEY',
  'METRICS_TOKEN',
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

function explain(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read that file'
  if (code === 'EISDIR') return 'that is a folder'
  return `that file cannot be read (${code ?? 'unknown error'})`
}
