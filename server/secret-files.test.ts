import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { FILE_SETTINGS } from './secret-files.ts'

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
      METRICS_TOKEN: 't'.repeat(16),
    }
    const bucket = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'loge' }
    const files = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`${name}_FILE`, file(name, `${value}\n`)]),
    )
    expect(Object.keys(files).sort()).toEqual(Object.keys(FILE_SETTINGS).sort())
    expect(readConfig({ ...bucket, ...files })).toEqual(readConfig({ ...bucket, ...values }))
    expect(readConfig({ ...FILE_SETTINGS, DATABASE_URL: SECRET }).database_url).toBe(SECRET)
  })

  it('A database in a file switches the demo off, as one in the environment does', () => {
    expect(readConfig({ DATABASE_URL_FILE: file('demo', SECRET) }).demo).toBe(false)
  })
})
