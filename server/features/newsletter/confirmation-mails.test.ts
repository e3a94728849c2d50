import type { Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { newsletterSteps, readNewsletterMail } from '#tests/support/newsletter-letters.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { world } from '#tests/support/world.ts'
import { mailNewsletter } from './jobs.ts'

const house = await world({ PUBLIC_URL: 'https://loge.example' })
const { ctx, visitor, member, creator, staff, passes, logs } = house
const { join, confirm, leave, mailsTo, newestTo, rowOf, sweep } = newsletterSteps(house)

describe('A link in a letter is refused', () => {
  it.each([undefined, null, 7, {}, ['x'], 'x'.repeat(201)])('when its token is %j', async (token) => {
    expect((await confirm(token)).status).toBe(422)
  })

  it('when it has no token at all, or too long a one, on the way out', async () => {
    expect((await visitor.ask('POST', '/newsletter/unsubscribe')).status).toBe(422)
    expect((await leave('x'.repeat(201))).status).toBe(422)
  })

  it.each(['', 'made-up', '../../etc/passwd', 'ünïcode', 'a'.repeat(43)])('when nobody sent %j', async (token) => {
    const answers = [await confirm(token), await leave(token)]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not_found'])
  })

  it('when it was changed by one letter, or is used for the other purpose', async () => {
    await join('ann@example.com')
    const letter = await newestTo('ann@example.com')
    const changed = (token: string) => (token[0] === 'A' ? 'B' : 'A') + token.slice(1)
    for (const token of [changed(letter.confirm), letter.leave]) expect((await confirm(token)).status).toBe(404)
    for (const token of [changed(letter.leave), letter.confirm]) expect((await leave(token)).status).toBe(404)
    expect(await rowOf('ann@example.com')).toMatchObject({ confirmed_at: null })
  })

  it('seven days later, though it still leads out', async () => {
    await join('bob@example.com')
    const letter = await newestTo('bob@example.com')
    passes(7 * DAY_MS)
    const late = await confirm(letter.confirm)
    expect([late.status, late.text]).toEqual([404, (await confirm('made-up')).text])
    expect(await rowOf('bob@example.com')).toMatchObject({ confirmed_at: null })
    expect((await leave(letter.leave)).status).toBe(200)
    expect(await rowOf('bob@example.com')).toBeUndefined()
  })
})

describe('Somebody who leaves an address', () => {
  it('is written to in the language of the page, with a link that confirms and two ways out', async () => {
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
  it('is on the list once the link was followed, once', async () => {
    await join('dan@example.com', { isInterestedInCreating: true })
    const letter = await newestTo('dan@example.com')
    passes(7 * DAY_MS - 1)
    const { status, body } = await confirm(letter.confirm)
    expect([status, body]).toEqual([200, {}])
    expect(await rowOf('dan@example.com')).toMatchObject({
      confirmed_at: ctx.now(),
      is_interested_in_creating: true,
      confirm_hash: null,
    })
    expect((await confirm(letter.confirm)).status).toBe(404)
  })

  it('confirms once, however many come with the same link at the same time', async () => {
    await join('eve@example.com')
    const letter = await newestTo('eve@example.com')
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(letter.confirm)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
  })

  it('is answered alike whether new, waiting or confirmed, and the same is queued; nothing secret lies there', async () => {
    await join('fay@example.com')
    const letter = await newestTo('fay@example.com')
    await confirm(letter.confirm)
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

  it('and has confirmed gets no further letter; only the newest wish is kept, and what was agreed to stays', async () => {
    await join('hal@example.com', { language: 'fr' })
    await confirm((await newestTo('hal@example.com')).confirm)
    const agreed = await rowOf('hal@example.com')
    passes(2 * DAY_MS)
    await join('HAL@example.com', { language: 'en', isInterestedInCreating: true })
    expect(await mailsTo('hal@example.com')).toHaveLength(1)
    expect(await mailsTo('HAL@example.com')).toHaveLength(0)
    expect(await rowOf('hal@example.com')).toEqual({ ...agreed, is_interested_in_creating: true })
  })

  it('is written to once an hour at most, whoever types it how often; the newest link is the one that confirms', async () => {
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

  it('and is written to by two at once gets one letter', async () => {
    await join('jon@example.com')
    await Promise.all([mailNewsletter(ctx), mailNewsletter(ctx), mailNewsletter(ctx)])
    expect(await mailsTo('jon@example.com')).toHaveLength(1)
  })

  it('after leaving within the hour is written to when the hour is over', async () => {
    await join('kim@example.com')
    await leave((await newestTo('kim@example.com')).leave)
    await join('kim@example.com')
    expect(await mailsTo('kim@example.com')).toHaveLength(1)
    passes(HOUR_MS)
    await ctx.jobs.send('mail_newsletter', {})
    expect(await mailsTo('kim@example.com')).toHaveLength(2)
  })

  it('and does nothing more is forgotten after 30 days, not before', async () => {
    await join('lou@example.com')
    passes(30 * DAY_MS - 1)
    await sweep()
    expect(await rowOf('lou@example.com')).toBeDefined()
    passes(1)
    await sweep()
    expect(await rowOf('lou@example.com')).toBeUndefined()
  })
})

describe('A link works for whoever holds it', () => {
  it.each(['a visitor', 'a member', 'a creator', 'a moderator', 'an admin'])('%s', async (role) => {
    const person = {
      'a visitor': () => visitor,
      'a member': () => member('una'),
      'a creator': () => creator('vic'),
      'a moderator': () => staff('wes', 'moderator'),
      'an admin': () => staff('xia', 'admin'),
    }[role]
    const email = `${role.replace(' ', '-')}@elsewhere.example`
    await join(email)
    const letter = await newestTo(email)
    const somebody = (await person?.()) ?? visitor
    expect((await somebody.ask('POST', '/newsletter/confirm', { token: letter.confirm })).status).toBe(200)
    expect((await somebody.ask('POST', `/newsletter/unsubscribe?token=${letter.leave}`)).status).toBe(200)
  })
})

describe('What the letters hold', () => {
  it('stands neither in the database nor in the log', async () => {
    await join('yan@example.com')
    const letter = await newestTo('yan@example.com')
    await confirm(letter.confirm)
    await leave(letter.leave)
    const tables = ['newsletter_addresses', 'newsletter_links', 'newsletter_departures', 'pgboss.job']
    for (const table of tables) {
      const text = JSON.stringify([...(await ctx.db`select t::text from ${ctx.db(table)} as t`)])
      for (const secret of [letter.confirm, letter.leave]) expect(text).not.toContain(secret)
    }
    const lines = logs.join('')
    for (const secret of [letter.confirm, letter.leave, 'yan@example.com']) expect(lines).not.toContain(secret)
  })
})

describe('A mail server that refuses a letter', async () => {
  let refuses = (_mail: Email) => false
  const { url: SMTP_URL, received } = await startSmtp((mail) => refuses(mail))
  const bySmtp = await world({ SMTP_URL })

  it('stops no other, and gets it again from the schedule', async () => {
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
