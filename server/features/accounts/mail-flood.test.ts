import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { recipientHash } from '#server/jobs/bounded-mail.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const product = await world({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
const { ctx, visitor, member, stranger, passes, mails, runJob } = product

const BROWSERS = ['Edg/1', 'OPR/1', 'SamsungBrowser/1', 'Firefox/1', 'Chrome/1', 'Safari/1']
const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh', 'CrOS', 'Linux']
const AGENTS = BROWSERS.flatMap((browser) => SYSTEMS.map((system) => `Mozilla/5.0 (${system}) ${browser}`))

let last_network = 0
function headers(more: Record<string, string> = {}) {
  last_network += 1
  return {
    headers: { 'x-forwarded-for': `10.1.${Math.floor(last_network / 250)}.${(last_network % 250) + 1}`, ...more },
  }
}

async function mailsTo({ email }: Pick<Person, 'email'>) {
  return await product.mailsTo(email)
}

async function subjectsTo(person: Pick<Person, 'email'>) {
  const counts: Record<string, number> = {}
  for (const { subject = '' } of await mailsTo(person)) counts[subject] = (counts[subject] ?? 0) + 1
  return counts
}

/** Signs in from each of these kinds of devices. */
async function signInEverywhere(email: string, agents = AGENTS): Promise<void> {
  for (const agent of agents) {
    await visitor.ask(
      'POST',
      '/users/sign_in',
      { user: { email, password: PASSWORD } },
      headers({ 'user-agent': agent }),
    )
  }
}

