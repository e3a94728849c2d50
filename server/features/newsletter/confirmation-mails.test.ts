import type { Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { startSmtp } from '#tests/support/processes/smtp.ts'
import { newsletterSteps, readNewsletterMail } from '#tests/support/scenarios/newsletter-steps.ts'
import { world } from '#tests/support/world.ts'
import { mailNewsletter } from './jobs.ts'

const product = await world({ PUBLIC_URL: 'https://loge.example' })
const { ctx, visitor, member, creator, staff, passes, logs } = product
const { join, confirm, leave, mailsTo, newestTo, rowOf, sweep } = newsletterSteps(product)

describe('Refused links of the newsletter', () => {
  it.each([undefined, null, 7, {}, ['x'], 'x'.repeat(201)])(
    'A confirmation with the token %j is refused',
    async (token) => {
      expect((await confirm(token)).status).toBe(422)
    },
  )

  it('An unsubscription without a token, or with too long a one, is refused', async () => {
    expect((await visitor.ask('POST', '/newsletter/unsubscribe')).status).toBe(422)
    expect((await leave('x'.repeat(201))).status).toBe(422)
  })

  it.each(['', 'made-up', '../../etc/passwd', 'ünïcode', 'a'.repeat(43)])(
    'The unknown token %j neither confirms nor unsubscribes',
    async (token) => {
      const answers = [await confirm(token), await leave(token)]
      for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not_found'])
    },
  )

  it('A token is refused when one character differs, or for the other purpose', async () => {
    await join('ann@example.com')
    const mail_links = await newestTo('ann@example.com')
    const changed = (token: string) => (token[0] === 'A' ? 'B' : 'A') + token.slice(1)
    for (const token of [changed(mail_links.confirm), mail_links.leave]) expect((await confirm(token)).status).toBe(404)
    for (const token of [changed(mail_links.leave), mail_links.confirm]) expect((await leave(token)).status).toBe(404)
    expect(await rowOf('ann@example.com')).toMatchObject({ confirmed_at: null })
  })

  it('A confirmation is refused after seven days, and the same mail can still unsubscribe', async () => {
    await join('bob@example.com')
    const mail_links = await newestTo('bob@example.com')
    passes(7 * DAY_MS)
    const late = await confirm(mail_links.confirm)
    expect([late.status, late.text]).toEqual([404, (await confirm('made-up')).text])
    expect(await rowOf('bob@example.com')).toMatchObject({ confirmed_at: null })
    expect((await leave(mail_links.leave)).status).toBe(200)
    expect(await rowOf('bob@example.com')).toBeUndefined()
  })
})

describe('Confirmation mails', () => {
  it('A confirmation mail is in the language of the page, with a link that confirms and two ways to unsubscribe', async () => {
    await join('Cat@example.com', { language: 'fr' })
    const { mail, leave: secret } = await newestTo('Cat@example.com')
    expect(mail).toMatchObject({ subject: 'Confirmez votre adresse', from: { address: 'no-reply@loge.test' } })
    expect(mail.text).toContain('pendant 7 jours')
    expect(mail.text).toContain('Se désinscrire\u202f:\nhttps://loge.example/newsletter/unsubscribe')
    expect(mail.html).toContain('<html lang="fr">')
    expect(mail.html).toContain(`href="https://loge.example/newsletter/unsubscribe?token=${secret}"`)
    const headerOf = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(headerOf('list-unsubscribe')).toBe(`<https://loge.example/api/newsletter/unsubscribe?token=${secret}>`)
    expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })

  // Spec 1.27
  it('An address is on the list once its link was followed, and the link works once', async () => {
    await join('dan@example.com', { isInterestedInCreating: true })
    const mail_links = await newestTo('dan@example.com')
    passes(7 * DAY_MS - 1)
    const { status, body } = await confirm(mail_links.confirm)
    expect([status, body]).toEqual([200, {}])
    expect(await rowOf('dan@example.com')).toMatchObject({
      confirmed_at: ctx.now(),
      is_interested_in_creating: true,
      confirm_hash: null,
    })
    expect((await confirm(mail_links.confirm)).status).toBe(404)
  })

  it('An address is confirmed once, however many requests come with the link at once', async () => {
    await join('eve@example.com')
    const mail_links = await newestTo('eve@example.com')
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(mail_links.confirm)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
  })

  it('The answer and the queued job are the same for new, waiting and confirmed addresses, and contain no secret', async () => {
    await join('fay@example.com')
    const mail_links = await newestTo('fay@example.com')
    await confirm(mail_links.confirm)
    await join('gus@example.com')
    const queued = async () => [...(await ctx.db`select data from pgboss.job where name = 'mail_newsletter'`)]
    const before = (await queued()).length
    const answers = []
    for (const email of ['new@example.com', 'gus@example.com', 'fay@example.com']) answers.push(await join(email))
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, '{}']))
    const jobs = await queued()
    expect(jobs).toHaveLength(before + 3)
    for (const { data } of jobs) expect(data).toEqual({})
  })

  it('A confirmed address gets no further mail; the newest wish is stored, and the consent stays', async () => {
    await join('hal@example.com', { language: 'fr' })
    await confirm((await newestTo('hal@example.com')).confirm)
    const agreed = await rowOf('hal@example.com')
    passes(2 * DAY_MS)
    await join('HAL@example.com', { language: 'en', isInterestedInCreating: true })
    expect(await mailsTo('hal@example.com')).toHaveLength(1)
    expect(await mailsTo('HAL@example.com')).toHaveLength(0)
    expect(await rowOf('hal@example.com')).toEqual({ ...agreed, is_interested_in_creating: true })
  })

  it('An address gets one confirmation mail an hour at most, and only the newest link confirms', async () => {
    await Promise.all(Array.from({ length: 10 }, () => join('ivy@example.com')))
    expect(await mailsTo('ivy@example.com')).toHaveLength(1)
    passes(HOUR_MS - 1)
    await join('ivy@example.com')
    expect(await mailsTo('ivy@example.com')).toHaveLength(1)
    passes(1)
    expect(await mailsTo('ivy@example.com')).toHaveLength(1)
    await join('ivy@example.com')
    const [older, newer] = (await mailsTo('ivy@example.com')).map(readNewsletterMail)
    expect((await confirm(older?.confirm)).status).toBe(404)
    expect((await confirm(newer?.confirm)).status).toBe(200)
    expect((await leave(older?.leave ?? '')).status).toBe(200)
    expect(await rowOf('ivy@example.com')).toBeUndefined()
  })

  it('Concurrent workers send one confirmation mail', async () => {
    await join('jon@example.com')
    await Promise.all([mailNewsletter(ctx), mailNewsletter(ctx), mailNewsletter(ctx)])
    expect(await mailsTo('jon@example.com')).toHaveLength(1)
  })

  it('An address that unsubscribed and joined again within the hour gets its mail when the hour is over', async () => {
    await join('kim@example.com')
    await leave((await newestTo('kim@example.com')).leave)
    await join('kim@example.com')
    expect(await mailsTo('kim@example.com')).toHaveLength(1)
    passes(HOUR_MS)
    await ctx.jobs.send('mail_newsletter', {})
    expect(await mailsTo('kim@example.com')).toHaveLength(2)
  })

  it('An address that is never confirmed is deleted after 30 days, not before', async () => {
    await join('lou@example.com')
    passes(30 * DAY_MS - 1)
    await sweep()
    expect(await rowOf('lou@example.com')).toBeDefined()
    passes(1)
    await sweep()
    expect(await rowOf('lou@example.com')).toBeUndefined()
  })
})

