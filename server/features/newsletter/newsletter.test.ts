import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { world } from '#tests/support/world.ts'

const { ctx, visitor, passes, runJob } = await world()

function join(body: unknown, language = 'en') {
  return visitor.ask('POST', '/newsletter', body, { headers: { 'accept-language': language } })
}

function rows() {
  return ctx.db`select * from newsletter_addresses order by email_key`
}

async function rowOf(email_key: string) {
  return (await rows()).find((row) => row.email_key === email_key)
}

describe('Refused requests for early access', () => {
  // Spec 3.29
  it.each([
    ['with no body', undefined],
    ['with an empty object', {}],
    ['with a list for a body', [{ email: 'a@example.com' }]],
    ['with a text for a body', '"a@example.com"'],
    ['with null for a body', 'null'],
    ['with a number for an address', { email: 7 }],
    ['with null for an address', { email: null }],
    ['with a list of addresses', { email: ['a@example.com'] }],
    ['with an object for an address', { email: { $ne: '' } }],
    ['with a word for the interest', { email: 'a@example.com', isInterestedInCreating: 'yes' }],
    ['with a number for the interest', { email: 'a@example.com', isInterestedInCreating: 1 }],
    ['with null for the interest', { email: 'a@example.com', isInterestedInCreating: null }],
    ['with an unknown consent text', { email: 'a@example.com', consent_version: '1999-01' }],
    ['with a list in the hidden field', { email: 'a@example.com', website: [] }],
  ])('A request for early access %s is refused', async (_, body) => {
    const { status, body: answer } = await join(body)
    expect(status).toBe(422)
    expect(answer).toMatchObject({ error: expect.any(String), code: 'invalid', fields: expect.any(Object) })
  })

  // Spec 5.10
  it.each([
    '',
    ' ',
    'nobody',
    'nobody@',
    '@example.com',
    'nobody@example',
    'nobody@example.c',
    'nobody@example.c0m',
    'nobody@.com@example.com',
    'no body@example.com',
    'nobody@exam ple.com',
    'nobody@example.com, other@example.com',
    'Amy <amy@example.com>',
    '"amy"@example.com',
    'amy@example.com\r\nBcc: other@example.com',
    'a\0b@example.com',
    `${'a'.repeat(250)}@example.com`,
    `a@${'.a'.repeat(30_000)}`,
  ])('A request for early access with the address %j is refused', async (email) => {
    const { status, body } = await join({ email })
    expect(status).toBe(422)
    expect(body.code).toBe('invalid')
  })

  it('A request for early access with an address of a megabyte is refused', async () => {
    expect((await join({ email: `${'a'.repeat(1_000_000)}@example.com` })).status).toBe(413)
  })

  it('Refused requests for early access are not stored', async () => {
    expect(await rows()).toEqual([])
  })
})

describe('The honeypot field of early access', () => {
  // Spec 7.44
  it('A bot that fills in the hidden field gets the usual answer, and its address is not stored', async () => {
    const { status, body } = await join({ email: 'machine@example.com', website: 'https://spam.example' })
    expect(status).toBe(200)
    expect(body).toEqual({})
    expect(await rowOf('machine@example.com')).toBeUndefined()
  })
})

describe('Requests for early access', () => {
  // Spec 1.27, 3.29, 6.22, 7.44
  it('An address is stored with the text that the visitor agreed to, its language and the time', async () => {
    const { status, body } = await join(
      { email: ' Amy@Example.com ', isInterestedInCreating: true, consent_version: '2026-11', website: '' },
      'fr-CA,fr;q=0.9,en;q=0.8',
    )
    expect(status).toBe(200)
    expect(body).toEqual({})
    expect(await rowOf('amy@example.com')).toMatchObject({
      email_key: 'amy@example.com',
      email: 'Amy@Example.com',
      is_interested_in_creating: true,
      consent_version: '2026-11',
      consent_locale: 'fr',
      consented_at: ctx.now(),
      created_at: ctx.now(),
      confirmed_at: null,
    })
  })

  // Spec 1.28
  it('An address alone means no wish to create, and consent to the newest text', async () => {
    await join({ email: 'ben@example.com' })
    expect(await rowOf('ben@example.com')).toMatchObject({
      is_interested_in_creating: false,
      consent_version: '2026-11',
      consent_locale: 'en',
    })
  })

  it('Unknown fields in a request for early access are ignored', async () => {
    const { status } = await join({ email: 'cat@example.com', created_at: '1999-01-01', email_key: 'x', role: 'admin' })
    expect(status).toBe(200)
    expect(await rowOf('cat@example.com')).toMatchObject({ created_at: ctx.now() })
    expect(await rowOf('x')).toBeUndefined()
  })

  // Spec 1.27, 6.22, 7.44
  it('A second request in another case updates the row with the newest wish, language and time', async () => {
    const first_time = ctx.now()
    await join({ email: 'Dan@example.com', isInterestedInCreating: true }, 'en')
    passes(DAY_MS)
    const { status, body } = await join({ email: 'dAN@EXAMPLE.com', isInterestedInCreating: false }, 'fr')
    expect(status).toBe(200)
    expect(body).toEqual({})
    expect((await rows()).filter(({ email_key }) => email_key === 'dan@example.com')).toMatchObject([
      {
        email_key: 'dan@example.com',
        email: 'dAN@EXAMPLE.com',
        is_interested_in_creating: false,
        consent_version: '2026-11',
        consent_locale: 'fr',
        consented_at: ctx.now(),
        created_at: first_time,
      },
    ])
  })

  it('Fifty requests for early access at once are one row, and all succeed', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => join({ email: i % 2 ? 'eve@example.com' : 'EVE@example.com' })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50)
    expect((await rows()).filter(({ email_key }) => email_key === 'eve@example.com')).toHaveLength(1)
  })
})

describe('Retention of newsletter addresses', () => {
  it('An address is deleted 24 months after the last consent, not before', async () => {
    await join({ email: 'old@example.com' })
    await ctx.db`update newsletter_addresses set confirmed_at = consented_at`
    const until = new Date(ctx.now())
    until.setUTCMonth(until.getUTCMonth() + 24)
    passes(DAY_MS)
    await join({ email: 'young@example.com' })
    await ctx.db`update newsletter_addresses set confirmed_at = consented_at`
    const sweep = async () => {
      await runJob('sweep_visitors')
    }
    passes(until.getTime() - ctx.now().getTime() - 1)
    await sweep()
    expect(await rowOf('old@example.com')).toBeDefined()
    passes(1)
    await sweep()
    expect(await rowOf('old@example.com')).toBeUndefined()
    expect(await rowOf('young@example.com')).toBeDefined()
  })
})
