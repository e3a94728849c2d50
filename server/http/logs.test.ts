import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { createLog, redactSecrets } from '#server/log.ts'
import { signUrl } from '#server/media/signed-urls.ts'
import { NOBODY, world } from '#tests/support/world.ts'

const { visitor, member, logs, passes, ctx } = await world()
const SECRETS = { password: 'Planted-Password-31337', text: 'planted text of a body' }

describe('The log', () => {
  it('The log has one line for each request, with its id, its route and the user', async () => {
    const amy = await member('amy')
    logs.length = 0
    await amy.ask('GET', '/user')
    expect(logs).toHaveLength(1)
    expect(JSON.parse(logs[0] ?? '')).toMatchObject({
      level: 'info',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      route: '/api/user',
      status: 200,
      user_id: amy.id,
    })
  })

  it('The log never contains a token, a password, an address or a text, whatever happens to the request', async () => {
    const ben = await member('ben')
    passes(2 * DAY_MS)
    const rotated = await ben.ask('GET', `/user?token=${ben.token}`)
    await visitor.ask('POST', '/users/sign_in', { user: { email: 'ben@example.com', password: SECRETS.password } })
    await visitor.ask('POST', '/users', { user: { email: 'ben@example.com', password: SECRETS.password } })
    await visitor.ask('POST', '/users/sign_in', `{"broken": "${SECRETS.text}`)
    await visitor.ask('GET', `/nothing/${ben.token}?reset_password_token=${ben.token}`)
    await visitor.ask('GET', `/user?x=%E0%A4%A&token=${ben.token}`)
    await ben.ask('PUT', '/user', { username: SECRETS.text })
    const everything = logs.join('')
    expect(logs.length).toBeGreaterThan(7)
    for (const secret of [
      ben.token,
      String(rotated.headers.authorization),
      SECRETS.password,
      SECRETS.text,
      'ben@example.com',
    ]) {
      expect(everything).not.toContain(secret)
    }
  })

  it('An internal error is in the log, and the answer contains nothing of it', async () => {
    const cat = await member('cat')
    await ctx.db`alter table profiles rename to profiles_away`
    const { status, body } = await cat.ask('GET', '/user')
    await ctx.db`alter table profiles_away rename to profiles`
    expect(status).toBe(500)
    expect(body).toEqual({ error: 'Something went wrong on our side', code: 'internal' })
    expect(logs.join('')).toContain('relation \\"profiles\\" does not exist')
    expect(logs.join('')).not.toContain(cat.token)
  })

  it('Secrets in errors are redacted', () => {
    const lines: string[] = []
    const log = createLog({ log_level: 'info' }, { write: (line) => void lines.push(line) })
    const error = Object.assign(new Error('GET /cable?token=abc123&x=1 authorization: Bearer abc123'), {
      parameters: ['abc123'],
    })
    log.error({ err: error }, 'failed')
    expect(lines.join('')).not.toContain('abc123')
    expect(redactSecrets('/confirm-reset-password?reset_password_token=abc&x=1')).toBe(
      '/confirm-reset-password?reset_password_token=[redacted]&x=1',
    )
  })

  it('Cable tickets, export tickets and signed URLs of videos are redacted', () => {
    const ticket = signUrl(ctx.secret, { kind: 'media', id: NOBODY, session_id: NOBODY }, ctx.now())
    expect(redactSecrets(`GET /api/media/${ticket}.mp4 failed`)).toBe('GET /api/media/[redacted].mp4 failed')
    expect(redactSecrets(`/api/cable?ticket=${ticket}&x=1`)).toBe('/api/cable?ticket=[redacted]&x=1')
    expect(redactSecrets(`/api/media/${NOBODY}?w=960`)).toBe(`/api/media/${NOBODY}?w=960`)
  })
})