describe('Mails to somebody else’s address', () => {
  it('Somebody who signs up with another’s address causes one mail to confirm it, and three a day about new devices, however many they pretend to have', async () => {
    const victim = stranger('victim')
    await visitor.ask('POST', '/users', { user: { email: victim.email, password: PASSWORD } }, headers())
    await signInEverywhere(victim.email, AGENTS.slice(0, 20))
    expect(await subjectsTo(victim)).toEqual({ 'Confirm that this address is yours': 1, 'A new device signed in': 3 })
    passes(DAY_MS - 1)
    await signInEverywhere(victim.email, AGENTS.slice(20, 22))
    expect(await mailsTo(victim)).toHaveLength(4)
    passes(1)
    await signInEverywhere(victim.email, AGENTS.slice(22, 24))
    expect(await mailsTo(victim)).toHaveLength(6)
  })

  it('Somebody who signs up with another’s address and uses every call that sends mail stays within a bound for each hour', async () => {
    const victim = await member('second-victim')
    const requestAddress = (email: string, by: Person) =>
      by.ask('PUT', '/user/email', { current_password: PASSWORD, email }, headers())
    const others = await Promise.all(Array.from({ length: 8 }, (_, i) => member(`helper${i}`)))
    const password = { current_password: PASSWORD, password: PASSWORD, password_confirmation: PASSWORD }
    for (let round = 0; round < 8; round += 1) {
      passes(MINUTE_MS)
      await signInEverywhere(victim.email, AGENTS.slice(round, round + 1))
      await visitor.ask('POST', '/users/password', { user: { email: victim.email } }, headers())
      await victim.ask('PUT', '/user/password', password, headers())
      await visitor.ask('POST', '/newsletter', { email: victim.email, isInterestedInCreating: false }, headers())
      await ctx.jobs.send('mail_newsletter', {})
    }
    // Others request a change to an address that nobody has, as often as they may.
    for (const other of others) await requestAddress('moved-to@example.com', other)
    expect(await subjectsTo({ email: 'moved-to@example.com' })).toEqual({ 'Confirm your new address': 5 })
    for (let round = 0; round < 5; round += 1) {
      passes(MINUTE_MS)
      await victim.ask('POST', '/user/deletion', { current_password: PASSWORD }, headers())
      // Whoever has cancelled the deletion by then gets no mail about it.
      await ctx.jobs.runDue()
      await victim.signIn()
    }
    const sent = await subjectsTo(victim)
    expect(sent).toMatchObject({
      'A new device signed in': 3,
      'Set your new password': 3,
      'Your password was changed': 3,
      'Your account will be deleted': 3,
    })
    expect(Object.values(sent).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(13)
  })
})

describe('The bound on mails', () => {
  it('The bound on mails holds across processes and restarts, and for an address in any case', async () => {
    const amy = await member('amy')
    const ask = (email: string) => visitor.ask('POST', '/users/password', { user: { email } }, headers())
    for (let i = 0; i < 2; i += 1) await ask(amy.email)
    expect(await mailsTo(amy)).toHaveLength(2)
    // Another process has the same database and no memory of this one.
    const { limiter } = ctx
    ctx.limiter = { take: async () => undefined, peek: async () => undefined, uncount: async () => {} }
    for (let i = 0; i < 5; i += 1) await ask(amy.email.toUpperCase())
    expect(await mailsTo(amy)).toHaveLength(3)
    ctx.limiter = limiter
  })

  it('Mails that are sent concurrently are counted one by one', async () => {
    const bob = await member('bob')
    await signInEverywhere(bob.email, AGENTS.slice(0, 1))
    await Promise.all(
      Array.from({ length: 9 }, () => ctx.jobs.send('send_password_changed', { user_id: bob.id, locale: 'en' })),
    )
    await Promise.all([ctx.jobs.runDue(), ctx.jobs.runDue(), ctx.jobs.runDue()])
    expect(await subjectsTo(bob)).toMatchObject({ 'Your password was changed': 3 })
  })

  it('Mails that the mail server refused are not counted', async () => {
    const cat = await member('cat')
    ctx.mail.send = () => Promise.reject(new Error('the mail server is away'))
    for (const job of ['send_password_changed', 'send_password_reset_done'] as const) {
      for (let i = 0; i < 3; i += 1) {
        await ctx.jobs.send(job, { user_id: cat.id, locale: 'en' })
        await expect(ctx.jobs.runDue()).rejects.toThrow('away')
      }
    }
    for (let i = 0; i < 3; i += 1) {
      await ctx.jobs.send('send_password_reset', { email: cat.email, locale: 'en' })
      await expect(ctx.jobs.runDue()).rejects.toThrow('away')
    }
    ctx.mail = createMailer(ctx.config, ctx.log)
    expect(await mailsTo(cat)).toEqual([])
    await ctx.jobs.send('send_password_changed', { user_id: cat.id, locale: 'en' })
    await ctx.jobs.send('send_password_reset', { email: cat.email, locale: 'en' })
    expect(await subjectsTo(cat)).toMatchObject({ 'Your password was changed': 1, 'Set your new password': 1 })
  })

  it('Important mails are sent although the bound for notices is used up', async () => {
    const dan = await member('dan')
    for (let i = 0; i < 12; i += 1) {
      const post = { user_id: dan.id, kind: 'report_upheld', created_at: ctx.now() }
      await ctx.db`insert into member_notices ${ctx.db({ id: crypto.randomUUID(), ...post })}`
    }
    await ctx.jobs.send('mail_notices', {})
    expect(await mailsTo(dan)).toHaveLength(10)
    await signInEverywhere(dan.email, AGENTS.slice(0, 2))
    await visitor.ask('POST', '/users/password', { user: { email: dan.email } }, headers())
    await ctx.jobs.send('send_password_changed', { user_id: dan.id, locale: 'en' })
    expect(await subjectsTo(dan)).toMatchObject({
      'A new device signed in': 2,
      'Your password was changed': 1,
      'Set your new password': 1,
    })
    // Notices beyond the bound wait, and are mailed later.
    passes(HOUR_MS)
    await ctx.jobs.send('mail_notices', {})
    expect(await mailsTo(dan)).toHaveLength(16)
  })

  it('The counters of mails contain no address, and are deleted when they expire', async () => {
    const eli = await member('eli')
    await visitor.ask('POST', '/users/password', { user: { email: eli.email } }, headers())
    await mails()
    const rows = await ctx.db`select *, encode(recipient_hash, 'escape') as text from mail_counts`
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('eli')
    passes(DAY_MS)
    await runJob('sweep_accounts')
    expect([...(await ctx.db`select from mail_counts`)]).toEqual([])
  })

  it('The counters of an address are erased with its account', async () => {
    const fay = await member('fay')
    const countsOf = async ({ email }: Person) =>
      [...(await ctx.db`select from mail_counts where recipient_hash = ${recipientHash(ctx.secret, email)}`)].length
    await fay.ask('POST', '/user/deletion', { current_password: PASSWORD }, headers())
    passes(14 * DAY_MS)
    await visitor.ask('POST', '/users/password', { user: { email: fay.email } }, headers())
    await mails()
    expect(await countsOf(fay)).toBeGreaterThan(0)
    await runJob('erase_accounts')
    expect(await countsOf(fay)).toBe(0)
  })

  it('Every feature that mails members or visitors uses the bound on mails', () => {
    const senders = globSync('server/{features,jobs,http,cable}/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts') && /\bmail\.send\(/.test(readFileSync(file, 'utf8')))
      .map((file) => file.replaceAll('\\', '/'))
    // Contact messages go to the operator's own mailbox. The summary for staff has a bound of its own, ten minutes, and the
    // test mail, which an admin sends to their own address, has one of three an hour.
    expect(senders.toSorted()).toEqual([
      'server/features/contact/jobs.ts',
      'server/features/decisions/staff-mails.ts',
      'server/features/system/health/test-mail.ts',
      'server/jobs/bounded-mail.ts',
    ])
  })
})
