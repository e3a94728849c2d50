import { describe, expect, it } from 'vitest'
import { SETTINGS } from './config.ts'
import { suggestSetting } from './setting-names.ts'

const known = Object.keys(SETTINGS)

describe('Whoever writes', () => {
  it.each([
    ['STORY_AUTHOR', 'STORY_AUTHORS'],
    ['CREATOR_ENROLMENT', 'CREATOR_ENROLLMENT'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['PROT', 'PORT'],
    ['demo', 'DEMO'],
    ['S3_SECRET_KEY', 'S3_SECRET_ACCESS_KEY'],
    ['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['DATABASE_URI_FILE', 'DATABASE_URL_FILE'],
    ['SECRET_KEY_FILES', 'SECRET_KEY_FILE'],
    ['S3_SECRET_KEY_FILE', 'S3_SECRET_ACCESS_KEY_FILE'],
  ])('%s is asked about %s', (name, meant) => {
    expect(suggestSetting(name, known)).toBe(meant)
  })

  it.each([
    ...[
      'PATH',
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'NODE_ENV',
      'USER',
      'TERM',
      'LANG',
      'PWD',
      'SHLVL',
      'MAIL',
      'LOGNAME',
      'EDITOR',
    ],
    ...[
      'HTTP_PROXY',
      'no_proxy',
      'AWS_SECRET_ACCESS_KEY',
      'KUBERNETES_PORT',
      'PGHOST',
      'REDIS_PORT',
      'npm_config_user_agent',
    ],
    ...['DOMAIN', 'POSTGRES_PASSWORD', 'POSTGRES_PASSWORD_FILE', 'SSL_CERT_FILE', 'FULL', 'CI', 'TMPDIR', 'SENTRY_DSN'],
  ])('%s is left in peace', (name) => {
    expect(suggestSetting(name, known)).toBeUndefined()
  })
})