describe('Links of the newsletter and accounts', () => {
  it.each(['a visitor', 'a member', 'a creator', 'a moderator', 'an admin'])(
    'A link of the newsletter works for %s who holds it',
    async (role) => {
      const person = {
        'a visitor': () => visitor,
        'a member': () => member('una'),
        'a creator': () => creator('vic'),
        'a moderator': () => staff('wes', 'moderator'),
        'an admin': () => staff('xia', 'admin'),
      }[role]
      const email = `${role.replace(' ', '-')}@elsewhere.example`
      await join(email)
      const mail_links = await newestTo(email)
      const somebody = (await person?.()) ?? visitor
      expect((await somebody.ask('POST', '/newsletter/confirm', { token: mail_links.confirm })).status).toBe(200)
      expect((await somebody.ask('POST', `/newsletter/unsubscribe?token=${mail_links.leave}`)).status).toBe(200)
    },
  )
})

describe('Secrets in confirmation mails', () => {
  it('The tokens of a confirmation mail are neither in the database nor in the log', async () => {
    await join('yan@example.com')
    const mail_links = await newestTo('yan@example.com')
    await confirm(mail_links.confirm)
    await leave(mail_links.leave)
    const tables = ['newsletter_addresses', 'newsletter_links', 'newsletter_departures', 'pgboss.job']
    for (const table of tables) {
      const text = JSON.stringify([...(await ctx.db`select t::text from ${ctx.db(table)} as t`)])
      for (const secret of [mail_links.confirm, mail_links.leave]) expect(text).not.toContain(secret)
    }
    const lines = logs.join('')
    for (const secret of [mail_links.confirm, mail_links.leave, 'yan@example.com']) expect(lines).not.toContain(secret)
  })
})

describe('Failing mail servers', async () => {
  let refuses = (_mail: Email) => false
  const { url: SMTP_URL, received } = await startSmtp((mail) => refuses(mail))
  const bySmtp = await world({ SMTP_URL })

  it('A confirmation mail that the mail server refuses stops no other, and is sent again by the schedule', async () => {
    refuses = ({ to }) => to?.[0]?.address === 'zoe@example.com'
    for (const email of ['zoe@example.com', 'zac@example.com'])
      await bySmtp.visitor.ask('POST', '/newsletter', { email })
    await expect(mailNewsletter(bySmtp.ctx)).rejects.toThrow('come back later')
    expect(received.map(({ to }) => to?.[0]?.address)).toEqual(['zac@example.com'])
    refuses = () => false
    await mailNewsletter(bySmtp.ctx)
    expect(received.map(({ to }) => to?.[0]?.address)).toEqual(['zac@example.com', 'zoe@example.com'])
    const list = received[1]?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    expect(list).toMatch(/^<http:\/\/\S+\/api\/newsletter\/unsubscribe\?token=[\w-]{43}>$/)
  })
})
