import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, SETTINGS } from './config.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('Wrong settings stop the start', () => {
  it('with every problem named at once', () => {
    const problems = problemsOf({
      PORT: 'http',
      DEMO: 'yes',
      RATE_LIMITS: '1',
      LOG_LEVEL: 'loud',
      SECRET_KEY: 'short',
      S3_BUCKET: 'x',
    })
    expect(problems).toHaveLength(6)
    for (const name of ['PORT', 'DEMO', 'RATE_LIMITS', 'LOG_LEVEL', 'SECRET_KEY', 'S3_BUCKET']) {
      expect(
        problems.some((problem) => problem.includes(name)),
        name,
      ).toBe(true)
    }
  })

  it.each([
    ['PORT', '-1'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '5s'],
    ['DRAIN_SECONDS', '601'],
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['PUBLIC_URL', 'loge.example'],
    ['PUBLIC_URL', 'https://loge.example/path'],
    ['DATABASE_URL', 'mysql://localhost/loge'],
    ['DATABASE_URL', 'not an address'],
    ['DATABASE_URL', 'postgres://one:5432,two:port/loge'],
    ['DATABASE_URL', 'postgres://one,two/loge?target_session_attrs=fastest'],
    ['REDIS_URL', 'http://localhost'],
    ['SMTP_URL', 'mail.example.com'],
    ['MAIL_FROM', 'Loge'],
    ['CONTACT_EMAIL', 'nobody'],
    ['SECURITY_CONTACT', 'nobody'],
    ['SECURITY_CONTACT', 'http://loge.example/report'],
    ['SECURITY_CONTACT', 'https://'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', 'true'],
    ['METRICS_TOKEN', 'x'],
    ['METRICS_TOKEN', 'fifteen-letters'],
    ['TRUST_PROXY', 'abc'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '999.1.1.1'],
    ['HOST', 'not a host'],
    ['PUBLIC_URL', 'ftp://loge.example'],
    ['VITE_API_HOST', 'javascript:x'],
    ['ALLOWED_ORIGINS', 'https://a.example, b.example'],
    ['CREATOR_ENROLLMENT', 'closed'],
    ['MEDIA_ACCEL', 'protected-media'],
    ['MEDIA_ACCEL', '/protected media'],
    ['MEDIA_ACCEL', '//elsewhere'],
    ['STORY_AUTHORS', 'all'],
    ['VITE_API_HOST', 'api'],
    ['VITE_SENTRY_DSN', 'sentry'],
    ['PAYMENTS', 'cash'],
    ['SANDBOX_PORT', '70000'],
    ['SANDBOX_HOST', 'everywhere'],
  ])('%s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(name)])
  })

  it.each([
    ['TRUST_PROXY', '1'],
    ['PUBLIC_URL', 'https://loge.example'],
    ['PUBLIC_URL', 'http://localhost:3000'],
    ['DATABASE_URL', 'postgres://localhost/loge'],
    ['HOST', '0.0.0.0'],
    ['HOST', 'loge.example'],
  ])('DEMO=on with %s=%s, since its passwords are public, and says what to do', (name, value) => {
    expect(problemsOf({ DEMO: 'on', [name]: value })).toEqual([
      `DEMO=on must not be set together with ${name}, because the passwords of the demo accounts are public: remove DEMO, or remove ${name}.`,
    ])
  })

  it('TRUST_PROXY=true, with what to write instead', () => {
    expect(problemsOf({ TRUST_PROXY: 'true' })).toEqual([
      'TRUST_PROXY must not be true, because every client could then forge its own address: set it to the number of reverse proxies, for example 1, or to their addresses.',
    ])
  })

  it('a METRICS_TOKEN that can be guessed, which is not printed', () => {
    expect(problemsOf({ METRICS_TOKEN: 'hunter2' })).toEqual([
      'METRICS_TOKEN must have at least 16 characters: generate one with `openssl rand -hex 16`.',
    ])
    expect(problemsOf({ METRICS_TOKEN: 'sixteen-letters!' })).toEqual([])
  })

  it('MEDIA_ACCEL beside S3_*, since nginx cannot reach into a bucket', () => {
    const s3 = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'loge',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    expect(problemsOf(s3)).toEqual([])
    expect(problemsOf({ ...s3, MEDIA_ACCEL: '/protected-media' })).toEqual([expect.stringContaining('MEDIA_ACCEL')])
  })

  it('no DATABASE_URL with several hosts', () => {
    const url = 'postgres://loge:secret@one:5432,two:5433/loge?target_session_attrs=read-write'
    expect(problemsOf({ DATABASE_URL: url })).toEqual([])
    expect(readConfig({ DATABASE_URL: url }).database_url).toBe(url)
  })

  it('a DATABASE_REPLICA_URL without the DATABASE_URL whose standby it is', () => {
    const [url, replica] = ['postgres://one/loge', 'postgres://two,three/loge?target_session_attrs=prefer-standby']
    expect(problemsOf({ DATABASE_REPLICA_URL: replica })).toEqual([expect.stringContaining('set both')])
    expect(problemsOf({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica })).toEqual([])
    expect(problemsOf({ DATABASE_URL: url, DATABASE_REPLICA_URL: 'redis://two' })).toHaveLength(1)
  })

  it('PAYMENTS=stripe without its keys, which are not printed', () => {
    const right = {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_hunter2',
      STRIPE_WEBHOOK_SECRET: 'whsec_hunter2',
      SECRET_KEY: 'k'.repeat(32),
    }
    expect(problemsOf(right)).toEqual([])
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
      for (const value of ['', 'hunter2', 'pk_live_hunter2'])
        expect(problemsOf({ ...right, [name]: value })).toEqual([
          expect.stringMatching(new RegExp(`^${name} must be (?!.*hunter2)`)),
        ])
    }
    expect(readConfig({}).payments).toBeUndefined()
  })

  it('PAYOUTS=stripe without payments, or without the secret of its webhook, which is not printed', () => {
    expect(problemsOf({ PAYOUTS: 'stripe' })).toEqual(['PAYOUTS needs PAYMENTS: set both, or remove PAYOUTS.'])
    expect(problemsOf({ PAYMENTS: 'sandbox', PAYOUTS: 'cheque' })).toHaveLength(1)
    const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', SECRET_KEY: 'k'.repeat(32) }
    const right = { PAYMENTS: 'stripe', PAYOUTS: 'stripe', ...keys, STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_hunter2' }
    expect(readConfig(right).payouts).toEqual({ method: 'stripe', webhook_secret: 'whsec_hunter2' })
    for (const value of ['', 'hunter2'])
      expect(problemsOf({ ...right, STRIPE_CONNECT_WEBHOOK_SECRET: value })).toEqual([
        expect.stringMatching(/^STRIPE_CONNECT_WEBHOOK_SECRET must be (?!.*hunter2)/),
      ])
    expect(readConfig({ PAYMENTS: 'sandbox', PAYOUTS: 'stripe' }).payouts).toEqual({ method: 'stripe' })
  })

  it('PAYMENTS=sandbox on a public site, because nobody pays real money there', () => {
    const sandbox = (PUBLIC_URL: string) => problemsOf({ PAYMENTS: 'sandbox', PUBLIC_URL })
    expect(sandbox('https://loge.example')).toEqual([
      'PAYMENTS=sandbox must not be set together with a public PUBLIC_URL, because nobody pays real money there: set PAYMENTS=stripe, or remove PUBLIC_URL.',
    ])
    for (const near of ['', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(sandbox(near)).toEqual([])
  })

  it('without printing a password that stands in an address', () => {
    expect(problemsOf({ DATABASE_URL: 'mysql://loge:hunter2@localhost/loge' }).join()).not.toContain('hunter2')
  })
})

describe('The settings', () => {
  it('are all optional, and an empty one counts as none', () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, ' ']))
    expect(readConfig(empty)).toEqual(readConfig({}))
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      rate_limits: true,
      story_authors: 'admin',
    })
  })

  it('show the demo world by default only on this machine, with the database that comes along', () => {
    expect(readConfig({}).demo).toBe(true)
    expect(readConfig({ HOST: '0.0.0.0' }).demo).toBe(false)
    expect(readConfig({ PUBLIC_URL: 'https://loge.example' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/loge' }).demo).toBe(false)
    expect(readConfig({ TRUST_PROXY: '1' }).demo).toBe(false)
    expect(readConfig({ TRUST_PROXY: 'loopback' }).demo).toBe(false)
    expect(readConfig({ TRUST_PROXY: 'false', HOST: 'localhost' }).demo).toBe(true)
    expect(readConfig({ HOST: '::1', DEMO: 'on' }).demo).toBe(true)
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false)
  })

  it('ask staff for a second factor by default where the site is public, and an explicit value wins', () => {
    const PUBLIC_URL = 'https://loge.example'
    expect(readConfig({}).staff_second_factor).toBe('optional')
    expect(readConfig({ PUBLIC_URL }).staff_second_factor).toBe('required')
    expect(readConfig({ PUBLIC_URL, STAFF_SECOND_FACTOR: 'optional' }).staff_second_factor).toBe('optional')
    expect(readConfig({ STAFF_SECOND_FACTOR: 'required' }).staff_second_factor).toBe('required')
    expect(problemsOf({ STAFF_SECOND_FACTOR: 'yes' }).join()).toContain('STAFF_SECOND_FACTOR')
  })

  it('read proxies as a number of hops, or a list', () => {
    expect(readConfig({ TRUST_PROXY: '2' }).trust_proxy).toBe(2)
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, loopback' }).trust_proxy).toEqual(['10.0.0.0/8', 'loopback'])
    expect(readConfig({}).trust_proxy).toBe(false)
  })

  it('read origins without their closing slash', () => {
    const config = readConfig({
      PUBLIC_URL: 'https://loge.example/',
      ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080',
    })
    expect(config.public_url).toBe('https://loge.example')
    expect(config.allowed_origins).toEqual(['https://a.example', 'http://b.example:8080'])
  })
})
