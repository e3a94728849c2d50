import { beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'
import { accountPseudonym } from './security-log.ts'

const { ctx, visitor, member, logs } = await world({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
const TOKEN = 'planted-reset-token-31337'
const FROM = { headers: { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' } }
const mark = ({ email }: Person) => accountPseudonym(ctx.secret, email)

interface Line {
  level: string
  msg: string
  security?: boolean
}
const lines = (): Line[] => logs.map((line) => JSON.parse(line)).filter(({ security }) => security)

beforeEach(() => {
  logs.length = 0
})

describe('Security events in the log', () => {
  it('A failed sign-in is logged with its network and a hash of the account', async () => {
    const amy = await member('amy')
    const user = { email: ' Amy@Example.com', password: 'a wrong password' }
    expect((await visitor.ask('POST', '/users/sign_in', { user }, FROM)).status).toBe(401)
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'a sign-in failed',
        route: '/api/users/sign_in',
        status: 401,
        network: '2001:db8:1:2',
        account: mark(amy),
        request_id: expect.any(String),
      }),
    ])
  })

  it('A successful sign-in and a missing session are not logged as security events', async () => {
    const ben = await member('ben')
    await visitor.ask('POST', '/users/sign_in', { user: { email: ben.email, password: PASSWORD } }, FROM)
    await visitor.ask('GET', '/user')
    expect(lines()).toEqual([])
  })

  it('A requested password reset is logged, and so is a failed one', async () => {
    const cat = await member('cat')
    await visitor.ask('POST', '/users/password', { user: { email: cat.email } }, FROM)
    const confirmation = { reset_password_token: TOKEN, password: PASSWORD, password_confirmation: PASSWORD }
    const failed = await visitor.ask('PUT', '/users/password', { user: confirmation }, FROM)
    expect(failed.status).toBe(422)
    expect(lines()).toEqual([
      expect.objectContaining({ level: 'info', msg: 'a password reset was requested', account: mark(cat) }),
      expect.objectContaining({ level: 'warn', msg: 'a password reset failed', network: '2001:db8:1:2' }),
    ])
  })

  it('Every 403 is logged with the account', async () => {
    const dan = await member('dan')
    expect((await dan.ask('GET', '/admin/users', undefined, FROM)).status).toBe(403)
    expect(lines()).toEqual([
      expect.objectContaining({ msg: 'a request was forbidden', status: 403, account: mark(dan) }),
    ])
  })

  it('Every 429 is logged with the account', async () => {
    const eve = await member('eve')
    const user = { email: eve.email, password: 'a wrong password' }
    let status = 0
    while (status !== 429) ({ status } = await visitor.ask('POST', '/users/sign_in', { user }, FROM))
    expect(lines().at(-1)).toEqual(
      expect.objectContaining({
        level: 'warn',
        msg: 'a request exceeded a rate limit',
        status: 429,
        account: mark(eve),
      }),
    )
  })

  it('Security events contain no address, no token and no password', async () => {
    const fay = await member('fay')
    await visitor.ask('POST', '/users/sign_in', { user: { email: fay.email, password: 'planted-password' } })
    await visitor.ask('POST', '/users/password', { user: { email: fay.email } })
    await visitor.ask('PUT', '/users/password', {
      user: { reset_password_token: TOKEN, password: PASSWORD, password_confirmation: PASSWORD },
    })
    await fay.ask('GET', '/admin/users')
    expect(lines().length).toBeGreaterThan(2)
    for (const secret of [fay.email, 'fay@', TOKEN, 'planted-password', fay.token]) {
      expect(logs.join('')).not.toContain(secret)
    }
  })

  it('The hash of an account in the log cannot be found by trying addresses without the secret', () => {
    expect(accountPseudonym(Buffer.from('one'), 'amy@example.com')).not.toBe(
      accountPseudonym(Buffer.from('two'), 'amy@example.com'),
    )
  })
})
