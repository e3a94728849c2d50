import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { deleteNewsletterAddress } from '#server/store/newsletter/newsletter.ts'
import { newsletterSteps } from '#tests/support/scenarios/newsletter-steps.ts'
import { world } from '#tests/support/world.ts'

const product = await world({ PUBLIC_URL: 'https://loge.example' })
const { ctx, visitor, passes } = product
const { join, confirm, leave, newestTo, rowOf, departures, sweep } = newsletterSteps(product)

describe('Unsubscribing from the newsletter', () => {
  it.each([
    ['as mail clients send it', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'with a multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['with the page', 'application/json', ''],
  ])('One click unsubscribes an address, %s', async (_, type, body) => {
    const email = `${type.length}@example.com`
    await join(email)
    const { confirm: yes, leave: no } = await newestTo(email)
    await confirm(yes)
    const path = `/newsletter/unsubscribe?token=${no}`
    const answer = await visitor.ask('POST', path, body, { headers: { 'content-type': type } })
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(await rowOf(email)).toBeUndefined()
  })

  it('An unsubscription keeps the proof of consent, under a hash instead of the address', async () => {
    await ctx.db`delete from newsletter_departures`
    await join('mia@example.com', { language: 'fr' })
    const mail_links = await newestTo('mia@example.com')
    const consented_at = ctx.now()
    passes(DAY_MS)
    await confirm(mail_links.confirm)
    const { confirmed_at, address_hash } = (await rowOf('mia@example.com')) ?? {}
    passes(DAY_MS)
    await leave(mail_links.leave)
    const agreed = { consent_version: '2026-11', consent_locale: 'fr', consented_at }
    const proof = { id: expect.any(String), address_hash, ...agreed, confirmed_at, left_at: ctx.now() }
    expect(await departures()).toEqual([proof])
  })

  it('Repeated unsubscriptions get the same answer each time, and leave one proof of consent', async () => {
    await ctx.db`delete from newsletter_departures`
    await join('ned@example.com')
    const mail_links = await newestTo('ned@example.com')
    await confirm(mail_links.confirm)
    const answers = await Promise.all(Array.from({ length: 10 }, () => leave(mail_links.leave)))
    answers.push(await leave(mail_links.leave))
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200))
    expect(await departures()).toHaveLength(1)
  })

  it('An unconfirmed address leaves no proof when it unsubscribes, and its link no longer confirms', async () => {
    await ctx.db`delete from newsletter_departures`
    await join('oda@example.com')
    const mail_links = await newestTo('oda@example.com')
    expect((await leave(mail_links.leave)).status).toBe(200)
    expect((await confirm(mail_links.confirm)).status).toBe(404)
    expect(await departures()).toEqual([])
  })

  it('An unsubscription removes only its own address from the list', async () => {
    await join('pat@example.com')
    await join('pit@example.com')
    await leave((await newestTo('pat@example.com')).leave)
    expect(await rowOf('pat@example.com')).toBeUndefined()
    expect(await rowOf('pit@example.com')).toBeDefined()
  })

  it('The link of an old mail still unsubscribes an address that joined again', async () => {
    await join('quin@example.com')
    const old = await newestTo('quin@example.com')
    await leave(old.leave)
    passes(HOUR_MS)
    await join('quin@example.com')
    await confirm((await newestTo('quin@example.com')).confirm)
    await leave(old.leave)
    expect(await rowOf('quin@example.com')).toBeUndefined()
  })

  it('Opening the unsubscribe link leads to the page, and changes nothing yet', async () => {
    await join('ray@example.com')
    const { leave: secret } = await newestTo('ray@example.com')
    const opened = await visitor.ask('GET', `/newsletter/unsubscribe?token=${secret}`)
    expect([opened.status, opened.headers.location]).toEqual([302, `/newsletter/unsubscribe?token=${secret}`])
    const odd = await visitor.ask('GET', '/newsletter/unsubscribe?token=%0d%0aset-cookie:x%26a=b')
    expect(odd.headers.location).toBe('/newsletter/unsubscribe?token=%0D%0Aset-cookie%3Ax%26a%3Db')
    expect(await rowOf('ray@example.com')).toBeDefined()
  })

  it('Deleting an address also deletes its proof of consent and its links', async () => {
    await join('Sue@example.com')
    const mail_links = await newestTo('Sue@example.com')
    await confirm(mail_links.confirm)
    const { address_hash } = (await rowOf('sue@example.com')) ?? {}
    await leave(mail_links.leave)
    expect(await deleteNewsletterAddress(ctx.db, 'sue@example.com')).toBe(1)
    const [left] = await ctx.db`
      select (select count(*) from newsletter_links where address_hash = ${address_hash})
        + (select count(*) from newsletter_departures where address_hash = ${address_hash}) as count`
    expect(left?.count).toBe(0)
    expect((await leave(mail_links.leave)).status).toBe(404)
  })

  it('A proof of consent is kept for 24 months, and then nothing is left', async () => {
    await ctx.db`delete from newsletter_departures`
    await join('tom@example.com')
    const mail_links = await newestTo('tom@example.com')
    await confirm(mail_links.confirm)
    await leave(mail_links.leave)
    const until = new Date(ctx.now())
    until.setUTCMonth(until.getUTCMonth() + 24)
    passes(until.getTime() - ctx.now().getTime() - 1)
    await sweep()
    expect(await departures()).toHaveLength(1)
    passes(1)
    await sweep()
    expect(await departures()).toEqual([])
    expect(await ctx.db`select * from newsletter_links`).toEqual([])
  })
})
