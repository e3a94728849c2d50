import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { FILE_SETTINGS, listSettings, maskSecrets } from './secret-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'secret-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, contents: string): string {
  const target = path.join(folder, name)
  writeFileSync(target, contents)
  return target
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const SECRET = 'postgres://loge:hunter2@localhost/loge'

describe('A secret in a file stops the start', () => {
  it('A secret that is given both as a value and as a file is refused', () => {
    const given = { DATABASE_URL: SECRET, DATABASE_URL_FILE: file('both', SECRET) }
    expect(problemsOf(given)).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE must not be set together: remove one of them.',
    ])
  })

  it.each([
    ['a file that does not exist', () => path.join(folder, 'absent'), 'there is no such file'],
    ['a folder', () => folder, 'that is a folder'],
    ['a path below a file', () => path.join(file('plain', 'x'), 'below'), 'there is no such file'],
  ])('A secret file that is %s is refused, in words', (_what, target, reason) => {
    expect(problemsOf({ SMTP_URL_FILE: target() })).toEqual([
      `SMTP_URL_FILE must be the path of a file with the value of SMTP_URL; ${reason}.`,
    ])
  })

  it.each(['', '\n', ' \n'])(
    'A secret file that contains only %j is refused, and does not count as unset',
    (contents) => {
      expect(problemsOf({ DATABASE_URL_FILE: file('empty', contents) })).toEqual([
        'The file that DATABASE_URL_FILE names is empty: write the value into it.',
      ])
    },
  )

  it('A secret that was written into NAME_FILE by mistake, or stands in its file, is never printed', () => {
    expect(problemsOf({ DATABASE_URL_FILE: SECRET }).join()).toMatch(/^DATABASE_URL_FILE must be/)
    expect(problemsOf({ DATABASE_URL_FILE: SECRET }).join()).not.toContain('hunter2')
    const wrong = problemsOf({ DATABASE_URL_FILE: file('wrong', 'mysql://loge:hunter2@localhost/loge') })
    expect(wrong).toEqual([expect.stringMatching(/^DATABASE_URL must be a URL/)])
    expect(wrong.join()).not.toContain('hunter2')
  })

  it('The value in a file follows the rules of its setting', () => {
    expect(problemsOf({ SECRET_KEY_FILE: file('short', 'short') })).toEqual([expect.stringContaining('32 characters')])
  })
})

describe('A secret in a file', () => {
  it.each(['', '\n', '\r\n'])('The value of a secret file does not contain the last newline %j', (end) => {
    expect(readConfig({ DATABASE_URL_FILE: file('url', `${SECRET}${end}`) }).database_url).toBe(SECRET)
  })

  it('Every secret can be a file, and an empty NAME_FILE counts as none', () => {
    const values = {
      DATABASE_URL: SECRET,
      DATABASE_REPLICA_URL: SECRET,
      REDIS_URL: 'redis://:hunter2@localhost',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      SMTP_URL: 'smtps://mail.example',
      SECRET_KEY: 'k'.repeat(32),
      SECRET_KEY_BEFORE: 'b'.repeat(32),
      METRICS_TOKEN: 't'.repeat(16),
      STRIPE_SECRET_KEY: 'sk_test_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_other',
    }
    const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'loge', PAYMENTS: 'stripe' }
    const files = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`${name}_FILE`, file(name, `${value}\n`)]),
    )
    expect(Object.keys(files).sort()).toEqual(Object.keys(FILE_SETTINGS).sort())
    const { in_force: of_files, ...config } = readConfig({ ...bucket, ...files })
    const { in_force: of_values, ...same } = readConfig({ ...bucket, ...values })
    expect(config).toEqual(same)
    expect(of_files.secrets).toEqual(of_values.secrets)
    expect(readConfig({ ...FILE_SETTINGS, DATABASE_URL: SECRET }).database_url).toBe(SECRET)
  })

  it('A database in a file switches the demo off, as one in the environment does', () => {
    expect(readConfig({ DATABASE_URL_FILE: file('demo', SECRET) }).demo).toBe(false)
  })
})

describe('Settings in force', () => {
  it('Nobody learns a secret from the list of settings, nor the path of its file', () => {
    const { settings } = readConfig({
      SECRET_KEY_FILE: file('key', 'hunter2'.repeat(8)),
      DATABASE_URL: SECRET,
      VITE_SENTRY_DSN: 'https://name:hunter2@sentry.example/1',
    }).in_force
    expect(JSON.stringify(settings)).not.toMatch(/hunter2|secret-files-/)
    expect(settings).toEqual(
      expect.arrayContaining([
        { name: 'PORT', source: 'default', value: '3000' },
        { name: 'DATABASE_URL', source: 'environment', value: null },
        { name: 'VITE_SENTRY_DSN', source: 'environment', value: null },
        { name: 'SECRET_KEY', source: 'file', value: null },
        { name: 'REDIS_URL', source: 'default', value: '' },
      ]),
    )
  })

  it('A secret is masked in any text, also as the password of a URL, encoded or not', () => {
    const secrets = ['postgres://loge:hunter%402@localhost/loge', 'abc', 'long-secret-key']
    expect(maskSecrets('hunter@2 or hunter%402? abc, long-secret-key', secrets)).toBe('*** or ***? abc, ***')
  })

  it('A value of .env is told apart from one of the environment', () => {
    const given = { PORT: '1', HOST: 'a' }
    expect(listSettings(given, { PORT: '', HOST: '' }, { PORT: '1', HOST: 'b' })).toEqual([
      { name: 'PORT', source: 'env_file', value: '1' },
      { name: 'HOST', source: 'environment', value: 'a' },
    ])
  })
})
