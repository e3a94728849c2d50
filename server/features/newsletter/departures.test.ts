import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { deleteNewsletterAddress } from '#server/store/newsletter.ts'
import { newsletterSteps } from '#tests/support/newsletter-letters.ts'
import { world } from '#tests/support/world.ts'

const house = await world({ PUBLIC_URL: 'https://loge.example' })
const { ctx, visitor, passes } = house
const { join, confirm, leave, newestTo, rowOf, departures, sweep } = newsletterSteps(house)

describe('Somebody who unsubscribes', () => {
  it.each([
    ['as mail programs do', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'with a form in parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['with the page', 'application/json', ''],
  ])('is gone with one click, %s', async (_, type, body) => {
    const email = `${type.length}@example.com`
    await join(email)
    const { confirm: yes, leave: no } = await newestTo(email)
    await confirm(yes)
    const path = `/newsletter/unsubscribe?token=${no}`
    const answer = await visitor.ask('POST', path, body, { headers: { 'content-type': type } })
    expect([answer.status, answer.body]).toEqual([200, {}])
    expect(await rowOf(email)).toBeUndefined()
  })

  it('leaves the proof of what they agreed to and when, under a fingerprint and not under their address', async () => {
    await ctx.db`delete from newsletter_departures`
    await join('mia@example.com', { language: 'fr' })
    const letter = await newestTo('mia@example.com')
    const consented_at = ctx.now()
    passes(DAY_MS)
    await confirm(letter.confirm)
    const { confirmed_at, address_hash } = (await rowOf('mia@example.com')) ?? {}
    passes(DAY_MS)
    await leave(letter.leave)
    const agreed = { consent_version: '2026-11', consent_locale: 'fr', consented_at }
    const proof = { id: expect.any(String), address_hash, ...agreed, confirmed_at, left_at: ctx.now() }
    expect(await departures()).toEqual([proof])
  })

  it('twice, or ten times at once, is told the same each time, and leaves one proof', async () => {
    await ctx.db`delete from newsletter_departures`
    await join('ned@example.com')
    const letter = await newestTo('ned@example.com')
    await confirm(letter.confirm)
    const answers = await Promise.all(Array.from({ length: 10 }, () => leave(letter.leave)))
    answers.push(await leave(letter.leave))
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200))
    expect(await departures()).toHaveLength(1)
  })

  it('without ever having confirmed leaves nothing to prove, and the link confirms no more', async () => {
    await ctx.db`delete from newsletter_departures`
    await join('oda@example.com')
    const letter = await newestTo('oda@example.com')
    expect((await leave(letter.leave)).status).toBe(200)
    expect((await confirm(letter.confirm)).status).toBe(404)
    expect(await departures()).toEqual([])
  })

  it('takes only their own address off the list', async () => {
    await join('pat@example.com')
    await join('pit@example.com')
    await leave((await newestTo('pat@example.com')).leave)
    expect(await rowOf('pat@example.com')).toBeUndefined()
    expect(await rowOf('pit@example.com')).toBeDefined()
  })

  it('by an old letter after coming back is taken off again', async () => {
    await join('quin@example.com')
    const old = await newestTo('quin@example.com')
    await leave(old.leave)
    passes(HOUR_MS)
    await join('quin@example.com')
    await confirm((await newestTo('quin@example.com')).confirm)
    await leave(old.leave)
    expect(await rowOf('quin@example.com')).toBeUndefined()
  })

  it('with a program that only opens addresses is led to the page, and nothing has changed yet', async () => {
    await join('ray@example.com')
    const { leave: secret } = await newestTo('ray@example.com')
    const opened = await visitor.ask('GET', `/newsletter/unsubscribe?token=${secret}`)
    expect([opened.status, opened.headers.location]).toEqual([302, `/newsletter/unsubscribe?token=${secret}`])
    const odd = await visitor.ask('GET', '/newsletter/unsubscribe?token=%0d%0aset-cookie:x%26a=b')
    expect(odd.headers.location).toBe('/newsletter/unsubscribe?token=%0D%0Aset-cookie%3Ax%26a%3Db')
    expect(await rowOf('ray@example.com')).toBeDefined()
  })

  it('is forgotten whole when they ask for it, the proof and the links included', async () => {
    await join('Sue@example.com')
    const letter = await newestTo('Sue@example.com')
    await confirm(letter.confirm)
    const { address_hash } = (await rowOf('sue@example.com')) ?? {}
    await leave(letter.leave)
    expect(await deleteNewsletterAddress(ctx.db, 'sue@example.com')).toBe(1)
    const [left] = await ctx.db`
      select (select count(*) from newsletter_links where address_hash = ${address_hash})
        + (select count(*) from newsletter_departures where address_hash = ${address_hash}) as count`
    expect(left?.count).toBe(0)
    expect((await leave(letter.leave)).status).toBe(404)
  })

  it('is proved for 24 months, and then nothing at all is left', async () => {
    await ctx.db`delete from newsletter_departures`
    await join('tom@example.com')
    const letter = await newestTo('tom@example.com')
    await confirm(letter.confirm)
    await leave(letter.leave)
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
