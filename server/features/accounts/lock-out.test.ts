import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { limitRate } from '#server/limits/rate-limits.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'
import { readDeviceToken, writeDeviceToken } from './known-device.ts'

const { ctx, visitor, member, staff, stranger, passes, mailsTo } = await world({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })

let last_network = 0
/** A network that no request has come from before. */
function newNetwork(): string {
  last_network += 1
  return `10.${Math.floor(last_network / 62_500)}.${Math.floor(last_network / 250) % 250}.${(last_network % 250) + 1}`
}

interface From {
  from?: string
  password?: string
  cookie?: string | undefined
}

function signIn(email: string, { from = newNetwork(), password = PASSWORD, cookie }: From = {}) {
  const headers = { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) }
  return visitor.ask('POST', '/users/sign_in', { user: { email, password } }, { headers })
}

function askForLink(email: string, from = newNetwork(), cookie?: string) {
  const headers = { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) }
  return visitor.ask('POST', '/users/password', { user: { email } }, { headers })
}

/** The part of an answer's cookie that a browser sends back. */
function cookieOf({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

/** A botnet that has made all the guesses an account allows in an hour; other tests prove that it can. */
async function botnet(email: string): Promise<void> {
  for (let i = 0; i < 100; i += 1) await limitRate(ctx, 'sign_in_account', { email })
  expect((await signIn(email, { password: 'one more' })).status).toBe(429)
}

async function linksTo({ email }: Pick<Person, 'email'>): Promise<string[]> {
  return (await mailsTo(email)).flatMap(({ text }) => text?.match(/reset_password_token=([\w-]+)/)?.[1] ?? [])
}

function setPassword(reset_password_token: string | undefined, from = newNetwork()) {
  const user = { reset_password_token, password: 'a new long password', password_confirmation: 'a new long password' }
  return visitor.ask('PUT', '/users/password', { user }, { headers: { 'x-forwarded-for': from } })
}

describe('Forged and stolen cookies of known devices', () => {
  it.each([
    ['nothing in it', () => ''],
    ['too much in it', () => 'x'.repeat(10_000)],
    ['a token of somebody else', (_, other) => other],
    ['a token whose device was changed', (own) => own.replace(/=(.)/, (_, first) => `=${first === 'A' ? 'B' : 'A'}`)],
    ['a token whose last bits were changed', (own) => `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`],
    [
      'a token signed with another key',
      () => `known_device=${writeDeviceToken(Buffer.alloc(32), 'x', 'ab', new Date())}`,
    ],
  ] as [string, (own: string, other: string) => string][])(
    'A stranger gets no further guesses with a device cookie that has %s',
    async (_, forge) => {
      const [amy, bob] = [await member(`a${last_network}`), await member(`b${last_network}`)]
      const [own, other] = [cookieOf(await signIn(amy.email)), cookieOf(await signIn(bob.email))]
      await botnet(amy.email)
      expect((await signIn(amy.email, { cookie: forge(own, other) })).status).toBe(429)
      expect((await signIn(amy.email, { cookie: own })).status).toBe(200)
    },
  )

  it('A stolen device cookie allows ten guesses in a quarter of an hour, and the owner can still sign in', async () => {
    const cat = await member('cat')
    const stolen = cookieOf(await signIn(cat.email))
    const own = cookieOf(await signIn(cat.email))
    for (let i = 0; i < 10; i += 1)
      expect((await signIn(cat.email, { password: `guess ${i}`, cookie: stolen })).status).toBe(401)
    expect((await signIn(cat.email, { password: 'guess', cookie: stolen })).status).toBe(429)
    expect((await signIn(cat.email, { cookie: own })).status).toBe(200)
  })

  it('A device token names nobody, and expires after half a year', async () => {
    const dan = await member('dan')
    const cookie = cookieOf(await signIn(dan.email))
    expect(Buffer.from(cookie.slice(13), 'base64url').toString('hex')).not.toContain(dan.id.replaceAll('-', ''))
    const token = writeDeviceToken(ctx.secret, dan.id, 'ab'.repeat(16), new Date(1000))
    expect(readDeviceToken(ctx.secret, dan.id, token, new Date(999))).toBe('ab'.repeat(16))
    expect(readDeviceToken(ctx.secret, dan.id, token, new Date(1000))).toBeUndefined()
  })
})

describe('Owners while strangers guess their password', () => {
  it.each(['member', 'admin'] as const)(
    'The owner, a %s, signs in, resets and changes the password while strangers guess 43 times an hour',
    async (role) => {
      const owner = role === 'admin' ? await staff('the-admin', 'admin') : await member('the-owner')
      for (let i = 0; i < 40; i += 1) expect((await signIn(owner.email, { password: `guess ${i}` })).status).toBe(401)
      for (let i = 0; i < 3; i += 1) expect((await askForLink(owner.email)).status).toBe(200)
      expect((await signIn(owner.email)).status).toBe(200)
      expect((await askForLink(owner.email)).status).toBe(200)
      const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
      expect((await owner.ask('PUT', '/user/password', { current_password: PASSWORD, ...passwords })).status).toBe(200)
      // The last link that was sent works, and there is always one from this hour.
      expect((await setPassword((await linksTo(owner)).at(-1))).status).toBe(200)
    },
  )

  it('While a botnet uses up all guesses, the owner signs in from a known device, or with a password reset', async () => {
    const eve = await member('eve')
    const cookie = cookieOf(await signIn(eve.email))
    await botnet(eve.email)
    expect((await signIn(eve.email)).status).toBe(429)
    expect((await signIn(eve.email, { cookie })).status).toBe(200)
    await askForLink(eve.email)
    const done = await setPassword((await linksTo(eve)).at(-1))
    expect(done.status).toBe(200)
    expect((await signIn(eve.email, { password: 'a new long password' })).status).toBe(429)
    expect((await signIn(eve.email, { password: 'a new long password', cookie: cookieOf(done) })).status).toBe(200)
  })

  it('While strangers guess in the owner’s network, the owner signs in and resets the password on a known device', async () => {
    const fay = await member('fay')
    const from = newNetwork()
    const cookie = cookieOf(await signIn(fay.email, { from }))
    for (let i = 0; i < 50; i += 1) await signIn(`other${i}@example.com`, { from, password: 'guess' })
    for (let i = 0; i < 15; i += 1) await askForLink(`other${i}@example.com`, from)
    for (let i = 0; i < 10; i += 1) expect((await setPassword(`dead ${i}`, from)).status).toBe(422)
    expect((await signIn(fay.email, { from })).status).toBe(429)
    expect((await askForLink(fay.email, from)).status).toBe(429)
    expect((await setPassword('dead', from)).status).toBe(429)
    expect((await signIn(fay.email, { from, cookie })).status).toBe(200)
    expect((await askForLink(fay.email, from, cookie)).status).toBe(200)
    expect((await setPassword((await linksTo(fay)).at(-1), from)).status).toBe(200)
  })

  it('Guesses that are refused do not use up the owner’s own guesses', async () => {
    const gus = await member('gus')
    const from = newNetwork()
    await botnet(gus.email)
    for (let i = 0; i < 20; i += 1) expect((await signIn(gus.email, { from, password: 'guess' })).status).toBe(429)
    passes(HOUR_MS)
    expect((await signIn(gus.email, { from })).status).toBe(200)
  })
})

describe('Requests for a password reset', () => {
  it('A request for a password reset is answered alike for known and unknown addresses, and three mails an hour are sent', async () => {
    const hal = await member('hal')
    const answers = []
    for (let i = 0; i < 30; i += 1) answers.push(await askForLink(hal.email), await askForLink('nobody@example.com'))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {}']))
    expect(await linksTo(hal)).toHaveLength(3)
    const [queued] = await ctx.db<{ known: number; unknown: number }[]>`
      select count(*) filter (where data ->> 'email' = ${hal.email})::int as known,
        count(*) filter (where data ->> 'email' = 'nobody@example.com')::int as unknown
      from pgboss.job where name = 'send_password_reset'`
    expect(queued).toEqual({ known: 10, unknown: 10 })
    passes(HOUR_MS)
    await askForLink(hal.email)
    expect(await linksTo(hal)).toHaveLength(4)
  })

  it('The last mailed link stays valid while further requests send no mail', async () => {
    const ida = await member('ida')
    for (let i = 0; i < 9; i += 1) await askForLink(ida.email)
    const links = await linksTo(ida)
    expect(links).toHaveLength(3)
    expect((await setPassword(links[2])).status).toBe(200)
  })
})

describe('Known devices', () => {
  it('The cookie of a known device is HttpOnly, SameSite=Strict, and sent to the sign-in calls only', async () => {
    const jon = await member('jon')
    const { headers } = await signIn(jon.email)
    expect(headers['set-cookie']).toMatch(
      /^known_device=[\w-]{70}; Path=\/api\/users; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    )
    expect((await signIn(jon.email, { password: 'wrong' })).headers['set-cookie']).toBeUndefined()
  })

  it('A browser is a known device for the three accounts that were used last', async () => {
    const people = await Promise.all(['k1', 'k2', 'k3', 'k4'].map((name) => member(name)))
    let cookie: string | undefined
    for (const { email } of people) cookie = cookieOf(await signIn(email, { cookie }))
    expect(cookie?.split('.')).toHaveLength(3)
    for (const [i, { email }] of people.entries()) {
      await botnet(email)
      expect((await signIn(email, { cookie })).status).toBe(i === 0 ? 429 : 200)
    }
  })

  it('A browser stays the same device however often somebody signs in', async () => {
    const lea = await member('lea')
    const first = cookieOf(await signIn(lea.email))
    passes(DAY_MS)
    const second = cookieOf(await signIn(lea.email, { cookie: first }))
    const deviceIn = (cookie: string) => readDeviceToken(ctx.secret, lea.id, cookie.slice(13), ctx.now())
    expect(deviceIn(second)).toBe(deviceIn(first))
    expect(second).not.toBe(first)
  })

  it('The cookie of a known device is Secure where the product has an HTTPS address', async () => {
    const secure = await world({ PUBLIC_URL: 'https://loge.example' })
    const mia = await secure.member('mia')
    expect((await mia.signIn()).headers['set-cookie']).toMatch(/; Secure$/)
  })
})

describe('Clients without cookies', () => {
  it('A client without cookies signs in and gets its token in the header', async () => {
    const ned = stranger('ned')
    await ned.signUp()
    expect((await ned.signIn()).status).toBe(200)
    expect((await ned.ask('GET', '/user')).status).toBe(200)
  })
})
