import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { world } from '#tests/support/world.ts'

const { visitor, passes, ctx } = await world({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })

describe('The landing page', () => {
  // Spec 1.25, 2.2, 3.24, 7.8
  it('The landing page has nothing to show while nobody has public posts', async () => {
    const { status, body, headers } = await visitor.ask('GET', '/landings')
    expect(status).toBe(200)
    expect(body).toEqual({
      first_description: null,
      second_description: null,
      post_file: null,
      profile_pic: null,
      username: null,
      featured_creators: [],
    })
    expect(headers['cache-control']).toBe('public, max-age=60')
  })
})

let lastAddress = 0
/** An IP address that no request has come from before. */
function newAddress(): string {
  lastAddress += 1
  return `10.0.0.${lastAddress}`
}

describe.each([
  ['/newsletter', 200],
  ['/contact', 201],
] as const)('Rate limits of %s', (path, welcome) => {
  function post(email: string, from: string, website = '') {
    const body = { name: 'Amy', message: 'Hello', email, website }
    return visitor.ask('POST', path, body, { headers: { 'x-forwarded-for': from } })
  }

  // Spec 7.44
  it('The sixth request from one IP address has to wait an hour', async () => {
    const from = newAddress()
    for (let i = 0; i < 5; i += 1) expect((await post(`place${i}@example.com`, from)).status).toBe(welcome)
    const refused = await post('place5@example.com', from)
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe('rate_limited')
    expect(refused.headers['retry-after']).toBe('3600')
    expect((await post('place5@example.com', newAddress())).status).toBe(welcome)
    passes(HOUR_MS - 1)
    expect((await post('place5@example.com', from)).status).toBe(429)
    passes(1)
    expect((await post('place5@example.com', from)).status).toBe(welcome)
  })

  it('The sixth request with one e-mail address has to wait an hour, from any IP address and in any case', async () => {
    for (let i = 0; i < 5; i += 1) expect((await post('same@example.com', newAddress())).status).toBe(welcome)
    expect((await post(' SAME@example.com', newAddress())).status).toBe(429)
    passes(HOUR_MS)
    expect((await post('same@example.com', newAddress())).status).toBe(welcome)
  })

  it('Requests with the hidden field filled in are counted too', async () => {
    const from = newAddress()
    for (let i = 0; i < 5; i += 1) expect((await post(`bot${i}@example.com`, from, 'x')).status).toBe(welcome)
    expect((await post('bot5@example.com', from, 'x')).status).toBe(429)
  })

  it('Invalid requests are not counted, so that a typing mistake costs nothing', async () => {
    const from = newAddress()
    for (let i = 0; i < 6; i += 1) expect((await post('slip', from)).status).toBe(422)
    expect((await post('slip@example.com', from)).status).toBe(welcome)
  })
})

describe('Refused requests of visitors', () => {
  it('Requests that a rate limit refused are not stored', async () => {
    const [kept] = await ctx.db`
      select (select count(*) from newsletter_addresses where email_key like 'bot%')
        + (select count(*) from contact_messages where email_key like 'bot%') as count`
    expect(kept?.count).toBe(0)
    const [same] = await ctx.db`select count(*) from contact_messages where email_key = 'same@example.com'`
    expect(same?.count).toBe(6)
  })
})
