import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { secondProcess } from '#tests/support/processes/second-process.ts'
import { withPasskey } from '#tests/support/scenarios/authenticator.ts'
import { type LinkedApp, withApp } from '#tests/support/scenarios/second-factors.ts'
import { PASSWORD, Person, world } from '#tests/support/world.ts'

const product = await world({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
const { ctx, member, visitor, passes, mailsTo } = product

let last_network = 0
/** A network that no request has come from before. */
const newNetwork = () => `10.0.${Math.floor(last_network / 250)}.${(last_network++ % 250) + 1}`

interface From {
  from?: string
  cookie?: string
  password?: string
  by?: Person
}

const headersOf = ({ from = newNetwork(), cookie }: From) => ({
  headers: { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) },
})

async function ticketOf({ email }: Pick<Person, 'email'>, way: From = {}): Promise<string> {
  const user = { email, password: way.password ?? PASSWORD }
  const { body, status } = await (way.by ?? visitor).ask('POST', '/users/sign_in', { user }, headersOf(way))
  if (!body.ticket) throw new Error(`The first step was answered with ${status} ${body.code}`)
  return body.ticket
}

async function step(ticket: string, given: object, way: From = {}) {
  return await (way.by ?? visitor).ask('POST', '/users/sign_in/second_step', { ticket, ...given }, headersOf(way))
}

/** Wrong codes from many networks, five for each right password. */
async function guess(person: Person, count: number, way: From = {}): Promise<number[]> {
  const statuses: number[] = []
  let ticket = ''
  for (let i = 0; i < count; i += 1) {
    if (i % 5 === 0) {
      passes(MINUTE_MS)
      ticket = await ticketOf(person, way)
    }
    statuses.push((await step(ticket, { code: '000000' }, way)).status)
  }
  return statuses
}

async function opens({ person, code }: LinkedApp & { person: Person }, way: From = {}): Promise<number> {
  passes(MINUTE_MS)
  return (await step(await ticketOf(person, way), { code: code() }, way)).status
}

describe('Guesses at the second step', () => {
  it('From one network the eleventh wrong code in a quarter of an hour is refused, and other networks are not', async () => {
    const amy = await withApp(product, await member('amy'))
    const from = newNetwork()
    expect((await guess(amy.person, 11, { from })).filter((status) => status === 429)).toHaveLength(1)
    expect(await opens(amy, { from })).toBe(429)
    expect(await opens(amy)).toBe(200)
    passes(16 * MINUTE_MS)
    expect(await opens(amy, { from })).toBe(200)
  })

  it('One network may be wrong fifty times in all, however many accounts it tries', async () => {
    const from = newNetwork()
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) {
      const { person } = await withApp(product, await member(`crowd${n}`))
      const ticket = await ticketOf(person)
      for (let i = 0; i < 5; i += 1) statuses.push((await step(ticket, { code: '000000' }, { from })).status)
    }
    expect(statuses.indexOf(429)).toBe(50)
  })

  it('Twenty wrong codes in a day from anywhere are the last ones, and a right one is refused until tomorrow', async () => {
    const bob = await withApp(product, await member('bob'))
    expect(new Set(await guess(bob.person, 20))).toEqual(new Set([422]))
    const ticket = await ticketOf(bob.person)
    const refused = await step(ticket, { code: bob.code() })
    expect([refused.status, Number(refused.headers['retry-after']) > 20 * 3600]).toEqual([429, true])
    // A refusal does not use the ticket up.
    passes(DAY_MS)
    expect(await opens(bob)).toBe(200)
  })

  it('A restart forgets none of them, and several processes count together', async () => {
    const cat = await withApp(product, await member('cat'))
    const { app } = await secondProcess(ctx)
    const by = new Person(app, visitor.email)
    await guess(cat.person, 12)
    const statuses = await guess(cat.person, 12, { by })
    expect(statuses.filter((status) => status === 422)).toHaveLength(8)
    expect(await opens(cat)).toBe(429)
  })

  it('Of thirty guesses at the same moment no more than twenty are judged', async () => {
    const dot = await withApp(product, await member('dot'))
    const tickets: string[] = []
    for (let i = 0; i < 6; i += 1) {
      passes(MINUTE_MS)
      tickets.push(await ticketOf(dot.person))
    }
    const answers = await Promise.all(
      tickets.flatMap((ticket) => Array.from({ length: 5 }, () => step(ticket, { code: '000000' }))),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(20)
  })
})

describe('An owner whose password somebody else has', () => {
  const cookieOf = (headers: Record<string, unknown>) =>
    [headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; ')

  it('On a device on which they have signed in before they are let in, whatever strangers have tried', async () => {
    const eve = await withApp(product, await member('eve'))
    passes(MINUTE_MS)
    const { headers } = await step(await ticketOf(eve.person), { code: eve.code() })
    await guess(eve.person, 20)
    expect(await opens(eve)).toBe(429)
    expect(await opens(eve, { cookie: cookieOf(headers) })).toBe(200)
  })

  it('On such a device they are also let in while strangers go on giving the right password', async () => {
    const liv = await withApp(product, await member('liv'))
    passes(MINUTE_MS)
    const cookie = cookieOf((await step(await ticketOf(liv.person), { code: liv.code() })).headers)
    const user = { email: liv.person.email, password: PASSWORD }
    const asks = async () => (await visitor.ask('POST', '/users/sign_in', { user }, headersOf({}))).status
    passes(16 * MINUTE_MS)
    for (let round = 0; round < 6; round += 1) {
      passes(MINUTE_MS)
      for (let n = 0; n < 7; n += 1) await asks()
    }
    expect(await asks()).toBe(429)
    const ticket = await ticketOf(liv.person, { cookie })
    expect((await step(ticket, { code: liv.code() }, { cookie })).status).toBe(200)
  })

  it('A passkey is let through, because nobody guesses one', async () => {
    const fay = await withApp(product, await member('fay'))
    const { passkey } = await withPasskey(fay.person)
    await guess(fay.person, 20)
    passes(MINUTE_MS)
    const ticket = await ticketOf(fay.person)
    const { body } = await visitor.ask('POST', '/users/sign_in/second_step/options', { ticket })
    expect((await step(ticket, { passkey: passkey.sign(body) })).status).toBe(200)
  })

  it('After a new password they are let in anywhere, as the mail advises', async () => {
    const gus = await withApp(product, await member('gus'))
    await guess(gus.person, 20)
    expect(await opens(gus)).toBe(429)
    const password = 'another long password'
    await gus.person.ask('PUT', '/user/password', {
      current_password: PASSWORD,
      password,
      password_confirmation: password,
    })
    expect(await opens(gus, { password })).toBe(200)
  })

  it('They are mailed at each fifth wrong code, also if no ticket was used up', async () => {
    const hal = await withApp(product, await member('hal'))
    for (let i = 0; i < 2; i += 1) {
      passes(MINUTE_MS)
      const ticket = await ticketOf(hal.person)
      for (let attempt = 0; attempt < 4; attempt += 1) await step(ticket, { code: '000000' })
    }
    const subjects = (await mailsTo(hal.person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Somebody knows your password')).toHaveLength(1)
  })

  it('A password reset keeps the second lock, and its link alone opens nothing', async () => {
    const ida = await withApp(product, await member('ida'))
    await visitor.ask('POST', '/users/password', { user: { email: ida.person.email } }, headersOf({}))
    const mail = (await mailsTo(ida.person.email)).find(({ text }) => text?.includes('reset_password_token='))
    const reset_password_token = mail?.text?.match(/reset_password_token=([\w-]+)/)?.[1]
    const password = 'another long password'
    const user = { reset_password_token, password, password_confirmation: password }
    expect((await visitor.ask('PUT', '/users/password', { user }, headersOf({}))).status).toBe(200)
    const { body } = await visitor.ask('POST', '/users/sign_in', { user: { email: ida.person.email, password } })
    expect(body.code).toBe('second_step')
  })
})
